import { expect, test } from 'vitest';
import type { DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';
import { createSlideAndCaptionPainter } from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import { pictureDimensionsOfFormat } from '#engine/video/format.ts';
import { entranceFrames } from '#engine/video/motion/entrance/entrance-frames.ts';
import { imageMotionFrames } from '#engine/video/motion/image-motion-frames.ts';
import { rgbToYuv420 } from '#engine/video/motion/rgb-to-yuv420.ts';
import type { RawPicture, YuvPicture } from '#engine/video/picture.ts';
import type { VideoSettings } from '#engine/video/settings.ts';
import { generateTransitionFrames } from '#engine/video/transitions/generate-transition-frames.ts';
import { type PictureTransition, TRANSITIONS_WITH_FRAMES } from '#engine/video/transitions/transition-types.ts';
import { requireBuiltInTemplate } from '#features/templates/built-in-templates.ts';
import { isTried } from '#test/support/depth.ts';
import { collected, photographSlide, seamSteps } from '#test/support/video/seam-steps.ts';

const editorial = requireBuiltInTemplate('editorial');

/** The largest step (SSIM) that the eye does not see as a jump. */
const INVISIBLE = 0.005;

const size = pictureDimensionsOfFormat('landscape', '480p');
const settings: VideoSettings = { codec: 'h264', ...size, fps: 30, quality: 'standard' };
const painter = await createSlideAndCaptionPainter();
/** Pictures by what they show: each is drawn once for all tests. */
const painted = new Map<string, Promise<RawPicture>>();
function paint(layout: 'image_left' | 'image_full' | 'bullets', revealed?: number): Promise<RawPicture> {
  const draw = async () =>
    painter.paint(await photographSlide(layout), size, editorial, revealed === undefined ? undefined : { revealed });
  const picture = painted.get(`${layout} ${revealed}`) ?? draw();
  painted.set(`${layout} ${revealed}`, picture);
  return picture;
}

const framesBetween = (type: PictureTransition, from: RawPicture, to: RawPicture, frames: number) =>
  collected(generateTransitionFrames(type, rgbToYuv420(from), rgbToYuv420(to), frames, 'ltr'));

const MOVING = TRANSITIONS_WITH_FRAMES.filter(
  (type): type is PictureTransition => !['morph', 'rise', 'spring', 'uncover'].includes(type),
);
test.each(MOVING.filter((_, at) => isTried(at, 5)))('%s starts and ends without a jump', async (type) => {
  const [photograph, text] = [await paint('image_full'), await paint('bullets')];
  const there = await framesBetween(type, photograph, text, 15);
  const back = await framesBetween(type, text, photograph, 15);

  const steps = await seamSteps(settings, [
    { still: photograph },
    { move: there },
    { still: text },
    { move: back },
    { still: photograph },
  ]);

  expect(steps).toHaveLength(4);
  expect(Math.max(...steps)).toBeLessThan(INVISIBLE);
});

test('a bullet appears next to a photograph without a jump', async () => {
  const [before, after] = [await paint('image_left', 1), await paint('image_left', 2)];
  const reveal = await framesBetween('fade', before, after, 8);

  const steps = await seamSteps(settings, [{ still: before }, { move: reveal }, { still: after }]);

  expect(steps).toHaveLength(2);
  expect(Math.max(...steps)).toBeLessThan(INVISIBLE);
});

const CHART = { type: 'column', categories: ['A', 'B'], series: [{ name: 'N', values: [3, 5] }] } as const;
const PARTS = [
  ['a chart grows', { layout: 'chart', chart: CHART }],
  ['a figure counts', { layout: 'stats', items: [{ title: 'Customers', figure: '1,234' }] }],
] as const satisfies readonly [string, Partial<DrawableSlide>][];
test.each(PARTS)('%s without a jump', async (_, content) => {
  const slide: DrawableSlide = {
    ...{ title: 'Numbers', bullet_points: [], language: 'en', is_first: false, layout: 'auto' },
    ...content,
  };
  const before = await painter.paint(slide, size, editorial, { revealed: 0 });
  const after = await painter.paint(slide, size, editorial);
  const found = await painter.paintEntrance(slide, size, editorial, { from: 0, to: 1 });
  if (!found) throw new RangeError('nothing enters');
  const last = found.figures.length > 0 ? [] : [rgbToYuv420(after)];
  const pictures = [rgbToYuv420(before), ...found.layers.map((layer) => rgbToYuv420(layer)), ...last];
  const move = await collected(entranceFrames({ ...found, pictures }, 24));

  const steps = await seamSteps(settings, [{ still: before }, { move }, { still: after }]);

  expect(steps).toHaveLength(2);
  expect(Math.max(...steps)).toBeLessThan(INVISIBLE);
});

const MOTIONS = ['zoom_in', 'zoom_out', 'pan_left', 'pan_right'] as const;
test.each(MOTIONS.filter((_, at) => isTried(at, 3)))(
  'an image moves by %s, in two clips, without a jump',
  async (motion) => {
    const still = await paint('image_left');
    const layers = await painter.paintLayers(await photographSlide('image_left'), size, editorial);
    if (!layers) throw new RangeError('the slide shows no image');
    const part = (first: number): Promise<YuvPicture[]> =>
      collected(imageMotionFrames(layers, motion, { first, count: 20, total: 40 }));

    const steps = await seamSteps(settings, [{ still }, { move: await part(0) }, { move: await part(20) }, { still }]);

    expect(steps).toHaveLength(3);
    expect(Math.max(...steps)).toBeLessThan(INVISIBLE);
  },
);
