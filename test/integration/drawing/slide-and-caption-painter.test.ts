import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { DrawingError } from '#engine/video/drawing/drawable-slide.ts';
import { createSlideAndCaptionPainter } from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import {
  ASPECT_RATIO_NAMES,
  type AspectRatioName,
  type PictureDimensions,
  pictureDimensionsOfFormat,
} from '#engine/video/format.ts';
import type { RawPicture } from '#engine/video/picture.ts';
import { BUILT_IN_TEMPLATES, requireBuiltInTemplate } from '#features/templates/built-in-templates.ts';
import { isTried } from '#test/support/depth.ts';
import { slideOf, stripes } from '#test/support/drawing/slide-corpus.ts';

const midnight = requireBuiltInTemplate('midnight');
const plain = requireBuiltInTemplate('plain');

const painter = await createSlideAndCaptionPainter();
const landscape = pictureDimensionsOfFormat('landscape', '480p');

type Pixel = readonly [red: number, green: number, blue: number];

/** Calls a function with the place of each pixel, and the least and the greatest of its red, green and blue. */
function forEachPixel(
  { rgba, width, height }: RawPicture,
  see: (x: number, y: number, least: number, greatest: number) => void,
): void {
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 4) {
      const [red = 0, green = 0, blue = 0] = [rgba[at], rgba[at + 1], rgba[at + 2]];
      see(x, y, Math.min(red, green, blue), Math.max(red, green, blue));
    }
}

/** Mean x of what is dark, as a part of the width. */
function inkCentre(picture: RawPicture): number {
  let sum = 0;
  let count = 0;
  forEachPixel(picture, (x, _y, _least, greatest) => {
    if (greatest > 110) return;
    sum += x;
    count++;
  });
  return sum / count / picture.width;
}

/** The x where each line of text ends on the right, from the top; a line is a band of rows with ink. */
function lineEnds(picture: RawPicture, isInk: (least: number, greatest: number) => boolean): number[] {
  const rows = new Array<number>(picture.height).fill(-1);
  forEachPixel(picture, (x, y, least, greatest) => {
    if (isInk(least, greatest)) rows[y] = Math.max(rows[y] ?? -1, x);
  });
  const lines: { end: number; height: number }[] = [];
  for (const [y, end] of rows.entries()) {
    const line = lines.at(-1);
    if (end < 0) continue;
    if (line && y > 0 && (rows[y - 1] ?? -1) >= 0)
      Object.assign(line, { end: Math.max(line.end, end), height: line.height + 1 });
    else lines.push({ end, height: 1 });
  }
  return lines.filter(({ height }) => height > 4).map(({ end }) => end);
}

const pixelAt = ({ rgba, width }: RawPicture, x: number, y: number): Pixel => {
  const at = (y * width + x) * 4;
  return [rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0];
};

const near = (a: Pixel, b: Pixel): boolean => a.every((value, i) => Math.abs(value - (b[i] ?? 0)) < 24);
/** Reports whether no pixel lets through what is behind it. */
function isOpaque({ rgba }: RawPicture): boolean {
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 255) return false;
  return true;
}
const equal = (a: RawPicture, b: RawPicture): boolean => Buffer.compare(a.rgba, b.rgba) === 0;

describe('a picture', () => {
  const sizes: [AspectRatioName, PictureDimensions][] = ASPECT_RATIO_NAMES.map((format) => [
    format,
    pictureDimensionsOfFormat(format, '480p'),
  ]);

  it.each(sizes)('is opaque RGBA of the size asked for: %s', async (format, size) => {
    const images = [undefined, await stripes(['#ff0000', '#00ff00'])];
    for (const [turn, template] of BUILT_IN_TEMPLATES.entries()) {
      for (const [at, image] of images.entries()) {
        // Sizes and opacity are of the format and of the ground of the template: each template has its turn in two or three formats.
        if (!isTried(turn + at + ASPECT_RATIO_NAMES.indexOf(format), 2 * images.length)) continue;
        const picture = await painter.paint(slideOf('latin', { image }), size, template);
        const { width, height, rgba } = picture;
        expect({ width, height }).toEqual(size);
        expect(rgba.length).toBe(size.width * size.height * 4);
        expect(isOpaque(picture)).toBe(true);
      }
    }
  });

  it('is the same bytes again, whatever was drawn in between and before', async () => {
    for (const name of ['cyrillic', 'emoji', 'japanese']) {
      const slide = slideOf(name, { layout: 'title' });
      const first = await painter.paint(slide, landscape, midnight);
      await painter.paint(slideOf('greek'), landscape, midnight);
      const fresh = await createSlideAndCaptionPainter();
      expect(equal(await painter.paint(slide, landscape, midnight), first)).toBe(true);
      expect(equal(await fresh.paint(slide, landscape, midnight), first)).toBe(true);
    }
  });

  it('as PNG shows the same pixels', async () => {
    const slide = slideOf('latin');
    const { rgba } = await painter.paint(slide, landscape, plain);
    const png = await painter.paintPng(slide, landscape, plain);
    const decoded = await sharp(png).ensureAlpha().raw().toBuffer();
    expect(Buffer.compare(decoded, rgba)).toBe(0);
  });

  it('shows the number of the slide only when it is given one', async () => {
    const slide = slideOf('latin', { layout: 'bullets' });
    const without = await painter.paint(slide, landscape, plain);
    const fourth = await painter.paint({ ...slide, slide_number: 4 }, landscape, plain);
    const fifth = await painter.paint({ ...slide, slide_number: 5 }, landscape, plain);
    expect([equal(without, fourth), equal(fourth, fifth)]).toEqual([false, false]);
    const title = { ...slide, layout: 'title' } as const;
    const numbered = await painter.paint({ ...title, slide_number: 4 }, landscape, plain);
    expect(equal(numbered, await painter.paint(title, landscape, plain))).toBe(true);
  });
});

