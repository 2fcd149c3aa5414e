import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { reencodeDeckPicture } from '#app/sandbox/reencode-deck-picture.ts';
import type { PictureClipShape } from '#engine/deck-reading/deck.ts';
import { readPptx } from '#engine/deck-reading/pptx/read-pptx.ts';
import { boxAt, makePptx, textShape } from '#test/support/decks/pptx.ts';

/** What is cut off the picture of a slide. @param fill within its `blipFill`, after the blip @param form its geometry */
async function cropOf(fill: string, isFillOfShape = false, form = '') {
  const box = `${boxAt(0, 0, 500, 500)}${form}`;
  const shapes = isFillOfShape
    ? `<p:sp><p:nvSpPr><p:cNvPr id="5" name="s"/><p:nvPr/></p:nvSpPr><p:spPr>${box}<a:blipFill><a:blip r:embed="rId1"/>${fill}</a:blipFill></p:spPr></p:sp>`
    : `<p:pic><p:nvPicPr><p:cNvPr id="5" name="p"/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="rId1"/>${fill}</p:blipFill><p:spPr>${box}</p:spPr></p:pic>`;
  const deck = makePptx({
    slides: [{ shapes: textShape(2, 'title', ['A']) + shapes, relations: { rId1: ['image', 'media/a.png'] } }],
    parts: { 'ppt/media/a.png': 'bytes' },
  });
  const { image } = (await readPptx(deck, { maxSlides: 1 })).deck.slides[0] ?? expect.fail();
  expect(image).toBeDefined();
  return image?.crop;
}

describe('the crop of a picture', () => {
  it.each<[string, string, object | undefined]>([
    ['none', '<a:stretch><a:fillRect/></a:stretch>', undefined],
    [
      'of all sides',
      '<a:srcRect l="10000" t="20000" r="30000" b="40000"/>',
      { left: 0.1, top: 0.2, right: 0.3, bottom: 0.4 },
    ],
    ['in percent', '<a:srcRect l="12.5%"/>', { left: 0.125, top: 0, right: 0, bottom: 0 }],
    ['a margin, which cuts nothing', '<a:srcRect l="-10000" t="-5000"/>', undefined],
    ['a margin beside a cut', '<a:srcRect l="-10000" r="25000"/>', { left: 0, top: 0, right: 0.25, bottom: 0 }],
    ['of everything, in a damaged file', '<a:srcRect l="60000" r="60000"/>', undefined],
    ['no number', '<a:srcRect l="much"/>', undefined],
    [
      'by a place that is larger than the shape',
      '<a:stretch><a:fillRect l="-50000" r="-50000"/></a:stretch>',
      { left: 0.25, top: 0, right: 0.25, bottom: 0 },
    ],
  ])('is read: %s', async (_, fill, crop) => {
    expect(await cropOf(fill)).toEqual(crop);
    expect(await cropOf(fill, true)).toEqual(crop);
  });
});

const geometry = (name: string, radius = ''): string =>
  `<a:prstGeom prst="${name}"><a:avLst>${radius === '' ? '' : `<a:gd name="adj" fmla="${radius}"/>`}</a:avLst></a:prstGeom>`;

describe('the outline of a picture', () => {
  const none = { left: 0, top: 0, right: 0, bottom: 0 };
  it.each<[string, string, object | undefined]>([
    ['a rectangle', geometry('rect'), undefined],
    ['an ellipse', geometry('ellipse'), { ...none, outline: 'ellipse' }],
    ['round corners', geometry('roundRect'), { ...none, outline: { radius: 0.16667 } }],
    ['round corners of a size', geometry('roundRect', 'val 50000'), { ...none, outline: { radius: 0.5 } }],
    ['corners that are too round', geometry('roundRect', 'val 90000'), { ...none, outline: { radius: 0.5 } }],
    ['corners that are not round', geometry('roundRect', 'val 0'), undefined],
    ['no number', geometry('roundRect', '*/ w 1 2'), { ...none, outline: { radius: 0.16667 } }],
  ])('is read: %s', async (_, form, crop) => {
    expect(await cropOf('', false, form)).toEqual(crop);
    expect(await cropOf('', true, form)).toEqual(crop);
  });

  it('is cut next to the crop', async () => {
    expect(await cropOf('<a:srcRect r="25000"/>', false, geometry('ellipse'))).toEqual({
      ...{ ...none, right: 0.25 },
      outline: 'ellipse',
    });
  });

  it('has a line where it cannot be cut', async () => {
    const linesWith = async (form: string) => {
      const shapes = `<p:pic><p:nvPicPr><p:cNvPr id="5" name="p"/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="rId1"/></p:blipFill><p:spPr>${boxAt(0, 0, 500, 500)}${form}</p:spPr></p:pic>`;
      const slide = { shapes, relations: { rId1: ['image', 'media/a.png'] } } as const;
      const deck = makePptx({ slides: [slide], parts: { 'ppt/media/a.png': 'bytes' } });
      const { warnings } = (await readPptx(deck, { maxSlides: 1 })).deck;
      return warnings.filter(({ message }) => message.includes('cut to a shape')).map(({ code }) => code);
    };
    expect(await linesWith(geometry('star5'))).toEqual(['look_approximate']);
    expect(await linesWith('<a:custGeom/>')).toEqual(['look_approximate']);
    for (const form of ['', geometry('rect'), geometry('ellipse')]) expect(await linesWith(form)).toEqual([]);
  });
});

