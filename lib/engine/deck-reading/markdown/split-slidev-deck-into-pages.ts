import type { DeckPageSource } from './deck-page-source.ts';
import {
  frontMatterAt,
  hasSlidevFields,
  parseYamlFields,
  type YamlFieldBlock,
  type YamlFields,
} from './front-matter.ts';
import { markdownLineContexts } from './line-places.ts';

const YAML_FENCE = /^\s*(`{3,})ya?ml\s*$/;

/**
 * The fields in a YAML code block at the start of a slide, https://sli.dev/features/block-frontmatter.
 * @param lines of the slide
 * @returns undefined if the slide starts with something else
 */
function readYamlBlock(lines: readonly string[]): YamlFieldBlock | undefined {
  const start = lines.findIndex((line) => line.trim() !== '');
  const [, fence] = YAML_FENCE.exec(lines[start] ?? '') ?? [];
  const end = fence === undefined ? -1 : lines.findIndex((line, index) => index > start && line.trimEnd() === fence);
  const fields = end < 0 ? undefined : parseYamlFields(lines.slice(start + 1, end));
  return fields && { fields, end };
}

/**
 * Splits a deck as Slidev does, https://sli.dev/guide/syntax: at every line that starts with `---`, outside of code and comments. The
 * fields of a slide are directly below that line, or in a YAML code block at its start.
 * @param lines of the file
 * @param firstLine index of the first line after the front matter of the deck, from 0
 * @param deckFields the front matter of the deck, which is also that of its first slide
 * @returns the slides, and whether one of them has fields of Slidev below its `---`
 */
export function splitSlidevDeckIntoPages(
  lines: readonly string[],
  firstLine: number,
  deckFields: YamlFields | undefined,
): { pages: DeckPageSource[]; hasSlideFields: boolean } {
  const contexts = markdownLineContexts(lines);
  const pages: DeckPageSource[] = [];
  let start = firstLine;
  let fields = deckFields;
  let hasSlideFields = false;
  const addPage = (end: number): void => {
    const block = fields === undefined ? readYamlBlock(lines.slice(start, end)) : undefined;
    const textStart = block === undefined ? start : start + block.end + 1;
    const text = lines.slice(textStart, end).join('\n');
    pages.push({ text, line: textStart + 1, fields: block?.fields ?? fields ?? {} });
  };
  for (let index = firstLine; index < lines.length; index++) {
    if (contexts[index] !== 'text' || !lines[index]?.startsWith('---')) continue;
    addPage(index);
    const block = frontMatterAt(lines, index, 'slide');
    fields = block?.fields;
    hasSlideFields ||= fields !== undefined && hasSlidevFields(fields);
    if (block) index = block.end;
    start = index + 1;
  }
  addPage(lines.length);
  return { pages, hasSlideFields };
}