describe('right-to-left slides', () => {
  it.each(['arabic', 'hebrew'])('%s text ends on the right', async (name) => {
    const picture = await painter.paint(slideOf(name, { layout: 'bullets' }), landscape, plain);
    expect(inkCentre(picture)).toBeGreaterThan(0.6);
  });

  it('Latin text starts on the left', async () => {
    const picture = await painter.paint(slideOf('latin', { layout: 'bullets' }), landscape, plain);
    expect(inkCentre(picture)).toBeLessThan(0.4);
  });

  it('are mirrored: image_left has its image on the right', async () => {
    const image = await stripes(['#0000ff']);
    const blue: Pixel = [0, 0, 255];
    for (const [name, layout, onLeft] of [
      ['latin', 'image_left', true],
      ['latin', 'image_right', false],
      ['arabic', 'image_left', false],
      ['arabic', 'image_right', true],
    ] as const) {
      const picture = await painter.paint(slideOf(name, { layout, image }), landscape, plain);
      expect(near(pixelAt(picture, 5, 200), blue), `${name} ${layout}`).toBe(onLeft);
      expect(near(pixelAt(picture, landscape.width - 5, 200), blue), `${name} ${layout}`).toBe(!onLeft);
    }
  });

  const dark = (_least: number, greatest: number): boolean => greatest < 110;
  const words = 'ההכנסות צמחו מאוד משנה לשנה בכל השווקים שבהם אנחנו עובדים היום'.split(' ');

  it('every line of wrapped points starts at the same edge, single words on the last line too', async () => {
    const square = pictureDimensionsOfFormat('square', '480p');
    for (let count = 4; count <= words.length; count++) {
      const bullet = words.slice(0, count).join(' ');
      const slide = slideOf('hebrew', { layout: 'bullets', title: '', bullet_points: ['שלום', bullet] });
      const ends = lineEnds(await painter.paint(slide, square, plain), dark);
      expect(Math.max(...ends) - Math.min(...ends.slice(0, -1)), bullet).toBeLessThan(8);
    }
  });

  it('every line of a wrapped heading starts at the same edge', async () => {
    for (const layout of ['title', 'quote'] as const) {
      const slide = slideOf('hebrew', { layout, title: words.join(' '), bullet_points: [] });
      const ends = lineEnds(await painter.paint(slide, pictureDimensionsOfFormat('square', '480p'), plain), dark);
      const lines = ends.slice(0, layout === 'quote' ? -1 : undefined);
      expect(lines.length).toBeGreaterThan(1);
      expect(Math.max(...lines) - Math.min(...lines), layout).toBeLessThan(12);
    }
  });

  it('an Arabic point among Latin ones stands on the right', async () => {
    const points = (bullet: string) => slideOf('latin', { layout: 'bullets', title: '', bullet_points: [bullet] });
    const arabic = await painter.paint(points('مرحبا بالعالم'), landscape, plain);
    const latin = await painter.paint(points('Hello world'), landscape, plain);
    expect(inkCentre(arabic)).toBeGreaterThan(0.6);
    expect(inkCentre(latin)).toBeLessThan(0.4);
  });
});

describe('emoji', () => {
  const saturated = (picture: RawPicture): number => {
    let count = 0;
    forEachPixel(picture, (_x, _y, least, greatest) => {
      if (greatest - least > 70) count++;
    });
    return count;
  };
  // No title and no points: neither rule nor marker, so that all colour there is comes from the emoji.
  const titled = (title: string) => slideOf('titleOnly', { title, layout: 'quote' });
  const colourOf = async (title: string) => saturated(await painter.paint(titled(title), landscape, plain));

  it.each(['🚀', '👩🏽‍💻', '❤️', '🇫🇷', '✅', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'])('%s is drawn in colour', async (emoji) => {
    expect((await colourOf(`Ship ${emoji} it`)) - (await colourOf('Ship it'))).toBeGreaterThan(150);
  });

  it('without a picture leaves no hole', async () => {
    const without = await painter.paint(titled('Ship it'), landscape, plain);
    const unknown = await painter.paint(titled('Ship \u{1faff}it'), landscape, plain);
    expect(equal(unknown, without)).toBe(true);
  });
});

