// The stylesheet of every page: tokens, light and dark, and the few parts that pages are made of. The report brings its own
// beside it.
export const STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#1a1e22, #e8eaed); --soft: light-dark(#56606a, #a6b0ba);
  --line: light-dark(#d5dade, #3a4148); --edge: light-dark(#6b757e, #8b959e); --field: light-dark(#f5f7f8, #1d2125);
  --paper: light-dark(#fff, #15181b); --mark: light-dark(#0b5394, #8cc4ff); --bad: light-dark(#b3151c, #ff8f8f);
  --good: light-dark(#166534, #7ddc9c); --warn: light-dark(#8a4b00, #f5b35c); }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; color: var(--ink); background: var(--paper); font: 1rem/1.55 system-ui, sans-serif; }
.top, main, .foot { margin: 0 auto; max-width: 80rem; padding: 0 1.25rem; }
.text { max-width: 56rem; margin: 0 auto; }
.skip { position: absolute; left: -100vw; } .skip:focus { left: 1rem; top: .5rem; background: var(--paper); padding: .6rem; }
.top { display: flex; flex-wrap: wrap; gap: 0 1.25rem; align-items: center; padding-top: .6rem; padding-bottom: .6rem;
  border-bottom: 1px solid var(--line); margin-bottom: 1.5rem; }
.top .brand { font-weight: 700; font-size: 1.1rem; color: inherit; text-decoration: none; }
.top nav { display: flex; flex-wrap: wrap; gap: 0 1.25rem; margin-right: auto; }
.top a { display: inline-flex; align-items: center; min-height: 2.75rem; }
.top nav a { color: inherit; text-decoration: none; } .top nav a:hover { text-decoration: underline; }
.top nav a[aria-current] { font-weight: 600; border-bottom: 2px solid var(--mark); }
.foot { margin-top: 3rem; padding-top: 1rem; padding-bottom: 2rem; border-top: 1px solid var(--line); color: var(--soft);
  display: flex; flex-wrap: wrap; gap: .3rem 1.25rem; font-size: .925rem; }
a { color: var(--mark); }
h1 { font-size: clamp(1.4rem, 3.4vw, 1.9rem); line-height: 1.2; margin: 0 0 .8rem; text-wrap: balance; }
h2 { font-size: 1.2rem; margin: 2.25rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1.4rem 0 .25rem; }
p, li { max-width: 44rem; overflow-wrap: anywhere; }
code, pre { font: .875em/1.5 ui-monospace, monospace; }
code { overflow-wrap: anywhere; } table code { overflow-wrap: normal; }
pre { background: var(--field); border: 1px solid var(--line); border-radius: .4rem; padding: .8rem 1rem; overflow-x: auto; }
.soft { color: var(--soft); }
:focus-visible { outline: 3px solid var(--mark); outline-offset: 2px; }

.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .925rem; }
th, td { text-align: left; vertical-align: top; padding: .45rem .9rem .45rem 0; border-bottom: 1px solid var(--line); }
th { font-weight: 600; color: var(--soft); } td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
.scroll table { min-width: 40rem; }
.method { font-weight: 700; text-transform: uppercase; color: var(--mark); }

.stack { display: grid; gap: .9rem; max-width: 26rem; justify-items: start; margin: 1rem 0; }
.stack label, .line label { display: grid; gap: .2rem; font-weight: 600; width: 100%; }
.stack .hint { font-weight: 400; color: var(--soft); font-size: .9rem; }
.line { display: flex; flex-wrap: wrap; gap: .6rem 1rem; align-items: end; margin: 1rem 0; }
.line label { width: auto; }
input, select, textarea { font: inherit; min-height: 2.75rem; width: 100%; max-width: 100%; color: inherit;
  background: var(--paper); border: 1px solid var(--edge); border-radius: .4rem; padding: 0 .6rem; }
textarea { padding: .5rem .6rem; min-height: 9rem; }
input[type=checkbox] { min-height: 1.4rem; width: 1.4rem; }
.line input, .line select { width: auto; }
button, .button { display: inline-flex; align-items: center; min-height: 2.75rem; padding: 0 1.1rem; font: inherit;
  color: inherit; background: var(--field); border: 1px solid var(--edge); border-radius: .4rem; cursor: pointer;
  text-decoration: none; }
button.main, .button.main { color: light-dark(#fff, #15181b); background: var(--mark); border-color: var(--mark); }
button.danger { color: var(--bad); border-color: var(--bad); }
.plain { background: none; border: 0; padding: 0; color: var(--mark); text-decoration: underline; }
td form { margin: 0; } td form.line { display: inline-flex; gap: .4rem; margin: 0 .4rem .3rem 0; }
td input { width: 6rem; }
.notice { border-left: .3rem solid var(--mark); background: var(--field); padding: .6rem 1rem; margin: 0 0 1.2rem; }
.notice.bad { border-color: var(--bad); } .notice.good { border-color: var(--good); }
.secret { display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; }
.secret code { font-size: 1rem; background: var(--field); border: 1px solid var(--line); border-radius: .4rem;
  padding: .55rem .8rem; user-select: all; }
.figures { display: flex; flex-wrap: wrap; gap: .6rem 2.5rem; margin: 1rem 0; padding: 0; }
.figures div { display: grid; } .figures dt { color: var(--soft); } .figures dd { margin: 0; font-size: 1.7rem; font-weight: 600; }
.chart { width: 100%; height: auto; display: block; }
.chart .api { fill: var(--mark); } .chart .dashboard { fill: var(--warn); } .chart .axis { stroke: var(--line); }
.chart text { fill: var(--soft); font: 11px system-ui, sans-serif; }
.key { display: inline-block; width: .8rem; height: .8rem; margin-right: .35rem; }
.key.api { background: var(--mark); }
.key.hatched { border: 1px solid var(--warn); background: repeating-linear-gradient(45deg, var(--warn) 0 2px, transparent 2px 4px); }
.chart .outlined { stroke: var(--warn); } .usage { margin: 0; } .usage .chart { min-width: 36rem; direction: ltr; }
.usage .scroll { direction: rtl; }
summary { cursor: pointer; padding: .6rem 0; }
.pages { display: flex; flex-wrap: wrap; gap: 0 1.25rem; margin: 0 0 1.2rem; }
.pages a { display: inline-flex; align-items: center; min-height: 2.75rem; }
.pages a[aria-current] { font-weight: 600; color: inherit; }
@media (max-width: 44rem) { .top .brand { margin-right: auto; } .top nav { order: 1; width: 100%; margin: 0; }
  .scroll .folding { min-width: 0; } .folding, .folding tbody, .folding tr, .folding th, .folding td { display: block; }
  .folding thead { position: absolute; left: -100vw; } .folding tr { padding: .7rem 0; border-bottom: 1px solid var(--line); }
  .folding tr > * { border: 0; padding: .1rem 0; overflow-wrap: anywhere; } .folding code { overflow-wrap: anywhere; }
  .folding th { color: var(--ink); } .folding td.number { text-align: left; } .folding td.acts { padding: .4rem 0 0; }
  .folding td[data-label]::before { content: attr(data-label) ": "; color: var(--soft); } }
@media print { .top, .foot { display: none; } }
`;
