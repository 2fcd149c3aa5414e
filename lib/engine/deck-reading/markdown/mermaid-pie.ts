import { type ParsedChartBlock, readPieChartOfCsv } from './chart-block.ts';

const SLICE = /^\s*"(?<name>[^"]{1,200})"\s*:\s*(?<value>\d+(?:\.\d+)?)\s*$/;
const HEAD = /^\s*pie(?:\s+showData)?(?:\s+title\s+(?<title>.+))?\s*$/;
const TITLE = /^\s*title\s+(?<title>.+?)\s*$/;

/** Lines without content: comments, settings and accessible titles of Mermaid. */
const isAside = (line: string): boolean => /^\s*(?:%%.*|acc(?:Title|Descr)\s*:.*)?$/.test(line);

/** The chart of a pie of Mermaid, https://mermaid.js.org/syntax/pie.html; undefined: the text is another diagram, or has other lines. */
export function readMermaidPie(text: string): ParsedChartBlock | undefined {
  const [first = '', ...rest] = text.split('\n').filter((line) => !isAside(line));
  const head = HEAD.exec(first);
  if (!head) return undefined;
  let title = head.groups?.title?.trim() ?? '';
  const rows: string[] = [];
  for (const line of rest) {
    const slice = SLICE.exec(line)?.groups;
    const named = TITLE.exec(line)?.groups?.title;
    if (slice) rows.push(`"${slice.name}",${slice.value}`);
    else if (named !== undefined) title = named;
    else return undefined;
  }
  return readPieChartOfCsv(title, ['"",Share', ...rows].join('\n'));
}
