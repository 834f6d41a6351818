// Pictures of pages and what else a report shows: drawn once, kept beside the document, gone with it, and for its own
// organization alone.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inspectDocument } from "../../src/documents/inspection.ts";
import { originalFile } from "../../src/documents/original.ts";
import { pagePicture } from "../../src/documents/picture.ts";
import { sweepDocuments } from "../../src/documents/retention.ts";
import { openEngine, type WholeEngine } from "../../src/engine/engine.ts";
import { type Organization, openService, type TestService } from "../harness.ts";

const EDITED = readFileSync(
  join(import.meta.dirname, "../../fixtures/utility-pdfbox/total-covered-incremental-pdfbox.pdf"),
);
let service: TestService;
let asked: string[];

beforeAll(async () => {
  const engine = await openEngine({ size: 2 });
  asked = [];
  const counting: WholeEngine = {
    ...engine,
    picture: (...args) => {
      asked.push("picture");
      return engine.picture(...args);
    },
    history: (...args) => {
      asked.push("history");
      return engine.history(...args);
    },
  };
  service = await openService({ engine: counting });
});
afterAll(() => service.close());

async function uploaded(organization: Organization): Promise<string> {
  const { body } = await organization.upload({ file: EDITED });
  expect(body).toMatchObject({ verdict: "tampered" });
  return body.id;
}

const stored = () => readdirSync(join(service.folder, "files"), { recursive: true, encoding: "utf8" });

test("a page is drawn once, as it stands and as an earlier save left it", async () => {
  const organization = await service.newOrganization();
  const id = await uploaded(organization);
  asked.length = 0;
  const shots = [null, 1].map((save) => ({ page: 1, save }));
  const drawn = await Promise.all(
    [...shots, ...shots].map((shot) => pagePicture(service.services, organization.id, id, shot)),
  );
  expect(asked).toEqual(["picture", "picture"]);
  const [now, before, again] = drawn.map((one) => ("png" in one ? Buffer.from(one.png) : undefined));
  expect(now?.subarray(1, 4).toString()).toBe("PNG");
  expect(before && now && before.equals(now)).toBe(false);
  expect(again && now?.equals(again)).toBe(true);
  await pagePicture(service.services, organization.id, id, { page: 1, save: null });
  expect(asked).toHaveLength(2);
});

test("what cannot be drawn is a sentence, and is not tried again", async () => {
  const organization = await service.newOrganization();
  const id = await uploaded(organization);
  const shot = { page: 1, save: 99 };
  const first = await pagePicture(service.services, organization.id, id, shot);
  expect(first).toEqual({ problem: expect.stringContaining("no such save") });
  asked.length = 0;
  expect(await pagePicture(service.services, organization.id, id, shot)).toEqual(first);
  expect(asked).toEqual([]);
  expect(await pagePicture(service.services, organization.id, id, { page: 2, save: null })).toEqual({
    problem: "The file has no page 2.",
  });
});

test("history, signatures and sizes are asked once and kept", async () => {
  const organization = await service.newOrganization();
  const id = await uploaded(organization);
  asked.length = 0;
  const told = await inspectDocument(service.services, organization.id, id);
  expect(told?.history.saves).toHaveLength(2);
  expect(told?.sheets.map(({ save }) => save)).toEqual([null, 1]);
  expect(await inspectDocument(service.services, organization.id, id)).toEqual(told);
  expect(asked).toEqual(["history"]);
});

test("another organization gets none of it", async () => {
  const [own, other] = [await service.newOrganization(), await service.newOrganization()];
  const id = await uploaded(own);
  await pagePicture(service.services, own.id, id, { page: 1, save: null });
  const missing = expect.objectContaining({ code: "not_found" });
  await expect(pagePicture(service.services, other.id, id, { page: 1, save: null })).rejects.toEqual(missing);
  await expect(inspectDocument(service.services, other.id, id)).rejects.toEqual(missing);
  await expect(originalFile(service.services, other.id, id)).rejects.toEqual(missing);
  const { bytes } = await originalFile(service.services, own.id, id);
  expect(EDITED.equals(bytes)).toBe(true);
});

test("deleting a document, or the end of its days, takes all of it", async () => {
  const organization = await service.newOrganization();
  const before = stored().length;
  for (const end of ["delete", "days"]) {
    const id = await uploaded(organization);
    await pagePicture(service.services, organization.id, id, { page: 1, save: 1 });
    await inspectDocument(service.services, organization.id, id);
    expect(stored().length).toBeGreaterThanOrEqual(before + 3);
    if (end === "delete") await organization.delete(`/documents/${id}`);
    else {
      service.advance({ days: 31 });
      await sweepDocuments(service.services);
    }
    const left = stored().filter((name) => name.includes(".page") || name.includes(".inspection"));
    expect(end === "days" ? left : []).toEqual([]);
    await expect(pagePicture(service.services, organization.id, id, { page: 1, save: 1 })).rejects.toThrow();
  }
});
