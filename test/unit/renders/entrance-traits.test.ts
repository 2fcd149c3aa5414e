import { expect, it } from 'vitest';
import { shotTraitsOf } from '#features/renders/frozen-slide.ts';
import type { Slide } from '#features/timelines/slide.ts';
import { sampleRender, sampleSlide } from '#test/support/samples/entities.ts';

const chart: NonNullable<Slide['chart']> = { type: 'column', categories: ['A'], series: [{ name: 'N', values: [3] }] };
const settings = {
  title: 'Motion',
  template_id: 'plain',
  language: 'en',
  format: 'landscape',
  resolution: '480p',
  metadata: {},
  transition: { type: 'none', duration_seconds: 0 },
} as const;

/** The number of parts of a slide that enter. */
const enters = (slide: Partial<Slide>): number | undefined =>
  shotTraitsOf({ settings, slides: [sampleSlide({ bullet_points: [], ...slide })] }, 0, sampleRender()).enters;
const items = (...figures: string[]) => figures.map((figure) => ({ title: 'a', figure }));

it.each<[string, Partial<Slide>, number]>([
  ['enter: a chart that moves', { chart: chart, motion: 'calm' }, 1],
  ['a chart of a timeline that stands', { chart: chart }, 0],
  ['items with a figure that counts', { layout: 'stats', items: items('45 %', 'Q3'), motion: 'lively' }, 2],
  ['items without one', { layout: 'stats', items: items('Q3', '2026'), motion: 'calm' }, 0],
  [
    'items that are built in a style of the slide',
    { layout: 'stats', items: items('45 %'), motion: 'calm', build: 'by_bullet', build_style: 'wipe' },
    0,
  ],
])('%s', (_, slide, expected) => expect(enters(slide)).toBe(expected));
