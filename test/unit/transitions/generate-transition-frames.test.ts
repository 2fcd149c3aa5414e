import { describe, expect, it } from 'vitest';
import { PictureMismatchError, type YuvPicture } from '#engine/video/picture.ts';
import { crossFadePictures } from '#engine/video/transitions/cross-fade.ts';
import { generateTransitionFrames } from '#engine/video/transitions/generate-transition-frames.ts';
import { type PictureTransition, TRANSITIONS_WITH_FRAMES } from '#engine/video/transitions/transition-types.ts';
import {
  centroid,
  collectItems,
  flatPicture,
  meanDifference,
  mirroredPicture,
  noisyPicture,
  sameBytes,
} from '#test/support/samples/yuv-pictures.ts';

const size = { width: 64, height: 36 };
const TYPES = TRANSITIONS_WITH_FRAMES.filter(
  (type): type is PictureTransition => !['morph', 'rise', 'spring', 'uncover'].includes(type),
);
const DIRECTIONS = ['ltr', 'rtl'] as const;

const meanLuma = ({ width, height, data }: YuvPicture): number =>
  data.subarray(0, width * height).reduce((sum, value) => sum + value, 0) / (width * height);

describe.each(TYPES)('a transition of type %s', (type) => {
  it('has exactly the frames asked for, each of the size of the pictures and in its own memory', async () => {
    for (const frames of [1, 2, 15]) {
      const all = await collectItems(
        generateTransitionFrames(type, noisyPicture(size, 1), noisyPicture(size, 2), frames, 'ltr'),
      );
      expect(all.map(({ width, height, data }) => [width, height, data.length])).toEqual(
        Array.from({ length: frames }, () => [64, 36, (64 * 36 * 3) / 2]),
      );
      expect(new Set(all.map(({ data }) => data.buffer)).size).toBe(frames);
    }
  });

  it.each(DIRECTIONS)('turns the old picture into the new one without turning back: %s', async (direction) => {
    const all = await collectItems(
      generateTransitionFrames(type, flatPicture(size, 16), flatPicture(size, 235), 30, direction),
    );
    const lumas = [16, ...all.map(meanLuma), 235];
    for (const [i, luma] of lumas.entries()) expect(luma).toBeGreaterThanOrEqual(lumas[i - 1] ?? 0);
    // Half way in the middle, and gently at both ends: no step of the 31 is as large as a fourth of the whole.
    expect(meanLuma(all[14] ?? flatPicture(size, 0)) + meanLuma(all[15] ?? flatPicture(size, 0))).toBeCloseTo(251, -1);
    expect(Math.max(...lumas.slice(1).map((luma, i) => luma - (lumas[i] ?? 0)))).toBeLessThan(55);
  });

  it('changes nothing where both pictures have the same one colour', async () => {
    const ground = flatPicture(size, 60, 140);
    const all = await collectItems(generateTransitionFrames(type, ground, flatPicture(size, 60, 140), 7, 'ltr'));
    // The shadow of a covering picture shows its edge on a ground of one colour; its colours stay.
    const from = type === 'cover' ? 64 * 36 : 0;
    for (const { data } of all) expect(Buffer.compare(data.subarray(from), ground.data.subarray(from))).toBe(0);
    if (type === 'cover') for (const picture of all) expect(meanDifference(picture.data, ground.data)).toBeLessThan(1);
  });

  it('leaves the two pictures as they are', async () => {
    const [from, to] = [noisyPicture(size, 3), noisyPicture(size, 4)];
    await collectItems(generateTransitionFrames(type, from, to, 3, 'rtl'));
    expect(sameBytes(from, noisyPicture(size, 3)) && sameBytes(to, noisyPicture(size, 4))).toBe(true);
  });

  it('takes pictures whose rows are not a whole number of words: 854x480 halves to 427', async () => {
    const narrow = { width: 22, height: 18 };
    const all = await collectItems(
      generateTransitionFrames(type, flatPicture(narrow, 40), flatPicture(narrow, 200), 3, 'rtl'),
    );
    for (const { data } of all) expect(new Set(data.subarray(22 * 18))).toEqual(new Set([128]));
  });

  it('refuses pictures of two sizes and invalid counts', async () => {
    const frames = (to: YuvPicture, count: number) =>
      collectItems(generateTransitionFrames(type, flatPicture(size, 0), to, count, 'ltr'));
    await expect(frames(flatPicture({ width: 32, height: 36 }, 0), 3)).rejects.toThrow(PictureMismatchError);
    for (const count of [0, -1, 1.5]) await expect(frames(flatPicture(size, 0), count)).rejects.toThrow(RangeError);
  });
});

