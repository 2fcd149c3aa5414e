import { REVEAL_MARK_PATTERN } from './reveal-mark-pattern.ts';
import type { SpeechBreak, SpeechTextRun } from './speech-markup.ts';
import { MAX_BREAK_SECONDS } from './ssml-tags.ts';

/** A number of seconds: `2`, `1.5`, `2s`, `2 sec`. */
const SECONDS_PATTERN = String.raw`(\d{1,3}(?:[.,]\d{1,3})?)\s*(?:s(?:ec(?:onds?)?)?)?`;
/** The seconds of a pause that names none, `[[pause]]`. */
const DEFAULT_PAUSE_SECONDS = '1';
/** The first three groups are the seconds of a pause. */
const PAUSE_DIRECTIONS = [
  String.raw`\[\[\s*pause(?:\s*:?\s*${SECONDS_PATTERN})?\s*\]\]`,
  String.raw`\[\s*pause\s*:?\s*${SECONDS_PATTERN}\s*\](?!\()`,
  String.raw`\(\s*pause\s*:?\s*${SECONDS_PATTERN}\s*\)`,
].join('|');
/** A mark in double brackets whose meaning is not known: it is not spoken, and the check of the timeline names it. */
const UNKNOWN_MARK = String.raw`\[\[[^[\]\n]{1,200}\]\](?!\()`;

/**
 * Directions in brackets that programs for presentations read in notes (PowerPointLabs, Slidev), and marks in double brackets: they are not
 * spoken. Other texts in brackets are spoken, and so are links and brackets with a backslash.
 */
const DIRECTION = new RegExp(
  String.raw`(?<!\\)(?:${PAUSE_DIRECTIONS}|\[(?:speed|gender|voice)\s*:\s*[\w-]{1,30}\s*\](?!\())|${REVEAL_MARK_PATTERN.source}|(?<!\\)${UNKNOWN_MARK}`,
  'gi',
);
const IS_PAUSE = /^\[\[\s*pause\s*\]\]$/i;
/** Stands for a direction while markup is removed: a character without a meaning. */
const PLACEHOLDER = '\ue000';

/** The silence of a direction, in seconds; 0 if it is not a pause. */
function silenceOf(direction: string, seconds: string | undefined): number {
  if (seconds === undefined && !IS_PAUSE.test(direction)) return 0;
  return Math.min(MAX_BREAK_SECONDS, Number((seconds ?? DEFAULT_PAUSE_SECONDS).replace(',', '.')));
}

/**
 * Splits a line at its directions. `[pause: 2]`, `[[pause 2]]` and `(pause: 2)` become a silence of 2 s, at most 10 s; the others are
 * dropped.
 * @param strip removes the markup of a text
 */
export function splitAtDirections(line: string, strip: (text: string) => string): (SpeechTextRun | SpeechBreak)[] {
  if (line.includes(PLACEHOLDER)) return [{ text: strip(line) }];
  const silences: number[] = [];
  const lineWithPlaceholders = line.replace(
    DIRECTION,
    (direction, ...[doubleBracketSeconds, bracketSeconds, parenthesisSeconds]: (string | undefined)[]) => {
      silences.push(silenceOf(direction, doubleBracketSeconds ?? bracketSeconds ?? parenthesisSeconds));
      return PLACEHOLDER;
    },
  );
  return strip(lineWithPlaceholders)
    .split(PLACEHOLDER)
    .flatMap((text, index) => {
      const silence = silences[index] ?? 0;
      return silence > 0 ? [{ text }, { break_seconds: silence }] : [{ text }];
    });
}

/** Code, comments and links of Markdown, whose brackets are not directions. */
const NOT_DIRECTIONS = /`+[^`]*`+|<!--[\s\S]*?-->|!?\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])/g;
const UNKNOWN_MARKS = new RegExp(String.raw`(?<!\\)${UNKNOWN_MARK}`, 'g');
/** Text in brackets with a letter. Task boxes and footnote numbers do not match. */
const TEXT_IN_BRACKETS = /(?<![\\[\p{L}\p{N}])\[(?![ xX]\])(?=[^[\]\n]*\p{L})[^[\]\n]{1,200}\](?![(\]:])/gu;

/** Brackets in notes that their author may have meant as directions. */
export interface UnknownStageDirections {
  /** Marks in double brackets that are not known; they are not spoken. */
  unknown: string[];
  /** Other texts in brackets; they are spoken. */
  spoken: string[];
}

/** Finds the brackets of a text that have no meaning as directions, each once, in order. */
export function findUnknownStageDirections(text: string): UnknownStageDirections {
  const knownDirections = new RegExp(
    String.raw`(?<!\\)(?:${PAUSE_DIRECTIONS}|\[(?:speed|gender|voice)\s*:\s*[\w-]{1,30}\s*\])|${REVEAL_MARK_PATTERN.source}`,
    'gi',
  );
  const remainingText = text.replace(NOT_DIRECTIONS, ' ').replace(knownDirections, ' ');
  const findAll = (pattern: RegExp, searchedText: string): string[] => [...new Set(searchedText.match(pattern) ?? [])];
  return {
    unknown: findAll(UNKNOWN_MARKS, remainingText),
    spoken: findAll(TEXT_IN_BRACKETS, remainingText.replace(UNKNOWN_MARKS, ' ')),
  };
}
