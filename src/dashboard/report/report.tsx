// The whole report in its order: the answer, why, where, how it came to be, raw data.
import type { Child } from "hono/jsx";
import { ExpertView } from "./expert.tsx";
import { FindingView } from "./finding.tsx";
import type { Frame } from "./frame.ts";
import type { Finding, Report } from "./model.ts";
import { PastView } from "./past.tsx";
import { VerdictHead } from "./verdict.tsx";

type ReportProps = {
  report: Report;
  frame: Frame;
  chosen?: number | undefined;
  /** What can be done with the document. */
  actions?: Child;
  /** The pages, as this frame shows them. */
  children?: Child;
};

export function ReportView({ report, frame, chosen, actions, children }: ReportProps) {
  const ended = report.kind !== "processing" && report.kind !== "failed";
  return (
    <article class="report">
      <VerdictHead report={report} />
      {actions}
      {ended ? (
        <>
          <div class="body">
            <FindingsView report={report} frame={frame} chosen={chosen} />
            {children}
          </div>
          <PastView report={report} frame={frame} />
          <ExpertView report={report} />
        </>
      ) : null}
    </article>
  );
}

function FindingsView({ report, frame, chosen }: { report: Report; frame: Frame; chosen: number | undefined }) {
  const counted = report.findings.filter((finding) => finding.counted);
  const others = report.findings.filter((finding) => !finding.counted);
  return (
    <section class="findings" id="findings" aria-labelledby="findings-title">
      <h2 id="findings-title">Findings {counted.length}</h2>
      {counted.length === 0 ? <p>Nothing was found that speaks of editing.</p> : null}
      <List findings={counted} frame={frame} chosen={chosen} />
      {others.length > 0 ? (
        <details open={others.some(({ number }) => number === chosen)}>
          <summary>Told, but not counted: {others.length}</summary>
          <List findings={others} frame={frame} chosen={chosen} />
        </details>
      ) : null}
    </section>
  );
}

function List({ findings, frame, chosen }: { findings: Finding[]; frame: Frame; chosen: number | undefined }) {
  if (findings.length === 0) return null;
  return (
    <ul class="list">
      {findings.map((finding) => (
        <FindingView finding={finding} frame={frame} chosen={finding.number === chosen} />
      ))}
    </ul>
  );
}
