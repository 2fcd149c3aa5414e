import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { findWrittenWords } from '#engine/speech/words/written-words.ts';
import { CAPTION_POSITIONS, CAPTION_PRESETS, type CaptionStyle } from '#engine/video/captions/caption-style.ts';
import { markSpokenWord } from '#engine/video/captions/spoken-word.ts';
import type { DrawableImage } from '#engine/video/drawing/drawable-slide.ts';
import { captionArea } from '#engine/video/drawing/layout/caption-area.ts';
import { blendCaption, type CaptionLayer } from '#engine/video/drawing/paint/caption-layer.ts';
import { createSlideAndCaptionPainter } from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import { type AspectRatioName, pictureDimensionsOfFormat } from '#engine/video/format.ts';
import type { RawPicture } from '#engine/video/picture.ts';
import { BUILT_IN_TEMPLATES, requireBuiltInTemplate } from '#features/templates/built-in-templates.ts';
import { isTried } from '#test/support/depth.ts';
import { measureSlide } from '#test/support/drawing/measure-slide.ts';
import { slideOf } from '#test/support/drawing/slide-corpus.ts';

const painter = await createSlideAndCaptionPainter();
const plain = requireBuiltInTemplate('plain');
const usual: CaptionStyle = { preset: 'box', size: 'medium', position: 'auto', uppercase: false, max_lines: 2 };
const FORMATS: readonly AspectRatioName[] = ['landscape', 'portrait', 'square', 'classic', 'feed'];
/** A preset of each height. */
const SHAPES = ['box', 'bar', 'word'] as const;
const HD = pictureDimensionsOfFormat('landscape', '720p');

/** Four-digit pixels: red, green, blue, alpha. */
const pixelsOf = ({ rgba }: RawPicture): number[][] =>
  Array.from({ length: rgba.length / 4 }, (_, i) => [...rgba.subarray(4 * i, 4 * i + 4)]);
const isNear = ([r = 0, g = 0, b = 0]: readonly number[], [red = 0, green = 0, blue = 0]: readonly number[]): boolean =>
  Math.abs(r - red) + Math.abs(g - green) + Math.abs(b - blue) < 40;
function countNear({ rgba }: RawPicture, color: readonly number[]): number {
  let count = 0;
  for (let at = 0; at < rgba.length; at += 4)
    if ((rgba[at + 3] ?? 0) > 200 && isNear([rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0], color)) count++;
  return count;
}
/** The longest text that a preset shows at a time. */
const longest = (preset: CaptionStyle['preset']): string => (preset === 'word' ? 'Two words' : 'Two lines\nof words');
const paintCaption = (text: string, style: Partial<CaptionStyle>, language = 'en', size = HD): Promise<CaptionLayer> =>
  painter.paintCaption(text, language, size, plain, { ...usual, ...style });

/** The columns in which two pictures of one size differ: first and last; undefined if they are equal. */
function differentColumns(one: RawPicture, other: RawPicture): [number, number] | undefined {
  const columns = pixelsOf(one).flatMap((pixel, i) =>
    pixel.some((value, channel) => value !== other.rgba[4 * i + channel]) ? [i % one.width] : [],
  );
  return columns.length === 0 ? undefined : [Math.min(...columns), Math.max(...columns)];
}

/** A page of a deck with a line of pure red at its upper and its lower edge. */
async function pageOfDeck(): Promise<DrawableImage> {
  const [width, height] = [640, 360];
  const line = (top: number) => ({
    input: { create: { width, height: 14, channels: 3 as const, background: '#ff0000' } },
    left: 0,
    top,
  });
  const ground = sharp({ create: { width, height, channels: 3, background: '#f0f0f0' } });
  const bytes = await ground
    .composite([line(6), line(height - 20)])
    .png()
    .toBuffer();
  return { bytes, width, height, fit: 'contain', focus: { x: 0.5, y: 0.5 }, is_page: true };
}
const page = await pageOfDeck();

