// Sessions are what this service sealed, and end; a link works once, in time.
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { newOneTimeLink } from "../../src/accounts/one-time-link.ts";
import { openSession, sealSession } from "../../src/accounts/session.ts";

const now = new Date("2026-11-23T12:00:00Z");
const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);

test("a session is read back until it ends, by whoever has the secret and nobody else", () => {
  const secret = randomBytes(32);
  const session = { organizationId: "org_1", endsAt: later(1000) };
  const sealed = sealSession(secret, session);
  expect(openSession(secret, sealed, now)).toEqual(session);
  expect(openSession(secret, sealed, later(1000))).toBeUndefined();
  expect(openSession(randomBytes(32), sealed, now)).toBeUndefined();
});

test("a session that was changed in any part is none", () => {
  const secret = randomBytes(32);
  const sealed = sealSession(secret, { organizationId: "org_1", endsAt: later(1000) });
  const [organization, end, seal] = sealed.split(".");
  for (const forged of [
    `org_2.${end}.${seal}`,
    `${organization}.${later(9_000_000).getTime()}.${seal}`,
    `${organization}.${end}.`,
    `${organization}.${end}.${seal}x`,
    `${sealed}.more`,
    `${organization}.${end}`,
    "",
  ])
    expect(openSession(secret, forged, now), forged).toBeUndefined();
});

test("a link works once, for ten minutes, with its own token", () => {
  let time = now;
  const link = newOneTimeLink("org_1", () => time);
  expect(link.redeem("")).toBeUndefined();
  expect(link.redeem(`${link.token}x`)).toBeUndefined();
  expect(link.redeem(link.token)).toBe("org_1");
  expect(link.redeem(link.token)).toBeUndefined();
  const late = newOneTimeLink("org_1", () => time);
  time = later(10 * 60 * 1000);
  expect(late.redeem(late.token)).toBeUndefined();
});
