// The request log: 30 days, found by request id, key, status, error and day, each with its document.
import type { KnownKey } from "../../keys.ts";
import type { LoggedRequest } from "../../requests.ts";
import { Problem } from "../form.tsx";
import { Foreign } from "../report/foreign.tsx";
import { Moment, Places } from "./parts.tsx";
import { ERROR_CODES, type SentFilter, STATUSES } from "./request-filter.ts";

type RequestsProps = {
  requests: LoggedRequest[];
  keys: KnownKey[];
  sent: SentFilter;
  problem: string | undefined;
  /** Where the next page begins. */
  after: string | null;
};

export function RequestsView({ requests, keys, sent, problem, after }: RequestsProps) {
  const filtered = Object.values(sent).some((value) => value !== "");
  return (
    <article>
      <h1>Requests</h1>
      <Places current="/developers/requests" />
      <Problem message={problem} />
      <FilterForm keys={keys} sent={sent} />
      {requests.length === 0 ? (
        <p>
          {filtered
            ? "No request of the last 30 days fits this filter."
            : "No request has come yet. Each one that carries a key of yours is kept here for 30 days."}
        </p>
      ) : (
        <RequestTable requests={requests} />
      )}
      {after === null ? null : (
        <p>
          <a href={`/developers/requests?${new URLSearchParams({ ...sent, after })}`} rel="next">
            Older requests
          </a>
        </p>
      )}
    </article>
  );
}

function FilterForm({ keys, sent }: Pick<RequestsProps, "keys" | "sent">) {
  return (
    <form method="get" action="/developers/requests" class="line">
      <label>
        X-Request-Id
        <input name="id" value={sent.id} maxlength={40} placeholder="req_…" />
      </label>
      <Choice label="Key" name="key" chosen={sent.key} choices={keys.map(({ id, name }) => [id, name])} />
      <Choice label="Status" name="status" chosen={sent.status} choices={STATUSES} />
      <Choice label="Error" name="error" chosen={sent.error} choices={ERROR_CODES.map((code) => [code, code])} />
      <label>
        From
        <input type="date" name="from" value={sent.from} />
      </label>
      <label>
        Until
        <input type="date" name="until" value={sent.until} />
      </label>
      <button type="submit">Find</button> <a href="/developers/requests">All</a>
    </form>
  );
}

type ChoiceProps = { label: string; name: string; chosen: string; choices: (readonly [string, string])[] };

function Choice({ label, name, chosen, choices }: ChoiceProps) {
  return (
    <label>
      {label}
      <select name={name}>
        <option value="">any</option>
        {choices.map(([value, shown]) => (
          <option value={value} selected={value === chosen}>
            {shown}
          </option>
        ))}
      </select>
    </label>
  );
}

function RequestTable({ requests }: { requests: LoggedRequest[] }) {
  return (
    <section class="scroll" tabindex={0} aria-label="Requests, newest first">
      <table>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Request</th>
            <th scope="col">Status</th>
            <th scope="col">Error</th>
            <th scope="col" class="number">
              ms
            </th>
            <th scope="col">Key</th>
            <th scope="col">Document</th>
            <th scope="col">X-Request-Id</th>
          </tr>
        </thead>
        <tbody>
          {requests.map((request) => (
            <RequestRow request={request} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function RequestRow({ request }: { request: LoggedRequest }) {
  const { id, method, path, status, errorCode, milliseconds, keyName, documentId, documentKept, createdAt } = request;
  return (
    <tr>
      <td>
        <Moment at={createdAt} />
      </td>
      <td>
        <code>
          {method} <Foreign text={path} />
        </code>
      </td>
      <td>{status}</td>
      <td>{errorCode === null ? "" : <code>{errorCode}</code>}</td>
      <td class="number">{milliseconds}</td>
      <td>
        <Foreign text={keyName ?? "a key that is gone"} />
      </td>
      <td>
        {documentId === null ? null : documentKept ? (
          <a href={`/documents/${documentId}`}>Report</a>
        ) : (
          <span class="soft">deleted</span>
        )}
      </td>
      <td>
        <code>{id}</code>
      </td>
    </tr>
  );
}
