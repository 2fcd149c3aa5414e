import type { LayoutBox } from '../layout/boxes.ts';
import { textOfRuns } from '../text/text-runs.ts';
import type { SizedTextStack, TextStack } from './fit-stacks.ts';

/** The most letters in total for which items count as having few words: usually, and in a room that is higher than wide. */
const FEW_LETTERS = { usual: 150, tall: 420 };
/** The most lines of a part that is larger than usual. */
const FEW_LINES = { title: 2, text: 3, figure: 1, date: 1 };

const lettersOf = (stacks: readonly TextStack[]): number =>
  stacks.flat().reduce((sum, { paragraph }) => sum + textOfRuns(paragraph.runs).length, 0);

/** Reports whether items have few words on any page. */
export const haveItemsFewWords = (stacks: readonly TextStack[]): boolean => lettersOf(stacks) <= FEW_LETTERS.usual;

/** Reports whether titles of items may be larger than usual in a room. Those under figures may not: the figures are large. */
export const mayItemTitlesBeLarge = (stacks: readonly TextStack[], { width, height }: LayoutBox): boolean =>
  stacks.flat().every(({ role }) => role !== 'figure') &&
  lettersOf(stacks) <= (height > width ? FEW_LETTERS.tall : FEW_LETTERS.usual);

/** Reports whether stacks that are larger than usual have few lines: larger letters are not worth a word on each line. */
export const haveLargeStacksFewLines = (stacks: readonly SizedTextStack[]): boolean =>
  stacks.every(({ parts }) =>
    parts.every(
      ({ role, height, size, paragraph }) => Math.round(height / (paragraph.leading * size)) <= FEW_LINES[role],
    ),
  );