describe('the look of captions in the picture', () => {
  it.each(FORMATS)('has its place clear of the text of slides: %s', async (format) => {
    const size = pictureDimensionsOfFormat(format, '480p');
    for (const position of CAPTION_POSITIONS)
      for (const preset of SHAPES)
        for (const [i, layout] of (['bullets', 'title', 'quote', 'two_columns'] as const).entries()) {
          // A style has one layout beneath it, and another one in the next format.
          const turn = CAPTION_POSITIONS.indexOf(position) + SHAPES.indexOf(preset) + FORMATS.indexOf(format);
          if (!isTried(turn + i, 4)) continue;
          const style = { ...usual, preset, position, size: 'large' } as const;
          const { x, y, picture } = await painter.paintCaption(longest(preset), 'en', size, plain, style);
          expect([x >= 0, x + picture.width <= size.width, y >= 0, y + picture.height <= size.height]).not.toContain(
            false,
          );
          const { written } = await measureSlide(slideOf('latin', { layout }), size, plain, { captioned: style });
          for (const { text, ink } of written) {
            // The line of a quotation mark is much taller than the mark.
            if (text === '“') continue;
            const isClear = ink.bottom <= y + 1 || ink.top >= y + picture.height - 1;
            expect(isClear, `${preset} ${position} ${layout}: ${text}`).toBe(true);
          }
        }
  });

  it('leaves the lowest fifth of tall pictures free', async () => {
    const size = pictureDimensionsOfFormat('portrait', '1080p');
    for (const preset of CAPTION_PRESETS)
      for (const position of CAPTION_POSITIONS) {
        const { y, picture } = await paintCaption(longest(preset), { preset, position }, 'en', size);
        expect(y + picture.height).toBeLessThanOrEqual(size.height * 0.8 + 1);
      }
  });

  it.each(FORMATS)(
    'covers nothing of a page of a deck, which is set smaller where it has to be: %s',
    async (format) => {
      const size = pictureDimensionsOfFormat(format, '480p');
      for (const preset of SHAPES)
        for (const position of CAPTION_POSITIONS) {
          // A style has its turn in every second format.
          const turn = CAPTION_POSITIONS.indexOf(position) + SHAPES.indexOf(preset) + FORMATS.indexOf(format);
          if (!isTried(turn, 2)) continue;
          const style = { ...usual, preset, position };
          const picture = await painter.paint(slideOf('latin', { layout: 'page', image: page }), size, plain, {
            captioned: style,
          });
          const red = countNear(picture, [255, 0, 0]);
          expect(red).toBeGreaterThan(size.width / 4);
          blendCaption(picture, await painter.paintCaption(longest(preset), 'en', size, plain, style));
          expect([preset, position, countNear(picture, [255, 0, 0])]).toEqual([preset, position, red]);
        }
    },
  );

  it('does not change a page that has room for captions next to it', async () => {
    const size = pictureDimensionsOfFormat('portrait', '480p');
    const slide = slideOf('latin', { layout: 'page', image: page });
    const bare = await painter.paint(slide, size, plain);
    const captioned = await painter.paint(slide, size, plain, { captioned: usual });
    expect(Buffer.compare(Buffer.from(bare.rgba), Buffer.from(captioned.rgba))).toBe(0);
  });

  it('box and karaoke have a panel, bar a band, outline and word none', async () => {
    const corners: Record<string, number> = {};
    for (const preset of CAPTION_PRESETS) {
      const { x, picture } = await paintCaption('Words', { preset, background: '#123456' });
      const below = (picture.height - 3) * picture.width + picture.width / 2;
      corners[preset] = picture.rgba[4 * below + 3] ?? 0;
      expect([preset, x === 0 && picture.width === HD.width]).toEqual([preset, preset === 'bar']);
    }
    expect(corners).toEqual({ box: 255, outline: 0, bar: 255, karaoke: 255, word: 0 });
  });

  it.each([
    ['en', 'Words 🚀'],
    ['ar', 'في الربع الأول'],
    ['ja', '四半期の業績'],
  ])('outline sets letters between two colours: %s', async (language, text) => {
    const colors = { color: '#ffffff', background: '#0000ff' };
    const { picture } = await paintCaption(text, { preset: 'outline', ...colors }, language);
    expect(countNear(picture, [255, 255, 255])).toBeGreaterThan(300);
    expect(countNear(picture, [0, 0, 255])).toBeGreaterThan(300);
    // Every white pixel has blue ones around it: nothing white is at the edge of what is drawn.
    const pixels = pixelsOf(picture);
    const exposed = pixels.filter(
      (pixel, i) => (pixel[3] ?? 0) > 200 && isNear(pixel, [255, 255, 255]) && pixels[i - 1]?.[3] === 0,
    );
    expect(exposed).toEqual([]);
  });

  it('a bar has the same place and height whatever is said', async () => {
    const bars = await Promise.all(['A', 'Two lines\nof words'].map((text) => paintCaption(text, { preset: 'bar' })));
    expect(new Set(bars.map(({ y, picture }) => `${y} ${picture.height}`)).size).toBe(1);
  });

  it('takes the colours and the opacity of a request', async () => {
    const { picture } = await paintCaption('Words', { color: '#00ff00', background: '#ff00ff80' });
    const middle = 4 * (4 * picture.width + picture.width / 2);
    expect([...picture.rgba.subarray(middle, middle + 4)]).toEqual([255, 0, 255, 128]);
    expect(countNear(picture, [0, 255, 0])).toBeGreaterThan(50);
  });

  it('capitals are those of the language', async () => {
    const [drawn, capitals, turkish] = await Promise.all([
      paintCaption('straße it', { uppercase: true }, 'de'),
      paintCaption('STRASSE IT', {}, 'de'),
      paintCaption('straße it', { uppercase: true }, 'tr'),
    ]);
    expect(Buffer.compare(Buffer.from(drawn.picture.rgba), Buffer.from(capitals.picture.rgba))).toBe(0);
    expect(turkish.picture.width).toBeGreaterThan(0);
    expect(differentColumns(drawn.picture, turkish.picture)).toBeDefined();
  });

  it.each([
    ['en', 'We shipped it 🚀 on time', 3, 10, 'left'],
    ['ar', 'في الربع الأول نمت', 3, 8, 'right'],
    ['ja', '本日は四半期の業績', 3, 6, 'left'],
  ])('marks the spoken word, and moves nothing: %s', async (language, text, from, to, side) => {
    for (const preset of ['karaoke', 'word'] as const) {
      const highlight = '#ff8800';
      const bare = await paintCaption(text, { preset, highlight }, language);
      const marked = await paintCaption(markSpokenWord(text, from, to), { preset, highlight }, language);
      expect([marked.x, marked.y, marked.picture.width]).toEqual([bare.x, bare.y, bare.picture.width]);
      expect(countNear(bare.picture, [255, 136, 0])).toBe(0);
      expect(countNear(marked.picture, [255, 136, 0])).toBeGreaterThan(40);
      const [first = 0, last = 0] = differentColumns(bare.picture, marked.picture) ?? [];
      const { width } = bare.picture;
      expect(last - first).toBeLessThan(width * 0.5);
      // The second word, in reading order.
      const middle = (first + last) / 2;
      expect(side === 'left' ? middle : width - middle).toBeLessThanOrEqual(width / 2);
    }
  });

  it.each([
    ['ar', 'بنسبة 12 في المئة (Q1 report)، version 2.0 في السوق'],
    ['he', 'הדוח Q3 report צמח ב-24% היום'],
    ['hi', 'पहली तिमाही में हमारी आय बारह प्रतिशत बढ़ी'],
    ['ja', '売上高は前年同期比で十二パーセント増加し、'],
    ['en', '🚀 AVA To. Wave 🎉 and 👩‍👩‍👧‍👦 met שלום עולם today'],
  ])('sets a marked word exactly as it is without its mark: %s', async (language, text) => {
    const colors = { color: '#ffffff', highlight: '#ffffff' };
    // Both draw the mark in the same way; each has its turn by the length of the text.
    for (const preset of (['karaoke', 'word'] as const).filter((_, at) => isTried(text.length + at, 2))) {
      const bare = await paintCaption(text, { preset, ...colors }, language);
      for (const { from, to } of findWrittenWords(text)) {
        const marked = await paintCaption(markSpokenWord(text, from, to), { preset, ...colors }, language);
        expect([marked.x, marked.picture.width]).toEqual([bare.x, bare.picture.width]);
        const moved = marked.picture.rgba.filter((value, i) => Math.abs(value - (bare.picture.rgba[i] ?? 0)) > 24);
        expect([text.slice(from, to), moved.length]).toEqual([text.slice(from, to), 0]);
      }
    }
  });

  const inTurn = BUILT_IN_TEMPLATES.filter((_, at) => isTried(at, 9));
  it.each(inTurn)('has room next to the longest text, too, in the template $id', async (template) => {
    for (const format of ['landscape', 'portrait'] as const)
      for (const layout of ['bullets', 'title', 'quote'] as const) {
        const size = pictureDimensionsOfFormat(format, '480p');
        const { y } = await painter.paintCaption(longest('box'), 'en', size, template, usual);
        const { written } = await measureSlide(slideOf('longest', { layout }), size, template, { captioned: usual });
        const covered = written.filter(({ text, ink }) => text !== '“' && ink.bottom > y + 1);
        expect([format, layout, covered.map(({ text }) => text)]).toEqual([format, layout, []]);
      }
  });

  it.each((['landscape', 'classic', 'square'] as const).filter((_, at) => isTried(at, 2)))(
    'covers no pixel of the longest text, which is set smaller where it has to be: %s',
    async (format) => {
      const size = pictureDimensionsOfFormat(format, '480p');
      const style = { ...usual, preset: 'bar', size: 'large', position: 'middle' } as const;
      const { y, picture } = await painter.paintCaption(longest('bar'), 'en', size, plain, style);
      const paint = (words: string, fields: object = {}) =>
        painter.paint(slideOf(words, { layout: 'bullets', ...fields }), size, plain, { captioned: style });
      const [text, bare] = [await paint('longest'), await paint('longest', { title: '', bullet_points: [] })];
      const rows = ({ rgba }: RawPicture, from: number, to: number) =>
        rgba.subarray(4 * size.width * from, 4 * size.width * to);
      const differing = (from: number, to: number) =>
        rows(text, from, to).filter((value, i) => Math.abs(value - (rows(bare, from, to)[i] ?? 0)) > 24).length;
      expect(differing(y, y + picture.height)).toBe(0);
      expect(differing(0, y)).toBeGreaterThan(size.width * 40);
    },
  );

  it('has larger type in portrait, and fewer letters on a line', () => {
    const [wide, tall] = [
      captionArea(pictureDimensionsOfFormat('landscape', '1080p')),
      captionArea(pictureDimensionsOfFormat('portrait', '1080p')),
    ];
    expect(tall.size).toBeGreaterThan(wide.size * 1.2);
    expect([wide.columns, tall.columns]).toEqual([42, 27]);
    const sizes = (['small', 'medium', 'large'] as const).map((size) => captionArea(HD, { ...usual, size }).size);
    expect([...sizes].sort((one, other) => one - other)).toEqual(sizes);
    expect(new Set(sizes).size).toBe(3);
  });
});
