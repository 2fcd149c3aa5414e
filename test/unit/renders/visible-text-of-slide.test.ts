import { describe, expect, it } from 'vitest';
import { visibleTextOfSlide } from '#features/renders/visible-text-of-slide.ts';
import { slideInputSchema } from '#features/timelines/contract.ts';
import { newSlideContent } from '#features/timelines/slide-content.ts';
import { sampleSlide } from '#test/support/samples/entities.ts';

/** The text of a slide that a client sends. */
const textOf = (sent: object): string =>
  visibleTextOfSlide(sampleSlide(newSlideContent(slideInputSchema.parse({ title: 'Title', ...sent }))));

describe('the text of a slide in a PDF', () => {
  it('has the texts of a table, cell by cell', () => {
    expect(textOf({ table: { header: ['Plan', 'Price'], rows: [['Pro', '**$9**']] }, markup: 'inline' })).toBe(
      'Title\nPlan\nPrice\nPro\n$9',
    );
  });

  it('has the names of a chart', () => {
    const chart = { type: 'bar', categories: ['East'], series: [{ name: 'Sales', values: [4] }] };
    expect(textOf({ chart })).toBe('Title\nEast\nSales');
  });

  it('has code as it is written, also in a slide with markup', () => {
    expect(textOf({ code: { text: 'a **b**\nc' }, markup: 'inline' })).toBe('Title\na **b**\nc');
  });

  it('has the texts of items', () => {
    const items = [
      { title: '*Fast*', text: 'One second' },
      { title: 'Cheap', figure: '$1' },
    ];
    expect(textOf({ items, markup: 'inline' })).toBe('Title\nFast\nOne second\n$1\nCheap');
  });
});
