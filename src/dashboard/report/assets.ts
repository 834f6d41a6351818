// The report's stylesheet as an address of its own: its name says what is in it, so browsers may keep it for good.
import { createHash } from "node:crypto";
import { Hono } from "hono";
import type { AppEnv } from "../../guards/variables.ts";
import { REPORT_STYLE } from "./style.ts";

const HASH = createHash("sha256").update(REPORT_STYLE).digest("base64url").slice(0, 16);

export const REPORT_STYLE_PATH = `/assets/report-${HASH}.css`;

export function reportAssets(): Hono<AppEnv> {
  const assets = new Hono<AppEnv>();
  assets.get(REPORT_STYLE_PATH, (c) => {
    c.header("Cache-Control", "public, max-age=31536000, immutable");
    c.header("X-Content-Type-Options", "nosniff");
    return c.body(REPORT_STYLE, 200, { "Content-Type": "text/css; charset=utf-8" });
  });
  return assets;
}
