import { describe, expect, it } from 'vitest';
import type { DrawnLayout } from '#engine/video/drawing/layout/layout-facts.ts';
import type { MotionLevel } from '#engine/video/motion/motions.ts';
import { computeSlideChange, createFirstSlideRevision } from '#features/timelines/create-first-slide-revision.ts';
import { slideMotionSettingsOf, withDecidedMotion } from '#features/timelines/moved-slide.ts';
import type { Slide } from '#features/timelines/slide.ts';
import { sampleImage, sampleInput, sampleSlide } from '#test/support/samples/entities.ts';
import { sampleVideo } from '#test/support/samples/sample-video.ts';

const STILL = { build: 'none', build_style: 'fade', image_motion: 'none', dim_previous: false };
const BUILT = { build: 'by_bullet', build_style: 'rise', image_motion: 'none', dim_previous: false };
const moves = (slide: Partial<Slide>, layout: DrawnLayout, motion: MotionLevel = 'calm') =>
  slideMotionSettingsOf(sampleSlide(slide), { motion }, layout);
const points = { bullet_points: ['One', 'Two'] };
const photograph = sampleImage({ sha256: '00' });

describe('the movement of a slide that does not say it', () => {
  it('is none without a motion, in new slides and in slides of older versions', () => {
    expect(slideMotionSettingsOf(sampleSlide({ ...points, image: photograph }), {}, 'bullets')).toEqual(STILL);
    expect(
      slideMotionSettingsOf(sampleSlide({ image: photograph, image_motion: undefined }), {}, 'image_full'),
    ).toEqual(STILL);
  });

  it.each<[string, Partial<Slide>, DrawnLayout, object]>([
    ['points rise one by one', points, 'bullets', BUILT],
    ['rows do', { table: { rows: [['a']] } }, 'table', BUILT],
    ['cards do', { items: [{ title: 'A' }] }, 'cards', BUILT],
    ['lines under a title are there at once', points, 'title', { ...STILL, build_style: 'rise' }],
    ['code is there at once', { code: { text: 'a' } }, 'code', { ...STILL, build_style: 'rise' }],
    ['a slide without parts stands', {}, 'section', { ...STILL, build_style: 'rise' }],
    [
      'the camera moves over a photograph alone',
      { image: photograph },
      'image_full',
      { build: 'none', image_motion: 'zoom_in' },
    ],
    [
      'another photograph moves otherwise',
      { image: sampleImage({ sha256: '01' }) },
      'image_full',
      { image_motion: 'zoom_out' },
    ],
    [
      'it ends at a focus to the left',
      { image: sampleImage({ focus: { x: 0.2, y: 0.5 } }) },
      'image_full',
      { image_motion: 'pan_left' },
    ],
    [
      'or to the right',
      { image: sampleImage({ focus: { x: 0.8, y: 0.5 } }) },
      'image_full',
      { image_motion: 'pan_right' },
    ],
    ['points are before the camera', { ...points, image: photograph }, 'image_left', BUILT],
    [
      'a figure stands',
      { image: sampleImage({ is_figure: true, fit: 'contain' }) },
      'image_full',
      { image_motion: 'none' },
    ],
    [
      'a photograph with callouts stands',
      { image: photograph, callouts: [{ kind: 'box', area: { x: 0, y: 0, width: 1, height: 1 } }] },
      'image_full',
      { image_motion: 'none' },
    ],
    [
      'next to a video, points are there at once',
      { ...points, video: sampleVideo({ place: 'left' }) },
      'image_left',
      { ...STILL, build_style: 'rise' },
    ],
    ['a photograph shown whole stands', { image: photograph, layout: 'figure' }, 'figure', { image_motion: 'none' }],
    ['a picture of a page stands', { image: photograph, layout: 'page' }, 'page', { image_motion: 'none' }],
  ])('%s', (_, slide, layout, expected) => {
    expect(moves(slide, layout)).toMatchObject(expected);
  });

  it('keeps the states of an imported slide, and their fade', () => {
    const builds = [{ image: sampleImage(), text: '' }];
    expect(moves({ builds, image: photograph }, 'page')).toEqual(STILL);
  });

  it('is that of the slide before that of the timeline', () => {
    expect(moves({ ...points, motion: 'none' }, 'bullets', 'lively')).toEqual(STILL);
    expect(moves({ ...points, motion: 'calm' }, 'bullets', 'none')).toEqual(BUILT);
  });
});

describe('what a slide says itself', () => {
  const NOW = new Date(0);
  const made = (sent: Parameters<typeof sampleInput>[0]) =>
    createFirstSlideRevision('tl', sampleInput({ ...points, ...sent }), NOW);

  it('wins, also if it says none', () => {
    const none = made({ build: 'none', image_motion: 'none' });
    expect(slideMotionSettingsOf({ ...none, image: photograph }, { motion: 'calm' }, 'bullets')).toEqual({
      ...STILL,
      build_style: 'rise',
    });
    const said = made({ build: 'by_item', build_style: 'fade' });
    expect(slideMotionSettingsOf(said, { motion: 'lively' }, 'bullets')).toMatchObject({
      build: 'by_item',
      build_style: 'fade',
    });
  });

  it('excludes the other: points of a slide whose image moves appear at once', () => {
    const said = { ...made({ build: null, image_motion: 'zoom_out' }), image: photograph };
    expect(slideMotionSettingsOf(said, { motion: 'calm' }, 'image_left')).toMatchObject({
      build: 'none',
      image_motion: 'zoom_out',
    });
  });

  it('is left to the motion by null', () => {
    const said = made({ build: 'none' });
    const { change } = computeSlideChange(said, { build: null });
    expect(slideMotionSettingsOf({ ...said, ...change }, { motion: 'calm' }, 'bullets')).toEqual(BUILT);
  });
});

describe('a photograph next to points', () => {
  const grows = (slide: Partial<Slide>, layout: DrawnLayout = 'image_left', motion: MotionLevel = 'calm') =>
    withDecidedMotion(sampleSlide({ ...points, image: photograph, ...slide }), { motion }, layout).growsUnderBuild;

  it.each<[string, true | undefined, Partial<Slide>, DrawnLayout?, MotionLevel?]>([
    ['grows while they appear', true, {}],
    ['grows in a lively slide', true, {}, 'image_right', 'lively'],
    ['grows above them', true, {}, 'image_top'],
    ['grows where they fade', true, { build_style: 'fade' }],
    ['stands where they appear at once', undefined, { build_style: 'appear' }],
    ['stands where they are wiped', undefined, { build_style: 'wipe' }],
    ['stands under its caption', undefined, { image: sampleImage({ caption: 'The light' }) }],
    ['grows under a blank caption', true, { image: sampleImage({ caption: ' ' }) }],
    ['stands without a motion', undefined, { build: 'by_bullet' }, 'image_left', 'none'],
    ['stands where they are there at once', undefined, { build: 'off' }],
    ['stands behind them', undefined, {}, 'image_background'],
    ['stands if the slide says so', undefined, { image_motion: 'off' }],
    ['stands where earlier ones are dimmed', undefined, { dim_previous: true }],
    ['stands if it is a figure', undefined, { image: sampleImage({ is_figure: true, fit: 'contain' }) }],
    ['stands under callouts', undefined, { callouts: [{ kind: 'box', area: { x: 0, y: 0, width: 1, height: 1 } }] }],
  ])('%s', (_, expected, slide, layout, motion) => expect(grows(slide, layout, motion)).toBe(expected));
});
