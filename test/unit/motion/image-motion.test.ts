import { describe, expect, it } from 'vitest';
import { blendPictureOver, pastePicture, singleColorPicture } from '#engine/video/drawing/paint/raster.ts';
import { motionImageSize, type SlideLayers } from '#engine/video/drawing/paint/slide-layers.ts';
import { imageViewportAtPhase } from '#engine/video/motion/image-motion.ts';
import { imageMotionFrames, slideWithImageAtRest } from '#engine/video/motion/image-motion-frames.ts';
import { rgbToYuv420 } from '#engine/video/motion/rgb-to-yuv420.ts';
import type { YuvPicture } from '#engine/video/picture.ts';
import { centroid, collectItems, largestDifference, sameBytes } from '#test/support/samples/yuv-pictures.ts';

const MOTIONS = ['zoom_in', 'zoom_out', 'pan_left', 'pan_right'] as const;
const size = { width: 160, height: 90 };
const room = { x: 40, y: 10, width: 100, height: 70 };
const image = motionImageSize(room);

/** A light dot on a dark image, in an empty slide. Its edge is soft: that of a hard one, rounded to bytes, moves itself. */
function withDot(x: number, y: number, color: '#e8e8e8' | '#2020d0' = '#e8e8e8'): SlideLayers {
  const picture = singleColorPicture(image, '#202020');
  for (let i = 0; i < picture.rgba.length; i += 4) {
    const [column, row] = [(i / 4) % image.width, Math.floor(i / 4 / image.width)];
    const light = Math.exp(-((column - x) ** 2 + (row - y) ** 2) / 40);
    const warm = color === '#e8e8e8' ? 32 + 200 * light : 32;
    picture.rgba.set([warm, warm, 32 + 200 * light], i);
  }
  return {
    below: singleColorPicture(size, '#202020'),
    image: picture,
    room,
    above: { ...size, rgba: new Uint8Array(160 * 90 * 4) },
  };
}

/** A slide with a coloured image, and before it half-transparent and opaque parts that reach out of the room. */
function covered(): SlideLayers {
  const layers = {
    ...withDot(30, 30),
    below: singleColorPicture(size, '#103050'),
    image: singleColorPicture(image, '#a05020'),
  };
  const above = new Uint8Array(160 * 90 * 4);
  for (let y = 30; y < 60; y++) {
    for (let x = 20; x < 99; x++) above.set([240, 250, 30, x < 60 ? 255 : 96], (y * 160 + x) * 4);
  }
  return { ...layers, above: { ...size, rgba: above } };
}

const whole = (layers: SlideLayers, motion: (typeof MOTIONS)[number], total: number): Promise<YuvPicture[]> =>
  collectItems(imageMotionFrames(layers, motion, { first: 0, count: total, total }));

/** What the slide would be, drawn as a whole with the image in its own colour only. */
function composed({ below, above }: SlideLayers, color: string): YuvPicture {
  const picture = { ...below, rgba: new Uint8Array(below.rgba) };
  pastePicture(picture, singleColorPicture(room, color), room.x, room.y);
  blendPictureOver(picture, above.rgba);
  return rgbToYuv420(picture);
}

describe.each(MOTIONS)('an image that moves: %s', (motion) => {
  it('moves a dot without jitter, in one direction, from rest to rest', async () => {
    const track = (await whole(withDot(84, 20), motion, 120)).map((picture) => centroid(picture, 80));
    const along = (axis: 'x' | 'y') => track.map((place) => place[axis]);
    const steps = (values: number[]) => values.slice(1).map((value, i) => value - (values[i] ?? 0));
    for (const axis of ['x', 'y'] as const) {
      const speeds = steps(along(axis));
      const changes = steps(speeds).map(Math.abs);
      // Places are rounded to 1/128 of a pixel, so that two differences can be off by 4/256; the rest are rounded bytes.
      expect(Math.max(...changes)).toBeLessThan(0.03);
      const way = speeds.reduce((sum, speed) => sum + speed, 0);
      for (const speed of speeds) expect(speed * Math.sign(way)).toBeGreaterThan(-0.012);
      expect(Math.abs(speeds[0] ?? 1)).toBeLessThan(0.012);
      expect(Math.abs(speeds.at(-1) ?? 1)).toBeLessThan(0.012);
    }
    expect(Math.abs((along('x').at(-1) ?? 0) - (along('x')[0] ?? 0))).toBeGreaterThan(2);
  });

  it('moves the colours of a dot along with its light', async () => {
    for (const picture of await whole(withDot(84, 20, '#2020d0'), motion, 3)) {
      const cb = { width: 80, height: 45, data: picture.data.subarray(160 * 90, 160 * 90 * 1.25) };
      const ground = picture.data[0] ?? 0;
      const [light, color] = [centroid(picture, ground + 4), centroid(cb, 140)];
      expect(Math.abs(light.x - 2 * color.x)).toBeLessThan(0.2);
      expect(Math.abs(light.y - 2 * color.y)).toBeLessThan(0.2);
    }
  });

  it('starts and ends with the stills', async () => {
    const layers = withDot(20, 50);
    const frames = await whole(layers, motion, 9);
    const [first, last] = [frames[0], frames.at(-1)];
    expect(first && sameBytes(slideWithImageAtRest(layers, motion, 'start'), first)).toBe(true);
    expect(last && sameBytes(slideWithImageAtRest(layers, motion, 'end'), last)).toBe(true);
  });

  it('is the same, made in parts', async () => {
    const layers = withDot(20, 50);
    const parts = [
      await collectItems(imageMotionFrames(layers, motion, { first: 0, count: 4, total: 9 })),
      await collectItems(imageMotionFrames(layers, motion, { first: 4, count: 5, total: 9 })),
    ].flat();
    expect(parts.map(({ data }) => data)).toEqual((await whole(layers, motion, 9)).map(({ data }) => data));
  });

  it('leaves all around the room as it was drawn, and what is before the image where it is', async () => {
    const layers = covered();
    const drawn = composed(layers, '#a05020');
    for (const picture of await whole(layers, motion, 3)) {
      expect(largestDifference(picture.data.subarray(0, 160 * 90), drawn.data.subarray(0, 160 * 90))).toBeLessThan(3);
      const lastRows = [picture, drawn].map(({ data }) => data.subarray(160 * 82, 160 * 90));
      expect(lastRows[0]).toEqual(lastRows[1]);
      const opaque = [picture, drawn].map(({ data }) => data.subarray(160 * 45 + 42, 160 * 45 + 58));
      expect(opaque[0]).toEqual(opaque[1]);
    }
  });

  it('gives each frame its own memory', async () => {
    const frames = await whole(covered(), motion, 4);
    expect(new Set(frames.map(({ data }) => data.buffer)).size).toBe(4);
  });
});

