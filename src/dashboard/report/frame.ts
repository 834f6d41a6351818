// What a report stands in: a page of the dashboard, or a file of its own. The components ask it where pictures come from
// and where links lead.
import type { Earlier } from "../../saves/earlier.ts";
import type { Shot } from "../../saves.ts";
import type { PageChange, Report } from "./model.ts";

/** A picture by its address, by the id of one that stands in the file already, or why there is none. */
export type Picture = { href: string } | { symbol: string } | { problem: string };

export type Frame = {
  picture(shot: Shot): Picture;
  finding(number: number): string;
  page(number: number): string;
  save(number: number): string;
  /** Where an earlier state can be had as a file of its own, where it can. */
  file(earlier: Earlier): string | null;
};

/** Which place of a report is open. */
export type Selection = { page?: number | undefined; save?: number | undefined; finding?: number | undefined };

/** The page that is shown, beside what it was. */
export type Opened = {
  page: number;
  now: Shot;
  before: Shot | null;
  /** The save that made the difference. */
  save: number | null;
  change: PageChange | null;
};

/** What a report opens at: the place asked for, else the first finding's, else the first page. */
export function openAt(report: Report, { page, save, finding }: Selection): Opened {
  const last = report.saves.length;
  const step = save === undefined ? undefined : report.saves[save - 1];
  if (step) {
    const change = step.pages.find((one) => page === undefined || one.page === page) ?? null;
    const number = change?.page ?? page ?? 1;
    const now = { page: number, save: step.number === last ? null : step.number };
    const before = change && { page: change.pageBefore, save: step.number - 1 };
    return { page: number, now, before, save: step.number, change };
  }
  const marked = finding === undefined ? report.findings : report.findings.filter(({ number }) => number === finding);
  const place = marked.flatMap(({ places }) => places).find((one) => one.page !== null);
  const number = page ?? place?.page ?? 1;
  const changed = report.saves.findLast(({ pages }) => pages.some((one) => one.page === number));
  const change = changed?.pages.find((one) => one.page === number) ?? null;
  const shown = changed && change && (changed.number === last || report.earlier.has(changed.number));
  return {
    page: number,
    now: { page: number, save: null },
    before: shown ? { page: change.pageBefore, save: changed.number - 1 } : null,
    save: shown ? changed.number : null,
    change: shown ? change : null,
  };
}

/** Every picture that a report shows when it is opened there, each once. */
export function shotsOf(report: Report, opened: Opened[]): Shot[] {
  const crops = report.findings.flatMap(({ places }) =>
    places.flatMap(({ now, before, shownAt }) => (shownAt === null ? [now, before] : [])),
  );
  const shots = [
    ...opened.flatMap(({ now, before }) => [now, before]),
    ...crops.map((crop) => crop?.shot ?? null),
  ].filter((shot) => shot !== null);
  return [...new Map(shots.map((shot) => [shotName(shot), shot])).values()];
}

/** `1` or `1-after-save-2`: a part of addresses, file names and ids. */
export function shotName({ page, save }: Shot): string {
  return save === null ? `${page}` : `${page}-after-save-${save}`;
}
