/** A slot of Slidev, `::right::`. */
const SLOT = /^\s*::\s*([\w.-]+)\s*::\s*$/;
/** Code that Slidev imports from another file. */
const IMPORTED_CODE = /^\s*<<<\s+(\S+)/;
const OPEN_TAG = /^\s*<[A-Za-z][\w:.-]*(?:\s|$)/;
const TAG_END = /^(?:[^<>"']|"[^"]*"|'[^']*')*>/;
/** Lines of one HTML tag, at most. */
const MAX_TAG_LINES = 20;

/** Number of lines after the line `index` that belong to the tag that starts there. */
function furtherTagLines(lines: readonly string[], index: number): number {
  if (!OPEN_TAG.test(lines[index] ?? '')) return 0;
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
  const prepared: string[] = [];
  let isCode = false;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    if (/^ {0,3}(```|~~~)/.test(line)) isCode = !isCode;
    const [, slot] = isCode ? [] : (SLOT.exec(line) ?? []);
    const [, imported] = isCode ? [] : (IMPORTED_CODE.exec(line) ?? []);
    const further = isCode ? 0 : furtherTagLines(lines, index);
    if (slot !== undefined) prepared.push(`<!--slot:${slot}-->`);
    else if (imported !== undefined) prepared.push(`<!--slot:<<< ${imported.replaceAll('--', '')}-->`);
    else prepared.push(...Array<string>(further).fill(''), lines.slice(index, index + further + 1).join(' '));
    index += further;
  }
  return prepared.join('\n');
}
