// Stylesheets and scripts as addresses of their own: a name says what is in it, so browsers may keep it for good.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import * as nodeModule from "node:module";
import { Hono } from "hono";
import type { AppEnv } from "../guards/variables.ts";

export interface Asset {
  path: string;
  type: string;
  text: string;
}

export function asset(name: string, extension: "css" | "js", text: string): Asset {
  const hash = createHash("sha256").update(text).digest("base64url").slice(0, 16);
  return {
    path: `/assets/${name}-${hash}.${extension}`,
    type: extension === "css" ? "text/css" : "text/javascript",
    text,
  };
}

/** As the compiler left it beside this file; where the sources run as they are, without their types. */
export function island(name: string): Asset {
  const built = new URL(`./islands/${name}.js`, import.meta.url);
  const source = new URL(`./islands/${name}.ts`, import.meta.url);
  const text = existsSync(built)
    ? readFileSync(built, "utf8")
    : nodeModule.stripTypeScriptTypes(readFileSync(source, "utf8"));
  return asset(name, "js", text);
}

export function assetRoutes(list: Asset[]): Hono<AppEnv> {
  const assets = new Hono<AppEnv>();
  for (const { path, type, text } of list) {
    assets.get(path, (c) => {
      c.header("Cache-Control", "public, max-age=31536000, immutable");
      c.header("X-Content-Type-Options", "nosniff");
      return c.body(text, 200, { "Content-Type": `${type}; charset=utf-8` });
    });
  }
  return assets;
}
