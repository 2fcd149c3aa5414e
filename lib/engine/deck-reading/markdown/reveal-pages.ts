import { ownValue } from '#kernel/shared/own-value.ts';
import { cutText } from '../cut-text.ts';
import type { Fields } from './front-matter.ts';
import { readLinePattern } from './line-pattern.ts';
import { type LinePlace, linePlaces } from './line-places.ts';
import type { PageSource } from './page-source.ts';

/** Reports how many lines from `at` on are a separator; 0: none. */
type Separator = (lines: readonly string[], at: number) => number;

/** Characters of a pattern that a line of the report shows. */
const MAX_SHOWN = 80;

/**
 * A separator as reveal.js writes it: a regular expression that is tried at every line, such as `<!--s-->`, `^\n\n\n`, `^-{3,}$` or
 * `\r?\n---\r?\n`.
 * @returns undefined for another pattern
 */
function readSeparator(pattern: string): Separator | undefined {
  const parts = pattern
    // Lines are compared without the space around them.
    .replaceAll(/\\r\??|\r\??|\\s[*+]?/g, '')
    .replaceAll('\\n', '\n')
    .split('\n');
  const [head = '', tail = ''] = [parts[0], parts.at(-1)];
  const texts = parts.map((part) => part.replace(/^\^/, '').replace(/(?<!\\)\$$/, ''));
  const patterns = texts.flatMap((text) => readLinePattern(text) ?? []);
  if (patterns.length < texts.length) return undefined;
  // `\n---\n` starts at the end of one line, and ends at the end of the other: only what lies between is its own line.
  const [isOpenHead, isOpenTail] = [
    texts.length > 1 && !head.startsWith('^') && texts[0] === '',
    texts.length > 1 && !tail.endsWith('$') && texts.at(-1) === '',
  ];
  const whole = patterns.slice(isOpenHead ? 1 : 0, isOpenTail ? -1 : undefined);
  // What fits an empty line would part a deck at each of them.
  if (texts.length < 3 && patterns.every((each) => each.matches(''))) return undefined;
  return (lines, at) =>
    whole.every((each, more) => at + more < lines.length && each.matches(lines[at + more]?.trim() ?? ''))
      ? whole.length
      : 0;
}

/** The fields that name separators, and the default of each. */
const SEPARATORS = [
  ['separator', '\\n---\\n'],
  ['verticalSeparator', '\\n----\\n'],
] as const;
/** The one of Advanced Slides for Obsidian, where a deck names none. */
const OBSIDIAN: Separator = (lines, at) => (lines[at]?.trim() === '--' ? 1 : 0);
const NOTE = /^\s*notes?:/i;

/** A pattern as it is written: line ends at its edges are part of it. */
const patternOf = (fields: Fields, name: string): string | undefined => {
  const value = ownValue(fields, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** What follows the line that starts the notes of a slide is spoken, to its end. */
function withNote(page: PageSource, marks: (line: string) => string | undefined): PageSource {
  const lines = page.text.split('\n');
  const places = linePlaces(lines);
  const at = lines.findIndex((line, index) => places[index] === 'text' && marks(line) !== undefined);
  if (at < 0) return page;
  const note = lines.slice(at).map((line) => marks(line) ?? line);
  return { ...page, text: lines.slice(0, at).join('\n'), note: note.join('\n').trim() };
}

/**
 * What `notesSeparator` of a deck says about a line: the rest of it where notes start. As in reveal.js, upper and lower case are one.
 */
function noteMark(fields: Fields, refuse: (name: string) => void): (line: string) => string | undefined {
  const usual = (line: string): string | undefined => (NOTE.test(line) ? line.replace(NOTE, '') : undefined);
  const pattern = patternOf(fields, 'notesSeparator')
    ?.replace(/^\^/, '')
    .replaceAll(/\\s[*+]?/g, '')
    .trim();
  if (pattern === undefined || /^(?:notes\?:)?$/i.test(pattern)) return usual;
  // `\\W` is not `\\w`: escapes keep their case.
  const named = readLinePattern(
    pattern.replace(/\\.|[A-Z]/g, (sign) => (sign.startsWith('\\') ? sign : sign.toLowerCase())),
  );
  if (!named || named.matches('')) {
    refuse('notesSeparator');
    return usual;
  }
  return (line) => {
    const text = line.trimStart();
    const length = named.matchStart(text.toLowerCase());
    return length > 0 ? text.slice(length) : undefined;
  };
}

/** The line of the report about a separator that is not read. */
export const unreadSeparator = (fields: Fields, name: string): string =>
  `${name}: the pattern "${cutText(patternOf(fields, name) ?? '', MAX_SHOWN).text}" cannot be read, so the usual one was used. Write a plain line, such as <!--s-->, or line ends, such as ^\\n\\n\\n.`;

/**
 * The slides as reveal.js and reveal-md part them: at the separators that the deck names, else at `---` and `----`. Those that lie below
 * one another come one after the other.
 * @param refuse is notified of a field whose pattern is not read
 */
export function revealPages(
  lines: readonly string[],
  from: number,
  fields: Fields,
  refuse: (name: string) => void,
): PageSource[] {
  const separators = SEPARATORS.map(([name, usual]) => {
    const named = patternOf(fields, name);
    const read = named === undefined ? undefined : readSeparator(named);
    if (named !== undefined && read === undefined) refuse(name);
    return read ?? readSeparator(usual);
  });
  if (patternOf(fields, 'verticalSeparator') === undefined) separators.push(OBSIDIAN);
  const places: LinePlace[] = linePlaces(lines);
  const marks = noteMark(fields, refuse);
  const pages: PageSource[] = [];
  let begin = from;
  const close = (end: number): void =>
    void pages.push(withNote({ text: lines.slice(begin, end).join('\n'), line: begin + 1, fields: {} }, marks));
  for (let at = from; at < lines.length; at++) {
    if (places[at] !== 'text') continue;
    const length = Math.max(...separators.map((separator) => separator?.(lines, at) ?? 0));
    if (length === 0) continue;
    close(at);
    begin = at + length;
    at = begin - 1;
  }
  close(lines.length);
  return pages.filter(({ text, note = '' }) => text.trim() !== '' || note !== '');
}
