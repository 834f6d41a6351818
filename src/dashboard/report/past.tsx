// Beneath the findings: where the file comes from, its saves, its signatures and what of it could be examined.
import { Foreign } from "./foreign.tsx";
import type { Frame } from "./frame.ts";
import type { LookedAt, Report, SaveStep, Seal } from "./model.ts";
import { bytesOf } from "./words.ts";

export function PastView({ report, frame }: { report: Report; frame: Frame }) {
  return (
    <div class="past">
      <section aria-labelledby="origin-title">
        <h2 id="origin-title">Where it comes from</h2>
        <ul>
          {report.origin.map((line) => (
            <li>
              <Foreign text={line} />
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="history-title">
        <h2 id="history-title">History</h2>
        {report.savesNote ? (
          <p class="note">
            <Foreign text={report.savesNote} />
          </p>
        ) : null}
        <ol class="saves">
          {report.saves.map((save) => (
            <SaveView save={save} frame={frame} last={save.number === report.saves.length} />
          ))}
        </ol>
      </section>
      <section aria-labelledby="signatures-title">
        <h2 id="signatures-title">Signatures</h2>
        {report.sealsNote ? <p class="note">{report.sealsNote}</p> : null}
        {report.seals.length === 0 ? (
          <p>None.</p>
        ) : (
          report.seals.map((seal, index) => <SealView seal={seal} file={frame.file({ signature: index + 1 })} />)
        )}
      </section>
      <section aria-labelledby="coverage-title">
        <h2 id="coverage-title">What was looked at</h2>
        <Coverage rows={report.coverage} />
      </section>
    </div>
  );
}

/** Lines of one save that are shown; the JSON has them all. */
const LINES = 12;

function SaveView({ save, frame, last }: { save: SaveStep; frame: Frame; last: boolean }) {
  const { number, deeds, visible, dates, writer, sizeBytes, pages, added, removed } = save;
  const lines = pages.flatMap(({ page, words }) => words.map((line) => `Page ${page}: ${line}`));
  const file = last ? null : frame.file({ save: number });
  const origin = [writer && `by ${writer}`, ...dates, bytesOf(sizeBytes)].filter((part) => typeof part === "string");
  return (
    <li id={`save-${number}`} class={visible ? "visible" : ""} value={number}>
      <a href={frame.save(number)}>Save {number}</a>: {deeds}
      <br />
      <span class="soft">
        <Foreign text={origin.join(" · ")} />
        {file ? (
          <>
            {" · "}
            <a href={file}>The file as it was then</a>
          </>
        ) : null}
      </span>
      {added.length > 0 && number > 1 ? <p>Added pages: {added.join(", ")}</p> : null}
      {removed.length > 0 ? <p>Removed pages: {removed.join(", ")}</p> : null}
      {lines.length > 0 ? (
        <ul>
          {lines.slice(0, LINES).map((line) => (
            <li>
              <Foreign text={line} />
            </li>
          ))}
          {lines.length > LINES ? <li>and {lines.length - LINES} more</li> : null}
        </ul>
      ) : null}
    </li>
  );
}

function SealView({ seal, file }: { seal: Seal; file: string | null }) {
  const { title, signer, time, page, answers, notes, later } = seal;
  return (
    <div class="seal">
      <h3>
        {title}: <Foreign text={signer} />
      </h3>
      <p class="soft">
        {[time, page === null ? "not shown on a page" : `on page ${page}`].filter((part) => part !== null).join(" · ")}
      </p>
      <dl>
        {answers.map(({ question, axis }) => (
          <>
            <dt>{question}</dt>
            <dd>
              <Foreign text={axis.words} />
            </dd>
          </>
        ))}
      </dl>
      {seal.whole && file ? (
        <p>
          <a href={file}>The file as it was signed</a>
        </p>
      ) : null}
      {[...notes, ...later].map((line) => (
        <p class="note">
          <Foreign text={line} />
        </p>
      ))}
    </div>
  );
}

function Coverage({ rows }: { rows: LookedAt[] }) {
  const applied = rows.filter((row) => row.applied).length;
  return (
    <>
      <p>
        {applied} of {rows.length} kinds of checks applied; the others had nothing to read. A check that finds nothing
        does not prove a file genuine.
      </p>
      <ul class="coverage">
        {rows.map(({ what, words, applied }) => (
          <li class={applied ? "applied" : "empty"}>
            <span aria-hidden="true">{applied ? "●" : "○"}</span> {what}: {words}
          </li>
        ))}
      </ul>
    </>
  );
}
