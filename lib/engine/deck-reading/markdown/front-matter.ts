import { parse } from 'yaml';
import { ownValue } from '#kernel/shared/own-value.ts';

/** Fields of a block of YAML, by their names. */
export type Fields = Readonly<Record<string, unknown>>;

/** A block of fields starts like this: Slidev passes over what follows the three dashes. Four dashes part slides only. */
const OPENING = /^---(?!-)/;
const CLOSING = /^---\s*$/;
/** A first line that makes a block of fields. */
const FIELD = /^[A-Za-z_][\w-]*\s*:(?:\s|$)/;
const isBlank = (line: string | undefined): boolean => line === undefined || line.trim() === '';
/** A comment of YAML, or a heading of Markdown. */
const HASHED = /^#{1,6}(?:\s|$)/;
/** A line of a block of fields: a name, something below a name, or a comment. */
const OF_FIELDS = /^(?:[A-Za-z_][\w-]*\s*:|["'][^"']+["']\s*:|\s|#|-\s|[\]}])/;
/** A block of fields is no longer than this, in lines. */
const MAX_LINES = 400;
/** YAML can name one part many times. */
const MAX_ALIASES = 20;

/** Fields that Slidev reads for a slide. */
const SLIDE_FIELDS = new Set([
  ...['layout', 'layoutClass', 'class', 'transition', 'background', 'backgroundSize', 'image', 'src', 'url', 'title'],
  ...['level', 'hide', 'disabled', 'hideInToc', 'clicks', 'clicksStart', 'preload', 'routeAlias', 'name', 'zoom'],
  ...['dragPos', 'mdc', 'theme', 'themeConfig', 'defaults', 'css', 'info', 'author', 'lang', 'template', 'marp'],
]);

const unquoted = (value: string): string => value.trim().replace(/^(["'])(.*)\1$/, '$2');

/** Lines as `name: value`, for what is no valid YAML, such as `title: A: b`. */
function plainFields(lines: readonly string[]): Fields {
  const pairs = lines.flatMap((line) => {
    const [, name, value] = /^([A-Za-z_][\w-]*)\s*:(.*)$/s.exec(line) ?? [];
    return name === undefined ? [] : [[name, unquoted(value ?? '')] as const];
  });
  return Object.fromEntries(pairs);
}

/** The fields of some lines of YAML. @returns undefined for lines that hold none, and for prose with a colon in it */
export function parseFields(lines: readonly string[]): Fields | undefined {
  try {
    const read: unknown = parse(lines.join('\n'), { maxAliasCount: MAX_ALIASES, logLevel: 'error' });
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? { ...read } : undefined;
  } catch {
    return lines.every((line) => isBlank(line) || OF_FIELDS.test(line)) ? plainFields(lines) : undefined;
  }
}

/** Reports whether fields are those of a slide of Slidev; `When: Monday` is a text. */
export const areSlideFields = (fields: Fields): boolean => Object.keys(fields).some((name) => SLIDE_FIELDS.has(name));

/** A block of fields, and the line that ends it. */
export interface FieldBlock {
  fields: Fields;
  end: number;
}

/**
 * The block of fields between the `---` at `start` and the next one. As in Slidev it starts right below the `---`: after a blank line
 * comes a slide. A block with a line `# …` is one only where its names leave no doubt: that line may be a heading.
 * @param start index of the line with the first `---`
 * @param place the block of the whole deck may have names of any program
 * @returns undefined where that `---` starts no such block: it parts slides
 */
export function frontMatterAt(
  lines: readonly string[],
  start: number,
  place: 'deck' | 'slide',
): FieldBlock | undefined {
  if (!OPENING.test(lines[start] ?? '') || isBlank(lines[start + 1])) return undefined;
  const within = lines.slice(start + 1, start + 1 + MAX_LINES);
  const length = within.findIndex((line) => CLOSING.test(line));
  if (length < 0) return undefined;
  const block = within.slice(0, length);
  const first = block.find((line) => !isBlank(line) && !line.startsWith('#'));
  if (first === undefined || !FIELD.test(first)) return undefined;
  // The fields of a deck are no slide, whatever is wrong with them.
  const fields = parseFields(block) ?? (place === 'deck' ? plainFields(block) : undefined);
  if (fields === undefined) return undefined;
  const names = Object.keys(fields);
  const isSure = (name: string): boolean => SLIDE_FIELDS.has(name);
  if (block.some((line) => HASHED.test(line)) && !(place === 'deck' ? names.some(isSure) : names.every(isSure)))
    return undefined;
  return { fields, end: start + 1 + length };
}

/** A field as text; undefined where it is none. */
export function textField(fields: Fields, name: string): string | undefined {
  const value = ownValue(fields, name);
  if (typeof value === 'string') return value.trim() || undefined;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
