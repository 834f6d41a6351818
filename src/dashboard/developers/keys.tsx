// The keys of the organization: made here, shown once, revoked at once.
import type { Child } from "hono/jsx";
import { ACTIVE_KEYS, type KnownKey } from "../../keys.ts";
import { Field, Problem } from "../form.tsx";
import { Foreign } from "../report/foreign.tsx";
import { Moment, Places } from "./parts.tsx";

type KeysProps = {
  keys: KnownKey[];
  field: Child;
  problem?: string | undefined;
  /** The key that was made just now: shown this once. */
  made?: { name: string; key: string } | undefined;
};

export function KeysView({ keys, field, problem, made }: KeysProps) {
  const active = keys.filter(({ revokedAt }) => revokedAt === null);
  const revoked = keys.filter(({ revokedAt }) => revokedAt !== null);
  return (
    <article>
      <h1>API keys</h1>
      <Places current="/developers/keys" />
      <Problem message={problem} />
      {made ? <Made {...made} /> : null}
      {active.length === 0 ? (
        <p>
          There is no key yet. A program sends one with each request; <a href="/developers/quick-start">Quick start</a>{" "}
          shows how.
        </p>
      ) : (
        <KeyTable keys={active} label="Active keys" />
      )}
      <NewKey full={active.length >= ACTIVE_KEYS} field={field} />
      {revoked.length === 0 ? null : (
        <section>
          <h2>Revoked</h2>
          <KeyTable keys={revoked} label="Revoked keys" />
        </section>
      )}
      <h2>To change a key</h2>
      <p>Make a new one, give it to your program, then revoke the old one. A revoked key works no longer at once.</p>
    </article>
  );
}

function Made({ name, key }: { name: string; key: string }) {
  return (
    <section class="notice good" aria-label="The new key">
      <p>
        <strong>
          The key “<Foreign text={name} />” is made. It is shown this once: keep it where your program finds it, never
          in a browser or an app.
        </strong>
      </p>
      <p class="secret">
        <code id="new-key">{key}</code>
        <button type="button" data-copy="new-key" hidden>
          Copy
        </button>
      </p>
    </section>
  );
}

function NewKey({ full, field }: { full: boolean; field: Child }) {
  if (full) {
    return (
      <p class="notice">{`An organization has at most ${ACTIVE_KEYS} active keys. Revoke one to make another.`}</p>
    );
  }
  return (
    <form method="post" action="/developers/keys" class="stack">
      {field}
      <Field
        name="name"
        label="Name of a new key"
        hint="Where it is used, as in “billing, production”"
        maxlength={100}
      />
      <button type="submit" class="main">
        Make a key
      </button>
    </form>
  );
}

function KeyTable({ keys, label }: { keys: KnownKey[]; label: string }) {
  return (
    <section class="scroll" tabindex={0} aria-label={label}>
      <table class="folding">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Begins with</th>
            <th scope="col">Made</th>
            <th scope="col">Last used</th>
            <th scope="col">Log</th>
            <th scope="col">
              <span class="soft">State</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <KeyRow known={key} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function KeyRow({ known }: { known: KnownKey }) {
  return (
    <tr>
      <th scope="row">
        <Foreign text={known.name} />
      </th>
      <td data-label="Begins with">
        <code>{known.start}…</code>
      </td>
      <td data-label="Made">
        <Moment at={known.createdAt} />
      </td>
      <td data-label="Last used">
        <Moment at={known.lastUsedAt} />
      </td>
      <td data-label="Log">
        <a href={`/developers/requests?key=${known.id}`}>Requests</a>
      </td>
      <td class="acts">
        {known.revokedAt ? (
          <>
            revoked <Moment at={known.revokedAt} />
          </>
        ) : (
          <a href={`/developers/keys/${known.id}/revoke`}>Revoke</a>
        )}
      </td>
    </tr>
  );
}

export function RevokeView({ known, field }: { known: KnownKey; field: Child }) {
  return (
    <article class="text">
      <h1>
        Revoke “<Foreign text={known.name} />
        ”?
      </h1>
      <p>
        The key that begins with <code>{known.start}</code>, last used <Moment at={known.lastUsedAt} />, works no longer
        at once, everywhere. This cannot be undone.
      </p>
      <form method="post" action={`/developers/keys/${known.id}/revoke`} class="line">
        {field}
        <button type="submit" class="danger">
          Revoke the key
        </button>
        <a href="/developers/keys">Keep it</a>
      </form>
    </article>
  );
}
