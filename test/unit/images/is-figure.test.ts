import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { expect, it } from 'vitest';
import { reencodeImage } from '#features/images/reencode.ts';

const WIDTH = 640;
const HEIGHT = 360;

/** A picture by the colour of each pixel. */
function picture(color: (x: number, y: number) => readonly [number, number, number]) {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let y = 0; y < HEIGHT; y++) for (let x = 0; x < WIDTH; x++) pixels.set(color(x, y), (y * WIDTH + x) * 3);
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });
}

const INK = [20, 20, 30] as const;
const PAPER = [255, 255, 255] as const;
/** Lines of strokes, as text has them. */
const page = () =>
  picture((x, y) => (y % 24 > 10 && x > 40 && x < 600 && (x % 9 < 3 || (y % 24 === 16 && x % 27 < 20)) ? INK : PAPER));
/** Columns of four colours, with lines across. */
const chart = () =>
  picture((x, y) => {
    if (x % 40 < 24 && y > 60 + (((x - (x % 40)) * 7919) % 250)) return x % 80 < 40 ? [30, 90, 200] : [230, 120, 20];
    return y % 24 < 2 || x % 40 === 30 ? [160, 160, 160] : PAPER;
  });
/** Colours that run into one another, with some grain. */
const landscape = () =>
  picture((x, y) => [(x / 3 + ((x * y * 31) % 17)) % 256, 60 + y / 3 + ((x * 13 + y * 7) % 19), 200 - y / 3]);

/** Cards of a user interface with a few letters: hardly an edge. */
const cards = (x: number, y: number): readonly [number, number, number] => {
  const isCard = x % 210 > 20 && y % 170 > 30;
  if (x < 90) return [17, 24, 39];
  if (!isCard) return [244, 246, 251];
  return x % 210 > 40 && x % 210 < 120 && y % 170 > 60 && y % 170 < 72 && x % 7 < 2 ? INK : PAPER;
};
/** A ground that runs from one colour into another behind a window. */
const shaded = (x: number, y: number): readonly [number, number, number] =>
  x > 80 && x < 560 && y > 60 && y < 300 ? cards(x, y) : [240 - Math.floor(x / 16), 200, 140 + Math.floor(y / 9)];
/** The same with a photograph in it. */
const withPhoto = (x: number, y: number): readonly [number, number, number] =>
  x > 330 && y < 190
    ? [(x / 3 + ((x * y * 31) % 17)) % 256, 60 + y / 3 + ((x * 13 + y * 7) % 19), 200 - y / 3]
    : cards(x, y);

const found = async (image: Sharp) => (await reencodeImage(await image.toBuffer())).is_figure;

it.each([
  ['text as PNG', () => page().png()],
  ['text as JPEG', () => page().jpeg({ quality: 80 })],
  ['a user interface', () => picture(cards).png()],
  ['a user interface as JPEG', () => picture(cards).jpeg({ quality: 75 })],
  ['a user interface on colours that run into one another', () => picture(shaded).jpeg({ quality: 80 })],
  ['a user interface with a photograph', () => picture(withPhoto).png()],
  ['a chart', () => chart().png()],
  ['a chart on a clear ground', () => chart().unflatten().png()],
])('%s is found', async (_name, image) => {
  expect(await found(image())).toBe(true);
});

it.each([
  ['colours that run into one another', () => landscape().jpeg()],
  ['one colour', () => picture(() => PAPER).png()],
  ['two colours with one edge', () => picture((x) => (x < WIDTH / 2 ? INK : PAPER)).png()],
  ['one pixel', () => sharp(Buffer.from(PAPER), { raw: { width: 1, height: 1, channels: 3 } }).png()],
])('%s is none', async (_name, image) => {
  expect(await found(image())).toBeUndefined();
});

it('a drawn landscape is none', async () => {
  const bytes = await readFile(new URL('../../fixtures/deck/lighthouse.jpg', import.meta.url));
  expect((await reencodeImage(bytes)).is_figure).toBeUndefined();
});
