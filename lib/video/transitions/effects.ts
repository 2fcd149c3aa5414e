import { resample } from '../motion/resample.ts';
import { type SplinePlane, splinePlanes } from '../motion/spline.ts';
import { blankPicture, type Plane, pixelWords, planesOf, type YuvPicture } from '../picture.ts';

const clamp = (value: number): number => Math.min(Math.max(value, 0), 1);

/** 3t² − 2t³: from 0 to 1 with no speed at both ends. For changes of brightness. */
export function smoothstep(t: number): number {
  const x = clamp(t);
  return x * x * (3 - 2 * x);
}

/** 6t⁵ − 15t⁴ + 10t³: neither speed nor acceleration at both ends. For fast motion. */
export function smootherstep(t: number): number {
  const x = clamp(t);
  return x * x * x * (x * (6 * x - 15) + 10);
}

const EVEN = 0x00ff00ff;
/** A half in both of the 16-bit lanes. */
const ROUNDING = 0x00800080;

/** Mixes two pictures of one size: `weight` (0–256) of the second, the rest of the first. */
export function crossFade(from: YuvPicture, to: YuvPicture, weight: number): YuvPicture {
  const mixed = blankPicture(from);
  const a = pixelWords(from.data);
  const b = pixelWords(to.data);
  const out = pixelWords(mixed.data);
  const rest = 256 - weight;
  // Four samples a word, two at a time in lanes of 16 bits, which 255 * 256 + 128 just fits.
  for (let i = 0; i < out.length; i++) {
    const p = a[i] ?? 0;
    const q = b[i] ?? 0;
    // Slides of one template have most of their pixels in common.
    if (p === q) {
      out[i] = p;
      continue;
    }
    const even = Math.imul(p & EVEN, rest) + Math.imul(q & EVEN, weight) + ROUNDING;
    const odd = Math.imul((p >>> 8) & EVEN, rest) + Math.imul((q >>> 8) & EVEN, weight) + ROUNDING;
    out[i] = ((even >>> 8) & EVEN) | (odd & ~EVEN);
  }
  for (let i = out.length * 4; i < mixed.data.length; i++) {
    mixed.data[i] = ((from.data[i] ?? 0) * rest + (to.data[i] ?? 0) * weight + 128) >> 8;
  }
  return mixed;
}

/** Width of the soft edge, as a part of the picture's. */
const EDGE = 0.15;

/** How much of the new picture (0–256) each column of a plane shows. */
function columnWeights({ width }: Plane, way: number, direction: 'ltr' | 'rtl'): Uint16Array {
  const front = way * (1 + EDGE);
  const weights = Uint16Array.from({ length: width }, (_, x) => {
    const passed = (front - (x + 0.5) / width) / EDGE;
    return Math.round(256 * smoothstep(passed));
  });
  return direction === 'ltr' ? weights : weights.reverse();
}

/** The new picture is uncovered in reading direction, behind a soft edge. `way` (0–1) is how far. */
export function wipe(from: YuvPicture, to: YuvPicture, way: number, direction: 'ltr' | 'rtl'): YuvPicture {
  const wiped = blankPicture(from);
  const [a, b] = direction === 'ltr' ? [to, from] : [from, to];
  for (const plane of planesOf(from)) {
    const { offset, width, height } = plane;
    const weights = columnWeights(plane, way, direction);
    const isMixed = (weight: number): boolean => weight > 0 && weight < 256;
    const isLeft = (weight: number): boolean => weight === (direction === 'ltr' ? 256 : 0);
    const leftEnd = weights.findLastIndex(isLeft) + 1;
    const edgeEnd = Math.max(weights.findLastIndex(isMixed) + 1, leftEnd);
    const end = offset + width * height;
    for (let row = offset; row < end; row += width) {
      wiped.data.set(a.data.subarray(row, row + leftEnd), row);
      for (let x = leftEnd; x < edgeEnd; x++) {
        const old = from.data[row + x] ?? 0;
        wiped.data[row + x] = ((old << 8) + ((to.data[row + x] ?? 0) - old) * (weights[x] ?? 0) + 128) >> 8;
      }
      wiped.data.set(b.data.subarray(row + edgeEnd, row + width), row + edgeEnd);
    }
  }
  return wiped;
}

/**
 * The new picture pushes the old one out: it comes from the end of the reading direction. `way` (0–1) is how far. Whole
 * pairs of pixels, so that chroma moves with luma.
 */
export function push(from: YuvPicture, to: YuvPicture, way: number, direction: 'ltr' | 'rtl'): YuvPicture {
  const pushed = blankPicture(from);
  const pairs = Math.round((way * from.width) / 2);
  const [left, right] = direction === 'ltr' ? [from, to] : [to, from];
  for (const { offset, width, height, every } of planesOf(from)) {
    const moved = (pairs * 2) / every;
    // The part of the left picture that is outside of the frame.
    const hidden = direction === 'ltr' ? moved : width - moved;
    const end = offset + width * height;
    for (let row = offset; row < end; row += width) {
      pushed.data.set(left.data.subarray(row + hidden, row + width), row);
      pushed.data.set(right.data.subarray(row, row + hidden), row + width - hidden);
    }
  }
  return pushed;
}

/** How much the old picture grows while it goes, and how much smaller the new one comes. */
const GROWTH = 0.08;
const START_SCALE = 0.94;

/** The picture drawn `scale` times larger around its middle; what is missing at the edges is mirrored. */
function scaled(planes: readonly SplinePlane[], size: { width: number; height: number }, scale: number): YuvPicture {
  const picture = blankPicture(size);
  const data = new Uint8ClampedArray(picture.data.buffer, picture.data.byteOffset, picture.data.length);
  for (const plane of planes) {
    const axis = (length: number) => ({ from: (length - length / scale) / 2, step: 1 / scale });
    const { offset, width, height } = plane;
    resample(plane, axis(width), axis(height), { data, offset, stride: width, width, height });
  }
  return picture;
}

/**
 * The old picture grows and fades while the new one appears and grows to its size. Gives the picture at a phase (0–1).
 */
export function zoomBetween(from: YuvPicture, to: YuvPicture): (phase: number) => YuvPicture {
  const old = splinePlanes(from);
  const fresh = splinePlanes(to);
  return (phase) => {
    const way = smootherstep(phase);
    const before = scaled(old, from, 1 + GROWTH * way);
    const after = scaled(fresh, to, START_SCALE + (1 - START_SCALE) * way);
    return crossFade(before, after, Math.round(256 * smoothstep(phase)));
  };
}
