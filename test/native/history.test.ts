// The history and the pictures as the addon gives them: shaped as the schemas say, and true of every edited fixture.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { history, renderPage } from "@assay/engine";
import { describe, expect, test } from "vitest";
import { History, PagePicture } from "../../src/saves.ts";
import { readPng } from "../png.ts";

const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));
const COVERED = fixture("utility-pdfbox/total-covered-incremental-pdfbox.pdf");

type Edit = { page: number; old_value: string; new_value: string };
type Expected = Record<string, { label: string; traces?: string[]; edits?: Edit[] }>;

const expected: Expected = JSON.parse(readFileSync(fixture("expected.json"), "utf8"));
const edited = Object.entries(expected).filter(([, { traces }]) =>
  traces?.includes("earlier revision kept in the file"),
);

const squeezed = (text: string | null) => (text ?? "").replace(/\s+|[,.]$/g, "");
/** A phrase may be cut at other blanks than its maker's, and take the comma behind it along. */
const within = (seen: string | null, made: string) =>
  seen !== null && (squeezed(made).includes(squeezed(seen)) || squeezed(seen).includes(squeezed(made)));

describe("every fixture that was edited in a later save", () => {
  test.each(edited)("%s shows what was changed, and in the last save only", async (name, { edits }) => {
    const { saves } = await history(fixture(name));
    const values =
      saves.at(-1)?.page_changes.flatMap((page) => page.values.map((value) => ({ ...value, ...page }))) ?? [];
    for (const edit of edits ?? []) {
      const found = values.filter(
        (value) =>
          value.page === edit.page &&
          within(value.old_value, edit.old_value) &&
          within(value.new_value, edit.new_value),
      );
      expect(found, `${edit.old_value} -> ${edit.new_value} in ${JSON.stringify(values)}`).not.toEqual([]);
    }
    const before = saves.slice(0, -1).flatMap(({ page_changes }) => page_changes);
    expect(before.flatMap(({ values }) => values).filter(({ of, old_value }) => of === "page" && old_value)).toEqual(
      [],
    );
  });

  test("there are some", () => expect(edited.length).toBeGreaterThan(5));
});

test("bytes and path give the same history, and it is what the schema says", async () => {
  const told = await history(COVERED);
  expect(History.parse(told)).toEqual(told);
  expect(await history(readFileSync(COVERED))).toEqual(told);
  const failed = await history(Buffer.from("a note"));
  expect(History.parse(failed)).toEqual(failed);
  expect(failed).toMatchObject({ status: "failed", saves: [], error: { code: "not_a_pdf" } });
});

describe("renderPage", () => {
  test("draws the page as it stood, as large as asked for", async () => {
    const [first, last] = await Promise.all([
      renderPage(COVERED, { save: 1, page: 1, dpi: 72 }),
      renderPage(COVERED, { page: 1, dpi: 72 }),
    ]);
    expect(PagePicture.parse(first)).toEqual(first);
    expect([first.width, first.height]).toEqual([595, 842]);
    const { width, height } = readPng(Buffer.from(first.png ?? []));
    expect([width, height]).toEqual([595, 842]);
    expect(Buffer.from(first.png ?? [])).not.toEqual(Buffer.from(last.png ?? []));
  });

  test("what is not there is a failure with a reason", async () => {
    const wanted = [{ save: 3, page: 1 }, { save: 0, page: 1 }, { page: 2 }, { page: 0 }];
    for (const options of wanted) {
      const picture = await renderPage(COVERED, options);
      expect(PagePicture.parse(picture)).toEqual(picture);
      expect(picture).toMatchObject({ status: "failed", png: null });
      expect(picture.error?.message).toMatch(/^The page cannot be drawn: there is no .+\.$/);
    }
  });
});
