// The pages of documents on a server of their own, signed in by a cookie that names the organization: what a session
// does is tested where sessions are.
import { Hono } from "hono";
import { getCookie } from "hono/cookie";
import { html } from "hono/html";
import { documentPages } from "../../src/dashboard/documents/routes.tsx";
import { reportAssets } from "../../src/dashboard/report/assets.ts";
import type { Shell } from "../../src/dashboard/shell.ts";
import { ApiError, ERRORS } from "../../src/errors.ts";
import type { AppEnv } from "../../src/guards/variables.ts";
import { listen } from "../../src/server.ts";
import type { Services } from "../../src/services.ts";

/** As strict as the service's own: nothing inline, nothing from elsewhere. */
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

const shell: Shell = {
  guards: [
    async (c, next) => {
      if (!getCookie(c, "organization")) throw new ApiError("unauthorized");
      await next();
    },
  ],
  organization: (c) => getCookie(c, "organization") ?? "",
  formField: () => <input type="hidden" name="token" value="t" />,
  page(c, { title, body, styles = [], scripts = [], status = 200 }) {
    c.header("Content-Security-Policy", POLICY);
    return c.html(
      html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><link rel="icon" href="data:,">${styles.map((href) => <link rel="stylesheet" href={href} />)}${scripts.map((src) => <script type="module" src={src} />)}</head><body><main>${body}</main></body></html>`,
      status,
    );
  },
};

export interface Pages {
  url: string;
  close(): Promise<void>;
}

export async function openPages(services: Services): Promise<Pages> {
  const app = new Hono<AppEnv>();
  app.route("/", reportAssets());
  app.route("/", documentPages(services, shell));
  app.onError((error, c) => {
    if (error instanceof ApiError) return c.text(error.code, ERRORS[error.code].status);
    services.log.error("request_failed", error);
    return c.text("internal_error", 500);
  });
  // The server takes whatever answers requests.
  const server = await listen(app as never, { host: "127.0.0.1", port: 0, tls: undefined });
  return { url: `http://127.0.0.1:${server.port}`, close: () => server.close(0) };
}
