import { expect, it } from 'vitest';
import type { SlideMeasures } from '#engine/video/drawing/paint/measure-slide-layout.ts';
import { type SlideToCheck, warningsOfSlide } from '#features/renders/check/slide-warnings.ts';
import type { Slide } from '#features/timelines/slide.ts';
import { sampleSlide } from '#test/support/samples/entities.ts';
import { sampleVideo } from '#test/support/samples/sample-video.ts';

const FINE: SlideMeasures = {
  layout: 'bullets',
  fits: [
    { part: 'title', cut: false, shrunk: false },
    { part: 'content', cut: false, shrunk: false },
  ],
  isFooterCut: false,
  missing: [],
  contrast: { ratio: 12, passes: true },
};
const told = (measures: Partial<SlideMeasures>, slide: Partial<Slide> = {}, more: Partial<SlideToCheck> = {}) =>
  warningsOfSlide({
    slide: sampleSlide({ id: 'sl_1', ...slide }),
    position: 3,
    measures: { ...FINE, ...measures },
    narrationSeconds: undefined,
    leadSeconds: 0.3,
    ...more,
  }).map(({ code, param, position, slide_id }) => {
    expect([position, slide_id]).toEqual([3, 'sl_1']);
    return `${code} ${param}`;
  });
const outcome = (part: 'title' | 'points' | 'content', is: 'cut' | 'shrunk' | 'both') => ({
  part,
  cut: is !== 'shrunk',
  shrunk: is !== 'cut',
});

it('says nothing of a slide that is fine', () => {
  expect(told({})).toEqual([]);
});

it('names the field whose text is cut or shrunk, once, and not both', () => {
  expect(told({ fits: [outcome('title', 'shrunk'), outcome('content', 'both')] })).toEqual([
    'text_cut slides[3].bullet_points',
    'text_shrunk slides[3].title',
  ]);
  expect(told({ fits: [outcome('content', 'cut'), outcome('content', 'cut')] })).toEqual([
    'text_cut slides[3].bullet_points',
  ]);
  const code = { text: 'a' };
  expect(told({ layout: 'code', fits: [outcome('content', 'shrunk')] }, { code })).toEqual([
    'text_shrunk slides[3].code',
  ]);
  // Lines above a table.
  const table = { rows: [['a']] };
  expect(told({ layout: 'table', fits: [outcome('points', 'shrunk'), outcome('content', 'cut')] }, { table })).toEqual([
    'text_cut slides[3].table',
    'text_shrunk slides[3].bullet_points',
  ]);
  // A point that is set as the title of a slide without one.
  expect(told({ fits: [outcome('title', 'cut')] }, { title: ' ' })).toEqual(['text_cut slides[3].bullet_points']);
});

it('names what is wrong next to its text', () => {
  expect(told({ isFooterCut: true })).toEqual(['text_cut footer']);
  expect(told({ missing: ['𓀀'] }, { title: 'The 𓀀' })).toEqual(['glyphs_missing slides[3].title']);
  expect(told({ missing: ['𓀀'] })).toEqual(['glyphs_missing slides[3].bullet_points']);
  const table = { rows: [['𓀀']] };
  expect(told({ layout: 'table', missing: ['𓀀'] }, { table })).toEqual(['glyphs_missing slides[3].table']);
  expect(told({ layout: 'table', missing: ['𓀀'] }, { table, bullet_points: ['𓀀'] })).toEqual([
    'glyphs_missing slides[3].bullet_points',
  ]);
  expect(told({ contrast: { ratio: 2, passes: false } })).toEqual(['contrast_low template_id']);
  expect(told({ imageScale: 1.6 })).toEqual(['image_low_resolution slides[3].image']);
  expect(told({ imageScale: 1.5 })).toEqual([]);
  const image = { key: 'k', sha256: 's', width: 4, height: 3, content_type: 'image/png', size_bytes: 7 } as const;
  const shown = { ...image, fit: 'cover', focus: { x: 0.5, y: 0.5 }, alt: '' } as const;
  expect(told({}, { image: { ...shown, frames: 12 } })).toEqual(['image_animated slides[3].image']);
  expect(told({}, { image: shown })).toEqual([]);
  expect(told({ layout: 'empty', fits: [], contrast: undefined })).toEqual(['nothing_to_show slides[3]']);
});

it('names what is wrong with the whole page', () => {
  const page = { hasOverlap: false, coverage: 0.2 };
  expect(told({ page })).toEqual([]);
  expect(told({ page: { hasOverlap: true, smallText: 0.0212, coverage: 0.19 } })).toEqual([
    'overlap slides[3]',
    'text_small slides[3]',
    'page_empty slides[3]',
  ]);
  // The empty space of a title is part of its composition.
  expect(told({ layout: 'title', page: { ...page, coverage: 0.05 } })).toEqual([]);
});

it('names a slide that ends before its narration, where it is asked to', () => {
  const spoken = { narrationSeconds: 4.9 };
  const cut = { duration_seconds: 5, cut_speech: true };
  expect(told({}, cut, spoken)).toEqual(['speech_cut slides[3].duration_seconds']);
  expect(told({}, { ...cut, duration_seconds: 6 }, spoken)).toEqual([]);
  expect(told({}, { ...cut, cut_speech: false }, spoken)).toEqual([]);
  expect(told({}, cut)).toEqual([]);
});

it('tells a video that is being decoded from one that failed, and names it where it looks soft', () => {
  const { key: _, ...options } = sampleVideo();
  const video_request = { ...options, from: { fetch: 'f', index: 0 } };
  expect(told({ layout: 'empty' }, { video_request })).toEqual(['video_pending slides[3].video']);
  const error = { code: 'video_invalid' as const, message: 'It is damaged.' };
  expect(told({}, { video_request: { ...video_request, error } })).toEqual(['video_unreadable slides[3].video']);
  expect(told({ imageScale: 2 }, { video: sampleVideo() })).toEqual(['image_low_resolution slides[3].video']);
});
