import type { TextRange } from '../text-range.ts';
import type { EspeakWord } from './espeak-events.ts';
import { spokenOffsetsOfCodePoints } from './line-places.ts';
import type { StartedWordMark } from './utterance-word-spans.ts';

/** A range of the words to speak that the program is given as a command for its sounds. */
export interface EspeakCommandRange extends TextRange {
  /** ASCII. */
  command: string;
}

/** A command in a line, with the numbers of the line's characters (code points) before the command and up to its end. */
interface PlacedCommand extends EspeakCommandRange {
  charactersBefore: number;
  charactersUntilEnd: number;
}

/** The commands in a line; none if the line had no room for them. */
function locateCommands(line: string, commands: readonly EspeakCommandRange[]): PlacedCommand[] {
  let searchStart = 0;
  return commands.flatMap((range) => {
    const index = line.indexOf(range.command, searchStart);
    if (index < 0) return [];
    searchStart = index + range.command.length;
    const charactersBefore = [...line.slice(0, index)].length;
    return [{ ...range, charactersBefore, charactersUntilEnd: charactersBefore + range.command.length }];
  });
}

/**
 * The words of an utterance whose start espeak-ng reported, with their places in the words to speak.
 * @param words in order
 * @param spokenLine `line` is the input of the program for `said`; `commands` are those that it may contain, in order
 */
export function espeakWordMarks(
  words: readonly EspeakWord[],
  spokenLine: { line: string; said: string; isMarkup: boolean; commands: readonly EspeakCommandRange[] },
): StartedWordMark[] {
  let { line, said } = spokenLine;
  const commands = locateCommands(line, spokenLine.commands);
  // What is said by a command is not compared with it, letter by letter.
  for (const { command, from, to } of commands) {
    line = line.replace(command, () => ' '.repeat(command.length));
    said = said.slice(0, from) + '\0'.repeat(to - from) + said.slice(to);
  }
  const offsets = spokenOffsetsOfCodePoints(line, said, spokenLine.isMarkup);
  const offsetOf = (character: number): number => offsets[Math.min(character, offsets.length) - 1] ?? said.length;
  return words.map(({ character, length, sample }) => {
    const enclosingCommand = commands.find(
      ({ charactersBefore, charactersUntilEnd }) => character > charactersBefore && character <= charactersUntilEnd,
    );
    const from = enclosingCommand?.from ?? offsetOf(character);
    return { from, to: enclosingCommand?.to ?? offsetOf(character + Math.max(1, length)), sample };
  });
}
