import type { LayoutBox } from '../../drawing/layout/boxes.ts';
import type { PartEntrance } from '../../drawing/part-entrance.ts';
import { planeLayoutsOfYuvPicture, type YuvPicture } from '../../picture.ts';
import { easeOutCubic, smoothstep } from '../../transitions/easing.ts';
import { type PixelAppearanceOrder, pixelAppearanceOrder } from './pixel-appearance-order.ts';

/** Pixels around a part that also change: its smooth edges, and chroma samples, which depend on the rows around them. */
const PART_MARGIN = 6;

/** The phase at which samples of no part, such as those of a legend, are complete. */
const REST_END_PHASE = 0.45;

/** The samples of one entering part of a slide, with their final values and the moments at which they appear. */
export interface EnteringPixels {
  /** Index of each sample in the bytes of a picture. */
  at: Int32Array;
  /** The final value of each sample. */
  value: Uint8Array;
  /** The share of the way at which each sample appears, ascending by steps of 1/STEPS; absent: all at once. */
  order?: Float32Array | undefined;
  /** The number of samples, from the first, that have their values in a picture that is drawn again and again. */
  settled: number;
  /** The share of the way during which a sample goes from invisible to visible. */
  softness: number;
  /** The share of the way that the part has gone at a phase of the whole entrance; both 0–1. */
  way(phase: number): number;
}

/** The easing of a part within its share of the time. Bars settle; parts that turn or are drawn accelerate first, as a hand does. */
function easingOf({ begins, ends, shape }: StepTiming): (phase: number) => number {
  const ease = shape.kind === 'grow' && shape.edge <= 1 ? easeOutCubic : smoothstep;
  return (phase) => ease((phase - begins) / Math.max(1e-6, ends - begins));
}

type StepTiming = Pick<PartEntrance, 'begins' | 'ends' | 'shape'>;

/** Reports whether a part of the bytes of two pictures is equal. */
const isRangeEqual = (a: Uint8Array, b: Uint8Array, start: number, end: number): boolean =>
  Buffer.compare(a.subarray(start, end), b.subarray(start, end)) === 0;

function samplesAt(data: Uint8Array, at: Int32Array, count: number): Uint8Array {
  const values = new Uint8Array(count);
  for (let i = 0; i < count; i++) values[i] = data[at[i] ?? 0] ?? 0;
  return values;
}

/** Samples that differ between two pictures and are not assigned to a part yet, row by row. */
interface UnassignedSamples {
  /** Their indexes in the bytes of a picture, in order. Each row of a plane keeps the range that it had at first; most rows have none. */
  at: Int32Array;
  rows: UnassignedRow[][];
  count: number;
}

/** A row of a plane: its first byte in the picture, and the range of its unassigned samples in `at`. */
interface UnassignedRow {
  offset: number;
  start: number;
  count: number;
}

/** The samples that differ between two pictures. Parts are small and rows are many: each row is compared once, not once for each part. */
function differingSamples({ data: beforeData }: YuvPicture, after: YuvPicture): UnassignedSamples {
  const { data: afterData } = after;
  const planes = planeLayoutsOfYuvPicture(after).map(({ offset, width, height }) =>
    Array.from({ length: height }, (_, y) => {
      const rowStart = offset + y * width;
      return { row: rowStart, width: isRangeEqual(beforeData, afterData, rowStart, rowStart + width) ? 0 : width };
    }),
  );
  const sampleIndexes = new Int32Array(planes.flat().reduce((sum, { width }) => sum + width, 0));
  let count = 0;
  const rows = planes.map((plane) =>
    plane.map(({ row: rowStart, width }): UnassignedRow => {
      const start = count;
      for (let i = rowStart; i < rowStart + width; i++) if (beforeData[i] !== afterData[i]) sampleIndexes[count++] = i;
      return { offset: rowStart, start, count: count - start };
    }),
  );
  return { at: sampleIndexes, rows, count };
}

/** Takes the unassigned samples of a box; undefined if there are none. */
function takeSamplesInBox(
  unassigned: UnassignedSamples,
  after: YuvPicture,
  box: LayoutBox,
  order: PixelAppearanceOrder | undefined,
): Omit<EnteringPixels, 'way'> | undefined {
  // Samples of luma, and half as many of chroma; a box may reach beyond the picture.
  const maxCount = Math.min(unassigned.count, Math.ceil((box.width + 4) * (box.height + 4) * 1.5));
  const at = new Int32Array(maxCount);
  const moments = new Float32Array(order ? maxCount : 0);
  let count = 0;
  for (const [plane, { width, height, every }] of planeLayoutsOfYuvPicture(after).entries()) {
    const [left, top] = [Math.max(0, Math.floor(box.x / every)), Math.max(0, Math.floor(box.y / every))];
    const right = Math.min(width, Math.ceil((box.x + box.width) / every));
    const bottom = Math.min(height, Math.ceil((box.y + box.height) / every));
    const rows = unassigned.rows[plane] ?? [];
    for (let y = top; y < bottom; y++) {
      const row = rows[y];
      if (!row || row.count === 0) continue;
      const { offset, start } = row;
      let keptEnd = start;
      for (let position = start; position < start + row.count; position++) {
        const sampleIndex = unassigned.at[position] ?? 0;
        const x = sampleIndex - offset;
        if (x < left || x >= right) unassigned.at[keptEnd++] = sampleIndex;
        else {
          if (order) moments[count] = order.at(x * every, y * every, every);
          at[count++] = sampleIndex;
        }
      }
      row.count = keptEnd - start;
    }
  }
  unassigned.count -= count;
  if (count === 0) return undefined;
  const boxSamples = { at: at.subarray(0, count), order: moments.subarray(0, order ? count : 0) };
  const sorted = order ? sortByStep(boxSamples) : { at: boxSamples.at.slice() };
  return { ...sorted, value: samplesAt(after.data, sorted.at, count), softness: order?.softness ?? 1, settled: 0 };
}

