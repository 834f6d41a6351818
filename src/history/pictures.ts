// Pictures of the pages that saves changed: before and after side by side, what changed marked, red what was, green
// what is.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Historian } from "../engine/engine.ts";
import { StartError } from "../errors.ts";
import type { Bbox, History, Mark, PageDifference, PageOptions, Save } from "../saves.ts";
import { reason } from "../terminal/files.ts";

const OLD: Mark["colour"] = [0xd0, 0x10, 0x10];
const NEW: Mark["colour"] = [0x10, 0x90, 0x20];

type Wanted = { name: string; page: PageOptions };
export type Written = { path: string } | { path: string; problem: string };

/** Writes them one after the other; one that cannot be drawn is told and does not stop the rest. */
export async function* writePictures(
  engine: Historian,
  file: string,
  history: History,
  folder: string,
): AsyncGenerator<Written> {
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw new StartError(`${folder} ${reason(error)}.`);
  });
  for (const { name, page } of history.saves.flatMap(wantedOf)) {
    const path = join(folder, name);
    yield { path, ...(await write(engine, file, path, page)) };
  }
}

async function write(engine: Historian, file: string, path: string, page: PageOptions): Promise<{ problem?: string }> {
  const { png, error } = await engine.picture(file, page);
  if (!png) return { problem: error?.message ?? "The page cannot be drawn." };
  return writeFile(path, png).then(
    () => ({}),
    (problem: unknown) => ({ problem: `It ${reason(problem).replace("read", "written")}.` }),
  );
}

export function wantedOf(save: Save): Wanted[] {
  const { number, pages, page_changes } = save;
  if (number === 1) return [];
  const changed = page_changes.map((page) => ({
    name: `page-${page.page}-save-${number}.png`,
    page: sideBySide(number, page),
  }));
  const added = pages.added.map((page) => ({
    name: `page-${page}-added-save-${number}.png`,
    page: { save: number, page },
  }));
  const removed = pages.removed.map((page) => ({
    name: `page-${page}-removed-save-${number}.png`,
    page: { save: number - 1, page },
  }));
  return [...changed, ...added, ...removed];
}

function sideBySide(number: number, page: PageDifference): PageOptions {
  const areas = (boxes: (Bbox | null)[], colour: Mark["colour"]) =>
    boxes.filter((bbox) => bbox !== null).map((bbox) => ({ bbox, colour }));
  const drawn = [...page.pictures, ...page.drawings];
  const was = drawn.filter(({ kind }) => kind !== "added").map(({ bbox }) => bbox);
  const is = drawn.filter(({ kind }) => kind !== "removed").map(({ bbox }) => bbox);
  return {
    save: number - 1,
    page: page.page_before,
    marks: areas([...was, ...page.values.map(({ old_bbox }) => old_bbox)], OLD),
    beside: {
      save: number,
      page: page.page,
      marks: areas([...is, ...page.values.map(({ bbox }) => bbox)], NEW),
    },
  };
}
