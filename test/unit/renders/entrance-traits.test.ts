import { describe, expect, it } from 'vitest';
import { slideDrawingTraitsOf, slideWithDecidedMotion } from '#features/renders/frozen-slide.ts';
import type { CustomTemplateLook } from '#features/templates/custom-template.ts';
import type { Slide } from '#features/timelines/slide.ts';
import { sampleImage, sampleRender, sampleSlide } from '#test/support/samples/entities.ts';
import { sampleVideo } from '#test/support/samples/sample-video.ts';

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

it('parts spring in lively motion, unless the slide names their style', () => {
  const springs = (own: Partial<Slide>): boolean | undefined =>
    slideWithDecidedMotion({ settings, slides: [sampleSlide({ bullet_points: ['a'], ...own })] }, 0, sampleRender())
      .springs;
  expect(springs({ motion: 'lively' })).toBe(true);
  expect(springs({ motion: 'lively', build_style: 'rise' })).toBeUndefined();
  expect(springs({ motion: 'calm' })).toBeUndefined();
});

/** The number of parts of a slide that enter. */
const enters = (slide: Partial<Slide>): number | undefined =>
  slideDrawingTraitsOf({ settings, slides: [sampleSlide({ bullet_points: [], ...slide })] }, 0, sampleRender()).enters;
const items = (...figures: string[]) => figures.map((figure) => ({ title: 'a', figure }));

it.each<[string, Partial<Slide>, number]>([
  ['enter: a chart that moves', { chart: chart, motion: 'calm' }, 1],
  ['a chart of a timeline that stands', { chart: chart }, 0],
  ['items with a figure that counts', { layout: 'stats', items: items('45 %', 'Q3'), motion: 'lively' }, 2],
  [
    'a number that counts, and its points with it',
    { title: '42 %', bullet_points: ['a', 'b'], layout: 'number', motion: 'calm' },
    2,
  ],
  ['a number alone', { title: '42 %', layout: 'number', motion: 'calm' }, 1],
  [
    'a number with points that are built',
    { title: '42 %', bullet_points: ['a'], layout: 'number', motion: 'calm', build: 'by_bullet' },
    0,
  ],
  ['a number that is a year', { title: '2026', bullet_points: ['a'], layout: 'number', motion: 'calm' }, 0],
  ['items without one', { layout: 'stats', items: items('Q3', '2026'), motion: 'calm' }, 0],
  [
    'items that are built in a style of the slide',
    { layout: 'stats', items: items('45 %'), motion: 'calm', build: 'by_bullet', build_style: 'wipe' },
    0,
  ],
])('%s', (_, slide, expected) => expect(enters(slide)).toBe(expected));

describe('a slide under the logo of its template', () => {
  const logo = { key: 'a', sha256: 'f', width: 300, height: 100, content_type: 'image/png', size_bytes: 9 } as const;
  const traitsOf = (slide: Partial<Slide>, look: Partial<CustomTemplateLook>) => {
    const template = { base: 'plain', colors: {}, fonts: {}, logo_place: 'bottom_right', ...look } as const;
    const slides = [sampleSlide({ bullet_points: ['One', 'Two'], motion: 'calm', ...slide })];
    return slideDrawingTraitsOf({ settings, template, slides }, 0, sampleRender());
  };

  it.each<[string, true | undefined, Partial<Slide>, Partial<CustomTemplateLook>]>([
    ['grows without one', true, { layout: 'image_right' }, {}],
    ['stands where the logo is over it', undefined, { layout: 'image_right' }, { logo }],
    ['grows on the other side', true, { layout: 'image_left' }, { logo }],
    [
      'stands on the other side of a text from right to left',
      undefined,
      { layout: 'image_left', title: 'أهلا' },
      { logo },
    ],
    ['grows where the logo is on titles alone', true, { layout: 'image_right' }, { logo, logo_on: 'title' }],
  ])('its photograph %s', (_, zooms, slide, look) => {
    expect(traitsOf({ image: sampleImage(), ...slide }, look).zooms).toBe(zooms);
  });

  it('has a video that is not copied: the logo is drawn over its frames', () => {
    const slide = { bullet_points: [], video: sampleVideo({ width: 1920, height: 1080, fps: 30 }) };
    expect(traitsOf(slide, {}).playsInStep).toBe(true);
    expect(traitsOf(slide, { logo }).playsInStep).toBeUndefined();
    expect(traitsOf(slide, { logo, logo_on: 'title' }).playsInStep).toBe(true);
  });
});
