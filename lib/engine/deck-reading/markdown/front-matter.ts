import { parse } from 'yaml';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';

/** Fields of a block of YAML, by their names. */
export type YamlFields = Readonly<Record<string, unknown>>;

/** The first line of a block. As in Slidev, text after the three dashes is ignored; four dashes only separate slides. */
const OPENING_LINE = /^---(?!-)/;
const CLOSING_LINE = /^---\s*$/;
/** A line `name: value`. The first line of a block is one. */
const FIELD_LINE = /^[A-Za-z_][\w-]*\s*:(?:\s|$)/;
/** A comment of YAML, or a heading of Markdown. */
const HASH_LINE = /^#{1,6}(?:\s|$)/;
/** A line of YAML: a name, an indented line, an item, a closing bracket, or a comment. */
const YAML_LINE = /^(?:[A-Za-z_][\w-]*\s*:|["'][^"']+["']\s*:|\s|#|-\s|[\]}])/;
/** The highest number of lines of a block. */
const MAX_LINES = 400;
/** The highest number of YAML aliases in a block. Aliases of aliases can expand a short block to billions of values. */
const MAX_ALIASES = 20;

const isBlank = (line: string | undefined): boolean => line === undefined || line.trim() === '';

/** Fields of a slide in Slidev, https://sli.dev/custom#per-slide-configurations, and of the themes and layouts that come with it. */
const SLIDE_FIELDS = new Set([
  'layout',
  'layoutClass',
  'class',
  'transition',
  'background',
  'backgroundSize',
  'image',
  'src',
  'url',
  'title',
  'level',
  'hide',
  'disabled',
  'hideInToc',
  'clicks',
  'clicksStart',
  'preload',
  'routeAlias',
  'name',
  'zoom',
  'dragPos',
  'mdc',
  'theme',
  'themeConfig',
  'defaults',
  'css',
  'info',
  'author',
  'lang',
  'template',
  'marp',
]);

const removeQuotes = (value: string): string => value.trim().replace(/^(["'])(.*)\1$/, '$2');

/** The fields of lines `name: value` that are not valid YAML, such as `title: A: b`. */
function readPlainFields(lines: readonly string[]): YamlFields {
  const pairs = lines.flatMap((line) => {
    const [, name, value] = /^([A-Za-z_][\w-]*)\s*:(.*)$/s.exec(line) ?? [];
    return name === undefined ? [] : [[name, removeQuotes(value ?? '')] as const];
  });
  return Object.fromEntries(pairs);
}

/** The value of a YAML text, whose aliases are bounded. @throws Error for a text that is not YAML */
export const parseYaml = (text: string): unknown => parse(text, { maxAliasCount: MAX_ALIASES, logLevel: 'error' });

/** Reads lines of YAML. @returns undefined for lines without fields, and for prose with a colon in it */
export function parseYamlFields(lines: readonly string[]): YamlFields | undefined {
  try {
    const value = parseYaml(lines.join('\n'));
    return isObjectOfYamlFields(value) ? { ...value } : undefined;
  } catch {
    return lines.every((line) => isBlank(line) || YAML_LINE.test(line)) ? readPlainFields(lines) : undefined;
  }
}

/** Reports whether a block has a field of a Slidev slide. Without one, a line such as `When: Monday` is text between two rules. */
export const hasSlidevFields = (fields: YamlFields): boolean =>
  Object.keys(fields).some((name) => SLIDE_FIELDS.has(name));

/** A block of YAML fields in a deck: between two lines `---`, or in a fenced code block. */
export interface YamlFieldBlock {
  fields: YamlFields;
  /** Index of the last line of the block among the lines that were read, from 0: that of the closing `---` or fence. */
  end: number;
}

/**
 * Reads the block of fields between the `---` at `start` and the next one. As in Slidev it starts directly below the `---`; a blank
 * line there means that a slide follows. A line `# …` may be a YAML comment or a heading: with one, only names that Slidev knows
 * make a block.
 * @param start index of the line with the first `---`, from 0
 * @param place `deck`: the front matter of the deck, which may have fields of any program; `slide`: the fields of a slide
 * @returns undefined if the `---` separates two slides instead
 */
export function frontMatterAt(
  lines: readonly string[],
  start: number,
  place: 'deck' | 'slide',
): YamlFieldBlock | undefined {
  if (!OPENING_LINE.test(lines[start] ?? '') || isBlank(lines[start + 1])) return undefined;
  const followingLines = lines.slice(start + 1, start + 1 + MAX_LINES);
  const blockLength = followingLines.findIndex((line) => CLOSING_LINE.test(line));
  if (blockLength < 0) return undefined;
  const block = followingLines.slice(0, blockLength);
  const firstField = block.find((line) => !isBlank(line) && !line.startsWith('#'));
  if (firstField === undefined || !FIELD_LINE.test(firstField)) return undefined;
  // Front matter with invalid YAML is not shown as a slide either.
  const fields = parseYamlFields(block) ?? (place === 'deck' ? readPlainFields(block) : undefined);
  if (fields === undefined) return undefined;
  const names = Object.keys(fields);
  const isSlideField = (name: string): boolean => SLIDE_FIELDS.has(name);
  const hasKnownFields = place === 'deck' ? names.some(isSlideField) : names.every(isSlideField);
  if (block.some((line) => HASH_LINE.test(line)) && !hasKnownFields) return undefined;
  return { fields, end: start + 1 + blockLength };
}

/** Reports whether a value of YAML is an object with fields. */
export const isObjectOfYamlFields = (value: unknown): value is YamlFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A field as text, trimmed; undefined if it is absent, empty, or neither a text, a number nor a boolean. */
export function textOfYamlField(fields: YamlFields, name: string): string | undefined {
  const value = ownPropertyValue(fields, name);
  if (typeof value === 'string') return value.trim() || undefined;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
