// Makes the model of a report from a Document and from what the engine tells besides.
import type { SignalDefinition } from "../../report/catalogue.ts";
import type { Inspection } from "../../report/inspection.ts";
import type { Document } from "../../report.ts";
import { coverageOf, originOf, savesOf, sealsOf } from "./facts.ts";
import { findingsOf, type States } from "./findings.ts";
import type { Finding, Mark, Page, Report, Size } from "./model.ts";
import { shownSize } from "./places.ts";
import { headlineOf } from "./words.ts";

export type Judged = Omit<Document, "id" | "report_url"> & { id: string | null; report_url: string | null };

/** `inspection` is `null` where the engine was not asked, as the analysis failed or is not done. */
export function buildReport(judged: Judged, inspection: Inspection | null, catalogue: SignalDefinition[]): Report {
  const document = judged as Document; // Neither member is read here; a file of the command line has none.
  const history = inspection?.history.status === "completed" ? inspection.history : null;
  const signatures = inspection?.signatures.status === "completed" ? inspection.signatures : null;
  const states: States = new Map(inspection?.sheets.map(({ save, of }) => [save, of.pages]));
  const findings = findingsOf(document.signals, catalogue, history, states);
  const earlier = [...states].filter((state): state is [number, (typeof state)[1]] => state[0] !== null);
  return {
    document: { ...document, id: judged.id },
    kind: document.status === "completed" ? (document.verdict ?? "failed") : document.status,
    headline: headlineOf(document, findings),
    findings,
    pages: (states.get(null) ?? []).map((sheet, index) => pageOf(index + 1, shownSize(sheet), findings)),
    pagesProblem: inspection?.sheets.find(({ save }) => save === null)?.of.error?.message ?? null,
    saves: history ? savesOf(history, states) : [],
    savesNote: history ? history.cut : (inspection?.history.error?.message ?? null),
    earlier: new Map(earlier.map(([save, sheets]): [number, Size[]] => [save, sheets.map(shownSize)])),
    origin: history ? originOf(history) : [],
    seals: signatures ? sealsOf(signatures) : [],
    sealsNote: inspection?.signatures.error?.message ?? null,
    coverage: document.status === "completed" ? coverageOf(document, history, signatures) : [],
  };
}

function pageOf(number: number, sheet: Size, findings: Finding[]): Page {
  const marks = findings.flatMap((finding) =>
    finding.places.flatMap((place): Mark[] => {
      if (place.page !== number || place.box === null) return [];
      // What stood there is written beside the mark where no picture can show it.
      const told = place.before === null && place.oldValue !== null && place.shownAt === null;
      const text = told ? `${finding.sides.old} ${place.oldValue}` : null;
      return [{ finding: finding.number, grade: finding.grade, box: place.box, text }];
    }),
  );
  const concerned = findings.filter(({ places }) => places.some(({ page, box }) => page === number && box === null));
  return { number, sheet, marks, whole: concerned.map((finding) => finding.number) };
}
