import { describe, expect, it } from 'vitest';
import { slideInputSchema } from '#features/timelines/contract.ts';
import { computeSlideContentChange, newSlideContent, slideContentFaultsOf } from '#features/timelines/slide-content.ts';
import type { SlideContent } from '#features/timelines/slide-fields/slide-fields.ts';

const points = ['One', 'Two', 'Three'];
const table = { header: ['a', 'b'], rows: [['1', '2']] };
const chart = { type: 'column' as const, categories: ['x', 'y'], series: [{ name: 's', values: [1, null] }] };
const input = (over: object) => slideInputSchema.parse({ bullet_points: points, ...over });
const faultsOf = (over: object) => slideContentFaultsOf(input(over));

describe('the content of a slide', () => {
  it.each([
    ['levels for each point', { bullet_levels: [0, 1, 2] }],
    ['a second column', { column_break: 2 }],
    ['a table', { table }],
    ['a table without header', { table: { rows: [['1'], ['2']] } }],
    ['a chart with a gap', { chart }],
    ['null for what it does not hold', { table: null, chart: null, code: { text: 'x' } }],
  ])('has together with %s', (_, over) => {
    expect(faultsOf(over)).toEqual([]);
  });

  it.each([
    ['bullet_levels', { bullet_levels: [0, 1] }],
    ['column_break', { column_break: 3 }],
    ['table', { table, code: { text: 'x' } }],
    ['chart', { table, chart }],
    ['table.rows[1]', { table: { rows: [['1', '2'], ['3']] } }],
    ['table.align', { table: { ...table, align: ['left'] } }],
    ['chart.series[0].values', { chart: { ...chart, categories: ['x'] } }],
    ['chart.series', { chart: { ...chart, type: 'pie', series: [...chart.series, ...chart.series] } }],
    ['chart.series[0].values', { chart: { ...chart, type: 'donut', series: [{ name: 's', values: [1, -1] }] } }],
    ['chart.series[0].values', { chart: { ...chart, type: 'pie', series: [{ name: 's', values: [0, null] }] } }],
  ])('names %s as what does not fit', (param, over) => {
    expect(faultsOf(over).map((fault) => fault.param)).toEqual([param]);
  });

  it('names the slide in a list', () => {
    const [fault] = slideContentFaultsOf(input({ bullet_levels: [] }), 'slides[4].');
    expect(fault?.param).toBe('slides[4].bullet_levels');
  });

  it('is not kept where it is as usual', () => {
    const usual = { bullet_levels: [0, 0, 0], code: null, column_break: null, bullet_style: 'bullet', markup: 'none' };
    expect(Object.keys(newSlideContent(input({ ...usual, duration_seconds: null })))).toEqual([
      ...['title', 'bullet_points', 'speaker_notes', 'layout', 'build', 'image_motion', 'cut_speech'],
    ]);
  });
});

describe('a change of a slide', () => {
  const before: SlideContent = {
    ...{ title: 't', bullet_points: points, speaker_notes: '', layout: 'auto', build: 'none' },
    ...{ bullet_levels: [0, 1, 2], column_break: 2, markup: 'inline', table },
  };

  it('leaves what was not sent', () => {
    expect(computeSlideContentChange(before, { title: 'other' })).toEqual({ content: { title: 'other' }, faults: [] });
  });

  it('resets levels with new points, and a column that these do not have', () => {
    expect(computeSlideContentChange(before, { bullet_points: ['a', 'b', 'c'] }).content).toMatchObject({
      bullet_levels: undefined,
      column_break: 2,
    });
    expect(computeSlideContentChange(before, { bullet_points: ['a', 'b'] }).content.column_break).toBeUndefined();
  });

  it('takes a table away with null, and puts a chart in its place', () => {
    expect(computeSlideContentChange(before, { table: null, chart }).content).toMatchObject({
      table: undefined,
      chart,
    });
    expect(computeSlideContentChange(before, { chart }, 'slides[2].').faults).toEqual([
      { param: 'slides[2].chart', message: expect.stringContaining('at most one') },
    ]);
  });

  it('refuses levels that do not fit the points that stay', () => {
    expect(computeSlideContentChange(before, { bullet_levels: [0] }).faults).toEqual([
      { param: 'bullet_levels', message: expect.stringContaining('one entry for each') },
    ]);
  });
});
