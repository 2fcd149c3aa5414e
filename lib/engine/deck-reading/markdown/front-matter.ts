import { parse } from 'yaml';
import { ownValue } from '#kernel/shared/own-value.ts';

/** Fields of a block of YAML, by their names. */
export type Fields = Readonly<Record<string, unknown>>;

const FENCE = /^---\s*$/;
/** A first line that makes a block of fields; blocks begin with comments and blank lines, too. */
const FIELD = /^[A-Za-z_][\w-]*\s*:(?:\s|$)/;
const isPassed = (line: string): boolean => line.trim() === '' || line.startsWith('#');
/** A block of fields is no longer than this, in lines. */
const MAX_LINES = 400;
/** YAML can name one part many times. */
const MAX_ALIASES = 20;

const unquoted = (value: string): string => value.trim().replace(/^(["'])(.*)\1$/, '$2');

/** Lines as `name: value`, for what is no valid YAML, such as `title: A: b`. */
function plainFields(lines: readonly string[]): Fields {
  const pairs = lines.flatMap((line) => {
    const [, name, value] = /^([A-Za-z_][\w-]*)\s*:\s*(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [[name, unquoted(value ?? '')] as const];
  });
  return Object.fromEntries(pairs);
}

/** The fields of some lines of YAML. @returns undefined for lines that hold none */
export function parseFields(lines: readonly string[]): Fields | undefined {
  try {
    const read: unknown = parse(lines.join('\n'), { maxAliasCount: MAX_ALIASES, logLevel: 'silent' });
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? { ...read } : undefined;
  } catch {
    return plainFields(lines);
  }
}

/**
 * The block of fields between the `---` at `start` and the next one.
 * @param start index of the line with the first `---`
 * @returns undefined where that `---` begins no such block: it parts slides
 */
export function frontMatterAt(lines: readonly string[], start: number): { fields: Fields; end: number } | undefined {
  if (!FENCE.test(lines[start] ?? '')) return undefined;
  let first = start + 1;
  while (first < lines.length && isPassed(lines[first] ?? '')) first++;
  if (!FIELD.test(lines[first] ?? '')) return undefined;
  const within = lines.slice(start + 1, start + 1 + MAX_LINES);
  const length = within.findIndex((line) => FENCE.test(line));
  if (length < 0) return undefined;
  const fields = parseFields(within.slice(0, length));
  return fields && { fields, end: start + 1 + length };
}

/** A field as text; undefined where it is none. */
export function textField(fields: Fields, name: string): string | undefined {
  const value = ownValue(fields, name);
  if (typeof value === 'string') return value.trim() || undefined;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
