import { describe, expect, it } from 'vitest';
import { DrawingError } from '#engine/video/drawing/drawable-slide.ts';
import { chooseLayout } from '#engine/video/drawing/layout/choose-layout.ts';
import { chaptersOfVideo } from '#features/renders/build-render-plan.ts';
import { createPictureDrawer } from '#features/renders/draw-pictures.ts';
import { drawableSlideOfSnapshot } from '#features/renders/frozen-slide.ts';
import { FileMissingError, type FileStore, type SlidePainter } from '#features/renders/ports.ts';
import type { TimelineSnapshot } from '#features/renders/timeline-snapshot.ts';
import { sampleImage, sampleRender, sampleSlide } from '#test/support/samples/entities.ts';
import { noFootage } from '#test/support/video/no-footage.ts';

const image = sampleImage();
const none = async (): Promise<never> => {
  throw new Error('not used here');
};
const files: FileStore = {
  getBytes: async (key) => {
    throw new FileMissingError(key);
  },
  putBytes: none,
  putFile: none,
  getFile: none,
  getRange: none,
  copy: none,
  presignGet: none,
  remove: none,
};
const painter: SlidePainter = {
  paint: async () => {
    throw new DrawingError('cannot');
  },
  paintLayers: none,
  paintPair: none,
  paintEntrance: none,
  paintZoom: none,
  zoomRoom: none,
  paintCaption: none,
};

/** The fifth and the sixth slide of a timeline. */
const snapshot: TimelineSnapshot = {
  settings: {
    title: 'Deck',
    template_id: 'plain',
    language: 'en',
    transition: { type: 'none', duration_seconds: 0 },
    format: 'landscape',
    resolution: '1080p',
    metadata: {},
  },
  slides: [sampleSlide({ title: ' ' }), sampleSlide({ title: 'Titled', image })],
  first_position: 4,
};

describe('a slide of a video of some slides of a timeline is drawn as in the whole', () => {
  it('with its number, and in the layout of its place', () => {
    const numbered = { ...snapshot, settings: { ...snapshot.settings, slide_numbers: true } };
    expect([0, 1].map((index) => drawableSlideOfSnapshot(numbered, index).slide_number)).toEqual([5, 6]);
    expect(drawableSlideOfSnapshot(numbered, 0).is_first).toBe(false);
    expect(chooseLayout({ ...drawableSlideOfSnapshot(snapshot, 1), image: undefined }, { width: 16, height: 9 })).toBe(
      'section',
    );
  });

  it('with the blank lines of its code, and without blank points', () => {
    const pointsOf = (layout: 'code' | 'bullets') =>
      drawableSlideOfSnapshot({ ...snapshot, slides: [sampleSlide({ layout, bullet_points: ['a', ' ', 'b'] })] }, 0)
        .bullet_points;
    expect(pointsOf('code')).toEqual(['a', ' ', 'b']);
    expect(pointsOf('bullets')).toEqual(['a', 'b']);
  });
});

describe('a slide of a video of some slides of a timeline is called by its place in the timeline', () => {
  it('as a chapter without a title', () => {
    const plan = {
      slides: [
        { start_frame: 0, frames: 30 },
        { start_frame: 30, frames: 30 },
      ],
    };
    expect(chaptersOfVideo(snapshot, plan.slides).map(({ title }) => title)).toEqual(['Slide 5', 'Titled']);
  });

  it('when it cannot be drawn, or its image is gone', async () => {
    const work = { render: sampleRender(), signal: new AbortController().signal };
    const drawer = createPictureDrawer({ files, footage: noFootage, painter: async () => painter }, work, snapshot);
    await expect(drawer.raw({ slide: 0 })).rejects.toThrow('The picture of slide 5 could not be drawn.');
    await expect(drawer.raw({ slide: 1 })).rejects.toMatchObject({
      asRenderError: {
        code: 'image_unreadable',
        message: 'An image of slide 6 is no longer there.',
        slide_id: snapshot.slides[1]?.id,
        position: 5,
      },
    });
    const settings = { ...snapshot.settings, template_id: 'nope' };
    const withoutTemplate = createPictureDrawer({ files, footage: noFootage, painter: async () => painter }, work, {
      ...snapshot,
      settings,
    });
    await expect(withoutTemplate.raw({ slide: 0 })).rejects.toMatchObject({
      message: 'The picture of slide 5 could not be drawn.',
      cause: new DrawingError('there is no template "nope"'),
    });
  });
});
