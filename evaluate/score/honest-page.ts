// The accusations of the honest track as a page on which a person judges: the place cut out, the evidence beside it, new ones
// on top. What is judged is written down by the page for `--judgements`.
import { join, relative } from "node:path";
import type { Historian } from "../../src/engine/engine.ts";
import { type HonestNumbers, isAccused, isReal, type Looked } from "./honest.ts";
import { finding, html, rows, STYLE } from "./html.ts";
import { JUDGEMENTS } from "./judged.ts";
import type { Seen } from "./mark.ts";
import { type Box, draw, type Shot, shown } from "./picture.ts";
import { ALARM_HEAD, alarmRow } from "./print.ts";

/** So many places of one file are cut out. */
const PLACES = 4;

const LOOK = `${STYLE}
article{display:grid;grid-template-columns:minmax(300px,1fr) 2fr;gap:1em;padding:1em 0;scroll-margin-top:1em}
article:focus{outline:3px solid #06c}article.judged{background:#f4f4f4}body{max-width:1500px}
textarea{width:100%;height:6em;font:12px monospace}input[type=text]{width:100%}figure{margin:0}figcaption{color:#555}`;

/** Judging by keyboard; what was changed stands as lines of the list in the box at the top. */
const SCRIPT = `const articles=[...document.querySelectorAll("article[data-hash]")];const box=document.querySelector("textarea");
const said=(a)=>a.querySelector("input:checked")?.value??"";const why=(a)=>a.querySelector("input[type=text]").value;
const before=new Map(articles.map((a)=>[a,said(a)+why(a)]));
function tell(){const lines=articles.filter((a)=>said(a)&&said(a)+why(a)!==before.get(a)).map((a)=>[a.dataset.hash,said(a),why(a)].join("\\t"));
box.value=lines.map((l)=>l+"\\n").join("");const link=document.querySelector("a[download]");
link.href=URL.createObjectURL(new Blob([box.value],{type:"text/tab-separated-values"}));
for(const a of articles)a.classList.toggle("judged",said(a)!=="");document.querySelector("output").textContent=articles.filter((a)=>!said(a)).length+" left"}
document.addEventListener("input",tell);document.addEventListener("keydown",(e)=>{if(e.target.type==="text"){if(e.key==="Escape")e.target.blur();return}
const at=articles.indexOf(document.activeElement.closest("article"));const go=(n)=>{const a=articles[Math.max(0,Math.min(articles.length-1,n))];a.focus();a.scrollIntoView()};
if(e.key==="j")go(at+1);else if(e.key==="k")go(at-1);else if(at>=0&&"rwo".includes(e.key)){const want={r:"right",w:"wrong",o:"open"}[e.key];
articles[at].querySelector("input[value="+want+"]").checked=true;tell();e.preventDefault();articles[at].querySelector("input[type=text]").focus()}});tell();`;

/** Without an engine that draws there are no pictures. */
export async function honestPage(
  all: Looked[],
  numbers: HonestNumbers,
  folder: string,
  engine: Historian | undefined,
  progress: (done: number) => void,
): Promise<string> {
  const accused = byUrgency(all);
  const articles: string[] = [];
  for (const file of accused) {
    articles.push(await article(file, folder, engine));
    progress(articles.length);
  }
  const causes = [...new Set(all.flatMap(({ judgement, why }) => (judgement && why ? [why] : [])))].sort();
  return `<!doctype html><meta charset="utf-8"><title>Honest track</title><style>${LOOK}</style>
<h1>Accusations to be judged</h1>
${rows(
  ALARM_HEAD,
  Object.entries(numbers.kinds).map(([name, one]) => alarmRow(name, one)),
)}
<p>Right: the content was changed after production, and the findings say so. Wrong: it was not, or only in ways that honest people
change a file. Keys: j and k go on and back, r, w and o judge, Escape leaves the line for the cause. <output></output></p>
<p>What you judge is written here; <a download="judgements.tsv">save it</a> and run
<code>npm run evaluate -- --judgements judgements.tsv</code>.</p><textarea readonly></textarea>
<datalist id="causes">${causes.map((why) => `<option value="${html(why)}">`).join("")}</datalist>
${articles.join("\n")}<script>${SCRIPT}</script>`;
}

/** Accused files: what nobody has judged first, then what nobody could settle, then what is wrong, then what is right. */
export function byUrgency(all: Looked[]): Looked[] {
  const rank = ({ judgement }: Looked) =>
    judgement === undefined ? 0 : 1 + ["open", "wrong", "right"].indexOf(judgement);
  return all.filter(isAccused).sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
}

async function article(file: Looked, folder: string, engine: Historian | undefined): Promise<string> {
  const { name, path, kind, origin, program, judgement, why, answer } = file;
  const real = isReal(file);
  const hash = name.split("/").at(-1)?.slice(0, 16) ?? "";
  const choices = JUDGEMENTS.map(
    (one) =>
      `<label><input type="radio" name="${html(hash)}" value="${one}"${one === judgement ? " checked" : ""}> ${one}</label>`,
  ).join(" ");
  const form = real
    ? `<p>${choices}<br><input type="text" list="causes" placeholder="why" value="${html(why)}"></p>`
    : `<p>wrong: ${html(why)}</p>`;
  const evidence = answer.signals.map((one) => html(finding(one))).join("<br>");
  return `<article tabindex="0"${real ? ` data-hash="${html(hash)}"` : ""}>
<div><b><a href="${html(relative(folder, path))}">${html(name)}</a></b><br>${html(`${answer.verdict}, ${answer.score}`)}
<br><small>${html(`${kind} · ${origin} · ${program}`)}</small>${form}<code>${evidence}</code></div>
<div>${engine ? await places(file, folder, engine) : ""}</div></article>`;
}

/** Each page that a counted finding points at, cut to what it points at; of a changed save, as it was before too. */
async function places({ name, path, answer }: Looked, folder: string, engine: Historian): Promise<string> {
  const scored = answer.signals.filter((one) => one.scored);
  const pages = [...new Set(scored.flatMap(({ page }) => page ?? []))].slice(0, PLACES);
  const made: string[] = [];
  for (const page of pages.length > 0 ? pages : [1]) {
    const boxes: Box[] = scored.flatMap((one) =>
      one.page === page && one.bbox ? [{ area: one.bbox, kind: "signal" }] : [],
    );
    for (const shot of await shots(path, page, scored, engine)) {
      const state = shot.save === undefined ? "" : `-save-${shot.save}`;
      const target = join(folder, "pictures", `${name.replaceAll("/", "-").replace(/\.pdf$/, "")}-${page}${state}`);
      const picture = await draw(engine, shot, target);
      const caption = `page ${page}${shot.save === undefined ? "" : ` after save ${shot.save}`}`;
      const window = picture ? shown(picture, boxes, folder) : "cannot be drawn";
      made.push(`<figure>${window}<figcaption>${caption}</figcaption></figure>`);
    }
  }
  return made.join("");
}

async function shots(path: string, page: number, scored: Seen[], engine: Historian): Promise<Shot[]> {
  const now = { path, page };
  if (!scored.some((one) => one.module === "saves" && one.page === page)) return [now];
  const { saves } = await engine.history(path);
  const change = saves.findLast(({ page_changes }) => page_changes.some((one) => one.page === page));
  const before = change?.page_changes.find((one) => one.page === page)?.page_before;
  return change && before && change.number > 1 ? [{ path, page: before, save: change.number - 1 }, now] : [now];
}
