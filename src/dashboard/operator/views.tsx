// What the operator sees: how the service is, who uses it, who guesses keys; and a notice to everybody.
import type { Child } from "hono/jsx";
import type { Health } from "../../health.ts";
import type { KnownOrganization } from "../../organizations.ts";
import { Moment } from "../developers/parts.tsx";
import { Done, Field, Problem } from "../form.tsx";
import { Foreign } from "../report/foreign.tsx";

type BadKeys = { address: string; day: string; requests: number }[];

type OperatorProps = {
  health: Health;
  organizations: KnownOrganization[];
  badKeys: BadKeys;
  field: Child;
  problem?: string | undefined;
  done?: string | undefined;
};

export function OperatorView({ health, organizations, badKeys, field, problem, done }: OperatorProps) {
  return (
    <article>
      <h1>Operator</h1>
      <Problem message={problem} />
      <Done message={done} />
      <HealthFigures health={health} />
      <h2>Organizations</h2>
      <section class="scroll" tabindex={0} aria-label="Organizations">
        <table class="folding">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Id</th>
              <th scope="col" class="number">
                Used
              </th>
              <th scope="col" class="number">
                Granted
              </th>
              <th scope="col" class="number">
                Members
              </th>
              <th scope="col">Since</th>
              <th scope="col">Grant checks</th>
              <th scope="col">State</th>
            </tr>
          </thead>
          <tbody>
            {organizations.map((organization) => (
              <OrganizationRow organization={organization} field={field} />
            ))}
          </tbody>
        </table>
      </section>
      <h2>A notice to all owners</h2>
      <p>
        <a href="/operator/notice">Write one</a>: before v1 of the API changes in a way that is not additive, its users
        are owed it.
      </p>
      <h2>Requests refused for a bad key</h2>
      <BadKeyTable badKeys={badKeys} />
    </article>
  );
}

function HealthFigures({ health }: { health: Health }) {
  const { processing, waiting, oldestSeconds, ended, engine } = health;
  const figures: [string, string | number][] = [
    ["being checked", processing],
    ["of them waiting", waiting],
    ["oldest", oldestSeconds === null ? "–" : `${oldestSeconds} s`],
    ...(engine
      ? ([
          ["engine", engine.version],
          ["places at work", `${engine.working} of ${engine.places}`],
          ["processes", engine.children],
        ] as [string, string | number][])
      : []),
  ];
  return (
    <section aria-label="Health">
      <dl class="figures">
        {figures.map(([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>
        Last 24 hours:{" "}
        {ended.length === 0 ? "nothing." : ended.map(({ kind, documents }) => `${documents} ${kind}`).join(", ")}
      </p>
      <p class="soft">The engine is the one of the process that answered; waiting documents are those of all.</p>
    </section>
  );
}

function OrganizationRow({ organization, field }: { organization: KnownOrganization; field: Child }) {
  const { id, name, used, allowance, members, createdAt, suspendedAt } = organization;
  return (
    <tr>
      <th scope="row">
        <Foreign text={name} />
      </th>
      <td data-label="Id">
        <code>{id}</code>
      </td>
      <td class="number" data-label="Used">
        {used}
      </td>
      <td class="number" data-label="Granted">
        {allowance}
      </td>
      <td class="number" data-label="Members">
        {members}
      </td>
      <td data-label="Since">
        <Moment at={createdAt} />
      </td>
      <td class="acts">
        <form method="post" action={`/operator/organizations/${id}/grant`} class="line">
          {field}
          <input name="checks" inputmode="numeric" pattern="[0-9]{1,7}" required aria-label={`Checks for ${name}`} />
          <button type="submit">Grant</button>
        </form>
      </td>
      <td class="acts">
        <form method="post" action={`/operator/organizations/${id}/${suspendedAt ? "resume" : "suspend"}`} class="line">
          {field}
          {suspendedAt ? (
            <>
              suspended <Moment at={suspendedAt} /> <button type="submit">Resume</button>
            </>
          ) : (
            <button type="submit" class="danger">
              Suspend
            </button>
          )}
        </form>
      </td>
    </tr>
  );
}

function BadKeyTable({ badKeys }: { badKeys: BadKeys }) {
  if (badKeys.length === 0) return <p class="soft">None in the last 30 days.</p>;
  return (
    <section class="scroll" tabindex={0} aria-label="Requests refused for a bad key">
      <table>
        <thead>
          <tr>
            <th scope="col">Network address</th>
            <th scope="col">Day (UTC)</th>
            <th scope="col" class="number">
              Requests
            </th>
          </tr>
        </thead>
        <tbody>
          {badKeys.map(({ address, day, requests }) => (
            <tr>
              <td>
                <code>{address}</code>
              </td>
              <td>{day}</td>
              <td class="number">{requests}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type NoticeProps = {
  owners: number;
  field: Child;
  problem?: string | undefined;
  subject?: string | undefined;
  text?: string | undefined;
};

export function NoticeView({ owners, field, problem, subject, text = "" }: NoticeProps) {
  return (
    <article class="text">
      <h1>A notice to all owners</h1>
      <Problem message={problem} />
      <p>{`It goes to ${owners} confirmed address${owners === 1 ? "" : "es"}, one mail each, as plain text.`}</p>
      <form method="post" action="/operator/notice" class="stack">
        {field}
        <Field name="subject" label="Subject" value={subject} maxlength={150} />
        <label>
          Text
          <textarea name="text" required maxlength={20_000}>
            {text}
          </textarea>
        </label>
        <button type="submit" class="main">
          Send to all
        </button>
        <a href="/operator">Back</a>
      </form>
    </article>
  );
}