describe('the reading direction', () => {
  it.each(['slide', 'wipe', 'cover'] as const)('mirrors a transition of type %s', async (type) => {
    const [from, to] = [noisyPicture(size, 5), noisyPicture(size, 6)];
    const leftwards = await collectItems(generateTransitionFrames(type, from, to, 9, 'ltr'));
    const rightwards = await collectItems(
      generateTransitionFrames(type, mirroredPicture(from), mirroredPicture(to), 9, 'rtl'),
    );
    for (const [i, picture] of leftwards.entries()) {
      const other = rightwards[i];
      expect(other && sameBytes(mirroredPicture(other), picture)).toBe(true);
    }
  });

  it.each(['fade', 'zoom', 'push', 'iris', 'blur'] as const)(
    'means nothing to a transition of type %s',
    async (type) => {
      const [from, to] = [noisyPicture(size, 7), noisyPicture(size, 8)];
      const ltr = await collectItems(generateTransitionFrames(type, from, to, 3, 'ltr'));
      const rtl = await collectItems(generateTransitionFrames(type, from, to, 3, 'rtl'));
      expect(ltr.map(({ data }) => data)).toEqual(rtl.map(({ data }) => data));
    },
  );

  it('lets the new slide come from the right, and lays it open from the left, where one reads from left to right', async () => {
    const [from, to] = [flatPicture(size, 16), flatPicture(size, 235)];
    const edges = async (type: 'slide' | 'wipe' | 'cover') => {
      const [picture] = await collectItems(generateTransitionFrames(type, from, to, 1, 'ltr'));
      return [picture?.data[0], picture?.data[63]];
    };
    expect(await edges('slide')).toEqual([16, 235]);
    expect(await edges('wipe')).toEqual([235, 16]);
    expect(await edges('cover')).toEqual([16, 235]);
  });
});

it('a pushed picture moves by whole pairs of pixels, its colours with it', async () => {
  const [from, to] = [noisyPicture(size, 9), noisyPicture(size, 10)];
  const all = await collectItems(generateTransitionFrames('slide', from, to, 7, 'ltr'));
  const places = all.map(({ data }) => {
    const isHere = (x: number): boolean => Buffer.compare(data.subarray(0, 64 - x), from.data.subarray(x, 64)) === 0;
    const chroma = (x: number): boolean =>
      Buffer.compare(data.subarray(2304, 2336 - x / 2), from.data.subarray(2304 + x / 2, 2336)) === 0;
    return Array.from({ length: 32 }, (_, pair) => pair * 2).find((x) => isHere(x) && chroma(x));
  });
  expect(places).toEqual([2, 6, 18, 32, 46, 58, 62]);
});

it('a picture that is pushed up moves by whole pairs of rows, its colours with it', async () => {
  const [from, to] = [noisyPicture(size, 9), noisyPicture(size, 10)];
  const all = await collectItems(generateTransitionFrames('push', from, to, 7, 'ltr'));
  const places = all.map(({ data }) => {
    const isHere = (y: number): boolean =>
      Buffer.compare(data.subarray(0, (36 - y) * 64), from.data.subarray(y * 64, 2304)) === 0;
    const chroma = (y: number): boolean =>
      Buffer.compare(data.subarray(2304, 2304 + (18 - y / 2) * 32), from.data.subarray(2304 + (y / 2) * 32, 2880)) ===
      0;
    const isNew = (y: number): boolean =>
      Buffer.compare(data.subarray((36 - y) * 64, 2304), to.data.subarray(0, y * 64)) === 0;
    return Array.from({ length: 19 }, (_, pair) => pair * 2).find((y) => isHere(y) && chroma(y) && isNew(y));
  });
  expect(places).toEqual([0, 4, 10, 18, 26, 32, 36]);
});

it('a covering picture moves over one that stays, with a shadow at its edge', async () => {
  const [from, to] = [flatPicture(size, 200), noisyPicture(size, 10)];
  const [picture] = await collectItems(generateTransitionFrames('cover', from, to, 1, 'ltr'));
  const row = [...(picture?.data.subarray(0, 64) ?? [])];
  expect(row.slice(32)).toEqual([...to.data.subarray(0, 32)]);
  expect(row.slice(0, 28).every((value) => value === 200)).toBe(true);
  expect(row[31]).toBeLessThan(180);
});

it('an iris opens a circle from the middle, as high as it is wide', async () => {
  const wide = { width: 160, height: 90 };
  const all = await collectItems(
    generateTransitionFrames('iris', flatPicture(wide, 16), flatPicture(wide, 235), 9, 'ltr'),
  );
  const { data } = all[2] ?? flatPicture(wide, 0);
  const across = data.subarray(45 * 160, 46 * 160).filter((value) => value > 125).length;
  const down = Array.from({ length: 90 }, (_, y) => data[y * 160 + 80] ?? 0).filter((value) => value > 125).length;
  expect(across).toBeGreaterThan(20);
  expect(Math.abs(across - down)).toBeLessThanOrEqual(1);
  expect(data[0]).toBe(16);
});

