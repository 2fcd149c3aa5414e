import { ownValue } from '#kernel/shared/own-value.ts';
import type { Fields } from './front-matter.ts';
import { type LinePlace, linePlaces } from './line-places.ts';
import type { PageSource } from './page-source.ts';

/** Reports how many lines from `at` on are a separator; 0: none. */
type Separator = (lines: readonly string[], at: number) => number;

/** Signs of regular expressions that are not read. */
const PATTERN_SIGN = /[.*+?()[\]{}|^$]/;
const MAX_PATTERN = 80;

/**
 * A separator as reveal.js writes it: a regular expression that is tried at every line. Only literal ones with line ends and anchors
 * are read, which is what decks have (`<!--s-->`, `^\n\n\n`, `\r?\n---\r?\n`): a pattern of a client's could take any time.
 * @returns undefined for another pattern
 */
function readSeparator(pattern: string): Separator | undefined {
  if (pattern.length > MAX_PATTERN) return undefined;
  const parts = pattern
    // Lines are compared without the space around them.
    .replaceAll(/\\r\??|\r\??|\\s[*+]?/g, '')
    .replaceAll('\\n', '\n')
    .split('\n');
  const [head = '', tail = ''] = [parts[0], parts.at(-1)];
  const isWholeHead = head.startsWith('^');
  const isWholeTail = tail.endsWith('$');
  const texts = parts.map((part, at) => {
    const begun = at === 0 ? part.replace(/^\^/, '') : part;
    const ended = at === parts.length - 1 ? begun.replace(/\$$/, '') : begun;
    return ended.replaceAll(/\\([^\w\s])/g, '\0$1');
  });
  if (texts.some((text) => PATTERN_SIGN.test(text.replaceAll(/\0./g, '')) || /\\/.test(text.replaceAll(/\0./g, ''))))
    return undefined;
  const literals = texts.map((text) => text.replaceAll('\0', ''));
  if (literals.every((text) => text === '') && literals.length < 3) return undefined;
  // `\n---\n` starts at the end of one line, and ends at the end of the other: only what lies between is its own line.
  const [isOpenHead, isOpenTail] = [
    literals.length > 1 && !isWholeHead && literals[0] === '',
    literals.length > 1 && !isWholeTail && literals.at(-1) === '',
  ];
  const whole = literals.slice(isOpenHead ? 1 : 0, isOpenTail ? -1 : undefined);
  return (lines, at) => (whole.every((text, more) => lines[at + more]?.trim() === text) ? whole.length : 0);
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

/** What `notesSeparator` of a deck says about a line: the rest of it where notes start. */
function noteMark(fields: Fields, refuse: (name: string) => void): (line: string) => string | undefined {
  const named = patternOf(fields, 'notesSeparator')?.replace(/^\^/, '').trim();
  if (named === undefined || named === '' || PATTERN_SIGN.test(named) || named.includes('\\')) {
    if (named) refuse('notesSeparator');
    return (line) => (NOTE.test(line) ? line.replace(NOTE, '') : undefined);
  }
  return (line) => (line.trimStart().startsWith(named) ? line.trimStart().slice(named.length) : undefined);
}

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
