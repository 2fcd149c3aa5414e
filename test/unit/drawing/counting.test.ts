import { describe, expect, it } from 'vitest';
import {
  hasCountUpNumber,
  interpolateParagraphAmount,
  paragraphWhileCountingUp,
} from '#engine/video/drawing/text/counting.ts';
import type { TypesetParagraph } from '#engine/video/drawing/text/typesetting.ts';

const paragraph = (text: string): TypesetParagraph => ({
  ...{ runs: [{ text }], direction: 'ltr', families: [], leading: 1, alphabetic: true, keepsWords: false },
  style: { font: 'sans', weight: 400, italic: false, tracking: 0, leading: 1, largest: 1, smallest: 1 },
});
/** The text at a part of the way; invisible characters as `_`. */
const at = (text: string, way: number): string =>
  paragraphWhileCountingUp(paragraph(text), way)
    .runs.map((run) => ('text' in run ? (run.color === undefined ? run.text : '_'.repeat(run.text.length)) : ''))
    .join('');

describe('a figure that counts to its value', () => {
  it.each([
    ['1,234.5', 0.01, '___12.3'],
    ['1.234,5', 0.5, '__617,3'],
    ['45 %', 0.5, '23 %'],
    ['45 %', 0.1, '_5 %'],
    ['$3.2M', 0.1, '$0.3M'],
    ['٣٤', 0.5, '١٧'],
    ['−12', 0.5, '−_6'],
    ['1 250 €', 0.04, '___50 €'],
    ['0.75', 0.2, '0.15'],
    ['US$ 80', 0.25, 'US$ 20'],
  ])('%s is at %d of its way %s', (text, way, expected) => expect(at(text, way)).toBe(expected));

  it.each(['1,234.5', '45 %', '$3.2M', '٣٤', 'US$ 80'])('%s is as long all the way, and itself in the end', (text) => {
    for (const way of [0, 0.03, 0.5, 0.99]) expect(at(text, way)).toHaveLength(text.length);
    expect(at(text, 1)).toBe(text);
  });

  it.each(['Q3', 'v2.0', '#1', '24/7', '3:1', '10–15 %', '2026', '1', 'none', '1.2.3', '½', '007', '0800 123'])(
    '%s does not count',
    (text) => {
      expect(hasCountUpNumber(text)).toBe(false);
      expect(at(text, 0.5)).toBe(text);
    },
  );
});

describe('an amount that turns into another one', () => {
  const between = (one: string, other: string, way: number): string | undefined =>
    interpolateParagraphAmount(paragraph(one), paragraph(other), way)
      ?.runs.map((run) => ('text' in run ? run.text : ''))
      .join('');

  it.each([
    ['8 M', '40 M', 0.5, '24 M'],
    ['40 M', '8 M', 0.75, '16 M'],
    ['9 M', '9 M', 0.5, '9 M'],
    ['$1,200', '$800', 0.5, '$1,000'],
    ['$1,200', '$800', 0.9, '$840'],
    ['0.5 %', '12.5 %', 0.25, '3.5 %'],
    ['0', '30', 0.1, '3'],
  ])('from %s to %s is at %d of its way %s', (one, other, way, expected) =>
    expect(between(one, other, way)).toBe(expected),
  );

  it('is each of both at the ends', () => {
    expect([between('8 M', '140 M', 0), between('8 M', '140 M', 1)]).toEqual(['8 M', '140 M']);
  });

  it.each([
    ['870K', '4.4M'],
    ['12', '12.5'],
    ['-5', '5'],
    ['n/a', '5'],
    ['Q3', 'Q4'],
  ])('is not between %s and %s, which differ in their form', (one, other) =>
    expect(between(one, other, 0.5)).toBeUndefined(),
  );
});