it('letters of two pictures are never seen at once in a blur', async () => {
  const large = { width: 320, height: 180 };
  /** Lines a pixel wide, which no blurred picture has. */
  const striped = (at: number): YuvPicture => {
    const picture = flatPicture(large, 40);
    for (let y = 60; y < 120; y++) for (let x = 40 + at; x < 280; x += 12) picture.data[y * 320 + x] = 235;
    return picture;
  };
  const all = await collectItems(generateTransitionFrames('blur', striped(0), striped(6), 15, 'ltr'));
  const contrast = ({ data }: YuvPicture, at: number): number => {
    const line = data.subarray(90 * 320 + 100, 90 * 320 + 220);
    const values = [...line].filter((_, x) => (x + 100 - 40 - at) % 12 === 0);
    return values.reduce((sum, value) => sum + value, 0) / values.length - Math.min(...line);
  };
  for (const picture of all) expect(Math.min(contrast(picture, 0), contrast(picture, 6))).toBeLessThan(12);
  expect(contrast(all[0] ?? striped(0), 0)).toBeGreaterThan(100);
  expect(contrast(all[14] ?? striped(0), 6)).toBeGreaterThan(100);
});

it('the edge of a wipe is soft: its columns go up in small steps', async () => {
  const wide = { width: 400, height: 4 };
  const [picture] = await collectItems(
    generateTransitionFrames('wipe', flatPicture(wide, 16), flatPicture(wide, 235), 1, 'ltr'),
  );
  const row = [...(picture?.data.subarray(0, 400) ?? [])];
  const steps = row.slice(1).map((value, x) => (row[x] ?? 0) - value);
  expect(Math.min(...steps)).toBe(0);
  expect(Math.max(...steps)).toBeLessThan(8);
});

it('a zoom starts and ends next to the standing pictures, and shows no foreign colour at its edges', async () => {
  const [from, to] = [flatPicture(size, 40, 100), flatPicture(size, 200, 150)];
  const all = await collectItems(generateTransitionFrames('zoom', from, to, 15, 'ltr'));
  for (const { data } of all) expect(new Set(data.subarray(0, 64 * 36)).size).toBe(1);
  expect(meanDifference(all[0]?.data ?? from.data, from.data)).toBeLessThan(4);
  expect(meanDifference(all[14]?.data ?? from.data, to.data)).toBeLessThan(4);
});

it('a zoom goes into the middle: what is there stays there, what is next to it moves outwards', async () => {
  const empty = flatPicture(size, 20);
  const dot = (x: number): YuvPicture => {
    const picture = flatPicture(size, 20);
    for (let y = 16; y < 20; y++) picture.data.fill(235, y * 64 + x, y * 64 + x + 4);
    return picture;
  };
  const track = async (from: YuvPicture, to: YuvPicture) =>
    (await collectItems(generateTransitionFrames('zoom', from, to, 9, 'ltr'))).map((frame) => centroid(frame, 21));
  for (const { x, y } of await track(dot(30), dot(30))) {
    expect(Math.abs(x - 32)).toBeLessThan(0.05);
    expect(Math.abs(y - 18)).toBeLessThan(0.05);
  }
  const old = (await track(dot(50), empty)).map(({ x }) => x);
  expect(old[0]).toBeCloseTo(52, 1);
  expect(old[6]).toBeGreaterThan(53);
  const fresh = (await track(empty, dot(50))).map(({ x }) => x);
  expect(fresh[2]).toBeLessThan(51.2);
  expect(fresh[8]).toBeCloseTo(52, 1);
});

