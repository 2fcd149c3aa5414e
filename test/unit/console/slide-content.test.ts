import { expect, it } from 'vitest';
import { slideInput } from '#features/timelines/contract.ts';
import { contentView, newContent } from '#features/timelines/slide-content.ts';
import { contentOf } from '#front/console/app/slide-content.ts';
import { sampleSlide } from '#test/support/console/sample-slide.ts';

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
  const shown = contentView(newContent(slideInput.parse(sent)));
  const copied = slideInput.parse(contentOf(sampleSlide(shown)));
  expect(contentView(newContent(copied))).toEqual(shown);
});
