// Usage and the data page: the numbers are those of the API, days are told apart by source.
import { afterAll, beforeAll, expect, test } from "vitest";
import { completed, engineByHand, failed } from "../engine-by-hand.ts";
import { multipart, openService, type TestService } from "../harness.ts";
import { memberOf, newVisitor } from "./visitor.ts";

let service: TestService;
const engine = engineByHand();

beforeAll(async () => {
  service = await openService({ engine });
});
afterAll(() => service.close());

test("shows what was granted, used and is left, and each day by its source", async () => {
  const own = await service.newOrganization({ checks: 10 });
  const member = await memberOf(service, own.id);
  const today = () => service.services.clock().toISOString().slice(0, 10);
  engine.always(completed());
  await own.upload();
  await own.upload();
  const yesterday = today();
  service.advance({ days: 1 });
  await member.ask("/documents", { method: "POST", ...multipart({}), headers: { Origin: service.url } });
  engine.always(failed("password_required"));
  await own.upload();

  const { text } = await member.open("/usage");
  for (const [name, value] of [
    ["granted", 10],
    ["used", 3],
    ["left", 7],
    ["ever sent through the API", 3],
  ]) {
    expect(text).toContain(`<dt>${name}</dt><dd>${value}</dd>`);
  }
  const row = (day: string) => / *<tr><th scope="row">DAY<\/th>(.*?)<\/tr>/.source.replace("DAY", day);
  const numbers = (day: string) =>
    [...(new RegExp(row(day)).exec(text)?.[1] ?? "").matchAll(/>(\d+)</g)].map(([, number]) => Number(number));
  expect(numbers(yesterday)).toEqual([2, 0, 0]);
  expect(numbers(today())).toEqual([1, 1, 1]);
  expect(text).toContain("3 through the API, 1 in the dashboard");
});

test("keeps the days of documents that are gone, and forgets them past the shown ones", async () => {
  const own = await service.newOrganization();
  const member = await memberOf(service, own.id);
  engine.always(completed());
  const { body } = await own.upload();
  await own.delete(`/documents/${body.id}`);
  expect((await member.open("/usage")).text).toContain("1 through the API");
  service.advance({ days: 29 });
  const late = await memberOf(service, own.id);
  expect((await late.open("/usage")).text).toContain("1 through the API");
  service.advance({ days: 1 });
  expect((await late.open("/usage")).text).toContain("Nothing was checked in these days");
});

test("is the organization's own", async () => {
  const [own, other] = [await service.newOrganization({ checks: 77 }), await service.newOrganization({ checks: 5 })];
  const member = await memberOf(service, other.id);
  expect((await member.open("/usage")).text).not.toContain("77");
  expect((await newVisitor(service).open("/usage")).location).toBe("/sign-in?next=%2Fusage");
  expect(own.id).not.toBe(other.id);
});

test("what is stored and what verdicts mean is told to everybody", async () => {
  const { status, text } = await newVisitor(service).open("/legal/data");
  expect(status).toBe(200);
  for (const verdict of ["authentic", "inconclusive", "suspicious", "tampered", "unsupported"]) {
    expect(text).toContain(`<code>${verdict}</code>`);
  }
  expect(text).toContain("30 days after the upload");
});