describe('a part that appears', () => {
  /** A picture with a light box of 20x8 pixels, on a ground that gets darker downwards. */
  const withBox = (x: number, y: number, isThere: boolean): YuvPicture => {
    const picture = flatPicture(size, 100);
    for (let row = 0; row < 36; row++) picture.data.fill(100 - row, row * 64, row * 64 + 64);
    for (let row = y; isThere && row < y + 8; row++) picture.data.fill(235, row * 64 + x, row * 64 + x + 20);
    return picture;
  };
  const [before, after] = [withBox(10, 12, false), withBox(10, 12, true)];

  it.each(['rise', 'uncover'] as const)('leaves everything else as it is: %s', async (type) => {
    const all = await collectItems(generateTransitionFrames(type, before, after, 9, 'ltr'));
    for (const { data } of all)
      for (let y = 0; y < 36; y++) {
        const isBeside = y < 12 || y >= 22;
        const row = data.subarray(y * 64, y * 64 + 64);
        const old = before.data.subarray(y * 64, y * 64 + 64);
        expect([...row.subarray(0, 10), ...row.subarray(30)]).toEqual([...old.subarray(0, 10), ...old.subarray(30)]);
        if (isBeside) expect([...row]).toEqual([...old]);
      }
    expect(meanDifference(all[0]?.data ?? after.data, before.data)).toBeLessThan(3);
    expect(meanDifference(all[8]?.data ?? before.data, after.data)).toBeLessThan(1);
  });

  it.each(['rise', 'spring', 'uncover'] as const)('has nothing to do between equal pictures: %s', async (type) => {
    const all = await collectItems(generateTransitionFrames(type, after, withBox(10, 12, true), 2, 'ltr'));
    for (const picture of all) expect(sameBytes(picture, after)).toBe(true);
    expect(all[0]?.data.buffer).not.toBe(after.data.buffer);
  });

  it('rises to its place and is at rest there', async () => {
    const large = { width: 64, height: 400 };
    const dot = flatPicture(large, 20);
    for (let y = 200; y < 210; y++) dot.data.fill(235, y * 64 + 20, y * 64 + 30);
    const all = await collectItems(generateTransitionFrames('rise', flatPicture(large, 20), dot, 11, 'ltr'));
    const heights = all.map((frame) => centroid(frame, 21).y);
    for (const [i, y] of heights.entries()) if (i > 0) expect(y).toBeLessThanOrEqual(heights[i - 1] ?? y);
    expect(heights[0]).toBeGreaterThan(210);
    expect(heights.at(-1)).toBeCloseTo(205, 0);
    const steps = heights.slice(1).map((y, i) => (heights[i] ?? y) - y);
    expect(steps[0]).toBeGreaterThan((steps.at(-1) ?? 0) + 1);
  });

  it('springs from farther below a little beyond its place, and is at rest there', async () => {
    const large = { width: 64, height: 1000 };
    const dot = flatPicture(large, 20);
    for (let y = 500; y < 510; y++) dot.data.fill(235, y * 64 + 20, y * 64 + 30);
    const all = await collectItems(generateTransitionFrames('spring', flatPicture(large, 20), dot, 17, 'ltr'));
    const heights = all.map((frame) => centroid(frame, 21).y);
    expect(heights[0]).toBeGreaterThan(530);
    expect(Math.min(...heights)).toBeCloseTo(505 - 3, 0);
    expect(heights.at(-1)).toBeCloseTo(505, 0);
    const last = heights.slice(-3).map((y, i, three) => Math.abs(y - (three[i - 1] ?? y)));
    expect(Math.max(...last)).toBeLessThanOrEqual(1);
  });

  it('rises to the bottom edge of a slide', async () => {
    const low = withBox(10, 28, true);
    const all = await collectItems(generateTransitionFrames('rise', before, low, 5, 'ltr'));
    expect(meanDifference(all[4]?.data ?? before.data, low.data)).toBeLessThan(2);
  });

  it.each(['ltr', 'rtl'] as const)('is uncovered from the start of its line: %s', async (direction) => {
    const [frame] = await collectItems(generateTransitionFrames('uncover', before, after, 1, direction));
    const row = frame?.data.subarray(15 * 64, 16 * 64) ?? before.data;
    const [start, end] = direction === 'ltr' ? [11, 28] : [28, 11];
    expect([row[start], row[end]]).toEqual([235, 85]);
  });
});

describe('a cross-fade', () => {
  const odd = { width: 6, height: 2 };

  it.each([0, 1, 77, 128, 255, 256])('mixes each sample by its weight, rounded: %i of 256', (weight) => {
    const [from, to] = [noisyPicture(odd, 11), noisyPicture(odd, 12)];
    const expected = from.data.map((value, i) => (value * (256 - weight) + (to.data[i] ?? 0) * weight + 128) >> 8);
    expect([...crossFadePictures(from, to, weight).data]).toEqual([...expected]);
  });

  it('does not spill over from white to its neighbours', () => {
    const white = flatPicture(odd, 255, 255);
    expect(sameBytes(crossFadePictures(white, { ...white, data: white.data.with(0, 254) }, 0), white)).toBe(true);
  });
});

it.each([0, 1, 77, 128, 255, 256])('two pictures are mixed sample by sample, rounded, at a weight of %i', (weight) => {
  const sizes = [size, { width: 22, height: 18 }, { width: 256, height: 130 }];
  for (const each of sizes) {
    const [from, to] = [noisyPicture(each, 11), noisyPicture(each, 12)];
    const wanted = from.data.map((value, i) => (value * (256 - weight) + (to.data[i] ?? 0) * weight + 128) >> 8);
    expect(Buffer.compare(crossFadePictures(from, to, weight).data, wanted)).toBe(0);
  }
});
