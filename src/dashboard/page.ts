// The frame of every page: one stylesheet of ours, nothing from elsewhere, no script.
import { createHash } from "node:crypto";
import type { Context } from "hono";
import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import type { AppEnv } from "../guards/variables.ts";

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

const STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#1c2024, #e6e8ea); --soft: light-dark(#5b636b, #9aa3ab);
  --line: light-dark(#d9dde1, #363c42); --field: light-dark(#f4f6f7, #1e2226); --mark: light-dark(#0b5cad, #7db8f5); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 56rem; padding: 2rem 1.25rem 5rem; color: var(--ink);
  font: 1rem/1.55 system-ui, sans-serif; background: light-dark(#fff, #15181b); }
a { color: var(--mark); }
nav { display: flex; gap: 1.25rem; align-items: baseline; margin-bottom: 2.5rem; }
nav strong { font-size: 1.1rem; margin-right: auto; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 1rem; text-wrap: balance; }
h2 { font-size: 1.25rem; margin: 2.75rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1.5rem 0 .25rem; }
p { max-width: 42rem; }
code, pre { font: .875em/1.5 ui-monospace, monospace; }
pre { background: var(--field); border: 1px solid var(--line); border-radius: .4rem; padding: .8rem 1rem; overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .925rem; }
th, td { text-align: left; vertical-align: top; padding: .45rem .9rem .45rem 0; border-bottom: 1px solid var(--line); }
th { font-weight: 600; color: var(--soft); }
.method { font-weight: 700; text-transform: uppercase; color: var(--mark); }
.soft { color: var(--soft); }
`;

const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

const HEADERS = {
  "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
};

export function page(c: Context<AppEnv>, title: string, body: Html): Response | Promise<Response> {
  for (const [name, value] of Object.entries(HEADERS)) c.header(name, value);
  return c.html(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<nav><strong>assay</strong><a href="/">Start</a><a href="/docs">API</a></nav>
${body}
</body>
</html>`);
}
