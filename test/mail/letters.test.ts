// The mails of the service over a mail server: confirmation, invitation, notice, each to whom it is for.
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendNotice } from "../../src/accounts/notices.ts";
import { bySmtp, openMail } from "../../src/mail/mail.ts";
import { signUp } from "../dashboard/people.ts";
import { memberOf, newVisitor } from "../dashboard/visitor.ts";
import { engineByHand } from "../engine-by-hand.ts";
import { openService, type TestService } from "../harness.ts";
import { type MailServer, OWN_CERTIFICATE, openMailServer, type Received, textOf } from "./server.ts";

let service: TestService;
let server: MailServer;

beforeAll(async () => {
  service = await openService({ engine: engineByHand() });
  server = await openMailServer({ authOptional: false });
  const url = `smtp://sender:right@127.0.0.1:${server.port}${OWN_CERTIFICATE}`;
  // In place: the accounts hold the same object.
  Object.assign(service.services.mail, openMail(bySmtp(url, "assay@assay.test"), service.services.log));
});
afterAll(async () => {
  await server.close();
  await service.close();
});

async function lastTo(email: string): Promise<Received> {
  await service.services.mail.settled();
  const found = server.received.findLast(({ to }) => to.includes(email));
  if (found === undefined) throw new Error(`nothing came to ${email}`);
  expect(found).toMatchObject({ to: [email], secure: true, user: "sender" });
  expect(found.raw).toMatch(/^From: assay@assay\.test$/m);
  expect(found.raw).toMatch(new RegExp(`^To: ${email}$`, "m"));
  return found;
}

test("who signs up gets the link that confirms the address", async () => {
  const visitor = newVisitor(service);
  await signUp(visitor, "anna@example.test");
  const mail = await lastTo("anna@example.test");
  expect(mail.raw).toMatch(/^Subject: Confirm your e-mail address$/m);
  const path = /https:\/\/assay\.test(\/confirm\?token=\S+)/.exec(textOf(mail))?.[1] ?? "";
  await visitor.open(path);
  expect((await visitor.submit("/confirm")).location).toBe("/documents");
});

test("who is invited gets the link that joins, and owners get the notice", async () => {
  const { id } = await service.newOrganization();
  const owner = await memberOf(service, id, { email: "owner@example.test" });
  await owner.open("/settings/organization");
  await owner.submit("/settings/organization/invite", { email: "bert@example.test", role: "member" });
  expect(textOf(await lastTo("bert@example.test"))).toMatch(/https:\/\/assay\.test\/invite\/\S+/);

  await sendNotice(service.services, { subject: "v1 wird anders – bald", text: "Ein Feld „basis“ kommt dazu." });
  const notice = await lastTo("owner@example.test");
  expect(notice.raw).toMatch(/^Subject: =\?UTF-8\?/m);
  expect(textOf(notice)).toContain("Ein Feld „basis“ kommt dazu.");
});
