// Taking up an invitation: signed in with the invited address, or with a new account.
import { type Context, Hono } from "hono";
import type { Child } from "hono/jsx";
import type { Accounts } from "../../accounts/auth.ts";
import { acceptAsNew, acceptInvitation, type Invitation, readInvitation } from "../../accounts/invitations.ts";
import type { Person } from "../../accounts/person.ts";
import { ApiError } from "../../errors.ts";
import type { AppEnv } from "../../guards/variables.ts";
import { giveCookies } from "../account/routes.tsx";
import { PASSWORD_HINT } from "../account/views.tsx";
import { Field, Problem, problemOf, readForm } from "../form.tsx";
import { Foreign } from "../report/foreign.tsx";
import type { PageParts, Shell } from "../shell.ts";

const PATH = "/invite/:token{[0-9A-Za-z]{40}}";

export function invitePages(accounts: Accounts, shell: Shell): Hono<AppEnv> {
  const pages = new Hono<AppEnv>();
  pages.use("/invite/*", ...shell.visitor);
  const token = (c: Context<AppEnv>) => c.req.param("token") ?? "";
  const page = async (c: Context<AppEnv>, problem?: string, status: PageParts["status"] = 200) => {
    const invitation = await readInvitation(accounts.services, token(c));
    if (invitation === undefined) throw new ApiError("not_found", "This invitation was taken up or withdrawn.");
    const props = { invitation, person: c.get("person"), path: c.req.path, field: shell.formField(c), problem };
    return shell.page(c, { title: "Invitation", body: <InviteView {...props} />, status });
  };
  pages.get(PATH, (c) => page(c));
  pages.post(PATH, async (c) => {
    try {
      const person = c.get("person");
      if (person !== undefined) await acceptInvitation(accounts, person, token(c));
      else {
        const { name = "", password = "" } = await readForm(c);
        giveCookies(c, await acceptAsNew(accounts, token(c), { name, password }, c.req.raw.headers));
      }
      return c.redirect("/documents", 303);
    } catch (error) {
      const { message, status } = problemOf(error, c);
      return page(c, message, status);
    }
  });
  return pages;
}

type InviteProps = {
  invitation: Invitation;
  person: Person | undefined;
  path: string;
  field: Child;
  problem: string | undefined;
};

function InviteView({ invitation, person, path, field, problem }: InviteProps) {
  return (
    <article class="text">
      <h1>
        Join <Foreign text={invitation.organization} />
      </h1>
      <Problem message={problem} />
      <p>
        <b>{invitation.email}</b> is invited as {invitation.role}: to see and check the organization's documents, and to
        make keys for it.
      </p>
      <HowToJoin invitation={invitation} person={person} path={path} field={field} />
    </article>
  );
}

function HowToJoin({ invitation, person, path, field }: Omit<InviteProps, "problem">) {
  if (person?.email === invitation.email) {
    return (
      <form method="post" action={path}>
        {field}
        <button type="submit" class="main">
          Join
        </button>
      </form>
    );
  }
  if (person !== undefined) {
    return <p class="notice">{`You are signed in as ${person.email}. Sign out, and open the link again.`}</p>;
  }
  if (invitation.known) {
    return (
      <p>
        <a class="button main" href={`/sign-in?next=${encodeURIComponent(path)}`}>
          Sign in and join
        </a>
      </p>
    );
  }
  return (
    <form method="post" action={path} class="stack">
      {field}
      <Field name="name" label="Your name" autocomplete="name" maxlength={100} />
      <Field
        name="password"
        label="Password"
        type="password"
        hint={PASSWORD_HINT}
        autocomplete="new-password"
        minlength={10}
        maxlength={128}
      />
      <button type="submit" class="main">
        Make an account and join
      </button>
    </form>
  );
}
