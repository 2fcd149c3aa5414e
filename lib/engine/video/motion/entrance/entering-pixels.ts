import type { EntranceStep } from '../../drawing/entrance-step.ts';
import type { LayoutBox } from '../../drawing/layout/boxes.ts';
import { planesOfYuvPicture, type YuvPicture } from '../../picture.ts';
import { easeOutCubic, smoothstep } from '../../transitions/easing.ts';
import { type PixelAppearanceOrder, pixelAppearanceOrder } from './pixel-appearance-order.ts';

/** Pixels around a part that also change: its smooth edges, and chroma samples, which depend on the rows around them. */
const AROUND = 6;

/** Samples of no part, such as those of a legend, are complete at this phase. */
const REST_UNTIL = 0.45;

/** The samples of one entering part of a slide, with their final values and the moments at which they appear. */
export interface EnteringPixels {
  /** Index of each sample in the bytes of a picture. */
  at: Int32Array;
  /** Its value in the end. */
  value: Uint8Array;
  /** The share of the way at which it appears, ascending by steps of 1/STEPS; absent: all at once. */
  order?: Float32Array | undefined;
  /** The number of samples, from the first, that have their values in a picture that is drawn again and again. */
  settled: number;
  softness: number;
  /** The share of the way that the part has gone at a phase of the whole entrance; both 0–1. */
  way(phase: number): number;
}

/** The easing of a part within its share of the time. Bars settle; parts that turn or are drawn accelerate first, as a hand does. */
function wayOf({ begins, ends, shape }: Timing): (phase: number) => number {
  const ease = shape.kind === 'grow' && shape.edge <= 1 ? easeOutCubic : smoothstep;
  return (phase) => ease((phase - begins) / Math.max(1e-6, ends - begins));
}

type Timing = Pick<EntranceStep, 'begins' | 'ends' | 'shape'>;

/** Reports whether a part of the bytes of two pictures is equal. */
const isSame = (a: Uint8Array, b: Uint8Array, start: number, end: number): boolean =>
  Buffer.compare(a.subarray(start, end), b.subarray(start, end)) === 0;

function valuesAt(data: Uint8Array, at: Int32Array, count: number): Uint8Array {
  const values = new Uint8Array(count);
  for (let i = 0; i < count; i++) values[i] = data[at[i] ?? 0] ?? 0;
  return values;
}

/** Samples that differ between two pictures and belong to no part yet, row by row. */
interface OpenSamples {
  /** Their indexes in the bytes of a picture, in order. Each row of a plane has a place for those that it had at first; most rows have none. */
  at: Int32Array;
  rows: OpenRow[][];
  count: number;
}

/** A row of a plane with open samples: its first byte in the picture, and its samples in `at`. */
interface OpenRow {
  offset: number;
  start: number;
  count: number;
}

/** The samples that differ between two pictures. Parts are small and rows are many: each row is compared once, not once for each part. */
function openSamples({ data: from }: YuvPicture, after: YuvPicture): OpenSamples {
  const { data: to } = after;
  const planes = planesOfYuvPicture(after).map(({ offset, width, height }) =>
    Array.from({ length: height }, (_, y) => {
      const row = offset + y * width;
      return { row, width: isSame(from, to, row, row + width) ? 0 : width };
    }),
  );
  const at = new Int32Array(planes.flat().reduce((sum, { width }) => sum + width, 0));
  let count = 0;
  const rows = planes.map((plane) =>
    plane.map(({ row, width }): OpenRow => {
      const start = count;
      for (let i = row; i < row + width; i++) if (from[i] !== to[i]) at[count++] = i;
      return { offset: row, start, count: count - start };
    }),
  );
  return { at, rows, count };
}

