import { expect, it } from 'vitest';
import { linesOfDrawn } from '#app/sandbox/drawn-lines.ts';
import type { DrawnSlide } from '#engine/deck-drawing/deck-drawing.ts';
import type { PptxSlide } from '#engine/deck-reading/pptx/read-slide.ts';

const DRAWN = {
  ...{ blanks: [], skipped_pictures: 0, missing: [], replaced: [] },
  ...{ charts: 0, unknown_shapes: 0, path_gradients: 0 },
} as unknown as DrawnSlide;
const said = ([clickCount, states, hasStates]: readonly [number, number, boolean]): string[] =>
  linesOfDrawn(
    {
      ...{ page: 1, charts: [], effects: [], clickCount },
      states: { states: Array(states).fill({}), notShown: ['a move'] },
    } as unknown as PptxSlide,
    DRAWN,
    hasStates,
  ).map(({ message }) => message);

it.each([
  ['its states are shown', [2, 3, true], ['Not all of its animation is shown: a move.']],
  ['its clicks are not, which its verdict says', [2, 3, false], []],
  [
    'what comes and goes by itself is not',
    [0, 2, false],
    ['Not all of its animation is shown: what comes or goes without a click is as it is at the end; a move.'],
  ],
  ['nothing changes', [0, 1, false], ['Not all of its animation is shown: a move.']],
] as const)('a slide says what is not shown of its animation where %s', (_, of, lines) => {
  expect(said(of)).toEqual(lines);
});
