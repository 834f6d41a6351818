// The stylesheets and scripts of pages as addresses of their own: a name says what is in it, so browsers may keep it for
// good.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import * as nodeModule from "node:module";
import { Hono } from "hono";
import type { AppEnv } from "../../guards/variables.ts";
import { FRAME_STYLE } from "../frame-style.ts";
import { REPORT_STYLE } from "./style.ts";

interface Asset {
  path: string;
  type: string;
  text: string;
}

const FRAME = asset("frame", "css", FRAME_STYLE);
const STYLE = asset("report", "css", REPORT_STYLE);
const DROP = asset("drop", "js", island("drop"));
const SHEETS = asset("sheets", "js", island("sheets"));

export const FRAME_STYLE_PATH = FRAME.path;
export const REPORT_STYLE_PATH = STYLE.path;
export const DROP_SCRIPT_PATH = DROP.path;
export const SHEETS_SCRIPT_PATH = SHEETS.path;

export function reportAssets(): Hono<AppEnv> {
  const assets = new Hono<AppEnv>();
  for (const { path, type, text } of [FRAME, STYLE, DROP, SHEETS]) {
    assets.get(path, (c) => {
      c.header("Cache-Control", "public, max-age=31536000, immutable");
      c.header("X-Content-Type-Options", "nosniff");
      return c.body(text, 200, { "Content-Type": `${type}; charset=utf-8` });
    });
  }
  return assets;
}

function asset(name: string, extension: "css" | "js", text: string): Asset {
  const hash = createHash("sha256").update(text).digest("base64url").slice(0, 16);
  return {
    path: `/assets/${name}-${hash}.${extension}`,
    type: extension === "css" ? "text/css" : "text/javascript",
    text,
  };
}

/** As the compiler left it beside this file; where the sources run as they are, without their types. */
function island(name: string): string {
  const built = new URL(`../islands/${name}.js`, import.meta.url);
  if (existsSync(built)) return readFileSync(built, "utf8");
  return nodeModule.stripTypeScriptTypes(readFileSync(new URL(`../islands/${name}.ts`, import.meta.url), "utf8"));
}
