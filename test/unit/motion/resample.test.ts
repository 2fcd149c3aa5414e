import { describe, expect, it } from 'vitest';
import { resamplePlane } from '#engine/video/motion/resample.ts';
import { computeSplineCoefficientPlanes, type SplinePlane } from '#engine/video/motion/spline.ts';
import type { YuvPicture } from '#engine/video/picture.ts';
import { centroid, flatPicture, largestDifference, type Size } from '#test/support/samples/yuv-pictures.ts';

function lumaOf(picture: YuvPicture): SplinePlane {
  const [luma] = computeSplineCoefficientPlanes(picture);
  if (!luma) throw new RangeError('a picture without luma');
  return luma;
}

function read(plane: SplinePlane, from: Size, step: number, { width, height }: Size): YuvPicture {
  const data = new Uint8ClampedArray(width * height);
  const [across, down] = [
    { from: from.width, step },
    { from: from.height, step },
  ];
  resamplePlane(plane, across, down, { data, offset: 0, stride: width, width, height });
  return { width, height, data: new Uint8Array(data) };
}

/** Smooth waves and hard edges. */
function waves({ width, height }: Size): YuvPicture {
  const picture = flatPicture({ width, height }, 0);
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const isBar = x > 20 && x < 26;
    picture.data[i] = isBar ? 235 : 120 + 60 * Math.sin(x / 5) + 40 * Math.cos(y / 4);
  }
  return picture;
}

const size = { width: 62, height: 38 };
const nowhere = { width: 0, height: 0 };

describe('a resampled plane', () => {
  it('is itself where nothing moves', () => {
    const picture = waves(size);
    const same = read(lumaOf(picture), nowhere, 1, size);
    expect(largestDifference(same.data, picture.data.subarray(0, 62 * 38))).toBeLessThanOrEqual(2);
  });

  it('is itself again, moved by whole pixels', () => {
    const picture = waves(size);
    const moved = read(lumaOf(picture), { width: 7, height: 3 }, 1, { width: 30, height: 21 });
    for (let y = 0; y < 21; y++) {
      const row = picture.data.subarray((y + 3) * 62 + 7, (y + 3) * 62 + 37);
      expect(largestDifference(moved.data.subarray(y * 30, (y + 1) * 30), row)).toBeLessThanOrEqual(2);
    }
  });

  it('keeps black black and white white', () => {
    for (const level of [0, 16, 235, 255]) {
      const { data } = read(lumaOf(flatPicture(size, level)), { width: -3.3, height: 0.4 }, 0.87, size);
      expect(new Set(data)).toEqual(new Set([level]));
    }
  });

  it('continues beyond its edges as in a mirror', () => {
    const picture = waves(size);
    const { data } = read(lumaOf(picture), { width: -4, height: 0 }, 1, size);
    for (let x = 0; x < 4; x++) expect(Math.abs((data[x] ?? 0) - (data[7 - x] ?? 0))).toBeLessThanOrEqual(1);
  });

  it('keeps a straight slope straight at every part of a pixel', () => {
    const slope = flatPicture({ width: 64, height: 8 }, 0);
    for (let i = 0; i < 64 * 8; i++) slope.data[i] = 20 + (i % 64) * 3;
    const plane = lumaOf(slope);
    for (let part = 0; part < 1; part += 1 / 32) {
      const { data } = read(plane, { width: 20 + part, height: 0 }, 1, { width: 16, height: 4 });
      for (const [x, value] of data.subarray(0, 16).entries()) {
        expect(Math.abs(value - (80 + (x + part) * 3))).toBeLessThan(1.01);
      }
    }
  });

  it('stays as sharp between two pixels as on them: a wave of four pixels keeps its height', () => {
    const wave = flatPicture({ width: 64, height: 8 }, 0);
    for (let i = 0; i < 64 * 8; i++) wave.data[i] = 128 + 60 * Math.cos((Math.PI / 2) * i);
    const heights = [0, 0.25, 0.5, 0.75].map((part) => {
      const { data } = read(lumaOf(wave), { width: 16 + part, height: 0 }, 1, { width: 32, height: 2 });
      const sums = data.subarray(0, 32).reduce((sum, value) => sum + (value - 128) ** 2, 0);
      return Math.sqrt(sums / 16) / 60;
    });
    for (const height of heights) expect(Math.abs(height - 1)).toBeLessThan(0.05);
  });

  it('moves a dot exactly as far as it is asked to', () => {
    const picture = flatPicture(size, 20);
    for (let y = 16; y < 22; y++) picture.data.fill(220, y * 62 + 28, y * 62 + 34);
    const plane = lumaOf(picture);
    for (let i = 0; i < 40; i++) {
      const part = i / 37;
      const { x, y } = centroid(read(plane, { width: part, height: part / 3 }, 1, size), 20);
      expect(Math.abs(x - (31 - part))).toBeLessThan(0.05);
      expect(Math.abs(y - (19 - part / 3))).toBeLessThan(0.05);
    }
  });
});
