import { expect, it } from 'vitest';
import { warningsOfOriginalLookDrawing } from '#app/sandbox/warnings-of-original-look-drawing.ts';
import type { DrawnSlide } from '#engine/deck-drawing/open-deck-for-drawing.ts';
import type { PptxSlide } from '#engine/deck-reading/pptx/read-slide.ts';

const DRAWN = {
  ...{ blanks: [], skipped_pictures: 0, missing: [], replaced: [] },
  ...{ charts: 0, unknown_shapes: 0, path_gradients: 0 },
} as unknown as DrawnSlide;
const said = ([clickCount, states, hasStates]: readonly [number, number, boolean]): string[] =>
  warningsOfOriginalLookDrawing(
    {
      ...{ page: 1, charts: [], effects: [], clickCount },
      states: { states: Array(states).fill({ hidden: { shapes: [], paragraphs: {} } }), notShown: ['a move'] },
    } as unknown as PptxSlide,
    DRAWN,
    { hasStates },
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

const leaving = (shown: Parameters<typeof warningsOfOriginalLookDrawing>[2]) =>
  warningsOfOriginalLookDrawing(
    {
      ...{ page: 1, charts: [], effects: [], clickCount: 1 },
      states: { states: [[], [4]].map((shapes) => ({ hidden: { shapes, paragraphs: {} } })), notShown: [] },
    } as unknown as PptxSlide,
    DRAWN,
    shown,
  ).map(({ code, message }) => [code, message]);

it('a slide says that objects leave it: they are missing only where its states are not shown', () => {
  expect(leaving({ hasStates: true })).toEqual([
    [
      'objects_leave',
      expect.stringMatching(/^1 object leaves the slide during its animation; the video shows it before\./),
    ],
  ]);
  expect(leaving({ hasStates: false })).toEqual([
    ['drawing_lost', expect.stringMatching(/^1 object leaves the slide during its animation and is missing/)],
  ]);
  expect(leaving({ isStill: true })).toEqual([]);
});
