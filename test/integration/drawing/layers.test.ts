import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { blendPictureOver, pastePicture } from '#engine/video/drawing/paint/raster.ts';
import { createSlideAndCaptionPainter } from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import { IMAGE_MOTION_SCALE, type SlideLayers } from '#engine/video/drawing/paint/slide-layers.ts';
import { pictureDimensionsOfFormat } from '#engine/video/format.ts';
import type { RawPicture } from '#engine/video/picture.ts';
import { BUILT_IN_TEMPLATES, requireBuiltInTemplate } from '#features/templates/built-in-templates.ts';
import { isTried } from '#test/support/depth.ts';
import { slideOf, stripes } from '#test/support/drawing/slide-corpus.ts';

const plain = requireBuiltInTemplate('plain');

const painter = await createSlideAndCaptionPainter();
const landscape = pictureDimensionsOfFormat('landscape', '480p');

/** The slide with its image at rest. */
async function atRest({ below, image, room, above }: SlideLayers): Promise<RawPicture> {
  const picture = { ...below, rgba: new Uint8Array(below.rgba) };
  const { width, height } = room;
  const raw = { width: image.width, height: image.height, channels: 4 } as const;
  const rgba = await sharp(image.rgba, { raw }).resize({ width, height, fit: 'fill' }).raw().toBuffer();
  pastePicture(picture, { width, height, rgba }, room.x, room.y);
  blendPictureOver(picture, above.rgba);
  return picture;
}

function meanDifference(a: RawPicture, b: RawPicture): number {
  let sum = 0;
  for (let at = 0; at < a.rgba.length; at++) sum += Math.abs((a.rgba[at] ?? 0) - (b.rgba[at] ?? 0));
  return sum / a.rgba.length;
}

describe('a slide in layers', () => {
  const layouts = ['image_left', 'image_right', 'image_full'] as const;
  const formats = ['landscape', 'portrait', 'square', 'classic'] as const;

  it.each(BUILT_IN_TEMPLATES.filter((_, at) => isTried(at, 4)))(
    'with its image at rest is the picture of the slide: $id',
    async (template) => {
      for (const [i, fit] of (['cover', 'contain'] as const).entries()) {
        const image = { ...(await stripes(['#202060', '#a0c0a0', '#803010'])), fit };
        for (const [j, layout] of layouts.entries()) {
          const size = pictureDimensionsOfFormat(formats[(i + j) % formats.length] ?? 'landscape', '480p');
          const slide = slideOf('latin', { layout, image });
          const layers = await painter.paintLayers(slide, size, template);
          if (!layers) throw new RangeError('no image is shown');
          const difference = meanDifference(await atRest(layers), await painter.paint(slide, size, template));
          expect(difference, `${layout} ${fit}`).toBeLessThan(0.25);
        }
      }
    },
  );

  it('has its image in even pixels, drawn larger', async () => {
    for (const fit of ['cover', 'contain'] as const) {
      const image = { ...(await stripes(['#ff0000', '#0000ff'], 901, 333)), fit };
      const layers = await painter.paintLayers(slideOf('latin', { image }), landscape, plain);
      if (!layers) throw new RangeError('no image is shown');
      const { x, y, width, height } = layers.room;
      expect([x, y, width, height, layers.image.width, layers.image.height].map((each) => each % 2)).toEqual(
        new Array(6).fill(0),
      );
      expect(Math.abs(layers.image.width - width * IMAGE_MOTION_SCALE)).toBeLessThanOrEqual(1);
      expect(Math.abs(layers.image.height - height * IMAGE_MOTION_SCALE)).toBeLessThanOrEqual(1);
      expect(layers.image.rgba.length).toBe(layers.image.width * layers.image.height * 4);
    }
  });

  it('leaves the image free of what stands before it', async () => {
    const layers = await painter.paintLayers(slideOf('latin', { image: await stripes(['#ff0000']) }), landscape, plain);
    if (!layers) throw new RangeError('no image is shown');
    const { room, above } = layers;
    const middle = ((room.y + room.height / 2) * landscape.width + room.x + room.width / 2) * 4;
    expect([...above.rgba.subarray(middle, middle + 4)]).toEqual([0, 0, 0, 0]);
  });

  it('does not exist where no image is shown', async () => {
    expect(await painter.paintLayers(slideOf('latin'), landscape, plain)).toBeUndefined();
    const quote = slideOf('latin', { layout: 'quote', image: await stripes(['#ff0000']) });
    expect(await painter.paintLayers(quote, landscape, plain)).toBeUndefined();
  });
});

describe('bullet points that appear one by one', () => {
  const slide = slideOf('latin', { layout: 'bullets', bullet_points: ['First', '', 'Second', 'Third'] });
  const changedRows = (a: RawPicture, b: RawPicture): { first: number; last: number } | undefined => {
    const bytes = a.width * 4;
    const differs = (row: number): boolean =>
      Buffer.compare(
        a.rgba.subarray(row * bytes, (row + 1) * bytes),
        b.rgba.subarray(row * bytes, (row + 1) * bytes),
      ) !== 0;
    const rows = Array.from({ length: a.height }, (_, row) => row).filter(differs);
    const [first, last] = [rows[0], rows.at(-1)];
    return first === undefined || last === undefined ? undefined : { first, last };
  };

  it.each(BUILT_IN_TEMPLATES.filter((_, at) => isTried(at + 1, 3)))(
    'each changes only the rows it stands in, one below the other: $id',
    async (template) => {
      const builds: RawPicture[] = [];
      for (const revealed of [0, 1, 2, 3, 4])
        builds.push(await painter.paint(slide, landscape, template, { revealed }));
      const changes = builds.slice(1).map((build, i) => changedRows(builds[i] ?? build, build));
      expect(changes.map((change) => change !== undefined)).toEqual([true, false, true, true]);
      const rows = changes.filter((change) => change !== undefined);
      for (const [i, { first }] of rows.entries()) expect(first).toBeGreaterThan(rows[i - 1]?.last ?? 0);
      const full = await painter.paint(slide, landscape, template);
      expect(Buffer.compare(builds.at(-1)?.rgba ?? Buffer.alloc(0), full.rgba)).toBe(0);
    },
  );
});
