import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { path as ffmpegPath } from '@ffmpeg-installer/ffmpeg';
import { describe, expect, it } from 'vitest';
import { createSlideAndCaptionPainter } from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import { runFfmpeg } from '#engine/video/ffmpeg/run.ts';
import { pictureDimensionsOfFormat } from '#engine/video/format.ts';
import { slideWithImageAtRest } from '#engine/video/motion/image-motion-frames.ts';
import { rgbToYuv420 } from '#engine/video/motion/rgb-to-yuv420.ts';
import type { RawPicture } from '#engine/video/picture.ts';
import { BUILT_IN_TEMPLATES, requireBuiltInTemplate } from '#features/templates/built-in-templates.ts';
import { isTried } from '#test/support/depth.ts';
import { slideOf, stripes } from '#test/support/drawing/slide-corpus.ts';
import { largestDifference, meanDifference, noiseBytes } from '#test/support/samples/yuv-pictures.ts';
import { rawPictureInput, TO_VIDEO_COLOURS } from '#test/support/video/swscale.ts';

const midnight = requireBuiltInTemplate('midnight');

/** The picture as ffmpeg converts it by itself. */
async function bySwscale({ rgba, ...size }: RawPicture): Promise<Buffer> {
  const stream = new PassThrough();
  const inputs = [{ at: Readable.from([Buffer.from(rgba)]), options: rawPictureInput(size, '30') }];
  const output = { at: stream, options: ['-vf', TO_VIDEO_COLOURS, '-f', 'rawvideo'] };
  const [bytes] = await Promise.all([buffer(stream), runFfmpeg({ inputs, output }, { ffmpegPath })]);
  return bytes;
}

async function expectNoSeam(picture: RawPicture): Promise<void> {
  const [ours, theirs] = [rgbToYuv420(picture).data, await bySwscale(picture)];
  const luma = picture.width * picture.height;
  expect(largestDifference(ours.subarray(0, luma), theirs.subarray(0, luma))).toBe(0);
  expect(largestDifference(ours.subarray(luma), theirs.subarray(luma))).toBeLessThanOrEqual(1);
  expect(meanDifference(ours.subarray(luma), theirs.subarray(luma))).toBeLessThan(0.02);
}

const painter = await createSlideAndCaptionPainter();
const image = await stripes(['#ff2010', '#20d030', '#3040ff', '#ffffff']);

describe('a picture that starts to move', () => {
  it.each(BUILT_IN_TEMPLATES.filter((_, at) => isTried(at, 4)))(
    'keeps its colours: a slide in $id',
    async (template) => {
      for (const more of [{}, { image }]) {
        await expectNoSeam(
          await painter.paint(slideOf('latin', more), pictureDimensionsOfFormat('landscape', '480p'), template),
        );
      }
    },
  );

  it('keeps its colours in every format', async () => {
    for (const format of ['portrait', 'square', 'feed'] as const) {
      await expectNoSeam(
        await painter.paint(slideOf('emoji', { image }), pictureDimensionsOfFormat(format, '480p'), midnight),
      );
    }
  });

  it('keeps its colours where no two pixels are alike', async () => {
    const size = { width: 640, height: 360 };
    const rgba = noiseBytes(640 * 360 * 4, 7).map((value, i) => (i % 4 === 3 ? 255 : value));
    await expectNoSeam({ ...size, rgba });
  });
});

describe('an image that can move', () => {
  it('stands, before it zooms in, as in the drawn slide', async () => {
    const size = pictureDimensionsOfFormat('landscape', '480p');
    for (const layout of ['image_right', 'image_full'] as const) {
      const slide = slideOf('latin', { image, layout });
      const layers = await painter.paintLayers(slide, size, midnight);
      if (!layers) throw new RangeError(`${layout} shows no image`);
      const still = slideWithImageAtRest(layers, 'zoom_in', 'start');
      expect(meanDifference(still.data, rgbToYuv420(await painter.paint(slide, size, midnight)).data)).toBeLessThan(
        0.5,
      );
    }
  });
});
