// The pages of the file: one as it stands with its marks, beside what it was before a save changed it.
import type { Shot } from "../../saves.ts";
import { Foreign } from "./foreign.tsx";
import type { Frame, Opened } from "./frame.ts";
import type { Report, Size } from "./model.ts";
import { Sheet } from "./sheet.tsx";

export function PagesView({ report, frame, opened }: { report: Report; frame: Frame; opened: Opened }) {
  return (
    <section class="pages" id="pages" aria-labelledby="pages-title">
      <h2 id="pages-title">Pages</h2>
      <nav class="steps" aria-label="Pages and saves">
        <PageSteps report={report} frame={frame} page={opened.page} />
        <SaveSteps report={report} frame={frame} save={opened.save} />
      </nav>
      <PagePair report={report} frame={frame} opened={opened} />
    </section>
  );
}

/** Before and now, or the page alone where the file holds no earlier state of it. */
export function PagePair({ report, frame, opened }: { report: Report; frame: Frame; opened: Opened }) {
  const { page, now, before, save, change } = opened;
  const size = sizeOf(report, now);
  const oldSize = before && sizeOf(report, before);
  if (!size) return <p class="undrawn">{report.pagesProblem ?? `The file has no page ${page}.`}</p>;
  const label = now.save === null ? `Page ${page} now` : `Page ${page} after save ${now.save}`;
  const current = now.save === null ? report.pages[page - 1] : undefined;
  return (
    <>
      {change && change.words.length > 0 ? (
        <p class="changed">
          Save {save}: <Foreign text={change.words.slice(0, CHANGES).join("; ")} />
          {change.words.length > CHANGES ? `; and ${change.words.length - CHANGES} more` : ""}
        </p>
      ) : null}
      {current?.whole.map((number) => (
        <p class="note">
          <a href={frame.finding(number)}>Finding {number}</a> concerns the whole of this page.
        </p>
      ))}
      <div class={oldSize ? "pair" : "pair single"}>
        {before && oldSize ? (
          <Sheet
            frame={frame}
            shot={before}
            size={oldSize}
            label={`Page ${before.page} before: after save ${before.save}`}
            changed={change?.before ?? []}
            kind="before"
          />
        ) : null}
        <Sheet
          frame={frame}
          shot={now}
          size={size}
          label={label}
          marks={current?.marks ?? []}
          changed={change?.after ?? []}
        />
      </div>
    </>
  );
}

const CHANGES = 6;

function sizeOf(report: Report, { page, save }: Shot): Size | undefined {
  return save === null ? report.pages[page - 1]?.sheet : report.earlier.get(save)?.[page - 1];
}

function PageSteps({ report, frame, page }: { report: Report; frame: Frame; page: number }) {
  const count = report.pages.length;
  if (count < 2) return null;
  const marked = report.pages.filter(({ marks, whole }) => marks.length + whole.length > 0).map(({ number }) => number);
  return (
    <p class="page-steps">
      {page > 1 ? (
        <a class="step" href={frame.page(page - 1)} rel="prev" aria-label="Page before">
          ◀
        </a>
      ) : null}{" "}
      Page {page} of {count}{" "}
      {page < count ? (
        <a class="step" href={frame.page(page + 1)} rel="next" aria-label="Next page">
          ▶
        </a>
      ) : null}
      {marked.length > 0 ? (
        <span class="marked">
          {" "}
          marked:{" "}
          {marked.slice(0, 12).map((number) => (
            <>
              <a class="step" href={frame.page(number)} aria-current={number === page ? "page" : undefined}>
                {number}
              </a>{" "}
            </>
          ))}
        </span>
      ) : null}
    </p>
  );
}

/** The time machine without script: a dot for each save that leads to what it changed. */
function SaveSteps({ report, frame, save }: { report: Report; frame: Frame; save: number | null }) {
  if (report.saves.length < 2) return null;
  return (
    <p class="save-steps">
      Saves{" "}
      {report.saves.slice(0, 24).map(({ number, visible }) => (
        <>
          <a
            class={visible ? "step visible" : "step"}
            href={frame.save(number)}
            aria-current={number === save ? "step" : undefined}
            aria-label={`Save ${number}${visible ? ", which changed what is shown" : ""}`}
          >
            {number}
          </a>{" "}
        </>
      ))}
    </p>
  );
}
