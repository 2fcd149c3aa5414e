import type { LayoutBox } from '../layout/boxes.ts';
import { textOfRuns } from '../text/text-runs.ts';
import type { SizedTextStack, TextStack } from './fit-stacks.ts';

/** The largest total number of letters of items that have few words: usually, and in a room that is higher than wide. */
const MAX_LETTERS = { usual: 150, tall: 420 };
/** The largest number of lines of a part that is larger than usual, by its role. */
const MAX_LINES = { title: 2, text: 3, figure: 1, date: 1 };

const letterCountOf = (stacks: readonly TextStack[]): number =>
  stacks.flat().reduce((sum, { paragraph }) => sum + textOfRuns(paragraph.runs).length, 0);

/** Reports whether items have few words in a room of any shape. */
export const haveItemsFewWords = (stacks: readonly TextStack[]): boolean => letterCountOf(stacks) <= MAX_LETTERS.usual;

/** Reports whether titles of items may be larger than usual in a room. Those under figures may not: the figures are large. */
export const mayItemTitlesBeLarge = (stacks: readonly TextStack[], { width, height }: LayoutBox): boolean =>
  stacks.flat().every(({ role }) => role !== 'figure') &&
  letterCountOf(stacks) <= (height > width ? MAX_LETTERS.tall : MAX_LETTERS.usual);

/** Reports whether stacks that are larger than usual have few lines: larger letters are not worth a word on each line. */
export const haveLargeStacksFewLines = (stacks: readonly SizedTextStack[]): boolean =>
  stacks.every(({ parts }) =>
    parts.every(
      ({ role, height, size, paragraph }) => Math.round(height / (paragraph.leading * size)) <= MAX_LINES[role],
    ),
  );
