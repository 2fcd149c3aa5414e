import { describe, expect, it } from 'vitest';
import { type ColumnWidthNeeds, fitColumnWidths } from '#engine/video/drawing/table/column-widths.ts';
import {
  decimalSeparatorOfLanguage,
  fractionAndUnitOfNumber,
  isFigureColumn,
} from '#engine/video/drawing/table/figure-cells.ts';

const wish = (natural: number, least = natural / 4, typical = natural / 2): ColumnWidthNeeds => ({
  natural,
  least,
  typical,
});
const sum = (numbers: number[]): number => numbers.reduce((total, each) => total + each, 0);

describe('columns of a table', () => {
  it('are as wide as their content where all have room', () => {
    expect(fitColumnWidths([wish(100), wish(40), wish(20)], 200)).toEqual([100, 40, 20]);
  });

  it('leave short columns whole, and the long ones share the rest', () => {
    const [label = 0, long = 0, longer = 0] = fitColumnWidths([wish(30), wish(400), wish(800)], 330);
    expect(label).toBe(30);
    expect(longer).toBeGreaterThan(long);
    expect(label + long + longer).toBeCloseTo(330);
  });

  it('keep their longest words where the room allows it', () => {
    const widths = fitColumnWidths([wish(500, 120, 10), wish(500, 20, 480)], 300);
    expect(widths[0]).toBe(120);
    expect(sum(widths)).toBeCloseTo(300);
  });

  it('never need more than the room', () => {
    expect(sum(fitColumnWidths([wish(500, 300), wish(500, 200)], 100))).toBeCloseTo(100);
    expect(sum(fitColumnWidths([wish(0, 0, 0), wish(500, 5, 1)], 100))).toBeLessThanOrEqual(100.001);
  });
});

describe('figures in a table', () => {
  it.each(['12', '−3%', '€4.2M', '1 250,5', '٢٥٪', '₹1,25,000', '+14 %', '~3×'])('are a column: %s', (cell) => {
    expect(isFigureColumn([cell, '', '—'], 1, 3)).toBe(true);
  });

  it.each(['Day 3', '12 and 13', 'v2', '3 wise men'])('are not words with a number: %s', (cell) => {
    expect(isFigureColumn(['12', cell], 1, 3)).toBe(false);
  });

  it('are none in the first column, which names the rows', () => {
    expect(isFigureColumn(['2024', '2025'], 0, 3)).toBe(false);
    expect(isFigureColumn(['2024', '2025'], 0, 1)).toBe(true);
  });

  it('stand under one another by the decimal sign of the language', () => {
    expect(fractionAndUnitOfNumber('1,250.75 m', decimalSeparatorOfLanguage('en'))).toBe('.75 m');
    expect(fractionAndUnitOfNumber('1.250,75', decimalSeparatorOfLanguage('de'))).toBe(',75');
    expect(fractionAndUnitOfNumber('1.250', decimalSeparatorOfLanguage('de'))).toBe('');
    expect(fractionAndUnitOfNumber('12 %', decimalSeparatorOfLanguage('en'))).toBe(' %');
    expect(fractionAndUnitOfNumber('—', decimalSeparatorOfLanguage('en'))).toBe('');
  });
});
