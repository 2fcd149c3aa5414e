import { type ParsedChartBlock, readPieChartOfCsv } from './chart-block.ts';

const SLICE_LINE = /^\s*"(?<name>[^"]{1,200})"\s*:\s*(?<value>\d+(?:\.\d+)?)\s*$/;
const HEAD_LINE = /^\s*pie(?:\s+showData)?(?:\s+title\s+(?<title>.+))?\s*$/;
const TITLE_LINE = /^\s*title\s+(?<title>.+?)\s*$/;

/** Lines without content: comments, settings and accessible titles of Mermaid. */
const isLineWithoutContent = (line: string): boolean => /^\s*(?:%%.*|acc(?:Title|Descr)\s*:.*)?$/.test(line);

/** The chart of a pie of Mermaid, https://mermaid.js.org/syntax/pie.html; undefined: the text is another diagram, or has other lines. */
export function readMermaidPie(text: string): ParsedChartBlock | undefined {
  const [firstLine = '', ...bodyLines] = text.split('\n').filter((line) => !isLineWithoutContent(line));
  const headMatch = HEAD_LINE.exec(firstLine);
  if (!headMatch) return undefined;
  let title = headMatch.groups?.title?.trim() ?? '';
  const rows: string[] = [];
  for (const line of bodyLines) {
    const slice = SLICE_LINE.exec(line)?.groups;
    const titleInLine = TITLE_LINE.exec(line)?.groups?.title;
    if (slice) rows.push(`"${slice.name}",${slice.value}`);
    else if (titleInLine !== undefined) title = titleInLine;
    else return undefined;
  }
  return readPieChartOfCsv(title, ['"",Share', ...rows].join('\n'));
}
