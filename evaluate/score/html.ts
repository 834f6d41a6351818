// What the reports' pages have in common: their look, tables, and a finding in one line.
import type { Seen } from "./mark.ts";

export const html = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

export const STYLE = `body{font:14px/1.4 system-ui;margin:2em;max-width:1100px}table{border-collapse:collapse;margin:1em 0}
td,th{border-bottom:1px solid #ddd;padding:2px 8px;text-align:right}td:first-child,th:first-child{text-align:left}
.window{position:relative;overflow:hidden;border:1px solid #999;display:inline-block;margin:4px;max-width:100%}.window img{position:absolute;max-width:none}
.window i{position:absolute}.edit{outline:2px solid #d00}.signal{outline:1px dashed #06c;outline-offset:2px}
article{border-top:1px solid #ccc;padding:.5em 0}code{font-size:12px}small{color:#555}`;

export function rows(head: string[], body: (string | number)[][]): string {
  const cells = (tag: string, row: (string | number)[]) =>
    row.map((cell) => `<${tag}>${html(String(cell))}</${tag}>`).join("");
  return `<table><tr>${cells("th", head)}</tr>${body.map((row) => `<tr>${cells("td", row)}</tr>`).join("")}</table>`;
}

export function finding({ id, scored, page: at, old_value, new_value, evidence }: Seen): string {
  const values = old_value || new_value ? ` “${old_value ?? ""}” → “${new_value ?? ""}”` : "";
  return `${scored ? "" : "~"}${id}${at ? ` p. ${at}` : ""}${values}: ${evidence ?? ""}`;
}
