import { expect, it } from 'vitest';
import { unnumberedPointReasons } from '#engine/video/drawing/layout/unnumbered-point-reasons.ts';

const listOf = (...texts: string[]) => texts.map((text, owner) => ({ text, owner, level: 0, sign: undefined }));

it('the first points of two columns are headings, if both are short and others follow', () => {
  const both = listOf('Do', 'Ask first', 'Listen', "Don't", 'Rush', 'Guess');
  expect(unnumberedPointReasons(both, { column_break: 3 })).toEqual([
    'heading',
    undefined,
    undefined,
    'heading',
    undefined,
    undefined,
  ]);
  expect(unnumberedPointReasons(both, {}).every((each) => each === undefined)).toBe(true);
  const sentences = listOf('Ask first, and listen to what they say.', 'b', 'c', 'Do not rush.', 'e', 'f');
  expect(unnumberedPointReasons(sentences, { column_break: 3 }).every((each) => each === undefined)).toBe(true);
});

it('a point that is bold as a whole is a heading above other points', () => {
  const points = listOf('**Do**', 'Ask **first**', '**Last**');
  expect(unnumberedPointReasons(points, { markup: 'inline' })).toEqual(['heading', undefined, undefined]);
  expect(unnumberedPointReasons(points, {})).toEqual([undefined, undefined, undefined]);
});

it('a point with a sign has no number', () => {
  const task = { text: 'a', owner: 0, level: 0, sign: { isDone: true } };
  expect(unnumberedPointReasons([task], { markup: 'inline' })).toEqual(['sign']);
});
