import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { cutTextWithEllipsis } from '../cut-text-with-ellipsis.ts';
import type { YamlFields } from './front-matter.ts';
import { compileLinePattern } from './line-pattern.ts';
import { type MarkdownLineContext, markdownLineContexts } from './line-places.ts';
import type { PageSource } from './page-source.ts';

/** Number of lines of the separator that starts at the line `index` (from 0); 0 if none does. */
type Separator = (lines: readonly string[], index: number) => number;

/** Characters of a pattern that a line of the report shows. */
const MAX_SHOWN = 80;

/** UTF-16 code units of a separator in the file. */
const MAX_SEPARATOR = 300;
/**
 * The parts of a pattern: `\s` with its repeat, any other escape, or one character. No two of its alternatives match the same text, so
 * that splitting takes time proportional to the length of the pattern.
 */
const PATTERN_PART = /\\s(?:(?:[*+?]|\{[\d,]*\})\??)?|\\?[\s\S]/g;

const isSpace = (part: string | undefined): boolean => part?.startsWith('\\s') === true;

/** The parts of a pattern without the space at its start. */
function withoutSpaceBefore(parts: readonly string[]): readonly string[] {
  const first = parts.findIndex((part) => !isSpace(part));
  return first < 0 ? [] : parts.slice(first);
}

/** The parts of a pattern without the space at its end. */
const withoutSpaceAfter = (parts: readonly string[]): readonly string[] =>
  parts.slice(0, parts.findLastIndex((part) => !isSpace(part)) + 1);

/** The parts of a pattern without `^` at its start and without outer space: lines are also compared without outer space. */
function withoutStart(parts: readonly string[]): readonly string[] {
  const trimmed = withoutSpaceBefore(parts);
  return trimmed[0] === '^' ? withoutSpaceBefore(trimmed.slice(1)) : trimmed;
}

/** The pattern of one line without anchors and the space around them. */
function linePatternOf(parts: readonly string[]): string {
  const trimmed = withoutSpaceAfter(withoutStart(parts));
  return withoutSpaceAfter(trimmed.at(-1) === '$' ? trimmed.slice(0, -1) : trimmed).join('');
}

/**
 * Reads a separator of reveal.js, https://revealjs.com/markdown: a regular expression that is matched at every line, such as `<!--s-->`,
 * `^\n\n\n`, `^-{3,}$` or `\r?\n---\r?\n`.
 * @returns undefined for a pattern that is not supported, and for one that has more than `MAX_SEPARATOR` code units
 */
function readSeparator(pattern: string): Separator | undefined {
  if (pattern.length > MAX_SEPARATOR) return undefined;
  const parts = pattern
    .replaceAll(/\\r\??|\r\??/g, '')
    .replaceAll('\\n', '\n')
    .split('\n')
    .map((line) => line.match(PATTERN_PART) ?? []);
  const texts = parts.map(linePatternOf);
  const patterns = texts.flatMap((text) => compileLinePattern(text) ?? []);
  if (patterns.length < texts.length) return undefined;
  // `\n---\n` starts and ends with the line ends around its line: they are not separate lines.
  const isAnchored = withoutSpaceBefore(parts[0] ?? [])[0] === '^';
  const endsAnchored = withoutSpaceAfter(parts.at(-1) ?? []).at(-1) === '$';
  const isHeadLineEnd = texts.length > 1 && !isAnchored && texts[0] === '';
  const isTailLineEnd = texts.length > 1 && !endsAnchored && texts.at(-1) === '';
  const linePatterns = patterns.slice(isHeadLineEnd ? 1 : 0, isTailLineEnd ? -1 : undefined);
  // A pattern that matches one empty line would split the deck at every paragraph.
  if (texts.length < 3 && patterns.every((each) => each.matches(''))) return undefined;
  return (lines, index) =>
    linePatterns.every(
      (each, offset) => index + offset < lines.length && each.matches(lines[index + offset]?.trim() ?? ''),
    )
      ? linePatterns.length
      : 0;
}

