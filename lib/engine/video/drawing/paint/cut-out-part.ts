import { pixelsAsWords, type RawPicture } from '../../picture.ts';
import type { LayoutBox } from '../layout/boxes.ts';
import type { CutOutPart } from './morph-layers.ts';

/** Empty pixels around the visible ones, so that samples next to an edge are empty as well. */
const MARGIN = 16;

/** The smallest box with all visible pixels of a layer; undefined if it has none. */
function visibleBox({ width, height, rgba }: RawPicture): LayoutBox | undefined {
  const pixels = pixelsAsWords(rgba);
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0, at = 0; y < height; y++, at += width) {
    let first = 0;
    while (first < width && (pixels[at + first] ?? 0) >>> 24 === 0) first++;
    if (first === width) continue;
    let last = width - 1;
    while ((pixels[at + last] ?? 0) >>> 24 === 0) last--;
    left = Math.min(left, first);
    right = Math.max(right, last + 1);
    top = Math.min(top, y);
    bottom = y + 1;
  }
  return right === 0 ? undefined : { x: left, y: top, width: right - left, height: bottom - top };
}

/** The visible part of a layer, cut out; undefined if the layer is empty. */
export function cutOutVisiblePart(layer: RawPicture): CutOutPart | undefined {
  const box = visibleBox(layer);
  if (!box) return undefined;
  const evenly = (length: number): number => 2 * Math.ceil(length / 2) + 2 * MARGIN;
  const [width, height] = [evenly(box.width), evenly(box.height)];
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < box.height; y++) {
    const from = ((box.y + y) * layer.width + box.x) * 4;
    rgba.set(layer.rgba.subarray(from, from + box.width * 4), ((y + MARGIN) * width + MARGIN) * 4);
  }
  const within = { x: MARGIN, y: MARGIN, width: box.width, height: box.height };
  return { picture: { width, height, rgba }, within, box };
}

/** Cells to which parts are reduced to be compared. */
const CELLS = { across: 96, down: 24 };
/** The largest factor by which the proportions of two parts may differ that turn into one another. */
const MAX_STRETCH = 1.22;
/** The least correlation of their edges. */
const MIN_EDGE_CORRELATION = 0.72;

/** The sum of changes from pixel to pixel in each cell of a part: its strokes and edges, in any colours. */
function edgesOf({ picture, within }: CutOutPart): Float64Array {
  const { across, down } = CELLS;
  const sums = new Float64Array(across * down);
  const { width, rgba } = picture;
  const light = (at: number): number =>
    (((rgba[at] ?? 0) * 2 + (rgba[at + 1] ?? 0) * 5 + (rgba[at + 2] ?? 0)) / 8) * ((rgba[at + 3] ?? 0) / 255) +
    2 * (rgba[at + 3] ?? 0);
  for (let y = 0; y < within.height; y++) {
    const row = Math.floor((y * down) / within.height) * across;
    for (let x = 0; x < within.width; x++) {
      const at = ((within.y + y) * width + within.x + x) * 4;
      const here = light(at);
      const change = Math.abs(light(at + 4) - here) + Math.abs(light(at + 4 * width) - here);
      const cell = row + Math.floor((x * across) / within.width);
      sums[cell] = (sums[cell] ?? 0) + change;
    }
  }
  return softened(sums);
}

/** Each cell with a half of its neighbours, so that strokes next to the edge of a cell count for both. */
function softened(cells: Float64Array): Float64Array {
  const { across, down } = CELLS;
  return cells.map((value, at) => {
    const [x, y] = [at % across, Math.floor(at / across)];
    const next = (dx: number, dy: number): number =>
      x + dx >= 0 && x + dx < across && y + dy >= 0 && y + dy < down ? (cells[at + dy * across + dx] ?? 0) : 0;
    return value + (next(-1, 0) + next(1, 0) + next(0, -1) + next(0, 1)) / 2;
  });
}

function correlation(a: Float64Array, b: Float64Array): number {
  const mean = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  let [both, ownA, ownB] = [0, 0, 0];
  a.forEach((value, i) => {
    const [p, q] = [value - meanA, (b[i] ?? 0) - meanB];
    both += p * q;
    ownA += p * p;
    ownB += q * q;
  });
  return both / Math.sqrt(ownA * ownB || 1);
}

/**
 * Reports whether one part can turn into the other without letters over other letters. This is true if both have about the same
 * proportions, with strokes in the same places, like a text with the same lines. Colours and sizes may differ.
 */
export function areCutOutPartsAlike(one: CutOutPart, other: CutOutPart): boolean {
  const stretch = (one.box.width * other.box.height) / (one.box.height * other.box.width);
  if (stretch > MAX_STRETCH || stretch < 1 / MAX_STRETCH) return false;
  return correlation(edgesOf(one), edgesOf(other)) >= MIN_EDGE_CORRELATION;
}
