// What the pages of documents stand in: who looks at them, and the frame of every page.
import type { Context, MiddlewareHandler } from "hono";
import type { Child } from "hono/jsx";
import type { AppEnv } from "../guards/variables.ts";

export interface PageParts {
  title: string;
  body: Child;
  /** Addresses of further stylesheets and of scripts, all of this service. */
  styles?: string[];
  scripts?: string[];
  status?: 200 | 202 | 400 | 402 | 404 | 413;
}

export interface Shell {
  /** Refuse who is not signed in; behind them `organization` is known. */
  guards: MiddlewareHandler<AppEnv>[];
  organization(c: Context<AppEnv>): string;
  page(c: Context<AppEnv>, parts: PageParts): Response | Promise<Response>;
  /** The hidden field that every form of the signed-in carries. */
  formField(c: Context<AppEnv>): Child;
}
