// Pages for who is signed in: the link of the start leads in, a sealed cookie keeps the place, one frame holds all of them.
import type { BlockList } from "node:net";
import { type Context, Hono } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { csrf } from "hono/csrf";
import { html } from "hono/html";
import type { OneTimeLink } from "../accounts/one-time-link.ts";
import { openSession, SESSION_MILLISECONDS, sealSession } from "../accounts/session.ts";
import { clientAddress, isEncrypted } from "../guards/client.ts";
import type { AppEnv } from "../guards/variables.ts";
import type { Services } from "../services.ts";
import { documentPages } from "./documents/routes.tsx";
import { page } from "./page.ts";
import { FRAME_STYLE_PATH, reportAssets } from "./report/assets.ts";
import type { PageParts, Shell } from "./shell.ts";

export interface SignIn {
  /** Seals sessions; the same for all replicas. */
  secret: Buffer;
  /** Of this start; undefined where nobody sits at the machine. */
  link: () => OneTimeLink | undefined;
  trustedProxies: BlockList;
}

/** Nothing inline, nothing from elsewhere; pages of documents show pictures of their own. */
const HEADERS = {
  "Content-Security-Policy":
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "private, no-store",
};
const LOOPBACK = /^(127\.|::1$)/;

export function signedInPages(services: Services, signIn: SignIn): Hono<AppEnv> {
  const pages = new Hono<AppEnv>();
  pages.route("/", reportAssets());
  pages.get("/sign-in/:token", (c) => enter(c, services, signIn));
  pages.post("/sign-out", csrf(), (c) => {
    deleteCookie(c, cookieName(c, signIn), { path: "/", secure: isEncrypted(c, signIn.trustedProxies) });
    return c.redirect("/", 303);
  });
  pages.route("/", documentPages(services, shellOf(services, signIn)));
  return pages;
}

/** A GET that signs in: the token is the proof, works once, and only from the machine itself. */
function enter(c: Context<AppEnv>, services: Services, { secret, link, trustedProxies }: SignIn) {
  const local = LOOPBACK.test(clientAddress(c, trustedProxies)) && c.req.header("X-Forwarded-For") === undefined;
  const organizationId = local ? link()?.redeem(c.req.param("token") ?? "") : undefined;
  if (organizationId === undefined) {
    c.status(404);
    return page(c, "assay: this link does not work", refusal());
  }
  const endsAt = new Date(services.clock().getTime() + SESSION_MILLISECONDS);
  setCookie(c, cookieName(c, { trustedProxies }), sealSession(secret, { organizationId, endsAt }), {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    secure: isEncrypted(c, trustedProxies),
    expires: endsAt,
  });
  return c.redirect("/documents", 302);
}

function refusal() {
  return html`<h1>This link does not work</h1>
<p>The link that a start prints works once, for ten minutes, and only in a browser on the machine itself. Start the service
anew for another one.</p>`;
}

function shellOf(services: Services, signIn: SignIn): Shell {
  const sessionOf = (c: Context<AppEnv>) =>
    openSession(signIn.secret, getCookie(c, cookieName(c, signIn)) ?? "", services.clock());
  return {
    guards: [
      async function signedIn(c, next) {
        if (sessionOf(c) !== undefined) return next();
        c.status(401);
        return page(c, "assay: sign in", signInFirst());
      },
    ],
    organization: (c) => sessionOf(c)?.organizationId ?? "",
    // Forms are held to this origin by `csrf`, and the cookie goes with none of another's.
    formField: () => null,
    page: frame,
  };
}

function signInFirst() {
  return html`<h1>Sign in first</h1>
<p>Documents and reports are shown to who is signed in. The start of the service prints a link on its console that signs in
on this machine; it works once, for ten minutes.</p>`;
}

function frame(c: Context<AppEnv>, { title, body, styles = [], scripts = [], status = 200 }: PageParts) {
  for (const [name, value] of Object.entries(HEADERS)) c.header(name, value);
  const sheets = [...new Set([FRAME_STYLE_PATH, ...styles])];
  return c.html(
    html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${`${title} · assay`}</title><link rel="icon" href="data:,">${sheets.map((href) => <link rel="stylesheet" href={href} />)}${scripts.map((src) => <script type="module" src={src} />)}</head><body>${<Navigation />}<main>${body}</main></body></html>`,
    status,
  );
}

function Navigation() {
  return (
    <nav class="service" aria-label="Service">
      <strong>assay</strong>
      <a href="/documents">Documents</a>
      <a href="/docs">API</a>
      <form method="post" action="/sign-out">
        <button type="submit">Sign out</button>
      </form>
    </nav>
  );
}

/** The prefix binds a cookie to this host over TLS (RFC 6265bis, 4.1.3.2). */
function cookieName(c: Context<AppEnv>, { trustedProxies }: Pick<SignIn, "trustedProxies">): string {
  return isEncrypted(c, trustedProxies) ? "__Host-assay" : "assay";
}
