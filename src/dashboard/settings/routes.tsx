// The addresses of settings: the account and the organization. A change that is refused shows its page again.
import { type Context, Hono } from "hono";
import type { Accounts } from "../../accounts/auth.ts";
import {
  cancelInvitation,
  changeRole,
  inviteMember,
  leaveOrganization,
  listInvitations,
  listMembers,
  removeMember,
  renameOrganization,
} from "../../accounts/members.ts";
import { chooseOrganization } from "../../accounts/person.ts";
import {
  changeEmail,
  changePassword,
  deleteAccount,
  endOtherSessions,
  endSession,
  hasPassword,
  listSessions,
} from "../../accounts/settings.ts";
import { welcome } from "../../accounts/welcome.ts";
import type { AppEnv } from "../../guards/variables.ts";
import { giveCookies } from "../account/routes.tsx";
import { type Fields, problemOf, readForm } from "../form.tsx";
import type { PageParts, Shell } from "../shell.ts";
import { AccountView, DeleteAccountView } from "./account.tsx";
import { OrganizationView } from "./organization.tsx";

type Told = { problem?: string; done?: string; status?: PageParts["status"] };
type Page = (c: Context<AppEnv>, told?: Told) => Promise<Response>;

const DONE: Record<string, string> = {
  email: "A link is on its way to the new address; it is taken over when you open it.",
  password: "The password is set; all other sessions are over.",
  session: "The session is over.",
  invited: "The invitation is on its way.",
  changed: "Done.",
};

export function settingsPages(accounts: Accounts, shell: Shell): Hono<AppEnv> {
  const pages = new Hono<AppEnv>();
  for (const path of ["/settings", "/settings/*"]) pages.use(path, ...shell.signedIn);
  // Who belongs to none may make one, and who is suspended may leave.
  accountRoutes(pages, accounts, shell);
  organizationRoutes(pages, accounts, shell);
  return pages;
}

/** A form: the change, then the page with what became of it. */
function changes(pages: Hono<AppEnv>, path: string, page: Page, to: string, work: Work): void {
  pages.post(path, async (c) => {
    try {
      await work(c, await readForm(c));
      return c.redirect(to, 303);
    } catch (error) {
      const { message, status } = problemOf(error, c);
      return page(c, { problem: message, status });
    }
  });
}
type Work = (c: Context<AppEnv>, fields: Fields) => Promise<unknown>;

function accountRoutes(pages: Hono<AppEnv>, accounts: Accounts, shell: Shell): void {
  const asking = (c: Context<AppEnv>) => ({ headers: c.req.raw.headers, address: shell.address(c) });
  const page: Page = async (c, { problem, done, status = 200 } = {}) => {
    const person = shell.person(c);
    const sessions = await listSessions(accounts, person);
    const protectedBy = (await hasPassword(accounts, person)) ? "password" : "nothing";
    const field = shell.formField(c);
    const told = { problem, done: done ?? DONE[c.req.query("done") ?? ""] };
    const body = <AccountView {...{ person, protectedBy, sessions, field }} {...told} />;
    return shell.page(c, { title: "Settings", body, status });
  };
  pages.get("/settings", (c) => page(c));
  changes(pages, "/settings/email", page, "/settings?done=email", (c, { email = "", password = "" }) =>
    changeEmail(accounts, shell.person(c), { email, password }, asking(c)),
  );
  changes(pages, "/settings/password", page, "/settings?done=password", async (c, { password = "", next = "" }) =>
    giveCookies(c, await changePassword(accounts, shell.person(c), { current: password, next }, asking(c))),
  );
  changes(pages, "/settings/sessions/:id/end", page, "/settings?done=session", (c) =>
    endSession(accounts, shell.person(c), c.req.param("id") ?? ""),
  );
  changes(pages, "/settings/sessions/end-others", page, "/settings?done=session", (c) =>
    endOtherSessions(accounts, shell.person(c)),
  );

  const ending: Page = async (c, { problem, status = 200 } = {}) => {
    const person = shell.person(c);
    const props = { person, hasPassword: await hasPassword(accounts, person), field: shell.formField(c), problem };
    return shell.page(c, { title: "Delete your account", body: <DeleteAccountView {...props} />, status });
  };
  pages.get("/settings/delete", (c) => ending(c));
  changes(pages, "/settings/delete", ending, "/", async (c, { password = "" }) =>
    giveCookies(c, await deleteAccount(accounts, shell.person(c), password, asking(c))),
  );
}

function organizationRoutes(pages: Hono<AppEnv>, accounts: Accounts, shell: Shell): void {
  const { services } = accounts;
  const home = "/settings/organization";
  const acting = (c: Context<AppEnv>) => ({ userId: shell.person(c).id, organizationId: shell.organization(c) });
  pages.post(`${home}/new`, async (c) => {
    await welcome(services, shell.person(c).id);
    return c.redirect("/documents", 303);
  });

  // Behind this one the person belongs to the organization.
  for (const path of [home, `${home}/*`]) pages.use(path, ...shell.belonging);
  const page: Page = async (c, { problem, done, status = 200 } = {}) => {
    const person = shell.person(c);
    const current = person.current as NonNullable<typeof person.current>; // `belonging` has seen to it.
    const [members, invited] = await Promise.all([
      listMembers(services, current.organizationId),
      listInvitations(services, current.organizationId),
    ]);
    const told = { problem, done: done ?? DONE[c.req.query("done") ?? ""] };
    const body = <OrganizationView {...{ person, current, members, invited, field: shell.formField(c) }} {...told} />;
    return shell.page(c, { title: "Organization", body, status });
  };
  pages.get(home, (c) => page(c));
  const change = (path: string, done: string, work: Work) => changes(pages, `${home}${path}`, page, done, work);
  const changed = `${home}?done=changed`;
  change("/name", changed, (c, { name = "" }) => renameOrganization(services, acting(c), name));
  change("/invite", `${home}?done=invited`, async (c, { email = "", role }) =>
    inviteMember(services, acting(c), { email, role: readRole(role), from: shell.address(c) }),
  );
  change("/invitations/:id/cancel", changed, (c) => cancelInvitation(services, acting(c), c.req.param("id") ?? ""));
  change("/members/:id/role", changed, (c, { role }) =>
    changeRole(services, acting(c), c.req.param("id") ?? "", readRole(role)),
  );
  change("/members/:id/remove", changed, (c) => removeMember(services, acting(c), c.req.param("id") ?? ""));
  change("/leave", "/documents", (c) => leaveOrganization(services, acting(c)));
  change("/choose", "/documents", (c, { organization = "" }) =>
    chooseOrganization(accounts, shell.person(c), organization),
  );
}

function readRole(text: string | undefined): "owner" | "member" {
  return text === "owner" ? "owner" : "member";
}
