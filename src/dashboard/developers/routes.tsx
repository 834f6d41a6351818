// The developers' part of the map: keys, requests, quick start.
import { type Context, Hono } from "hono";
import { ApiError } from "../../errors.ts";
import type { AppEnv } from "../../guards/variables.ts";
import { createKey, type KnownKey, listKeys, revokeKey } from "../../keys.ts";
import { listRequests } from "../../requests.ts";
import type { Services } from "../../services.ts";
import { problemOf, readForm } from "../form.tsx";
import type { Shell } from "../shell.ts";
import { COPY_SCRIPT } from "./assets.ts";
import { KeysView, RevokeView } from "./keys.tsx";
import { QuickStartView } from "./quick-start.tsx";
import { readRequestFilter, writeAfter } from "./request-filter.ts";
import { RequestsView } from "./requests.tsx";

const LISTED = 50;
const SCRIPTS = { scripts: [COPY_SCRIPT.path] };

export function developerPages(services: Services, shell: Shell): Hono<AppEnv> {
  const pages = new Hono<AppEnv>();
  pages.use("/developers/*", ...shell.guards);
  keyRoutes(pages, services, shell);

  pages.get("/developers/requests", async (c) => {
    const organization = shell.organization(c);
    const { sent, filter, problem } = readRequestFilter(c.req.query());
    const [{ data, more }, keys] = await Promise.all([
      listRequests(services, organization, { limit: LISTED, ...filter }),
      listKeys(services, organization),
    ]);
    const last = more ? data.at(-1) : undefined;
    const after = last === undefined ? null : writeAfter(last);
    const body = <RequestsView requests={data} keys={keys} sent={sent} problem={problem} after={after} />;
    return shell.page(c, { title: "Requests", body });
  });

  pages.get("/developers/quick-start", (c) =>
    shell.page(c, { ...SCRIPTS, title: "Quick start", body: <QuickStartView publicUrl={services.publicUrl} /> }),
  );
  return pages;
}

function keyRoutes(pages: Hono<AppEnv>, services: Services, shell: Shell): void {
  pages.get("/developers/keys", async (c) => {
    const keys = await listKeys(services, shell.organization(c));
    return shell.page(c, { title: "API keys", body: <KeysView keys={keys} field={shell.formField(c)} /> });
  });
  pages.post("/developers/keys", async (c) => {
    const organization = shell.organization(c);
    const { name = "" } = await readForm(c);
    const field = shell.formField(c);
    try {
      const { key } = await createKey(services, organization, name);
      const keys = await listKeys(services, organization);
      const body = <KeysView keys={keys} field={field} made={{ name, key }} />;
      return shell.page(c, { ...SCRIPTS, title: "API keys", body });
    } catch (error) {
      const { message, status } = problemOf(error, c);
      const keys = await listKeys(services, organization);
      return shell.page(c, {
        title: "API keys",
        body: <KeysView keys={keys} field={field} problem={message} />,
        status,
      });
    }
  });
  pages.get("/developers/keys/:id/revoke", async (c) => {
    const body = <RevokeView known={await activeKey(c, services, shell)} field={shell.formField(c)} />;
    return shell.page(c, { title: "Revoke a key", body });
  });
  pages.post("/developers/keys/:id/revoke", async (c) => {
    await revokeKey(services, shell.organization(c), (await activeKey(c, services, shell)).id);
    return c.redirect("/developers/keys", 303);
  });
}

async function activeKey(c: Context<AppEnv>, services: Services, shell: Shell): Promise<KnownKey> {
  const keys = await listKeys(services, shell.organization(c));
  const known = keys.find(({ id, revokedAt }) => id === c.req.param("id") && revokedAt === null);
  if (known === undefined) throw new ApiError("not_found", "No such active key in the organization.");
  return known;
}
