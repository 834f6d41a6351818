// Words planted in every field that a person can fill are searched for in all that the service writes, while everything
// it stands on fails.
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { documents } from "../../src/db/schema.ts";
import { openMail } from "../../src/mail/mail.ts";
import { newVisitor } from "../dashboard/visitor.ts";
import { completed, type EngineByHand, engineByHand } from "../engine-by-hand.ts";
import { multipart, type Organization, openService, type TestService } from "../harness.ts";
import { pdf } from "../pdf.ts";

const WORD = "xplantedx";

let engine: EngineByHand;
let service: TestService;
let written = "";

beforeAll(async () => {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream);
    vi.spyOn(stream, "write").mockImplementation((chunk, ...rest) => {
      written += String(chunk);
      return write(chunk, ...(rest as []));
    });
  }
  for (const method of ["log", "info", "warn", "error", "debug"] as const) {
    vi.spyOn(console, method).mockImplementation((...told) => {
      written += told.map(String).join(" ");
    });
  }
  engine = engineByHand();
  engine.always(completed());
  service = await openService({ engine });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await service.close();
});

/** Everything that a caller can put words into, by every verb; answers with the statuses. */
async function askEverything(organization: Organization): Promise<number[]> {
  const headers = { "User-Agent": WORD, Referer: `http://${WORD}/`, "Idempotency-Key": `${WORD}-${Math.random()}` };
  const upload = {
    file: pdf({ text: WORD }),
    name: `${WORD}.pdf`,
    external_id: WORD,
    metadata: JSON.stringify({ [WORD]: WORD }),
    [WORD]: WORD,
  };
  const asked = [
    await organization.request("/documents", { method: "POST", ...multipart(upload), headers }),
    await organization.request("/documents", { method: "POST", body: WORD, headers }),
    await organization.get(`/documents?external_id=${WORD}`),
    await organization.get(`/documents?cursor=${WORD}`),
    await organization.get(`/documents/${WORD}`),
    await organization.get(`/documents/${WORD}%00`),
    await organization.delete(`/documents/${WORD}`),
    await organization.get(`/${WORD}?${WORD}=${WORD}`),
    await organization.request("/usage", { headers: { Authorization: `Bearer ${WORD}` } }),
  ];
  return asked.map(({ status }) => status);
}

async function expectNothingPersonal(): Promise<void> {
  await service.services.requestLog.flush();
  const everything = written + JSON.stringify(service.logged);
  // Each test answers for what it wrote.
  written = "";
  service.logged.length = 0;
  const at = everything.indexOf(WORD);
  expect(at < 0 ? "" : everything.slice(Math.max(0, at - 300), at + 100)).toBe("");
}

const events = () => service.logged.map(({ event }) => event);

test("while everything works, every request is logged and no word of it", async () => {
  const before = service.logged.length;
  const statuses = await askEverything(await service.newOrganization());
  expect(statuses).toEqual([200, 400, 200, 400, 404, 404, 404, 404, 401]);
  expect(service.logged.slice(before).filter(({ event }) => event === "request")).toHaveLength(statuses.length);
  expect(events()).not.toContain("requests_not_recorded");
  await expectNothingPersonal();
});

describe("nothing personal is logged when", () => {
  test.each(["documents", "idempotency_keys", "requests"])("the table %s fails", async (table) => {
    const organization = await service.newOrganization();
    const before = service.logged.length;
    const { db } = service.services;
    await db.execute(sql.raw(`alter table ${table} rename to gone`));
    try {
      await askEverything(organization);
      await service.services.requestLog.flush();
    } finally {
      await db.execute(sql.raw(`alter table gone rename to ${table}`));
    }
    const failures = service.logged.slice(before).filter(({ level }) => level === "error");
    expect(JSON.stringify(failures)).toContain(` ${table}`);
    expect(
      failures.every(
        (line) => ["taking_failed", "requests_not_recorded"].includes(String(line.event)) || "request_id" in line,
      ),
    ).toBe(true);
    await expectNothingPersonal();
  });

  test("storage fails with a name in its words", async () => {
    const { storage } = service.services;
    service.services.storage = { ...storage, put: () => Promise.reject(new Error(WORD)) };
    try {
      expect((await askEverything(await service.newOrganization()))[0]).toBe(500);
    } finally {
      service.services.storage = storage;
    }
    await expectNothingPersonal();
  });

  test("the engine fails with what it read", async () => {
    engine.always(undefined);
    const upload = (await service.newOrganization()).upload({ name: `${WORD}.pdf` });
    (await engine.next()).break(new Error(WORD, { cause: new Error(WORD) }));
    expect((await upload).body.error?.code).toBe("engine_error");
    engine.always(completed());
    expect(events()).toContain("analysis_failed");
    await expectNothingPersonal();
  });

  test("a row holds what no parser reads", async () => {
    const organization = await service.newOrganization();
    const { body } = await organization.upload();
    await service.services.db.update(documents).set({ signals: WORD });
    expect((await organization.get(`/documents/${body.id}`)).status).toBe(500);
    await service.services.db.delete(documents);
    await expectNothingPersonal();
  });

  test("a person signs up and the mail goes nowhere, nor their row into its table", async () => {
    const { mail, db, log } = service.services;
    const failing = openMail(() => Promise.reject(new Error(WORD)), log, []);
    failing.post({ to: `${WORD}@example.test`, subject: WORD, text: WORD, link: undefined });
    await failing.settled();
    expect(events()).toContain("mail_failed");
    const visitor = newVisitor(service);
    await visitor.open("/sign-up");
    await db.execute(sql`alter table users rename to gone`);
    try {
      const fields = { name: WORD, organization: WORD, email: `${WORD}@example.test`, password: `${WORD} ${WORD}` };
      expect((await visitor.submit("/sign-up", fields)).status).toBeGreaterThanOrEqual(400);
    } finally {
      await db.execute(sql`alter table gone rename to users`);
    }
    await mail.settled();
    await expectNothingPersonal();
  });
});
