// The report as a page of the dashboard: the model is made, the pictures are drawn as far as there is time, and every
// link leads to an address that can be sent to a colleague.
import type { Child } from "hono/jsx";
import { inspectDocument, signalCatalogue } from "../../documents/inspection.ts";
import { pagePicture } from "../../documents/picture.ts";
import { retrieveDocument } from "../../documents/read.ts";
import type { Document } from "../../report.ts";
import type { Shot } from "../../saves.ts";
import type { Services } from "../../services.ts";
import { buildReport } from "../report/build.ts";
import { type Frame, type Opened, openAt, type Picture, type Selection, shotName, shotsOf } from "../report/frame.ts";
import type { Report } from "../report/model.ts";
import { PagesView } from "../report/pages.tsx";
import { reportPdf } from "../report/pdf.ts";
import { ReportView } from "../report/report.tsx";
import { type Drawn, shotsOfFile } from "../report/standalone.tsx";

/** The page waits this long for its pictures, to know which cannot be drawn; the others come by their address. */
const DRAWING_MILLISECONDS = 2_500;
/** Pictures drawn ahead. */
const AHEAD = 12;

export type Shown = { title: string; body: Child; processing: boolean };

export async function reportView(
  services: Services,
  organizationId: string,
  id: string,
  selection: Selection,
  field: Child,
): Promise<Shown> {
  const { document, report } = await modelOf(services, organizationId, id);
  const opened = openAt(report, selection);
  const shots = report.pages.length > 0 ? shotsOf(report, [opened]) : [];
  const pictures = await drawAhead(services, organizationId, id, shots);
  const frame = frameOf(id, pictures);
  const body = (
    <ReportView
      report={report}
      frame={frame}
      chosen={selection.finding}
      actions={<Actions document={document} engine={services.engine.version} field={field} />}
    >
      <OpenedPages report={report} frame={frame} opened={opened} selection={selection} />
    </ReportView>
  );
  const processing = document.status === "processing";
  return { title: `${report.headline.word}: ${document.file.name}`, body, processing };
}

async function modelOf(services: Services, organizationId: string, id: string) {
  const document = await retrieveDocument(services, organizationId, id);
  const inspection = await inspectDocument(services, organizationId, id);
  return { document, report: buildReport(document, inspection, await signalCatalogue(services)) };
}

/** The same as a PDF; `name` is the document's. */
export async function reportAsPdf(
  services: Services,
  organizationId: string,
  id: string,
): Promise<{ name: string; pdf: Uint8Array }> {
  const { document, report } = await modelOf(services, organizationId, id);
  const pictures = new Map<string, Drawn>();
  for (const shot of report.pages.length > 0 ? shotsOfFile(report) : []) {
    pictures.set(shotName(shot), await pagePicture(services, organizationId, id, shot));
  }
  return { name: document.file.name, pdf: await reportPdf(report, pictures) };
}

function OpenedPages(props: { report: Report; frame: Frame; opened: Opened; selection: Selection }) {
  const { report, frame, opened, selection } = props;
  const { finding, page, save } = selection;
  const gone =
    (finding !== undefined && !report.findings.some(({ number }) => number === finding)) ||
    (page !== undefined && page > report.pages.length) ||
    (save !== undefined && save > report.saves.length);
  return (
    <>
      {gone ? <p class="note">This report has no such place; it is shown from its beginning.</p> : null}
      <PagesView report={report} frame={frame} opened={gone ? openAt(report, {}) : opened} />
    </>
  );
}

function frameOf(id: string, pictures: Map<string, Picture>): Frame {
  const base = `/documents/${id}`;
  return {
    picture: (shot) => pictures.get(shotName(shot)) ?? { href: `${base}/pictures/${shotName(shot)}.png` },
    finding: (number) => `${base}/findings/${number}#finding-${number}`,
    page: (number) => `${base}/pages/${number}#pages`,
    save: (number) => `${base}/saves/${number}#pages`,
    file: (earlier) =>
      "save" in earlier ? `${base}/saves/${earlier.save}/file` : `${base}/signatures/${earlier.signature}/file`,
  };
}

/** Those that turned out not to be drawable in the time there is. */
async function drawAhead(
  services: Services,
  organizationId: string,
  id: string,
  shots: Shot[],
): Promise<Map<string, Picture>> {
  const problems = new Map<string, Picture>();
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, DRAWING_MILLISECONDS);
  const drawn = shots.slice(0, AHEAD).map(async (shot) => {
    const picture = await pagePicture(services, organizationId, id, shot);
    if ("problem" in picture) problems.set(shotName(shot), picture);
  });
  // Deleted meanwhile: the page is answered as it was, the pictures' addresses say the rest.
  await Promise.race([Promise.allSettled(drawn), promise]);
  clearTimeout(timer);
  return new Map(problems);
}

function Actions({ document, engine, field }: { document: Document; engine: string; field: Child }) {
  const base = `/documents/${document.id}`;
  const older = document.engine !== null && document.engine.version !== engine;
  return (
    <div class="actions">
      {document.status === "processing" ? null : (
        <a class="button" href={`${base}/report.pdf`}>
          PDF report
        </a>
      )}
      <a class="button" href={`${base}/report.json`}>
        JSON
      </a>
      <a class="button" href={`${base}/original`}>
        Original
      </a>
      <a class="button" href={`${base}/delete`}>
        Delete
      </a>
      {older || document.status === "failed" ? (
        <form method="post" action={`${base}/again`}>
          {field}
          <button type="submit">Check again</button>{" "}
          <span class="soft">
            {older ? `Checked with engine ${document.engine?.version}; ${engine} is at work now. ` : ""}A new check
            takes one from your allowance.
          </span>
        </form>
      ) : null}
    </div>
  );
}
