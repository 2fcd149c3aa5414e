import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { cutTextWithEllipsis } from '../cut-text-with-ellipsis.ts';
import type { DeckPageSource } from './deck-page-source.ts';
import type { YamlFields } from './front-matter.ts';
import { compileLinearTimeLinePattern } from './line-pattern.ts';
import { markdownLineContexts } from './line-places.ts';

/** A function that returns the number of lines of the separator that starts at a line; 0 if none does. @param index of the line, from 0 */
type SeparatorMatcher = (lines: readonly string[], index: number) => number;

/** The number of characters of a pattern that a line of the report shows. */
const MAX_SHOWN_CHARACTERS = 80;

/** The length of the longest pattern of a separator, in UTF-16 code units. */
const MAX_SEPARATOR_LENGTH = 300;
/**
 * The parts of a pattern: `\s` with its repeat, any other escape, or one character. No two of its alternatives match the same text, so
 * that splitting takes time proportional to the length of the pattern.
 */
const PATTERN_PART = /\\s(?:(?:[*+?]|\{[\d,]*\})\??)?|\\?[\s\S]/g;

const isSpace = (part: string | undefined): boolean => part?.startsWith('\\s') === true;

/** The parts of a pattern without the space at its start. */
function trimLeadingSpace(parts: readonly string[]): readonly string[] {
  const firstIndex = parts.findIndex((part) => !isSpace(part));
  return firstIndex < 0 ? [] : parts.slice(firstIndex);
}

/** The parts of a pattern without the space at its end. */
const trimTrailingSpace = (parts: readonly string[]): readonly string[] =>
  parts.slice(0, parts.findLastIndex((part) => !isSpace(part)) + 1);

/** The parts of a pattern without `^` at its start, and without the space around it: lines are compared without their outer space. */
function trimStartAnchor(parts: readonly string[]): readonly string[] {
  const trimmed = trimLeadingSpace(parts);
  return trimmed[0] === '^' ? trimLeadingSpace(trimmed.slice(1)) : trimmed;
}

/** The pattern of one line, without its anchors and the space around them. */
function linePatternOf(parts: readonly string[]): string {
  const trimmed = trimTrailingSpace(trimStartAnchor(parts));
  return trimTrailingSpace(trimmed.at(-1) === '$' ? trimmed.slice(0, -1) : trimmed).join('');
}

/**
 * Reads a separator of reveal.js, https://revealjs.com/markdown: a regular expression that is matched at every line, such as `<!--s-->`,
 * `^\n\n\n`, `^-{3,}$` or `\r?\n---\r?\n`.
 * @returns undefined for a pattern that is not supported, and for one that has more than `MAX_SEPARATOR_LENGTH` code units
 */
function readSeparator(pattern: string): SeparatorMatcher | undefined {
  if (pattern.length > MAX_SEPARATOR_LENGTH) return undefined;
  const partsOfLines = pattern
    .replaceAll(/\\r\??|\r\??/g, '')
    .replaceAll('\\n', '\n')
    .split('\n')
    .map((line) => line.match(PATTERN_PART) ?? []);
  const patternTexts = partsOfLines.map(linePatternOf);
  const patterns = patternTexts.flatMap((text) => compileLinearTimeLinePattern(text) ?? []);
  if (patterns.length < patternTexts.length) return undefined;
  // `\n---\n` starts and ends with the line ends around its line: they are not separate lines.
  const startsAnchored = trimLeadingSpace(partsOfLines[0] ?? [])[0] === '^';
  const endsAnchored = trimTrailingSpace(partsOfLines.at(-1) ?? []).at(-1) === '$';
  const startsWithLineEnd = patternTexts.length > 1 && !startsAnchored && patternTexts[0] === '';
  const endsWithLineEnd = patternTexts.length > 1 && !endsAnchored && patternTexts.at(-1) === '';
  const linePatterns = patterns.slice(startsWithLineEnd ? 1 : 0, endsWithLineEnd ? -1 : undefined);
  // A pattern that matches fewer than three empty lines would split the deck at every paragraph.
  if (patternTexts.length < 3 && patterns.every((linePattern) => linePattern.matches(''))) return undefined;
  return (lines, index) =>
    linePatterns.every(
      (linePattern, offset) =>
        index + offset < lines.length && linePattern.matches(lines[index + offset]?.trim() ?? ''),
    )
      ? linePatterns.length
      : 0;
}

