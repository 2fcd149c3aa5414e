import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPdf } from '#engine/deck-reading/pdf/pdf-document.ts';
import type { RawPicture } from '#engine/video/picture.ts';
import { encodeAnimatedGif } from '#engine/video/stills/animated-gif.ts';
import { encodeJpeg, shrinkPictureTo } from '#engine/video/stills/jpeg.ts';
import { createPicturePdfWriter } from '#engine/video/stills/picture-pdf.ts';

type Colour = readonly [number, number, number];
const RED: Colour = [200, 20, 20];
const GREEN: Colour = [20, 160, 60];
const BLUE: Colour = [30, 60, 190];

function picture([red, green, blue]: Colour, width = 64, height = 36): RawPicture {
  const rgba = new Uint8Array(width * height * 4);
  for (let i = 0; i < rgba.length; i += 4) rgba.set([red, green, blue, 255], i);
  return { width, height, rgba };
}
const isNear = (pixel: ArrayLike<number>, colour: Colour): boolean =>
  colour.every((value, channel) => Math.abs((pixel[channel] ?? -99) - value) <= 4);

describe('an animated GIF', () => {
  it('shows each picture for its time, in its colour, and repeats', async () => {
    const colours = [RED, GREEN, BLUE];
    const frames = colours.map((colour, at) => ({ picture: picture(colour), milliseconds: 500 + at * 10 }));
    const gif = await encodeAnimatedGif(frames);
    const { format, pages, delay, loop, width, pageHeight } = await sharp(gif, { animated: true }).metadata();
    expect({ format, pages, delay, loop, width, pageHeight }).toEqual({
      ...{ format: 'gif', pages: 3, delay: [500, 510, 520], loop: 0, width: 64, pageHeight: 36 },
    });
    for (const [page, colour] of colours.entries())
      expect(isNear(await sharp(gif, { page }).removeAlpha().raw().toBuffer(), colour)).toBe(true);
    expect(await encodeAnimatedGif(frames)).toEqual(gif);
  });

  it('keeps pictures that are equal, each with its own time', async () => {
    const frames = [RED, RED, GREEN].map((colour) => ({ picture: picture(colour), milliseconds: 500 }));
    const { delay = [] } = await sharp(await encodeAnimatedGif(frames), { animated: true }).metadata();
    expect(delay.reduce((sum, one) => sum + one, 0)).toBe(1500);
  });

  it('refuses none, and pictures of several sizes', async () => {
    await expect(encodeAnimatedGif([])).rejects.toThrow(RangeError);
    const frames = [picture(RED), picture(RED, 32)].map((one) => ({ picture: one, milliseconds: 500 }));
    await expect(encodeAnimatedGif(frames)).rejects.toThrow(RangeError);
  });
});

describe('a picture that is made smaller', () => {
  it.each([
    [1920, 1080, 640, 360],
    [1080, 1920, 360, 640],
    [64, 36, 64, 36],
  ])('of %i × %i has %i × %i pixels', async (width, height, across, down) => {
    const small = await shrinkPictureTo(picture(GREEN, width, height), 640);
    expect([small.width, small.height, small.rgba.length]).toEqual([across, down, across * down * 4]);
    expect(isNear(small.rgba, GREEN)).toBe(true);
  });
});

describe('a PDF of pictures', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stills-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const TEXTS = '\n引き潮 と満ち潮\nالمد والجزر\nज्वार 🌊';
  async function make(name: string): Promise<Buffer> {
    const file = join(folder, name);
    const facts = { title: 'Tides – 潮', language: 'ja', creationTime: '2026-03-04T05:06:07.890Z' };
    const pdf = await createPicturePdfWriter(file, { ...facts, width: 64, height: 36 });
    for (const [index, colour] of [RED, BLUE].entries()) {
      const jpeg = await encodeJpeg(picture(colour), 90, { sharpText: true });
      await pdf.add({ jpeg, title: `潮 ${index}`, text: `(Figure \\ ${index})${index === 1 ? TEXTS : ''}` });
    }
    await pdf.end();
    return readFile(file);
  }

  it('has a page for each, which the picture fills, and is the same when it is made again', async () => {
    const bytes = await make('one.pdf');
    const document = await openPdf(bytes);
    expect(document.pages).toBe(2);
    for (const [index, colour] of [RED, BLUE].entries()) {
      const { drawn } = await document.readPage(index, 960);
      expect([drawn.width, drawn.height]).toEqual([960, 540]);
      const last = drawn.width * drawn.height - 1;
      const corners = [0, drawn.width - 1, last - drawn.width + 1, last];
      for (const at of corners) expect(isNear(drawn.pixels.subarray(at * 4, at * 4 + 3), colour)).toBe(true);
    }
    expect(await make('two.pdf')).toEqual(bytes);
  });

  it('tells its title, its language, and a text instead of each picture', async () => {
    const bytes = (await make('told.pdf')).toString('latin1');
    expect(bytes).toContain('/Lang (ja)');
    expect(bytes).toContain('/Marked true');
    expect(bytes).toContain('/DisplayDocTitle true');
    expect(bytes).toContain('/Alt (\\(Figure \\\\ 0\\))');
    expect(bytes.match(/\/S \/Figure/g)).toHaveLength(2);
    const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('latin1');
    expect(bytes).toContain(utf16('Tides – 潮'));
    expect(bytes).toContain(utf16('潮 1'));
  });

  it('is searched by the texts of its pages in every script, and nothing is seen of them', async () => {
    const document = await openPdf(await make('searched.pdf'));
    const { text, drawn } = await document.readPage(1, 960);
    // A reader puts right-to-left text into the order in which it is read.
    const found = [...text.replace(/\s/g, '')].sort().join('');
    expect(found).toBe([...`(Figure \\ 1)${TEXTS}`.replace(/\s/g, '')].sort().join(''));
    const colours = new Set<string>();
    for (let at = 0; at < drawn.pixels.length; at += 4) colours.add(drawn.pixels.subarray(at, at + 3).join());
    expect(colours.size).toBe(1);
  });
});