/** The fields that name separators, and their defaults in reveal-md. */
const SEPARATORS = [
  ['separator', '\\n---\\n'],
  ['verticalSeparator', '\\n----\\n'],
] as const;
/** The vertical separator of Advanced Slides for Obsidian, for decks that name none. */
const OBSIDIAN: Separator = (lines, index) => (lines[index]?.trim() === '--' ? 1 : 0);
const NOTE = /^\s*notes?:/i;

/** A pattern as the deck names it, untrimmed: line ends at its edges are part of it. */
const patternOf = (fields: YamlFields, name: string): string | undefined => {
  const value = ownPropertyValue(fields, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** The text of a line after the mark that starts the notes of a slide; undefined for a line without the mark. */
type NoteReader = (line: string) => string | undefined;

/** Moves the lines of a page from the first note mark on into its notes. */
function withNote(page: PageSource, noteIn: NoteReader): PageSource {
  const lines = page.text.split('\n');
  const places = markdownLineContexts(lines);
  const start = lines.findIndex((line, index) => places[index] === 'text' && noteIn(line) !== undefined);
  if (start < 0) return page;
  const note = lines.slice(start).map((line) => noteIn(line) ?? line);
  return { ...page, text: lines.slice(0, start).join('\n'), note: note.join('\n').trim() };
}

/**
 * A reader of the note mark that `notesSeparator` of a deck names. As in reveal.js, case is ignored.
 * @param refuse receives the name of the field if its pattern is not supported; the default mark is read then
 */
function noteReader(fields: YamlFields, refuse: (name: string) => void): NoteReader {
  const defaultReader: NoteReader = (line) => (NOTE.test(line) ? line.replace(NOTE, '') : undefined);
  const pattern = patternOf(fields, 'notesSeparator')?.trim();
  if (pattern === undefined || /^\^?(?:notes\?:)?$/i.test(pattern)) return defaultReader;
  const named = compileLinePattern(withoutStart(pattern.match(PATTERN_PART) ?? []).join(''), { ignoresCase: true });
  if (!named || named.matches('')) {
    refuse('notesSeparator');
    return defaultReader;
  }
  return (line) => {
    const text = line.trimStart();
    const length = named.matchStart(text);
    return length > 0 ? text.slice(length) : undefined;
  };
}

/** The line of the report about a separator that is not supported. @param name of the field */
export const unsupportedSeparatorMessage = (fields: YamlFields, name: string): string =>
  `${name}: the pattern "${cutTextWithEllipsis(patternOf(fields, name) ?? '', MAX_SHOWN).text}" cannot be read, so the usual one was used. Write a plain line, such as <!--s-->, or line ends, such as ^\\n\\n\\n.`;

/**
 * Splits a deck as reveal.js and reveal-md do: at the separators that it names, else at `---` and `----`. Vertical slides follow the
 * slide above them.
 * @param lines of the file
 * @param firstLine index of the first line after the front matter, from 0
 * @param refuse receives the name of each field whose pattern is not supported; the default separator is used then
 */
export function splitRevealDeckIntoPages(
  lines: readonly string[],
  firstLine: number,
  fields: YamlFields,
  refuse: (name: string) => void,
): PageSource[] {
  const separators = SEPARATORS.map(([name, defaultPattern]) => {
    const pattern = patternOf(fields, name);
    const separator = pattern === undefined ? undefined : readSeparator(pattern);
    if (pattern !== undefined && separator === undefined) refuse(name);
    return separator ?? readSeparator(defaultPattern);
  });
  if (patternOf(fields, 'verticalSeparator') === undefined) separators.push(OBSIDIAN);
  const places: MarkdownLineContext[] = markdownLineContexts(lines);
  const noteIn = noteReader(fields, refuse);
  const pages: PageSource[] = [];
  let start = firstLine;
  const addPage = (end: number): void =>
    void pages.push(withNote({ text: lines.slice(start, end).join('\n'), line: start + 1, fields: {} }, noteIn));
  for (let index = firstLine; index < lines.length; index++) {
    if (places[index] !== 'text') continue;
    const length = Math.max(...separators.map((separator) => separator?.(lines, index) ?? 0));
    if (length === 0) continue;
    addPage(index);
    start = index + length;
    index = start - 1;
  }
  addPage(lines.length);
  return pages.filter(({ text, note = '' }) => text.trim() !== '' || note !== '');
}
