// One's own account: address, password, sessions, and its end.
import type { Child } from "hono/jsx";
import type { Person } from "../../accounts/person.ts";
import type { KnownSession } from "../../accounts/settings.ts";
import { PASSWORD_HINT } from "../account/views.tsx";
import { Moment } from "../developers/parts.tsx";
import { Done, Field, Problem } from "../form.tsx";
import { Foreign } from "../report/foreign.tsx";

export const PLACES = [
  ["/settings", "Your account"],
  ["/settings/organization", "Organization"],
] as const;

export function SettingsPlaces({ current }: { current: string }) {
  return (
    <nav class="pages" aria-label="Settings">
      {PLACES.map(([href, name]) => (
        <a href={href} aria-current={href === current ? "page" : undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
}

type AccountProps = {
  person: Person;
  protectedBy: "password" | "nothing";
  sessions: KnownSession[];
  field: Child;
  problem?: string | undefined;
  done?: string | undefined;
};

export function AccountView({ person, protectedBy, sessions, field, problem, done }: AccountProps) {
  const hasPassword = protectedBy === "password";
  return (
    <article class="text">
      <h1>Settings</h1>
      <SettingsPlaces current="/settings" />
      <Problem message={problem} />
      <Done message={done} />
      {hasPassword ? null : (
        <p class="notice">
          You came in by the link of the first start and have no password yet. Set one below to sign in again by{" "}
          <b>{person.email}</b>, or by an address of yours.
        </p>
      )}
      <EmailForm person={person} hasPassword={hasPassword} field={field} />
      <PasswordForm hasPassword={hasPassword} field={field} />
      <Sessions sessions={sessions} field={field} />
      <h2>Delete your account</h2>
      <p>
        <a href="/settings/delete">What goes with it, and how</a>
      </p>
    </article>
  );
}

type FormProps = { hasPassword: boolean; field: Child };

function EmailForm({ person, hasPassword, field }: FormProps & { person: Person }) {
  return (
    <section>
      <h2>E-mail address</h2>
      <p>
        <b>{person.email}</b>. Another one is taken over when the link is opened that is sent to it.
      </p>
      <form method="post" action="/settings/email" class="stack">
        {field}
        <Field name="email" label="New address" type="email" autocomplete="email" maxlength={254} />
        {hasPassword ? <CurrentPassword /> : null}
        <button type="submit">Send a link</button>
      </form>
    </section>
  );
}

function PasswordForm({ hasPassword, field }: FormProps) {
  return (
    <section>
      <h2>Password</h2>
      <form method="post" action="/settings/password" class="stack">
        {field}
        {hasPassword ? <CurrentPassword /> : null}
        <Field
          name="next"
          label="New password"
          type="password"
          hint={PASSWORD_HINT}
          autocomplete="new-password"
          minlength={10}
          maxlength={128}
        />
        <button type="submit">{hasPassword ? "Change the password" : "Set the password"}</button>
      </form>
      <p class="soft">All other sessions end with it.</p>
    </section>
  );
}

export function CurrentPassword() {
  return (
    <Field name="password" label="Your password" type="password" autocomplete="current-password" maxlength={128} />
  );
}

function Sessions({ sessions, field }: { sessions: KnownSession[]; field: Child }) {
  return (
    <section>
      <h2>Sessions</h2>
      <section class="scroll" tabindex={0} aria-label="Sessions">
        <table class="folding">
          <thead>
            <tr>
              <th scope="col">Browser</th>
              <th scope="col">Signed in</th>
              <th scope="col">End it</th>
            </tr>
          </thead>
          <tbody>
            {sessions.map(({ id, userAgent, createdAt, current }) => (
              <tr>
                <th scope="row">
                  <Foreign text={userAgent || "a browser that does not say its name"} />
                </th>
                <td data-label="Signed in">
                  <Moment at={createdAt} />
                </td>
                <td class="acts">
                  {current ? (
                    "this one"
                  ) : (
                    <form method="post" action={`/settings/sessions/${id}/end`}>
                      {field}
                      <button type="submit">End</button>
                    </form>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {sessions.length > 1 ? (
        <form method="post" action="/settings/sessions/end-others" class="line">
          {field}
          <button type="submit">End all but this one</button>
        </form>
      ) : null}
    </section>
  );
}

type DeleteProps = { person: Person; hasPassword: boolean; field: Child; problem?: string | undefined };

export function DeleteAccountView({ person, hasPassword, field, problem }: DeleteProps) {
  return (
    <article class="text">
      <h1>Delete your account?</h1>
      <Problem message={problem} />
      <p>Lost at once and for good:</p>
      <ul>
        <li>your name, your address {person.email}, your password and your sessions,</li>
        <li>
          each organization that has no other member: its documents and reports, its keys, its logs and its checks.
        </li>
      </ul>
      <p>
        You belong to{" "}
        {person.memberships.length === 0
          ? "no organization"
          : person.memberships.map(({ name, role }, index) => (
              <>
                {index > 0 ? ", " : ""}
                <Foreign text={name} /> ({role})
              </>
            ))}
        .
      </p>
      <form method="post" action="/settings/delete" class="stack">
        {field}
        {hasPassword ? <CurrentPassword /> : null}
        <button type="submit" class="danger">
          Delete for good
        </button>
        <a href="/settings">Keep it</a>
      </form>
    </article>
  );
}
