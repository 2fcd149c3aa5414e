import { areSlideFields, type FieldBlock, type Fields, frontMatterAt, parseFields } from './front-matter.ts';
import { linePlaces } from './line-places.ts';
import type { PageSource } from './page-source.ts';

const YAML_FENCE = /^\s*(`{3,})ya?ml\s*$/;

/** Fields that Slidev takes from a block of YAML at the very beginning of a slide. @returns undefined where it has none */
function blockFields(lines: readonly string[]): FieldBlock | undefined {
  const start = lines.findIndex((line) => line.trim() !== '');
  const [, fence] = YAML_FENCE.exec(lines[start] ?? '') ?? [];
  const end = fence === undefined ? -1 : lines.findIndex((line, at) => at > start && line.trimEnd() === fence);
  const fields = end < 0 ? undefined : parseFields(lines.slice(start + 1, end));
  return fields && { fields, end };
}

/**
 * The slides as Slidev parts them: at every line that starts with `---`, outside of code and of comments. The fields of a slide follow
 * right below that line, or are a block of YAML at its beginning.
 * @param from the first line after the fields of the deck
 * @param first the fields of the deck, which are those of its first slide
 * @returns the slides, and whether one of them has fields of Slidev below its `---`
 */
export function slidevPages(
  lines: readonly string[],
  from: number,
  first: Fields | undefined,
): { pages: PageSource[]; hasSlideFields: boolean } {
  const places = linePlaces(lines);
  const pages: PageSource[] = [];
  let begin = from;
  let fields = first;
  let hasSlideFields = false;
  const close = (end: number): void => {
    const block = fields === undefined ? blockFields(lines.slice(begin, end)) : undefined;
    const top = block === undefined ? begin : begin + block.end + 1;
    pages.push({ text: lines.slice(top, end).join('\n'), line: top + 1, fields: block?.fields ?? fields ?? {} });
  };
  for (let at = from; at < lines.length; at++) {
    if (places[at] !== 'text' || !lines[at]?.startsWith('---')) continue;
    close(at);
    const own = frontMatterAt(lines, at, 'slide');
    fields = own?.fields;
    hasSlideFields ||= fields !== undefined && areSlideFields(fields);
    if (own) at = own.end;
    begin = at + 1;
  }
  close(lines.length);
  return { pages, hasSlideFields };
}
