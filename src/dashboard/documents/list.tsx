// The documents page: the drop zone, what is being checked, and the list with its filter.
import type { Child } from "hono/jsx";
import type { Page } from "../../documents/read.ts";
import type { Document } from "../../report.ts";
import type { Usage } from "../../usage.ts";
import { Foreign } from "../report/foreign.tsx";
import { VerdictMark } from "../report/verdict.tsx";
import { bytesOf, momentOf } from "../report/words.ts";
import { type Sent, STATES } from "./filter.ts";

type ListProps = { page: Page; usage: Usage; sent: Sent; notice: string | undefined; field: Child };

export function ListView({ page, usage, sent, notice, field }: ListProps) {
  const filtered = Object.values(sent).some((value) => value !== "");
  return (
    <article class="report documents">
      <h1>Documents</h1>
      {notice ? (
        <p class="note" role="alert">
          {notice}
        </p>
      ) : null}
      <DropZone usage={usage} field={field} />
      <FilterForm sent={sent} />
      {page.data.length === 0 ? <Empty filtered={filtered} /> : <Rows documents={page.data} />}
      {page.nextCursor === null ? null : (
        <p>
          <a href={`/documents?${new URLSearchParams({ ...sent, cursor: page.nextCursor })}`} rel="next">
            Older documents
          </a>
        </p>
      )}
    </article>
  );
}

function DropZone({ usage, field }: { usage: Usage; field: Child }) {
  if (usage.remaining === 0) {
    return (
      <section class="drop">
        <h2>No checks are left</h2>
        <p>
          {usage.used} of {usage.allowance} checks are used. <a href="/usage">Usage</a> shows where they went.
        </p>
      </section>
    );
  }
  return (
    <section class="drop" aria-labelledby="drop-title">
      <h2 id="drop-title">Check a document</h2>
      <form method="post" action="/documents" enctype="multipart/form-data">
        {field}
        <p>
          <label for="drop-file">A PDF, at most 10 MB and 100 pages</label>
          <input id="drop-file" type="file" name="file" accept="application/pdf,.pdf" required />
        </p>
        <p>
          <label for="drop-reference">Your reference (optional)</label>
          <input id="drop-reference" name="external_id" maxlength={191} autocomplete="off" />
        </p>
        <p>
          <button type="submit">Check</button>{" "}
          <span class="soft">
            Takes one of {usage.remaining} checks; nothing is taken where the file cannot be examined.
          </span>
        </p>
      </form>
    </section>
  );
}

function FilterForm({ sent }: { sent: Sent }) {
  return (
    <form class="filter" method="get" action="/documents">
      <label>
        Verdict{" "}
        <select name="verdict">
          <option value="">any</option>
          {STATES.map((state) => (
            <option value={state} selected={state === sent.verdict}>
              {state}
            </option>
          ))}
        </select>
      </label>
      <label>
        Name <input name="name" value={sent.name} maxlength={255} />
      </label>
      <label>
        Reference <input name="external_id" value={sent.external_id} maxlength={191} />
      </label>
      <label>
        From <input type="date" name="from" value={sent.from} />
      </label>
      <label>
        Until <input type="date" name="until" value={sent.until} />
      </label>
      <button type="submit">Filter</button> <a href="/documents">All</a>
    </form>
  );
}

function Empty({ filtered }: { filtered: boolean }) {
  if (filtered) return <p>No document fits this filter.</p>;
  return (
    <p>
      Nothing has been checked yet. Choose a bank statement, payslip, letter, invoice or receipt above; the answer takes
      a few seconds and shows every finding at its place.
    </p>
  );
}

function Rows({ documents }: { documents: Document[] }) {
  return (
    <section class="scroll" tabindex={0} aria-label="Documents, newest first">
      <table class="rows folding">
        <thead>
          <tr>
            <th scope="col">Verdict</th>
            <th scope="col">Score</th>
            <th scope="col">Name</th>
            <th scope="col">Reference</th>
            <th scope="col">Checked</th>
          </tr>
        </thead>
        <tbody>
          {documents.map((document) => (
            <Row document={document} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ document }: { document: Document }) {
  const { id, status, verdict, score, file, external_id, created_at } = document;
  const kind = status === "completed" ? (verdict ?? "failed") : status;
  return (
    <tr>
      <td>
        <span class={`verdict-word ${kind}`}>
          <VerdictMark kind={kind} /> {kind}
        </span>
      </td>
      <td data-label="Score">{score ?? "–"}</td>
      <td>
        <a href={`/documents/${id}`}>
          <Foreign text={file.name} />
        </a>{" "}
        <span class="soft">{bytesOf(file.size_bytes)}</span>
      </td>
      <td data-label="Reference">
        <Foreign text={external_id ?? ""} />
      </td>
      <td data-label="Checked">{momentOf(created_at)}</td>
    </tr>
  );
}

export function DeleteView({ document, field }: { document: Document; field: Child }) {
  return (
    <article class="report">
      <h1>
        Delete <Foreign text={document.file.name} />?
      </h1>
      <p>Lost at once and for good: the file, its report, the pictures of its pages and your reference to it.</p>
      <p>The check stays used. Whoever has the address of the report will find nothing there.</p>
      <form method="post" action={`/documents/${document.id}/delete`}>
        {field}
        <button type="submit" class="danger">
          Delete for good
        </button>{" "}
        <a href={`/documents/${document.id}`}>Keep it</a>
      </form>
    </article>
  );
}
