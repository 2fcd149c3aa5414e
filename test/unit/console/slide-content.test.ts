import { expect, it } from 'vitest';
import { slideInputSchema } from '#features/timelines/contract.ts';
import { newSlideContent, toSlideContentAnswer } from '#features/timelines/slide-content.ts';
import { slideContentForRequest, slideContentWithoutItemPictures } from '#front/console/app/slide-content.ts';
import { sampleSlide } from '#test/support/console/sample-slide.ts';

it('keeps the images of items in a change, and leaves them out of a copy', () => {
  const image = { ...({ status: 'ready', url: 'https://files.example/a.png' } as const), alt: '' };
  const shown = toSlideContentAnswer(
    newSlideContent(slideInputSchema.parse({ items: [{ title: 'Ida' }, { title: 'Tom' }] })),
  );
  const items = shown.items?.map((item, index) => ({ ...item, image: index === 1 ? (image as never) : null })) ?? null;
  const content = slideContentForRequest(sampleSlide({ ...shown, items }));
  expect(content.items).toEqual([
    { title: 'Ida', highlight: false },
    { title: 'Tom', highlight: false, image: {} },
  ]);
  expect(slideContentWithoutItemPictures(content).items?.some((item) => 'image' in item)).toBe(false);
});

const series = [{ name: 'Revenue', values: [1, null] }];

it.each([
  [
    'items',
    {
      items: [
        { title: 'Build', icon: 'rocket' },
        { title: 'Buy', highlight: true },
      ],
    },
  ],
  ['a chart with a target', { chart: { type: 'column', categories: ['A', 'B'], series, target: { value: 3 } } }],
  ['a table', { table: { header: ['A'], rows: [['1']], highlight_rows: [0] } }],
  ['a transition', { transition: { type: 'fade' } }],
  ['code', { code: { text: 'x = 1' } }],
])('a copy of a slide with %s is accepted, and equal', (_, sent) => {
  const shown = toSlideContentAnswer(newSlideContent(slideInputSchema.parse(sent)));
  const copied = slideInputSchema.parse(slideContentForRequest(sampleSlide(shown)));
  expect(toSlideContentAnswer(newSlideContent(copied))).toEqual(shown);
});
