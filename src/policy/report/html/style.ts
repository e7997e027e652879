/**
 * Style sheet of the page. A cell shows its weight by background, lower border (for printers that omit backgrounds)
 * and number. A test measures the contrast of all text: at least 4.5:1.
 */
export const style = `
:root {
  color-scheme: light;
  --ground: #ffffff; --text: #1b1f24; --quiet: #57606a; --line: #8c959f; --panel: #f3f5f7;
  --bad: #a40e26; --warn: #7a4b00;
  --w1: #e3eefb; --w2: #b9d7f7; --w3: #2a6fc1; --w4: #123f7a; --on-dark: #ffffff;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    color-scheme: dark;
    --ground: #14171a; --text: #e8eaed; --quiet: #a8b1bb; --line: #6a737d; --panel: #1f2429;
    --bad: #ff9aa2; --warn: #f2c46d;
    --w1: #1d2b3d; --w2: #23446b; --w3: #8fbdf2; --w4: #cfe4fc; --on-dark: #10151b;
  }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem; max-width: 90rem; background: var(--ground); color: var(--text);
  font: 15px/1.45 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; }
h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 .25rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: .75rem 0; }
dt { color: var(--quiet); }
dd { margin: 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; }
caption { text-align: left; color: var(--quiet); padding-bottom: .4rem; }
th, td { border: 1px solid var(--line); padding: .25rem .3rem; text-align: center; vertical-align: middle; }
th { background: var(--panel); font-weight: 600; }
th[scope="row"] { text-align: left; min-width: 12rem; }
th small { display: block; font-weight: 400; color: var(--quiet); overflow-wrap: normal; }
thead small { font-size: .75em; }
td { font-variant-numeric: tabular-nums; white-space: nowrap; }
.review { min-width: 6.5rem; white-space: normal; }
.axis-mandatory { border-bottom-width: 4px; border-bottom-color: var(--text); }
.key { color: var(--text); display: inline-block; border: 1px solid var(--line); padding: 0 .4rem; margin-right: .2rem; }
.w1 { background: var(--w1); border-bottom-width: 2px; }
.w2 { background: var(--w2); border-bottom-width: 3px; }
.w3 { background: var(--w3); color: var(--on-dark); border-bottom-width: 5px; }
.w4 { background: var(--w4); color: var(--on-dark); border-bottom-width: 7px; }
.read { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.error { color: var(--bad); font-weight: 600; }
.warning { color: var(--warn); font-weight: 600; }
.quiet { color: var(--quiet); }
li { margin: .3rem 0; }
@media print {
  @page { size: landscape; margin: 12mm; }
  :root { --text: #000000; --quiet: #33383e; }
  * { print-color-adjust: exact; }
  body { padding: 0; max-width: none; font-size: 9pt; }
  .scroll { overflow: visible; break-inside: avoid; }
  th, td { padding: 2pt 3pt; }
  th[scope="row"] { min-width: 0; }
  thead { display: table-header-group; }
  tr, li, article { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
}
`;