describe('a picture that is cut to an outline', () => {
  /** Opacity of points of a red picture of 80 × 40, in shares of its sides. */
  async function alphas(outline: PictureClipShape, ...points: [number, number][]): Promise<(number | undefined)[]> {
    const red = await sharp({ create: { width: 160, height: 40, channels: 3, background: '#ff0000' } })
      .jpeg()
      .toBuffer();
    const made = await reencodeDeckPicture(red, { left: 0, top: 0, right: 0.5, bottom: 0, outline });
    expect([made.width, made.height, made.content_type]).toEqual([80, 40, 'image/png']);
    const pixels = await sharp(made.bytes).ensureAlpha().raw().toBuffer();
    return points.map(([x, y]) => pixels[4 * (Math.floor(y * 39.9) * 80 + Math.floor(x * 79.9)) + 3]);
  }

  it('is transparent outside of it', async () => {
    const corners = [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as [number, number][];
    const middle = [
      [0.5, 0.5],
      [0.5, 0.02],
      [0.02, 0.5],
    ] as [number, number][];
    expect(await alphas('ellipse', ...corners, ...middle, [0.1, 0.1])).toEqual([0, 0, 0, 0, 255, 255, 255, 0]);
    expect(await alphas({ radius: 0.25 }, ...corners, ...middle, [0.1, 0.1])).toEqual([0, 0, 0, 0, 255, 255, 255, 255]);
  });
});

/** Red on the left, green on the right. */
const twoColours = (width: number): Promise<Buffer> =>
  sharp({ create: { width, height: 40, channels: 3, background: '#00ff00' } })
    .composite([
      { input: { create: { width: width / 2, height: 40, channels: 3, background: '#ff0000' } }, left: 0, top: 0 },
    ])
    .png()
    .toBuffer();

const mostRed = async (bytes: Uint8Array): Promise<number> => {
  const { channels } = await sharp(bytes).stats();
  return channels[0]?.max ?? Number.NaN;
};

describe('what is cut off a picture', () => {
  it('is in no byte of what is stored', async () => {
    const whole = await reencodeDeckPicture(await twoColours(100));
    expect(await mostRed(whole.bytes)).toBeGreaterThan(250);
    const cropped = await reencodeDeckPicture(await twoColours(100), { left: 0.5, top: 0.25, right: 0, bottom: 0.25 });
    expect(cropped).toMatchObject({ width: 50, height: 20 });
    // JPEG is not exact.
    expect(await mostRed(cropped.bytes)).toBeLessThan(5);
  });

  it('is cut off an SVG, too, and off a picture that its EXIF turns, as it is in the file', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="40"><rect width="50" height="40" fill="#f00"/><rect x="50" width="50" height="40" fill="#0f0"/></svg>';
    const right = { left: 0.52, top: 0, right: 0, bottom: 0 };
    expect(await mostRed((await reencodeDeckPicture(Buffer.from(svg), right)).bytes)).toBeLessThan(5);
    const turned = await sharp(await twoColours(100))
      .withMetadata({ orientation: 6 })
      .jpeg({ chromaSubsampling: '4:4:4' })
      .toBuffer();
    const cropped = await reencodeDeckPicture(turned, right);
    expect(cropped).toMatchObject({ width: 40, height: 48 });
    expect(await mostRed(cropped.bytes)).toBeLessThan(12);
  });

  it('leaves one pixel at the least', async () => {
    const crop = { left: 0.5, top: 0.999, right: 0.4999, bottom: 0 };
    expect(await reencodeDeckPicture(await twoColours(10), crop)).toMatchObject({ width: 1, height: 1 });
  });
});
