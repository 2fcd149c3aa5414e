/** The style of the page, in light and dark by what the reader's system prefers. */
export const STYLE = `
:root {
  --page: #ffffff; --text: #1a1f26; --quiet: #57606a; --line: #d5dae0; --code: #f3f5f7;
  --ours: #0b62c4; --other: #8c96a1; --missed: #c2410c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #11151a; --text: #e8ecf1; --quiet: #a0abb8; --line: #323a44; --code: #1a2027;
    --ours: #5aa9ff; --other: #737f8c; --missed: #ff8a5c;
  }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 808px; margin: 0 auto; padding: 32px 24px 64px }
h1 { font-size: 32px; line-height: 1.2; margin: 0 0 4px }
p.subject { font-size: 18px; color: var(--text) }
h2 { font-size: 20px; margin: 48px 0 4px }
h3 { font-size: 16px; margin: 24px 0 4px }
p { margin: 0 0 16px; color: var(--quiet); max-width: 72ch }
p.remark { margin: 8px 0 0; font-size: 14px; overflow-wrap: anywhere }
svg { display: block; max-width: 100%; height: auto; overflow: visible; font: 14px system-ui, sans-serif }
text { fill: var(--text) }
text.name.ours { font-weight: 600 }
text.figure { fill: var(--quiet); font-size: 13px }
text.tick { fill: var(--quiet); font-size: 12px }
.bar.ours, .bar.met, .point.ours { fill: var(--ours) }
.bar.other, .point.other { fill: var(--other) }
.bar.missed { fill: var(--missed) }
.limit { stroke: var(--text); stroke-width: 1.5 }
.grid { stroke: var(--line) }
.line { fill: none; stroke-width: 2 }
.line.ours, .floor.ours { stroke: var(--ours) }
.line.other, .floor.other { stroke: var(--other) }
.floor { stroke-dasharray: 4 4 }
.narrow { display: none }
.legend { list-style: none; margin: 0 0 12px; padding: 0; font-size: 14px; color: var(--quiet) }
.key { display: inline-block; width: 12px; height: 12px; border-radius: 2px; margin-right: 8px }
.key.ours { background: var(--ours) }
.key.other { background: var(--other) }
.scroll { overflow-x: auto; margin: 16px 0 0; border: 1px solid var(--line); border-radius: 6px }
table { border-collapse: collapse; font-size: 13px; width: 100%; font-variant-numeric: tabular-nums }
th, td { text-align: left; vertical-align: top; padding: 6px 10px; border-bottom: 1px solid var(--line); white-space: nowrap }
td:last-child { white-space: normal; min-width: 420px }
tr:last-child td { border-bottom: 0 }
th { background: var(--code); font-weight: 600 }
@media (max-width: 640px) {
  main { padding: 20px 16px 48px }
  h1 { font-size: 26px }
  td:last-child { min-width: 260px }
  .wide { display: none }
  .narrow { display: block }
}
`;
