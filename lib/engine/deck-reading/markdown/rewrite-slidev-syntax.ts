/** A slot of Slidev, `::right::`. */
const SLOT_LINE = /^\s*::\s*([\w.-]+)\s*::\s*$/;
/** Code that Slidev imports from another file. */
const IMPORTED_CODE = /^\s*<<<\s+(\S+)/;
const TAG_START = /^\s*<[A-Za-z][\w:.-]*(?:\s|$)/;
const TAG_END = /^(?:[^<>"']|"[^"]*"|'[^']*')*>/;
/** The highest number of lines of one HTML tag. */
const MAX_TAG_LINES = 20;

/** The number of lines after the line `index` (from 0) that belong to the tag that starts in it; 0 if no tag does. */
function countFurtherTagLines(lines: readonly string[], index: number): number {
  if (!TAG_START.test(lines[index] ?? '')) return 0;
  for (let count = 0; count < MAX_TAG_LINES && index + count < lines.length; count++) {
    const text = lines.slice(index, index + count + 1).join(' ');
    if (TAG_END.test(text.replace(/^\s*</, ''))) return count;
  }
  return 0;
}

/**
 * Rewrites the syntax of Slidev that a Markdown parser misreads. Slots and imported code become comments `slot:…`, which end a
 * paragraph. A tag of several lines is joined into one: a `>` at the start of its last line would be a quotation. The number of lines
 * stays the same.
 */
export function rewriteSlidevSyntax(text: string): string {
  const lines = text.split('\n');
  const rewrittenLines: string[] = [];
  let isCode = false;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    if (/^ {0,3}(```|~~~)/.test(line)) isCode = !isCode;
    const [, slot] = isCode ? [] : (SLOT_LINE.exec(line) ?? []);
    const [, importedFile] = isCode ? [] : (IMPORTED_CODE.exec(line) ?? []);
    const furtherLineCount = isCode ? 0 : countFurtherTagLines(lines, index);
    if (slot !== undefined) rewrittenLines.push(`<!--slot:${slot}-->`);
    else if (importedFile !== undefined) rewrittenLines.push(`<!--slot:<<< ${importedFile.replaceAll('--', '')}-->`);
    else
      rewrittenLines.push(
        ...Array<string>(furtherLineCount).fill(''),
        lines.slice(index, index + furtherLineCount + 1).join(' '),
      );
    index += furtherLineCount;
  }
  return rewrittenLines.join('\n');
}