/** Steps of the way by which samples are sorted. */
const STEPS = 4096;

/** Sorts samples by the steps of the way at which they appear, so that a frame has to look at those of its edge only. */
function sortByStep({ at, order }: { at: Int32Array; order: Float32Array }) {
  const stepOf = (moment: number): number => Math.min(STEPS, Math.max(0, Math.floor(moment * STEPS)));
  const nextPlace = new Int32Array(STEPS + 2);
  for (let i = 0; i < at.length; i++) {
    const step = stepOf(order[i] ?? 0) + 1;
    nextPlace[step] = (nextPlace[step] ?? 0) + 1;
  }
  for (let step = 1; step < nextPlace.length; step++)
    nextPlace[step] = (nextPlace[step] ?? 0) + (nextPlace[step - 1] ?? 0);
  const sorted = { at: new Int32Array(at.length), order: new Float32Array(at.length) };
  for (let i = 0; i < at.length; i++) {
    const step = stepOf(order[i] ?? 0);
    const place = nextPlace[step] ?? 0;
    nextPlace[step] = place + 1;
    sorted.at[place] = at[i] ?? 0;
    sorted.order[place] = order[i] ?? 0;
  }
  return sorted;
}

const grownBox = ({ x, y, width, height }: LayoutBox, pixels: number): LayoutBox => ({
  x: x - pixels,
  y: y - pixels,
  width: width + 2 * pixels,
  height: height + 2 * pixels,
});

/**
 * The samples that change from one picture to the next, by the parts that they belong to. A sample belongs to the first part whose box
 * contains it, else to the first part near it; a sample near no part appears with the whole. Boxes are in pixels of the pictures.
 */
export function assignChangedSamplesToParts(
  before: YuvPicture,
  after: YuvPicture,
  steps: readonly PartEntrance[],
): EnteringPixels[] {
  const unassigned = differingSamples(before, after);
  const timedSteps = steps.map((step) => ({ step, order: pixelAppearanceOrder(step), way: easingOf(step) }));
  const parts: EnteringPixels[] = [];
  for (const margin of [0, PART_MARGIN])
    for (const { step, order, way } of timedSteps) {
      const pixels = takeSamplesInBox(unassigned, after, grownBox(step.box, margin), order);
      if (pixels) parts.push({ ...pixels, way });
    }
  const rest = takeSamplesInBox(unassigned, after, { x: 0, y: 0, width: after.width, height: after.height }, undefined);
  if (rest) parts.push({ ...rest, way: (phase) => smoothstep(phase / REST_END_PHASE) });
  return parts;
}

/**
 * Draws the samples of a part into a picture at a phase (0–1) of the whole entrance: at 0 nothing, at 1 their values.
 * @param background the bytes of the picture on which they appear
 * @param keepsDrawnSamples true if the picture has what was drawn at earlier phases: samples that have their values are not drawn again
 * @returns true if all of them have their values
 */
export function drawEnteringPixels(
  part: EnteringPixels,
  phase: number,
  data: Uint8Array,
  background: Uint8Array,
  keepsDrawnSamples = false,
): boolean {
  const { at, value, order, softness, way } = part;
  const progress = way(phase);
  if (progress <= 0) return false;
  const reach = order ? progress * (1 + softness) : progress;
  const scale = 256 / softness;
  const firstSample = keepsDrawnSamples ? part.settled : 0;
  let settled = firstSample;
  for (let i = firstSample; i < at.length; i++) {
    const moment = order?.[i] ?? 0;
    if (moment > reach + 1 / STEPS) break;
    const weight = ((reach - moment) * scale) | 0;
    if (weight >= 256 && settled === i) settled = i + 1;
    if (weight <= 0) continue;
    const index = at[i] ?? 0;
    const [below, above] = [background[index] ?? 0, value[i] ?? 0];
    data[index] = weight >= 256 ? above : below + (((above - below) * weight + 128) >> 8);
  }
  if (keepsDrawnSamples) part.settled = settled;
  return progress >= 1;
}