/** Takes the open samples of a box. */
function takePixels(
  open: OpenSamples,
  after: YuvPicture,
  box: LayoutBox,
  order: PixelAppearanceOrder | undefined,
): Omit<EnteringPixels, 'way'> | undefined {
  // Samples of luma, and half as many of chroma; a box may reach beyond the picture.
  const most = Math.min(open.count, Math.ceil((box.width + 4) * (box.height + 4) * 1.5));
  const at = new Int32Array(most);
  const moments = new Float32Array(order ? most : 0);
  let count = 0;
  for (const [plane, { width, height, every }] of planesOfYuvPicture(after).entries()) {
    const [left, top] = [Math.max(0, Math.floor(box.x / every)), Math.max(0, Math.floor(box.y / every))];
    const right = Math.min(width, Math.ceil((box.x + box.width) / every));
    const bottom = Math.min(height, Math.ceil((box.y + box.height) / every));
    const rows = open.rows[plane] ?? [];
    for (let y = top; y < bottom; y++) {
      const row = rows[y];
      if (!row || row.count === 0) continue;
      const { offset, start } = row;
      let kept = start;
      for (let k = start; k < start + row.count; k++) {
        const i = open.at[k] ?? 0;
        const x = i - offset;
        if (x < left || x >= right) open.at[kept++] = i;
        else {
          if (order) moments[count] = order.at(x * every, y * every, every);
          at[count++] = i;
        }
      }
      row.count = kept - start;
    }
  }
  open.count -= count;
  if (count === 0) return undefined;
  const found = { at: at.subarray(0, count), order: moments.subarray(0, order ? count : 0) };
  const sorted = order ? inTheirOrder(found) : { at: found.at.slice() };
  return { ...sorted, value: valuesAt(after.data, sorted.at, count), softness: order?.softness ?? 1, settled: 0 };
}

/** Steps of the way by which samples are sorted. */
const STEPS = 4096;

/** Samples by the steps of the way at which they appear, so that a frame has to look at those of its edge only. */
function inTheirOrder({ at, order }: { at: Int32Array; order: Float32Array }) {
  const stepOf = (moment: number): number => Math.min(STEPS, Math.max(0, Math.floor(moment * STEPS)));
  const next = new Int32Array(STEPS + 2);
  for (let i = 0; i < at.length; i++) {
    const step = stepOf(order[i] ?? 0) + 1;
    next[step] = (next[step] ?? 0) + 1;
  }
  for (let step = 1; step < next.length; step++) next[step] = (next[step] ?? 0) + (next[step - 1] ?? 0);
  const sorted = { at: new Int32Array(at.length), order: new Float32Array(at.length) };
  for (let i = 0; i < at.length; i++) {
    const step = stepOf(order[i] ?? 0);
    const place = next[step] ?? 0;
    next[step] = place + 1;
    sorted.at[place] = at[i] ?? 0;
    sorted.order[place] = order[i] ?? 0;
  }
  return sorted;
}

const around = ({ x, y, width, height }: LayoutBox, pixels: number): LayoutBox => ({
  ...{ x: x - pixels, y: y - pixels },
  ...{ width: width + 2 * pixels, height: height + 2 * pixels },
});

/**
 * The samples that change from one picture to the next, by the parts that they belong to. A sample belongs to the first part whose box
 * contains it, else to the first part near it; a sample near no part appears with the whole. Boxes are in pixels of the pictures.
 */
export function enteringPixels(
  before: YuvPicture,
  after: YuvPicture,
  steps: readonly EntranceStep[],
): EnteringPixels[] {
  const open = openSamples(before, after);
  const orders = steps.map((step) => ({ step, order: pixelAppearanceOrder(step), way: wayOf(step) }));
  const parts: EnteringPixels[] = [];
  for (const margin of [0, AROUND])
    for (const { step, order, way } of orders) {
      const pixels = takePixels(open, after, around(step.box, margin), order);
      if (pixels) parts.push({ ...pixels, way });
    }
  const rest = takePixels(open, after, { x: 0, y: 0, width: after.width, height: after.height }, undefined);
  if (rest) parts.push({ ...rest, way: (phase) => smoothstep(phase / REST_UNTIL) });
  return parts;
}

/**
 * Draws the samples of a part into a picture at a phase (0–1) of the whole entrance: at 0 nothing, at 1 their values.
 * @param under the samples on which they appear
 * @param stays true if the picture has what was drawn at earlier phases: samples that have their values are not drawn again
 * @returns true if all of them have their values
 */
export function drawEnteringPixels(
  part: EnteringPixels,
  phase: number,
  data: Uint8Array,
  under: Uint8Array,
  stays = false,
): boolean {
  const { at, value, order, softness, way } = part;
  const gone = way(phase);
  if (gone <= 0) return false;
  const reach = order ? gone * (1 + softness) : gone;
  const scale = 256 / softness;
  const start = stays ? part.settled : 0;
  let settled = start;
  for (let i = start; i < at.length; i++) {
    const moment = order?.[i] ?? 0;
    if (moment > reach + 1 / STEPS) break;
    const weight = ((reach - moment) * scale) | 0;
    if (weight >= 256 && settled === i) settled = i + 1;
    if (weight <= 0) continue;
    const index = at[i] ?? 0;
    const [below, above] = [under[index] ?? 0, value[i] ?? 0];
    data[index] = weight >= 256 ? above : below + (((above - below) * weight + 128) >> 8);
  }
  if (stays) part.settled = settled;
  return gone >= 1;
}
