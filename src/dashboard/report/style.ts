// The stylesheet of a report: its own tokens, light and dark, wide, narrow and on paper. The page links it; the file of
// its own carries it.
export const REPORT_STYLE = `
:root:has(.report) { color-scheme: light dark; background: light-dark(#fff, #15181b); }
.report { --grave: light-dark(#b3151c, #ff8f8f); --serious: light-dark(#8a4b00, #f5b35c);
  --slight: light-dark(#0b5394, #8cc4ff); --good: light-dark(#166534, #7ddc9c); --quiet: light-dark(#56606a, #a6b0ba);
  --text: light-dark(#1a1e22, #e8eaed); --rule: light-dark(#d5dade, #3a4148); --ground: light-dark(#f5f7f8, #1d2125);
  --was: light-dark(#b3151c, #ff8f8f); --is: light-dark(#166534, #7ddc9c); color: var(--text); line-height: 1.5; }
.report a { color: light-dark(#0b5394, #8cc4ff); }
.report h1 { font-size: clamp(1.3rem, 3.2vw, 1.8rem); line-height: 1.25; margin: .4rem 0; text-wrap: balance; }
.report h2 { font-size: 1.1rem; margin: 1.5rem 0 .5rem; }
.report h3 { font-size: 1rem; margin: 0 0 .3rem; }
.report p { margin: .35rem 0; max-width: 46rem; overflow-wrap: anywhere; }
.report ul, .report ol { padding-left: 1.3rem; margin: .3rem 0; }
.report li, .report dd { overflow-wrap: anywhere; }
.report .soft, .report .file { color: var(--quiet); font-size: .92rem; }
.report .escape { border: 1px solid currentColor; border-radius: .2rem; font: .75em ui-monospace, monospace;
  padding: 0 .2em; margin: 0 .1em; }
.report code { font: .875em ui-monospace, monospace; overflow-wrap: anywhere; }

.verdict { --tone: var(--quiet); border-left: .4rem solid var(--tone); padding: .2rem 0 .4rem 1rem; }
.verdict.tampered { --tone: var(--grave); } .verdict.suspicious { --tone: var(--serious); }
.verdict.authentic { --tone: var(--good); } .verdict.inconclusive { --tone: var(--slight); }
.verdict .word { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem .7rem; color: var(--tone); }
.verdict .word strong { font-size: 1.25rem; letter-spacing: .04em; text-transform: uppercase; }
.shape { fill: none; stroke: currentColor; stroke-width: 2.2; stroke-linejoin: round; stroke-linecap: round; }
.score { display: inline-flex; flex-wrap: wrap; align-items: center; gap: .2rem .6rem; color: var(--text); }
.score svg { color: var(--tone); } .score .rail { stroke: var(--quiet); fill: none; } .score .dot { fill: var(--tone); }
.score .ends { color: var(--quiet); font-size: .85rem; }
.worst { font-size: 1.15rem; } .side { color: var(--quiet); font-size: .9em; }
.report del { color: var(--was); } .report ins { color: var(--is); text-decoration-thickness: 2px; }
.report .worst del, .report .worst ins, .report .values del, .report .values ins { font-weight: 600; }
.actions { display: flex; flex-wrap: wrap; gap: .5rem; margin: .8rem 0; }

.button, .report button { display: inline-flex; align-items: center; min-height: 2.75rem; padding: 0 1rem; font: inherit;
  color: inherit; background: var(--ground); border: 1px solid var(--quiet); border-radius: .4rem; cursor: pointer;
  text-decoration: none; }
.report a.button { color: inherit; } .report .danger { color: light-dark(#fff, #15181b); background: var(--grave); }
.report input, .report select { font: inherit; min-height: 2.75rem; max-width: 100%; color: inherit;
  background: light-dark(#fff, #15181b); border: 1px solid var(--quiet); border-radius: .4rem; padding: 0 .6rem; }
.drop { border: 2px dashed var(--rule); border-radius: .6rem; padding: .6rem 1.2rem 1rem; margin: 1rem 0; }
.drop label { display: block; font-weight: 600; } .drop.over { border-color: var(--slight); background: var(--ground); }
.drop input[type=file] { padding: .5rem; } .progress { list-style: none; padding: 0; }
.filter { display: flex; flex-wrap: wrap; gap: .6rem 1rem; align-items: end; margin: 1rem 0; }
.filter label { display: grid; font-size: .9rem; color: var(--quiet); }
.documents .scroll { overflow-x: auto; }
.rows { border-collapse: collapse; width: 100%; }
@media (min-width: 44rem) { .rows { min-width: 44rem; } }
.rows th, .rows td { text-align: left; padding: .5rem .9rem .5rem 0; border-bottom: 1px solid var(--rule); }
.verdict-word { display: inline-flex; align-items: center; gap: .4rem; font-weight: 600; white-space: nowrap; }
.verdict-word svg { width: 20px; height: 20px; }
.verdict-word.tampered { color: var(--grave); } .verdict-word.suspicious { color: var(--serious); }
.verdict-word.authentic { color: var(--good); } .verdict-word.inconclusive { color: var(--slight); }

.body { display: grid; gap: 0 2rem; grid-template-columns: minmax(0, 1fr); }
.body > * { min-width: 0; }
@media (min-width: 68rem) { .body { grid-template-columns: minmax(20rem, 26rem) minmax(0, 1fr); align-items: start; } }
.report .list { list-style: none; padding: 0; }
.finding { border: 1px solid var(--rule); border-left: .3rem solid var(--tone); border-radius: .4rem;
  padding: .7rem .8rem; margin: 0 0 .8rem; background: var(--ground); --tone: var(--quiet); scroll-margin-top: 1rem; }
.finding.high, .tag.high, .mark.high { --tone: var(--grave); }
.finding.medium, .tag.medium, .mark.medium { --tone: var(--serious); }
.finding.low, .tag.low, .mark.low { --tone: var(--slight); }
.finding.chosen, .finding:target { outline: 3px solid var(--tone); outline-offset: 2px; }
.same > summary { margin: .5rem 0; } .same > .list { margin: 0; } .same > .list > .finding:last-child { margin-bottom: 0; }
.finding h3 a { color: inherit; text-decoration: none; } .finding h3 a:hover { text-decoration: underline; }
.grade { font-size: .78rem; font-weight: 600; color: var(--tone, var(--quiet)); border: 1px solid currentColor;
  border-radius: 1rem; padding: .05rem .5rem; white-space: nowrap; }
.tag { display: inline-grid; place-items: center; min-width: 1.6rem; height: 1.6rem; margin-right: .35rem; font-size: .85rem;
  border-radius: 50%; background: var(--tone, var(--quiet)); color: light-dark(#fff, #15181b); }
.tag.medium { border-radius: .25rem; } .tag.low { clip-path: polygon(50% -15%, 115% 50%, 50% 115%, -15% 50%); border-radius: 0; }
.tag.note { background: none; border: 2px solid var(--quiet); color: inherit; }
.place { margin: .5rem 0; } .place + .place { border-top: 1px dashed var(--rule); padding-top: .5rem; }
.where { font-weight: 600; margin-right: .4rem; }
.evidence, .honest { font-size: .92rem; color: var(--quiet); }

.report figure { margin: .4rem 0; }
.report figcaption { font-size: .85rem; color: var(--quiet); }
.report svg { box-sizing: border-box; }
.crop svg { display: block; max-width: 100%; height: auto; border: 1px solid var(--rule); border-radius: .25rem; }
.pair { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); }
@media (min-width: 44rem) { .pair:not(.single) { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); } }
.sheet .scroll { overflow-x: auto; }
.sheet svg { display: block; width: 100%; height: auto; border: 1px solid var(--rule); }
@media (min-width: 44rem) { .single .sheet svg { max-width: 56rem; } }
.paper { fill: #fff; }
.outline { fill: none; stroke: #56606a; stroke-width: 1.4; vector-effect: non-scaling-stroke; }
.outline.high { stroke: #b3151c; stroke-width: 2.2; }
.outline.medium { stroke: #8a4b00; stroke-width: 2; stroke-dasharray: 7 3; }
.outline.low { stroke: #0b5394; stroke-width: 2; stroke-dasharray: 2 3; }
.outline.before { stroke: #b3151c; stroke-width: 2; stroke-dasharray: 5 3; }
.outline.now { stroke: #166534; stroke-width: 2; }
.mark .badge { fill: #56606a; stroke: #fff; stroke-width: 1; }
.mark.high .badge { fill: #b3151c; } .mark.medium .badge { fill: #8a4b00; } .mark.low .badge { fill: #0b5394; }
.mark .hollow { fill: #fff; stroke: #56606a; stroke-width: 2; } .mark.note .number { fill: #1a1e22; }
.mark .number { fill: #fff; font: 700 10px system-ui, sans-serif; }
.mark .must { fill: #b3151c; font: 600 9px system-ui, sans-serif; paint-order: stroke; stroke: #fff; stroke-width: 3px; }
.target { fill: transparent; }
@media (max-width: 44rem) { .target { r: 30px; } .mark .number { font-size: 15px; } .mark .must { font-size: 13px; }
  .mark .badge { transform: scale(1.5); transform-box: fill-box; transform-origin: center; } }
@media (max-width: 30rem) { .target { r: 44px; } }
.mark:focus-visible { outline: none; } .mark:focus-visible .outline { stroke: #000; stroke-width: 4; }
.report :focus-visible { outline: 3px solid light-dark(#0b5394, #8cc4ff); outline-offset: 2px; }
.undrawn, .report .note { border-left: .25rem solid var(--serious); padding-left: .6rem; }
.tools { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
.tools button { min-width: 2.75rem; } .tools label { display: inline-flex; align-items: center; gap: .5rem; }
.zoomed .sheet svg { width: calc(100% * var(--zoom)); max-width: none; }
.unmarked .mark, .unmarked .targets, .unmarked .change { display: none; }
.pair.laid { position: relative; display: block; } .pair.laid .sheet { margin: 0; } .pair.laid .sheet + .sheet { position: absolute; inset: 0 0 auto 0;
  clip-path: inset(0 calc(100% - var(--shown)) 0 0); background: light-dark(#fff, #15181b); }
.steps { display: flex; flex-wrap: wrap; gap: .2rem 1.5rem; font-size: .95rem; }
.step { display: inline-grid; place-items: center; min-width: 2.75rem; min-height: 2.75rem; border: 1px solid var(--rule);
  border-radius: .4rem; text-decoration: none; }
.step.visible { border-color: var(--serious); border-width: 2px; font-weight: 700; }
.step[aria-current] { background: var(--text); color: light-dark(#fff, #15181b); }

.past { display: grid; gap: 0 2rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr));
  border-top: 1px solid var(--rule); margin-top: 1.5rem; }
.saves > li { margin-bottom: .6rem; } .saves .visible > a { font-weight: 700; }
.report dt { font-weight: 600; } .report dd { margin: 0 0 .4rem; }
.coverage { list-style: none; } .report .coverage { padding: 0; }
.expert { border-top: 1px solid var(--rule); margin-top: 1.5rem; padding-top: .6rem; }
.report summary { cursor: pointer; padding: .6rem 0; font-weight: 600; }
.expert .scroll { overflow-x: auto; }
.expert table { border-collapse: collapse; font-size: .88rem; min-width: 44rem; }
.expert th, .expert td { text-align: left; vertical-align: top; padding: .35rem .8rem .35rem 0;
  border-bottom: 1px solid var(--rule); }

@media print {
  .report { font-size: 10pt; } .actions, .steps { display: none; }
  .report details:not([open])::details-content { content-visibility: visible; display: block; height: auto; }
  .body { display: block; } .finding, .sheet, .seal { break-inside: avoid; }
  .report a { color: inherit; text-decoration: none; }
}
`;
