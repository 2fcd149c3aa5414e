import { z } from 'zod';
import { languageTag } from '../../lib/contract/language-tag.ts';
import { text } from '../../lib/contract/text.ts';
import { FORMAT_NAMES, RESOLUTION_NAMES } from '../../lib/video/format.ts';
import type { DeckFault } from './deck-error.ts';
import { lexiconText } from './lexicon-text.ts';
import { transitionText } from './transition-text.ts';

const FIELDS = {
  title: text(1, 200),
  format: z.enum(FORMAT_NAMES),
  resolution: z.enum(RESOLUTION_NAMES),
  template: text(1, 64),
  language: languageTag,
  transition: transitionText,
  lexicon: lexiconText,
};
const frontMatter = z.object(FIELDS).partial();

/** What a deck may say of its timeline; `template` is a `template_id`. */
export type FrontMatter = z.output<typeof frontMatter>;

const FENCE = /^---\s*$/;
const FIELD = /^([a-z_]+)\s*:\s*(.*)$/;

const unquoted = (value: string): string => value.trim().replace(/^(["'])(.*)\1$/, '$2');

/**
 * Reads the `key: value` lines between two `---` at the very beginning of a deck. The body comes back with those lines
 * empty, so that line numbers stay true. A `---` that no `key:` follows is a separator of slides and left alone.
 */
export function readFrontMatter(markdown: string): { fields: FrontMatter; body: string; faults: DeckFault[] } {
  const lines = markdown.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const faults: DeckFault[] = [];
  if (!FENCE.test(lines[0] ?? '') || !FIELD.test(lines[1] ?? '')) return { fields: {}, body: lines.join('\n'), faults };
  const end = lines.findIndex((line, index) => index > 0 && FENCE.test(line));
  if (end < 0) {
    faults.push({ line: 1, message: 'the front matter has no closing ---' });
    return { fields: {}, body: '', faults };
  }
  const fields: Record<string, unknown> = {};
  for (let index = 1; index < end; index++) {
    const line = lines[index] ?? '';
    if (line.trim() === '' || line.startsWith('#')) continue;
    const fault = readField(line, fields);
    if (fault !== undefined) faults.push({ line: index + 1, message: fault });
  }
  return {
    fields: frontMatter.parse(fields),
    body: lines.map((line, index) => (index <= end ? '' : line)).join('\n'),
    faults,
  };
}

/** Adds the field of one line, as it is written; answers what is wrong with it. */
function readField(line: string, fields: Record<string, unknown>): string | undefined {
  const [, name = '', value = ''] = FIELD.exec(line) ?? [];
  const schema = Object.hasOwn(FIELDS, name) ? FIELDS[name as keyof typeof FIELDS] : undefined;
  if (schema === undefined)
    return `the front matter takes ${Object.keys(FIELDS).join(', ')}, each as "name: value"; not "${line.trim()}"`;
  const parsed = schema.safeParse(unquoted(value));
  if (!parsed.success) return `${name}: ${parsed.error.issues[0]?.message ?? 'not valid'}`;
  fields[name] = unquoted(value);
  return undefined;
}