/** The fields that name separators, and their defaults in reveal-md. */
const SEPARATOR_FIELDS = [
  ['separator', '\\n---\\n'],
  ['verticalSeparator', '\\n----\\n'],
] as const;
/** The vertical separator of Advanced Slides for Obsidian, for decks that name none. */
const OBSIDIAN_SEPARATOR: SeparatorMatcher = (lines, index) => (lines[index]?.trim() === '--' ? 1 : 0);
/** The note mark of reveal.js, for decks that name none. */
const NOTE_MARK = /^\s*notes?:/i;

/** A pattern as the deck names it, untrimmed: line ends at its edges are part of it. */
const patternOf = (fields: YamlFields, name: string): string | undefined => {
  const value = ownPropertyValue(fields, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** A function that returns the text of a line after the mark that starts the notes of a slide; undefined for a line without the mark. */
type NoteReader = (line: string) => string | undefined;

/** Moves the lines of a page from the first note mark on into its notes. */
function moveNotes(page: DeckPageSource, readNote: NoteReader): DeckPageSource {
  const lines = page.text.split('\n');
  const contexts = markdownLineContexts(lines);
  const start = lines.findIndex((line, index) => contexts[index] === 'text' && readNote(line) !== undefined);
  if (start < 0) return page;
  const noteLines = lines.slice(start).map((line) => readNote(line) ?? line);
  return { ...page, text: lines.slice(0, start).join('\n'), note: noteLines.join('\n').trim() };
}

/**
 * A reader of the note mark that `notesSeparator` of a deck names. As in reveal.js, case is ignored.
 * @param refuse receives the name of the field if its pattern is not supported; the default mark is read then
 */
function createNoteReader(fields: YamlFields, refuse: (name: string) => void): NoteReader {
  const defaultReader: NoteReader = (line) => (NOTE_MARK.test(line) ? line.replace(NOTE_MARK, '') : undefined);
  const pattern = patternOf(fields, 'notesSeparator')?.trim();
  // A deck may also name the default.
  if (pattern === undefined || /^\^?(?:notes\?:)?$/i.test(pattern)) return defaultReader;
  const notePattern = compileLinearTimeLinePattern(trimStartAnchor(pattern.match(PATTERN_PART) ?? []).join(''), {
    ignoresCase: true,
  });
  if (!notePattern || notePattern.matches('')) {
    refuse('notesSeparator');
    return defaultReader;
  }
  return (line) => {
    const text = line.trimStart();
    const matchLength = notePattern.matchStart(text);
    return matchLength > 0 ? text.slice(matchLength) : undefined;
  };
}

/** The line of the report about a separator that is not supported. @param fieldName the field with its pattern */
export const unsupportedSeparatorMessage = (fields: YamlFields, fieldName: string): string =>
  `${fieldName}: the pattern "${cutTextWithEllipsis(patternOf(fields, fieldName) ?? '', MAX_SHOWN_CHARACTERS).text}" cannot be read, so the usual one was used. Write a plain line, such as <!--s-->, or line ends, such as ^\\n\\n\\n.`;

/**
 * Splits a deck as reveal.js and reveal-md do: at the separators that it names, else at `---` and `----`. Vertical slides follow the
 * slide above them.
 * @param lines of the file
 * @param firstLine index of the first line after the front matter, from 0
 * @param refuse receives the name of each field whose pattern is not supported; the default separator is used then
 */
export function splitRevealMarkdownIntoPages(
  lines: readonly string[],
  firstLine: number,
  fields: YamlFields,
  refuse: (name: string) => void,
): DeckPageSource[] {
  const separators = SEPARATOR_FIELDS.map(([name, defaultPattern]) => {
    const pattern = patternOf(fields, name);
    const separator = pattern === undefined ? undefined : readSeparator(pattern);
    if (pattern !== undefined && separator === undefined) refuse(name);
    return separator ?? readSeparator(defaultPattern);
  });
  if (patternOf(fields, 'verticalSeparator') === undefined) separators.push(OBSIDIAN_SEPARATOR);
  const contexts = markdownLineContexts(lines);
  const readNote = createNoteReader(fields, refuse);
  const pages: DeckPageSource[] = [];
  let start = firstLine;
  const addPage = (end: number): void =>
    void pages.push(moveNotes({ text: lines.slice(start, end).join('\n'), line: start + 1, fields: {} }, readNote));
  for (let index = firstLine; index < lines.length; index++) {
    if (contexts[index] !== 'text') continue;
    const separatorLength = Math.max(...separators.map((separator) => separator?.(lines, index) ?? 0));
    if (separatorLength === 0) continue;
    addPage(index);
    start = index + separatorLength;
    index = start - 1;
  }
  addPage(lines.length);
  return pages.filter(({ text, note = '' }) => text.trim() !== '' || note !== '');
}
