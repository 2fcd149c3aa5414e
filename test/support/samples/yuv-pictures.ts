import type { YuvPicture } from '#engine/video/picture.ts';

export interface Size {
  width: number;
  height: number;
}

/** A picture of one colour; Cb and Cr are both `chroma`. */
export function flatPicture({ width, height }: Size, luma: number, chroma = 128): YuvPicture {
  const data = new Uint8Array((width * height * 3) / 2).fill(chroma);
  data.fill(luma, 0, width * height);
  return { width, height, data };
}

/** Bytes that look like noise and are the same again for the same seed. */
export function noiseBytes(length: number, seed: number): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  });
}

export const noisyPicture = ({ width, height }: Size, seed: number): YuvPicture => ({
  width,
  height,
  data: noiseBytes((width * height * 3) / 2, seed),
});

/** The same picture seen in a mirror. */
export function mirroredPicture({ width, height, data }: YuvPicture): YuvPicture {
  const rows = (from: number, end: number, length: number): number[] => {
    const bytes: number[] = [];
    for (let row = from; row < end; row += length) bytes.push(...data.subarray(row, row + length).toReversed());
    return bytes;
  };
  const luma = rows(0, width * height, width);
  const chroma = rows(width * height, data.length, width / 2);
  return { width, height, data: Uint8Array.from([...luma, ...chroma]) };
}

export const sameBytes = (a: YuvPicture, b: YuvPicture): boolean => Buffer.compare(a.data, b.data) === 0;

export function largestDifference(a: Uint8Array, b: Uint8Array): number {
  if (a.length !== b.length) throw new RangeError(`${a.length} bytes are not ${b.length}`);
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - (b[i] ?? 0))), 0);
}

export function meanDifference(a: Uint8Array, b: Uint8Array): number {
  if (a.length !== b.length) throw new RangeError(`${a.length} bytes are not ${b.length}`);
  return a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / a.length;
}

const lumaOf = ({ width, height, data }: YuvPicture): Uint8Array => data.subarray(0, width * height);

/** The mean difference of the luma of two pictures. */
export const meanLumaDifference = (one: YuvPicture, other: YuvPicture): number =>
  meanDifference(lumaOf(one), lumaOf(other));

/**
 * Centre of gravity of what is lighter than a level, in pixels. Not of all that differs from the ground: steps of a single
 * level, far out, can only move by whole pixels.
 */
export function centroid({ width, height, data }: YuvPicture, level: number): { x: number; y: number } {
  let [mass, x, y] = [0, 0, 0];
  for (let i = 0; i < width * height; i++) {
    const weight = Math.max(0, (data[i] ?? 0) - level);
    mass += weight;
    x += weight * ((i % width) + 0.5);
    y += weight * (Math.floor(i / width) + 0.5);
  }
  return { x: x / mass, y: y / mass };
}

export async function collectItems<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
