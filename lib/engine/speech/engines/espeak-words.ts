import type { TextRange } from '../text-range.ts';
import type { EspeakWord } from './espeak-events.ts';
import { offsetsInSpokenLine } from './line-places.ts';
import type { StartedWordMark } from './utterance-word-spans.ts';

/** A range of the words to speak that the program is given as a command for its sounds. */
export interface EspeakCommandRange extends TextRange {
  /** ASCII. */
  command: string;
}

/** A command in a line: the characters of the line before it and up to its end, in code points. */
interface PlacedCommand extends EspeakCommandRange {
  before: number;
  until: number;
}

/** The commands in a line; none if the line had no room for them. */
function commandsIn(line: string, commands: readonly EspeakCommandRange[]): PlacedCommand[] {
  let at = 0;
  return commands.flatMap((range) => {
    const index = line.indexOf(range.command, at);
    if (index < 0) return [];
    at = index + range.command.length;
    const before = [...line.slice(0, index)].length;
    return [{ ...range, before, until: before + range.command.length }];
  });
}

/**
 * The words of an utterance whose start espeak-ng reported, with their places in the words to speak.
 * @param words in order
 * @param spoken `line` is the input of the program for `said`; `commands` are those that it may contain, in order
 */
export function espeakWordMarks(
  words: readonly EspeakWord[],
  spoken: { line: string; said: string; isMarkup: boolean; commands: readonly EspeakCommandRange[] },
): StartedWordMark[] {
  let { line, said } = spoken;
  const commands = commandsIn(line, spoken.commands);
  // What is said by a command is not compared with it, letter by letter.
  for (const { command, from, to } of commands) {
    line = line.replace(command, () => ' '.repeat(command.length));
    said = said.slice(0, from) + '\0'.repeat(to - from) + said.slice(to);
  }
  const places = offsetsInSpokenLine(line, said, spoken.isMarkup);
  const placeOf = (character: number): number => places[Math.min(character, places.length) - 1] ?? said.length;
  return words.map(({ character, length, sample }) => {
    const inCommand = commands.find(({ before, until }) => character > before && character <= until);
    const from = inCommand?.from ?? placeOf(character);
    return { from, to: inCommand?.to ?? placeOf(character + Math.max(1, length)), sample };
  });
}
