// The pages a browser sees: each part of the map is mounted here.
import type { BlockList } from "node:net";
import { type Context, Hono } from "hono";
import type { Accounts } from "../accounts/auth.ts";
import { type ApiError, ERRORS } from "../errors.ts";
import type { AppEnv } from "../guards/variables.ts";
import type { openApiDocument } from "../routes/openapi.ts";
import { accountPages } from "./account/routes.tsx";
import { assetRoutes } from "./assets.ts";
import { COPY_SCRIPT } from "./developers/assets.ts";
import { developerPages } from "./developers/routes.tsx";
import { documentPages } from "./documents/routes.tsx";
import { STYLE_ASSET } from "./frame.tsx";
import { StoredView } from "./legal/data.tsx";
import { operatorPages } from "./operator/routes.tsx";
import { ReferenceView } from "./reference.tsx";
import { Failed } from "./refusals.tsx";
import { REPORT_ASSETS } from "./report/assets.ts";
import { openShell } from "./session.tsx";
import { invitePages } from "./settings/invite.tsx";
import { settingsPages } from "./settings/routes.tsx";
import type { PageParts, Shell } from "./shell.ts";
import { SignalsView } from "./signals.tsx";
import { StartView } from "./start.tsx";
import { usagePages } from "./usage/routes.tsx";

export interface Dashboard {
  pages: Hono<AppEnv>;
  errorPage(c: Context<AppEnv>, error: ApiError): Response | Promise<Response>;
}

export function openDashboard(
  accounts: Accounts,
  trustedProxies: BlockList,
  document: ReturnType<typeof openApiDocument>,
): Dashboard {
  const { services } = accounts;
  const shell = openShell(accounts, trustedProxies);
  const pages = new Hono<AppEnv>();
  pages.route("/", assetRoutes([STYLE_ASSET, COPY_SCRIPT, ...REPORT_ASSETS]));
  pages.route("/", publicPages(shell, services.publicUrl, document));
  pages.route("/", accountPages(accounts, shell));
  pages.route("/", documentPages(services, shell));
  pages.route("/", developerPages(services, shell));
  pages.route("/", usagePages(services, shell));
  pages.route("/", settingsPages(accounts, shell));
  pages.route("/", invitePages(accounts, shell));
  pages.route("/", operatorPages(accounts, shell));
  return { pages, errorPage: (c, error) => errorPage(c, error, shell) };
}

/** What needs no session. */
function publicPages(shell: Shell, publicUrl: string, document: ReturnType<typeof openApiDocument>): Hono<AppEnv> {
  const pages = new Hono<AppEnv>();
  pages.on(["GET"], ["/"], ...shell.visitor, (c) => {
    if (c.get("person")) return c.redirect("/documents", 303);
    return shell.page(c, {
      title: "Tells an edited PDF from a genuine one",
      body: <StartView publicUrl={publicUrl} />,
    });
  });
  pages.on(["GET"], ["/docs"], ...shell.visitor, (c) =>
    shell.page(c, { title: "API reference", body: <ReferenceView document={document} /> }),
  );
  pages.on(["GET"], ["/docs/signals"], ...shell.visitor, (c) =>
    shell.page(c, { title: "What a report may find", body: <SignalsView /> }),
  );
  pages.on(["GET"], ["/legal/data"], ...shell.visitor, (c) =>
    shell.page(c, { title: "What is stored", body: <StoredView /> }),
  );
  return pages;
}

const TITLES: Partial<Record<string, string>> = {
  not_found: "There is no such page",
  method_not_allowed: "There is no such page",
  rate_limited: "Too many requests",
  internal_error: "Something failed on our side",
};

function errorPage(c: Context<AppEnv>, error: ApiError, shell: Shell): Response | Promise<Response> {
  c.set("errorCode", error.code);
  for (const [name, value] of Object.entries(error.headers)) c.header(name, value);
  const title = TITLES[error.code] ?? "This did not work";
  const body = <Failed title={title} message={error.message} requestId={c.get("requestId")} />;
  return shell.page(c, { title, body, status: ERRORS[error.code].status as NonNullable<PageParts["status"]> });
}
