// What pages stand in: who looks at them, the frame around them, and what their forms carry.
import type { Context, MiddlewareHandler } from "hono";
import type { Child } from "hono/jsx";
import type { Person } from "../accounts/person.ts";
import type { AppEnv } from "../guards/variables.ts";

export interface PageParts {
  title: string;
  body: Child;
  /** Addresses of further stylesheets and of scripts, all of this service. */
  styles?: string[];
  scripts?: string[];
  status?: 200 | 202 | 400 | 401 | 402 | 403 | 404 | 405 | 409 | 413 | 429 | 500;
}

export interface Shell {
  /** Finds out who asks and refuses forms of other sites; for every page. */
  visitor: MiddlewareHandler<AppEnv>[];
  /** Besides, sends who is not signed in to do so. */
  signedIn: MiddlewareHandler<AppEnv>[];
  /** Alone, behind `signedIn`: refuses who belongs to no organization; behind it `organization` is known. */
  belonging: MiddlewareHandler<AppEnv>[];
  /** All of it, and refuses who looks at a suspended organization. */
  guards: MiddlewareHandler<AppEnv>[];
  /** Who is signed in, behind `signedIn`. */
  person(c: Context<AppEnv>): Person;
  organization(c: Context<AppEnv>): string;
  /** Of which network the request counts, for limits. */
  address(c: Context<AppEnv>): string;
  page(c: Context<AppEnv>, parts: PageParts): Response | Promise<Response>;
  /** The hidden field that every form carries. */
  formField(c: Context<AppEnv>): Child;
}
