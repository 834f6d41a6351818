// The start page: what the service does and the one line that tries it.
import { html } from "hono/html";
import type { Html } from "./page.ts";

const VERDICTS = [
  ["authentic", "An intact signature covers the whole file, or it matches its issuer's template."],
  [
    "inconclusive",
    "Nothing proves it genuine and nothing proves it edited. The best an ordinary unsigned file can get.",
  ],
  ["suspicious", "Findings point to editing, or it is a picture that a person should look at."],
  ["tampered", "Strong evidence that its content was changed after it was produced."],
  ["unsupported", "Neither text nor an analysable image. Not charged."],
] as const;

export function startPage(publicUrl: string): Html {
  return html`<h1>Tells an edited PDF from a genuine one</h1>
<p>Send a bank statement, payslip, letter, invoice or receipt. The answer is a verdict, a score from 0 to 100, and every
finding behind them with its page and place.</p>
<pre>curl -H 'Authorization: Bearer &lt;API_KEY&gt;' -F file=@document.pdf ${publicUrl}/api/v1/documents</pre>
<p>The first start of the service printed a key on its console; <code>npx assay key create</code> makes another.
The <a href="/docs">API reference</a> says the rest.</p>
<h2>What a verdict means</h2>
<table>
${VERDICTS.map(([verdict, meaning]) => html`<tr><td><code>${verdict}</code></td><td>${meaning}</td></tr>`)}
</table>`;
}