describe('text of clients is data', () => {
  it.each(['<b>bold</b>', '&amp; &lt;', '</div>', '{{x}}', '<style>*{color:red}</style>'])(
    '%s is drawn as written',
    async (text) => {
      const as = (title: string) => painter.paint(slideOf('titleOnly', { title, is_first: true }), landscape, plain);
      const written = await as(text);
      const stripped = await as(text.replace(/<[^>]*>|&\w+;|[{}]/g, '') || 'x');
      expect(equal(written, stripped)).toBe(false);
      expect(equal(written, await as(text.replace('<', '&lt;')))).toBe(!text.includes('<'));
    },
  );

  it('control characters and lone surrogates change nothing', async () => {
    const as = (title: string) => painter.paint(slideOf('titleOnly', { title }), landscape, plain);
    expect(equal(await as('a\u0000b\u0007c\ud800 d'), await as('abc d'))).toBe(true);
  });
});

describe('images', () => {
  it('are cropped around their focus', async () => {
    const image = await stripes(['#ff0000', '#00ff00', '#0000ff'], 1800, 200);
    const portrait = pictureDimensionsOfFormat('portrait', '480p');
    const nothing = slideOf('nothing');
    const colours: [number, Pixel][] = [
      [0, [255, 0, 0]],
      [0.5, [0, 255, 0]],
      [1, [0, 0, 255]],
    ];
    for (const [x, colour] of colours) {
      const slide = { ...nothing, image: { ...image, focus: { x, y: 0.5 } } };
      const picture = await painter.paint(slide, portrait, plain);
      expect(near(pixelAt(picture, 240, 400), colour)).toBe(true);
    }
  });

  it('that are to be contained stay whole', async () => {
    const image = { ...(await stripes(['#ff0000', '#00ff00', '#0000ff'], 900, 300)), fit: 'contain' as const };
    const picture = await painter.paint(slideOf('nothing', { image }), landscape, plain);
    const middle = landscape.height / 2;
    expect(near(pixelAt(picture, 10, middle), [255, 0, 0])).toBe(true);
    expect(near(pixelAt(picture, landscape.width - 10, middle), [0, 0, 255])).toBe(true);
    expect(near(pixelAt(picture, 10, 5), [255, 0, 0])).toBe(false);
  });

  it.each<[string, number, number, [number, number], [number, number]]>([
    ['at its sides', 600, 450, [10, 240], [844, 240]],
    ['above and below', 900, 300, [427, 5], [427, 475]],
  ])('of a whole slide have a surround in the colour of their edges: %s', async (_name, width, height, ...places) => {
    // Most of the edges is dark blue; a red stripe crosses them.
    const blue = { width, height, channels: 3, background: '#102040' } as const;
    const red = {
      create: { ...blue, width: Math.round(width / 5), height: Math.round(height / 5), background: '#ff0000' },
    };
    const bytes = await sharp({ create: blue })
      .composite([{ input: red, left: 0, top: 0 }])
      .png()
      .toBuffer();
    const image = { bytes, width, height, fit: 'contain' as const, focus: { x: 0.5, y: 0.5 } };
    const page = slideOf('nothing', { image: { ...image, is_page: true } });
    const picture = await painter.paint(page, landscape, plain);
    for (const [x, y] of places) expect(near(pixelAt(picture, x, y), [16, 32, 64]), `${x}, ${y}`).toBe(true);
    const usual = await painter.paint(slideOf('nothing', { image }), landscape, plain);
    for (const [x, y] of places) expect(near(pixelAt(usual, x, y), [16, 32, 64]), `${x}, ${y}`).toBe(false);
  });

  it('leave text readable even when they are white', async () => {
    const image = await stripes(['#ffffff']);
    const slide = slideOf('latin', { layout: 'image_full', image });
    const picture = await painter.paint(slide, landscape, plain);
    let brightest = 0;
    let behind = 255;
    forEachPixel(picture, (x, y, least, greatest) => {
      if (x < 60 || x > 400 || y < 300 || y > 420) return;
      brightest = Math.max(brightest, least);
      behind = Math.min(behind, greatest);
    });
    expect(brightest).toBeGreaterThan(240);
    expect(behind).toBeLessThan(110);
  });

  it('that cannot be decoded are a DrawingError', async () => {
    const good = await stripes(['#ff0000', '#00ff00']);
    const broken = [
      new Uint8Array(),
      new Uint8Array([1, 2, 3]),
      good.bytes.subarray(0, good.bytes.length / 2),
      Buffer.from('<svg/>'),
    ];
    for (const bytes of broken) {
      const slide = slideOf('latin', { image: { ...good, bytes } });
      await expect(painter.paint(slide, landscape, plain)).rejects.toThrow(DrawingError);
    }
  });
});

describe('what cannot be drawn', () => {
  it('is a DrawingError: an impossible size', async () => {
    const slide = slideOf('latin');
    await expect(painter.paint(slide, { width: 0, height: 100 }, plain)).rejects.toThrow(DrawingError);
    await expect(painter.paint(slide, { width: 100, height: 99_999 }, plain)).rejects.toThrow(DrawingError);
  });
});
