import { expect, it } from 'vitest';
import { verdictOfImportedSlide } from '#features/imports/verdict.ts';
import { click, effect, timing } from '#test/support/decks/animation.ts';
import { DECK_JOB, drawnPictures } from '#test/support/decks/drawn-pictures.ts';
import { boxAt, makePptx } from '#test/support/decks/pptx.ts';

const CM = 360_000;
const square = (id: number, left: number, colour: string): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="s"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr>${boxAt(left * CM, CM, 8 * CM, 8 * CM)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:solidFill><a:srgbClr val="${colour}"/></a:solidFill></p:spPr></p:sp>`;
const shapes = square(4, 1, 'D02020') + square(5, 12, '2040D0');

const { deck, states, pictures } = await drawnPictures(
  {
    ...{ ...DECK_JOB, long_side: 320 },
    deck: makePptx({
      sides: [12_192_000, 6_858_000],
      slides: [
        { shapes, after: timing(click(effect('entr', 5)), click(effect('exit', 4), effect('exit', 5))) },
        { shapes, after: timing(click(effect('entr', 5))) },
      ],
    }),
  },
  // A pixel in the middle of each square.
  ({ pixel }) =>
    [pixel(50, 50), pixel(165, 50)].map(([red = 0, , blue = 0]) => (red < 240 || blue < 200 ? 'shown' : '')),
);
const linesOf = (page: number) => deck.warnings.filter(({ slide }) => slide === page);
const verdictOf = (page: number) =>
  verdictOfImportedSlide(
    {
      source: page,
      slide_id: 's',
      look: 'original',
      reason: null,
      pictures: 0,
      clicks: 2,
      states: 3,
      advance_seconds: null,
    },
    linesOf(page),
    { kind: 'pptx' },
  ).verdict;

it('objects that leave are shown before, and the report says so without another verdict', () => {
  expect(states[0]).toEqual([
    ['shown', ''],
    ['shown', 'shown'],
    ['', ''],
  ]);
  expect(pictures[0]).toEqual(['', '']);
  expect(linesOf(1)).toEqual([
    {
      slide: 1,
      code: 'objects_leave',
      message:
        '2 objects leave the slide during its animation; the video shows them before. The picture of the slide in the report is its end.',
    },
  ]);
  expect([verdictOf(1), verdictOf(2), linesOf(2)]).toEqual(['whole', 'whole', []]);
});
