import { describe, expect, it } from 'vitest';
import type { DrawableChart } from '#engine/video/drawing/drawable-chart.ts';
import type { LayoutPictureFields } from '#engine/video/drawing/layout/choose-layout.ts';
import {
  partsSharableBetweenSlides,
  type SharablePartFields,
  sharedSlideParts,
  similarityOfSlides,
} from '#engine/video/drawing/shared-slide-parts.ts';

type Named = SharablePartFields<LayoutPictureFields & { name: string }>;
const size = { width: 1280, height: 720 };
const slide = (over: Partial<Named> = {}): Named => ({
  ...{ title: '', bullet_points: [], layout: 'auto', is_first: false, direction: 'ltr' },
  ...over,
});
const partsOf = (over: Partial<Named>, revealed?: number) =>
  partsSharableBetweenSlides(slide(over), size, ({ name }) => name, revealed);
const keys = (one: Partial<Named>, other: Partial<Named>): string[] =>
  sharedSlideParts(partsOf(one), partsOf(other)).map(({ key }) => key);

describe('what two slides share', () => {
  it('is a title with the same words, whatever its marks and spaces', () => {
    expect(keys({ title: '**Plans**  for May', markup: 'inline' }, { title: 'Plans for May' })).toEqual([
      'title:Plans for May',
    ]);
    expect(keys({ title: 'Plans' }, { title: 'Plan' })).toEqual([]);
    expect(keys({ title: '' }, { title: ' ' })).toEqual([]);
  });

  it('is a picture with the same bytes, in layouts that show it', () => {
    const image: LayoutPictureFields & { name: string } = { name: 'aa' };
    const other: LayoutPictureFields & { name: string } = { name: 'bb' };
    expect(keys({ image, layout: 'image_left', title: 'A' }, { image, layout: 'image_full' })).toEqual(['picture:aa']);
    expect(keys({ image, layout: 'image_left', title: 'A' }, { image: other, layout: 'image_full' })).toEqual([]);
    expect(keys({ image, images: [other], layout: 'gallery' }, { image: other, layout: 'image_full' })).toEqual([
      'picture:bb',
    ]);
    // A quotation shows no image.
    expect(keys({ image, layout: 'quote', title: 'A' }, { image, layout: 'image_full' })).toEqual([]);
  });

  it('is an item with the same texts, once for each pair', () => {
    const items = [{ title: 'Plan' }, { title: 'Plan' }, { title: 'Build', text: 'in May' }];
    expect(
      keys(
        { items, layout: 'cards' },
        { items: [{ title: 'Build', text: 'in May' }, { title: 'Plan' }], layout: 'process' },
      ),
    ).toEqual(['item:Plan', 'item:Build\nin May']);
    expect(keys({ items, layout: 'cards' }, { items: [{ title: 'Build' }], layout: 'cards' })).toEqual([]);
  });

  it('is a chart of the same names, whatever its values; charts whose marks cannot turn only with the same values', () => {
    const chart = (values: number[], over: Partial<DrawableChart> = {}): Partial<Named> => ({
      layout: 'chart',
      chart: { type: 'column', categories: ['A', 'B'], series: [{ name: String(values[0]), values }], ...over },
    });
    const two = [1, 2].map((each) => ({ name: `Series ${each}`, values: [each, each] }));
    expect(keys(chart([1, 2]), chart([3, 4]))).toHaveLength(1);
    expect(keys(chart([1, 2]), chart([3, 4], { type: 'line' }))).toEqual([]);
    expect(keys(chart([1, 2]), chart([3, 4], { categories: ['A', 'C'] }))).toEqual([]);
    expect(keys(chart([1, 2], { series: two }), chart([3, 4]))).toEqual([]);
    expect(keys(chart([1, 2], { series: two }), chart([1, 2], { series: two.toReversed() }))).toEqual([]);
    expect(keys(chart([1, 2], { type: 'funnel' }), chart([3, 4], { type: 'funnel' }))).toEqual([]);
    expect(keys(chart([1, 2], { type: 'funnel' }), chart([1, 2], { type: 'funnel' }))).toHaveLength(1);
  });

  it('is a chart with lines only with values at the same places, stacked or not, in the same direction', () => {
    const lines = (values: (number | null)[], over: Partial<DrawableChart> = {}): Partial<Named> => ({
      layout: 'chart',
      chart: {
        ...{ type: 'area', categories: ['A', 'B'], ...over },
        series: ['One', 'Two'].map((name) => ({ name, values })),
      },
    });
    expect(keys(lines([1, 2]), lines([3, 4]))).toHaveLength(1);
    expect(keys(lines([1, null]), lines([3, null]))).toHaveLength(1);
    expect(keys(lines([1, 2]), lines([3, null]))).toEqual([]);
    expect(keys(lines([1, 2]), lines([3, 4], { stacked: true }))).toEqual([]);
    expect(keys(lines([1, null], { type: 'column' }), lines([3, 4], { type: 'column' }))).toHaveLength(1);
    expect(keys(lines([1, 2]), { ...lines([3, 4]), direction: 'rtl' })).toEqual([]);
  });

  it('is not what has not appeared yet', () => {
    const points = { title: 'A', bullet_points: ['One', 'Two'], layout: 'bullets' } as const;
    expect(partsOf(points, 0).map(({ key }) => key)).toEqual(['title:A']);
    expect(partsOf(points).map(({ key }) => key)).toEqual(['title:A', 'point:One', 'point:Two']);
  });

  it('is a share of both, from nothing to everything', () => {
    const one = partsOf({ title: 'A', bullet_points: ['x', 'y'], layout: 'bullets' });
    const other = partsOf({ title: 'A', bullet_points: ['z', 'w'], layout: 'bullets' });
    expect(similarityOfSlides(one, one)).toBe(1);
    expect(similarityOfSlides(one, other)).toBe(0.5);
    expect(similarityOfSlides(one, partsOf({ title: 'B', layout: 'section' }))).toBe(0);
    expect(similarityOfSlides([], [])).toBe(0);
  });
});
