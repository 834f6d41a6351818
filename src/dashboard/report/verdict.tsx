// The head of a report: the verdict as a word, a shape and a colour, its score, and the sentence that says why.
import { Values } from "./finding.tsx";
import { Foreign } from "./foreign.tsx";
import type { Finding, Report } from "./model.ts";
import { bytesOf, classWords, momentOf } from "./words.ts";

export function VerdictHead({ report }: { report: Report }) {
  const { document, headline, kind } = report;
  const { file, score } = document;
  const facts = [
    file.pages === null ? null : file.pages === 1 ? "1 page" : `${file.pages} pages`,
    classWords(file.document_class),
    bytesOf(file.size_bytes),
    `checked ${momentOf(document.created_at)}`,
  ].filter((fact) => fact !== null);
  // Its first sentence is often the headline.
  const summary = document.summary?.replace(headline.sentence, "").trim();
  return (
    <header class={`verdict ${kind}`}>
      <p class="word">
        <VerdictMark kind={kind} />
        <strong>{headline.word}</strong>
        {score === null ? null : <Score score={score} />}
      </p>
      <h1>{headline.sentence}</h1>
      <Worst findings={report.findings} />
      {document.error && document.error.code !== "password_required" ? (
        <p class="cause">
          <Foreign text={document.error.message} />
        </p>
      ) : null}
      {summary ? (
        <p class="summary">
          <Foreign text={summary} />
        </p>
      ) : null}
      <p class="advice">
        <strong>What to do:</strong> {headline.advice}
      </p>
      <p class="file">
        <Foreign text={file.name} /> · {facts.join(" · ")}
      </p>
    </header>
  );
}

/** The first change that can be said in values: what a clerk looks for. */
function Worst({ findings }: { findings: Finding[] }) {
  const counted = findings.filter((finding) => finding.counted);
  const all = counted.flatMap(({ sides, places }) => places.map((place) => ({ ...place, sides })));
  const worst = all.find(({ oldValue, newValue }) => oldValue !== null && newValue !== null);
  if (!worst) return null;
  const { page, field, oldValue, newValue, sides } = worst;
  return (
    <p class="worst">
      {page === null ? null : `Page ${page}: `}
      <Values field={field} oldValue={oldValue} newValue={newValue} sides={sides} />
    </p>
  );
}

const SHAPES: Record<Report["kind"], string> = {
  tampered: "M12 2 23 21H1Z M12 8v6 M12 17v1.5",
  suspicious: "M12 1 23 12 12 23 1 12Z M12 7v6 M12 16v1.5",
  inconclusive: "M12 2a10 10 0 1 0 .01 0Z M7 12h10",
  authentic: "M12 2a10 10 0 1 0 .01 0Z M7 12l4 4 6-8",
  unsupported: "M3 3h18v18H3Z M7 12h10",
  failed: "M3 3h18v18H3Z M8 8l8 8 M16 8l-8 8",
  processing: "M5 2h14 M5 22h14 M6 2c0 6 6 8 6 10s-6 4-6 10 M18 2c0 6-6 8-6 10s6 4 6 10",
};

export function VerdictMark({ kind }: { kind: Report["kind"] }) {
  return (
    <svg class="shape" viewBox="0 0 24 24" width="28" height="28" aria-hidden="true">
      <path d={SHAPES[kind]} />
    </svg>
  );
}

/** Where the score stands between edited and intact; the number says the same. */
function Score({ score }: { score: number }) {
  return (
    <span class="score">
      <span>
        <b>{score}</b> of 100
      </span>
      <svg viewBox="0 0 124 16" width="124" height="16" aria-hidden="true">
        <path class="rail" d="M12 8H112 M12 4v8 M37 4v8 M62 4v8 M87 4v8 M112 4v8" />
        <circle class="dot" cx={12 + score} cy={8} r={5.5} />
      </svg>
      <span class="ends" aria-hidden="true">
        0 edited – 100 intact
      </span>
    </span>
  );
}
