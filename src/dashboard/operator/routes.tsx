// The operator's pages: for the addresses in OPERATORS, and for everybody else as if there were none.
import { type Context, Hono, type MiddlewareHandler } from "hono";
import type { Accounts } from "../../accounts/auth.ts";
import { listOwners, sendNotice } from "../../accounts/notices.ts";
import { ApiError } from "../../errors.ts";
import type { AppEnv } from "../../guards/variables.ts";
import { readHealth } from "../../health.ts";
import { listOrganizations, suspendOrganization } from "../../organizations.ts";
import { listBadKeys } from "../../requests.ts";
import { grantChecks } from "../../usage.ts";
import { problemOf, readForm } from "../form.tsx";
import type { PageParts, Shell } from "../shell.ts";
import { NoticeView, OperatorView } from "./views.tsx";

const HOME = "/operator";
const BAD_KEYS_SHOWN = 50;
const MOST_CHECKS = 1_000_000;

type Page = (
  c: Context<AppEnv>,
  told?: { problem?: string; done?: string; status?: PageParts["status"] },
) => Promise<Response>;

export function operatorPages(accounts: Accounts, shell: Shell): Hono<AppEnv> {
  const { services } = accounts;
  const pages = new Hono<AppEnv>();
  const operatorsOnly: MiddlewareHandler<AppEnv> = async (c, next) => {
    if (!shell.person(c).operator) throw new ApiError("not_found", "No such route.");
    await next();
  };
  for (const path of [HOME, `${HOME}/*`]) pages.use(path, ...shell.signedIn, operatorsOnly);

  const page: Page = async (c, { problem, done, status = 200 } = {}) => {
    const [health, organizations, badKeys] = await Promise.all([
      readHealth(services),
      listOrganizations(services),
      listBadKeys(services, BAD_KEYS_SHOWN),
    ]);
    const field = shell.formField(c);
    const told = { problem, done: done ?? (c.req.query("done") === "yes" ? "Done." : undefined) };
    const body = <OperatorView {...{ health, organizations, badKeys, field }} {...told} />;
    return shell.page(c, { title: "Operator", body, status });
  };
  pages.get(HOME, (c) => page(c));
  const change = (action: string, work: (id: string, fields: Record<string, string>) => Promise<unknown>) =>
    pages.post(`${HOME}/organizations/:id/${action}`, async (c) => {
      try {
        const id = c.req.param("id");
        await work(id, await readForm(c));
        services.log.info("operated", { action, organization: id, operator: shell.person(c).id });
        return c.redirect(`${HOME}?done=yes`, 303);
      } catch (error) {
        const { message, status } = problemOf(error, c);
        return page(c, { problem: message, status });
      }
    });
  change("grant", (id, { checks = "" }) => grantChecks(services, id, readChecks(checks)));
  change("suspend", (id) => suspendOrganization(services, id, true));
  change("resume", (id) => suspendOrganization(services, id, false));
  noticeRoutes(pages, accounts, shell, page);
  return pages;
}

function noticeRoutes(pages: Hono<AppEnv>, { services }: Accounts, shell: Shell, home: Page): void {
  pages.get(`${HOME}/notice`, async (c) => {
    const { length } = await listOwners(services);
    return shell.page(c, { title: "Notice", body: <NoticeView owners={length} field={shell.formField(c)} /> });
  });
  pages.post(`${HOME}/notice`, async (c) => {
    const { subject = "", text = "" } = await readForm(c);
    try {
      const owners = await sendNotice(services, { subject, text });
      services.log.info("operated", { action: "notice", owners, operator: shell.person(c).id });
      return home(c, { done: `The notice goes to ${owners} owner${owners === 1 ? "" : "s"}.` });
    } catch (error) {
      const { message, status } = problemOf(error, c);
      const { length } = await listOwners(services);
      const body = <NoticeView owners={length} field={shell.formField(c)} problem={message} {...{ subject, text }} />;
      return shell.page(c, { title: "Notice", body, status });
    }
  });
}

function readChecks(text: string): number {
  const checks = Number(text);
  if (!/^\d+$/.test(text) || checks < 1 || checks > MOST_CHECKS) {
    throw new ApiError("invalid_request", `Checks are granted in whole numbers from 1 to ${MOST_CHECKS}.`);
  }
  return checks;
}
