// Forms of ours only: a browser says from which site a request comes, and each form carries a token that is bound to the
// session, or to a cookie of its own where nobody is signed in.
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { ApiError } from "../errors.ts";
import type { AppEnv } from "../guards/variables.ts";

export const CSRF_FIELD = "form_token";
const COOKIE = "assay.form";
const SAFE = ["GET", "HEAD", "OPTIONS"];

export interface Csrf {
  /** Refuses what another site sends, and forms without their token. */
  guard: MiddlewareHandler<AppEnv>;
  /** What the hidden field of a form holds. */
  token(c: Context<AppEnv>): string;
}

export function openCsrf(secret: Buffer, publicUrl: string): Csrf {
  const ownOrigin = new URL(publicUrl).origin;
  const secure = ownOrigin.startsWith("https:");

  /** What the token is bound to; a visitor gets it with the first form. */
  function subject(c: Context<AppEnv>): string {
    const person = c.get("person");
    if (person !== undefined) return `session:${person.sessionToken}`;
    const known = getCookie(c, COOKIE) ?? c.get("formSubject");
    if (known !== undefined) return `visitor:${known}`;
    const fresh = randomBytes(24).toString("base64url");
    c.set("formSubject", fresh);
    setCookie(c, COOKIE, fresh, { httpOnly: true, secure, sameSite: "Lax", path: "/" });
    return `visitor:${fresh}`;
  }

  const token = (c: Context<AppEnv>) =>
    createHmac("sha256", secret)
      .update(`form:${subject(c)}`)
      .digest("base64url");

  return {
    token,
    guard: async function refusesOtherSites(c, next) {
      if (!SAFE.includes(c.req.method)) {
        if (!fromHere(c, ownOrigin)) throw refused();
        // An upload is read while it streams in, by who takes it; the origin answers for it.
        const isUpload = /^multipart\/form-data\b/i.test(c.req.header("Content-Type") ?? "");
        if (!isUpload && !equal((await c.req.parseBody())[CSRF_FIELD], token(c))) throw refused();
      }
      await next();
    },
  };
}

/** Fetch metadata where the browser sends it, else the origin: ours as it is published, or as it was asked for. */
function fromHere(c: Context<AppEnv>, ownOrigin: string): boolean {
  const site = c.req.header("Sec-Fetch-Site");
  if (site !== undefined) return site === "same-origin";
  const origin = c.req.header("Origin");
  return origin !== undefined && (origin === ownOrigin || origin === new URL(c.req.url).origin);
}

function equal(sent: unknown, expected: string): boolean {
  if (typeof sent !== "string") return false;
  const [a, b] = [Buffer.from(sent), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function refused(): ApiError {
  return new ApiError("invalid_request", "This form is too old or came from another site; open the page again.");
}
