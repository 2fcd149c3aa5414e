import { describe, expect, it } from 'vitest';
import { numberedPointLabels, numberLabelsOfList } from '#engine/video/drawing/text/numbered-point-labels.ts';

describe('the numbers of a list', () => {
  it('count each level from 1 again below a point of the level above', () => {
    expect(numberLabelsOfList([0, 1, 1, 2, 2, 1, 0, 1], 'en')).toEqual([
      '1.',
      'a.',
      'b.',
      'i.',
      'ii.',
      'c.',
      '2.',
      'a.',
    ]);
  });

  it('may start deep', () => {
    expect(numberLabelsOfList([2, 1, 0], 'de')).toEqual(['i.', 'a.', '1.']);
  });

  it('have the digits of the language, and letters only where it is written with Latin ones', () => {
    expect(numberLabelsOfList([0, 1], 'ar-EG')).toEqual(['١.', '١.']);
    expect(numberLabelsOfList([0, 1], 'ja')).toEqual(['1.', '1.']);
    expect(numberLabelsOfList([0], 'not a language')).toEqual(['1.']);
  });

  it('of a template are those of the points of the first level', () => {
    const padded = (number: number): string => `0${number}`;
    expect(numberedPointLabels([0, 1, 0], 'bullet', 'en', padded)).toEqual(['01', '', '02']);
    expect(
      numberedPointLabels([0, 0, 0, 0, 0], 'bullet', 'en', padded, [
        'heading',
        undefined,
        'sign',
        undefined,
        'heading',
      ]),
    ).toEqual(['', '01', '', '02', '']);
    expect(numberedPointLabels([0, 1, 0], 'number', 'en', padded)).toEqual(['1.', 'a.', '2.']);
  });
});