it('the colours before an image are as drawn, except at the edges between two of them', async () => {
  const layers = covered();
  const drawn = composed(layers, '#a05020');
  const still = slideWithImageAtRest(layers, 'zoom_in', 'start');
  const [from, to] = [160 * 90, 160 * 90 * 1.25];
  for (const [y, x] of [
    [22, 25],
    [22, 40],
    [10, 40],
  ] as const) {
    const at = y * 80 + x;
    expect(Math.abs((still.data[from + at] ?? 0) - (drawn.data[from + at] ?? 0))).toBeLessThan(2);
    expect(Math.abs((still.data[to + at] ?? 0) - (drawn.data[to + at] ?? 0))).toBeLessThan(2);
  }
});

describe('the view of an image', () => {
  const [large, small] = [
    { width: 1120, height: 560 },
    { width: 1000, height: 500 },
  ];
  const rounded = (motion: (typeof MOTIONS)[number], phase: number) => {
    const { across, down } = imageViewportAtPhase(motion, large, small, phase);
    return [across.from, across.step, down.from, down.step].map((value) => Math.round(value * 1000) / 1000);
  };

  it.each([
    ['zoom_in', [0, 1.12, 0, 1.12], [60, 1, 30, 1]],
    ['zoom_out', [60, 1, 30, 1], [0, 1.12, 0, 1.12]],
    ['pan_left', [120, 1, 30, 1], [0, 1, 30, 1]],
    ['pan_right', [0, 1, 30, 1], [120, 1, 30, 1]],
  ] as const)('%s goes from one end to the other', (motion, start, end) => {
    expect(rounded(motion, 0)).toEqual(start);
    expect(rounded(motion, 1)).toEqual(end);
  });

  it.each(MOTIONS)('never leaves the image: %s', (motion) => {
    for (let phase = 0; phase <= 1; phase += 1 / 64) {
      const { across, down } = imageViewportAtPhase(motion, large, small, phase);
      expect(across.from).toBeGreaterThanOrEqual(-1e-9);
      expect(across.from + across.step * 1000).toBeLessThanOrEqual(1120 + 1e-9);
      expect(down.from).toBeGreaterThanOrEqual(-1e-9);
      expect(down.from + down.step * 500).toBeLessThanOrEqual(560 + 1e-9);
    }
  });
});

describe('what cannot be', () => {
  it.each([
    { first: -1, count: 2, total: 5 },
    { first: 0, count: 0, total: 5 },
    { first: 4, count: 2, total: 5 },
    { first: 0.5, count: 1, total: 5 },
  ])('frames outside of the motion are refused: $first, $count of $total', async (range) => {
    await expect(collectItems(imageMotionFrames(withDot(8, 8), 'zoom_in', range))).rejects.toThrow(RangeError);
  });

  it('an image that stands, and a room of odd pixels, are refused', async () => {
    const range = { first: 0, count: 1, total: 1 };
    await expect(collectItems(imageMotionFrames(withDot(8, 8), 'none', range))).rejects.toThrow(RangeError);
    const odd = { ...withDot(8, 8), room: { ...room, x: 41 } };
    expect(() => slideWithImageAtRest(odd, 'zoom_in', 'start')).toThrow(RangeError);
  });
});
