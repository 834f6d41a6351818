// Where the checks went: what was granted, used and is left, the last days as a picture, and the table behind it.
import type { Usage, UsageDay } from "../../usage.ts";
import { Chart, type Column } from "./chart.tsx";

export const SHOWN_DAYS = 30;

export function UsageView({ usage, columns }: { usage: Usage; columns: Column[] }) {
  return (
    <article>
      <h1>Usage</h1>
      <dl class="figures">
        <Figure name="granted" value={usage.allowance} />
        <Figure name="used" value={usage.used} />
        <Figure name="left" value={usage.remaining} />
        <Figure name="ever sent through the API" value={usage.api_documents} />
      </dl>
      {usage.remaining === 0 ? (
        <p class="notice">
          No checks are left: uploads are refused until the operator grants more. Reading, listing and deleting go on.
        </p>
      ) : null}
      <h2>{`The last ${SHOWN_DAYS} days`}</h2>
      <Chart columns={columns} />
      <DayTable columns={columns} />
      <h2>What is a check, and what is not charged</h2>
      <ul>
        <li>One document is one check, however many pages it has, through the API as in the dashboard.</li>
        <li>
          Not charged: documents that end as failed or <code>unsupported</code>, and requests repeated with their{" "}
          <code>Idempotency-Key</code>.
        </li>
        <li>Deleting a document gives no check back.</li>
      </ul>
    </article>
  );
}

function Figure({ name, value }: { name: string; value: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value.toLocaleString("en")}</dd>
    </div>
  );
}

function DayTable({ columns }: { columns: Column[] }) {
  const days = columns.filter(({ api, dashboard }) => api + dashboard > 0).reverse();
  if (days.length === 0) return <p class="soft">Nothing was checked in these days.</p>;
  return (
    <details>
      <summary>As a table</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">Day (UTC)</th>
            <th scope="col" class="number">
              API
            </th>
            <th scope="col" class="number">
              Dashboard
            </th>
            <th scope="col" class="number">
              Not charged
            </th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, api, dashboard, returned }) => (
            <tr>
              <th scope="row">{day}</th>
              <td class="number">{api}</td>
              <td class="number">{dashboard}</td>
              <td class="number">{returned}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** A column for each of the last days, also for those without documents. */
export function columnsOf(days: UsageDay[], today: Date): Column[] {
  return Array.from({ length: SHOWN_DAYS }, (_, index) => {
    const day = new Date(today.getTime() - (SHOWN_DAYS - 1 - index) * 86_400_000).toISOString().slice(0, 10);
    const of = (source: UsageDay["source"]) => days.find((one) => one.day === day && one.source === source);
    const [api, dashboard] = [of("api"), of("dashboard")];
    const returned = (api?.returned ?? 0) + (dashboard?.returned ?? 0);
    return { day, api: api?.accepted ?? 0, dashboard: dashboard?.accepted ?? 0, returned };
  });
}
