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
  const causes = report.findings.filter(({ under }) => under === null);
  const counted = causes.filter((finding) => finding.counted);
  const others = causes.filter((finding) => !finding.counted);
  const list = (findings: Finding[]) => <List findings={findings} report={report} frame={frame} chosen={chosen} />;
  return (
    <section class="findings" id="findings" aria-labelledby="findings-title">
      <h2 id="findings-title">Findings {counted.length}</h2>
      {counted.length === 0 ? <p>Nothing was found that speaks of editing.</p> : null}
      {list(counted)}
      {others.length > 0 ? (
        <details open={others.some(({ number }) => strongestOf(report, chosen) === number)}>
          <summary>Told, but not counted: {others.length}</summary>
          {list(others)}
        </details>
      ) : null}
    </section>
  );
}

/** The finding under which the chosen one is told. */
function strongestOf({ findings }: Report, chosen: number | undefined): number | undefined {
  return findings.find(({ number }) => number === chosen)?.under ?? chosen;
}

type ListProps = { findings: Finding[]; report: Report; frame: Frame; chosen: number | undefined };

function List({ findings, report, frame, chosen }: ListProps) {
  if (findings.length === 0) return null;
  return (
    <ul class="list">
      {findings.map((finding) => (
        <FindingView finding={finding} frame={frame} chosen={finding.number === chosen}>
          <SameCause strongest={finding} report={report} frame={frame} chosen={chosen} />
        </FindingView>
      ))}
    </ul>
  );
}

type SameCauseProps = { strongest: Finding; report: Report; frame: Frame; chosen: number | undefined };

/** What else one cause left behind: told with its strongest finding and counted once with it. */
function SameCause({ strongest, report, frame, chosen }: SameCauseProps) {
  const same = report.findings.filter(({ under }) => under === strongest.number);
  if (same.length === 0) return null;
  const them = same.length === 1 ? "Another sign" : `${same.length} more signs`;
  return (
    <details class="same" open={same.some(({ number }) => number === chosen)}>
      <summary>
        {them} of the same cause{strongest.counted ? ", counted once" : ""}
      </summary>
      <List findings={same} report={report} frame={frame} chosen={chosen} />
    </details>
  );
}
