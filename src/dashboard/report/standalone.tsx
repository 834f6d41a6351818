// A report as a file of its own: one HTML document with its style and its pictures in it, no script, nothing from the
// network. It shows every page on which something is marked or was changed.

import { html, raw } from "hono/html";
import type { Shot } from "../../saves.ts";
import { type Frame, type Opened, openAt, shotName, shotsOf } from "./frame.ts";
import type { Report } from "./model.ts";
import { PagePair } from "./pages.tsx";
import { ReportView } from "./report.tsx";
import { REPORT_STYLE } from "./style.ts";

/** PNG, or why there is none. */
export type Drawn = { png: Uint8Array } | { problem: string };

/** A file without findings shows its first pages all the same. */
const PAGES = 3;
/** Pages in one file: each picture weighs about 100 kB. */
const MOST = 40;

const STYLE = `:root { color-scheme: light dark; } body { margin: 0 auto; max-width: 90rem; padding: 1.25rem;
  font: 1rem/1.5 system-ui, sans-serif; background: light-dark(#fff, #15181b); }
.store { position: absolute; width: 0; height: 0; }
${REPORT_STYLE}`;

const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** What is opened in the file: every page that says something, and every state in which one said something else. */
export function openedPages(report: Report): Opened[] {
  const marked = report.pages.filter(({ marks, whole }) => marks.length + whole.length > 0).map(({ number }) => number);
  const changed = report.saves.slice(1).flatMap(({ number, pages }) => pages.map(({ page }) => ({ number, page })));
  const first = report.pages.slice(0, PAGES).map(({ number }) => number);
  const now = [...new Set([...marked, ...changed.map(({ page }) => page)])].sort((a, b) => a - b);
  const opened = (now.length > 0 ? now : first).map((page) => openAt(report, { page }));
  const told = new Set(opened.map(({ page, save }) => `${page} ${save}`));
  const earlier = changed
    .filter(({ number, page }) => !told.has(`${page} ${number}`) && report.earlier.has(number))
    .map(({ number, page }) => openAt(report, { page, save: number }));
  return [...opened, ...earlier].slice(0, MOST);
}

export function shotsOfFile(report: Report): Shot[] {
  return shotsOf(report, openedPages(report));
}

export async function reportFile(report: Report, pictures: Map<string, Drawn>): Promise<string> {
  const opened = openedPages(report);
  const frame: Frame = {
    picture(shot) {
      const drawn = pictures.get(shotName(shot));
      if (!drawn) return { problem: "it was not drawn." };
      return "png" in drawn ? { symbol: `shot-${shotName(shot)}` } : drawn;
    },
    finding: (number) => `#finding-${number}`,
    page: (number) => (opened.some(({ page }) => page === number) ? `#page-${number}` : "#pages"),
    save: (number) => `#save-${number}`,
    file: () => null,
  };
  const body = (
    <>
      <Store pictures={pictures} />
      <main>
        <ReportView report={report} frame={frame}>
          <section class="pages" id="pages" aria-labelledby="pages-title">
            <h2 id="pages-title">Pages</h2>
            {opened.length < report.pages.length ? (
              <p class="soft">
                {opened.length} of {report.pages.length} pages are shown: those on which something was found or changed,
                else the first.
              </p>
            ) : null}
            {opened.map((one, index) => (
              <div id={opened.findIndex(({ page }) => page === one.page) === index ? `page-${one.page}` : undefined}>
                <PagePair report={report} frame={frame} opened={one} />
              </div>
            ))}
          </section>
        </ReportView>
      </main>
    </>
  );
  const title = `${report.headline.word}: ${report.document.file.name}`;
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${title}</title>
<style>${raw(STYLE)}</style>
</head>
<body>${body}</body>
</html>
`;
  return (await document).toString();
}

/** Each picture stands in the file once; pages and parts of pages refer to it. */
function Store({ pictures }: { pictures: Map<string, Drawn> }) {
  return (
    <svg class="store" width="0" height="0" aria-hidden="true">
      <defs>
        {[...pictures].map(([name, drawn]) =>
          "png" in drawn ? (
            <image
              id={`shot-${name}`}
              width="1"
              height="1"
              preserveAspectRatio="none"
              href={`data:image/png;base64,${Buffer.from(drawn.png).toString("base64")}`}
            />
          ) : null,
        )}
      </defs>
    </svg>
  );
}
