import { pixelsAsWords, type RawPicture } from '../../picture.ts';
import type { LayoutBox } from '../layout/boxes.ts';
import type { CutOutPart } from './morph-layers.ts';

/** Empty pixels around the visible ones, so that samples next to an edge are empty as well. */
const MARGIN = 16;

/** The smallest box with all visible pixels of a layer; undefined if it has none. */
function visibleBox({ width, height, rgba }: RawPicture): LayoutBox | undefined {
  const pixels = pixelsAsWords(rgba);
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0, rowStart = 0; y < height; y++, rowStart += width) {
    let firstVisible = 0;
    while (firstVisible < width && (pixels[rowStart + firstVisible] ?? 0) >>> 24 === 0) firstVisible++;
    if (firstVisible === width) continue;
    let lastVisible = width - 1;
    while ((pixels[rowStart + lastVisible] ?? 0) >>> 24 === 0) lastVisible--;
    left = Math.min(left, firstVisible);
    right = Math.max(right, lastVisible + 1);
    top = Math.min(top, y);
    bottom = y + 1;
  }
  return right === 0 ? undefined : { x: left, y: top, width: right - left, height: bottom - top };
}

/** The visible part of a layer, cut out; undefined if the layer is empty. */
export function cutOutNonTransparentPart(layer: RawPicture): CutOutPart | undefined {
  const box = visibleBox(layer);
  if (!box) return undefined;
  const paddedLength = (length: number): number => 2 * Math.ceil(length / 2) + 2 * MARGIN;
  const [width, height] = [paddedLength(box.width), paddedLength(box.height)];
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < box.height; y++) {
    const layerOffset = ((box.y + y) * layer.width + box.x) * 4;
    rgba.set(layer.rgba.subarray(layerOffset, layerOffset + box.width * 4), ((y + MARGIN) * width + MARGIN) * 4);
  }
  const within = { x: MARGIN, y: MARGIN, width: box.width, height: box.height };
  return { picture: { width, height, rgba }, within, box };
}

/** The number of cells to which parts are reduced to be compared. */
const CELLS = { across: 96, down: 24 };
/** The largest factor by which the aspect ratios of two parts may differ that turn into one another. */
const MAX_STRETCH = 1.22;
/** The smallest correlation of the edges of two parts that turn into one another. */
const MIN_EDGE_CORRELATION = 0.72;

/** The sum of changes from pixel to pixel in each cell of a part: its strokes and edges, in any colours. */
function edgesOf({ picture, within }: CutOutPart): Float64Array {
  const { across, down } = CELLS;
  const sums = new Float64Array(across * down);
  const { width, rgba } = picture;
  const lightAt = (offset: number): number =>
    (((rgba[offset] ?? 0) * 2 + (rgba[offset + 1] ?? 0) * 5 + (rgba[offset + 2] ?? 0)) / 8) *
      ((rgba[offset + 3] ?? 0) / 255) +
    2 * (rgba[offset + 3] ?? 0);
  for (let y = 0; y < within.height; y++) {
    const row = Math.floor((y * down) / within.height) * across;
    for (let x = 0; x < within.width; x++) {
      const pixelOffset = ((within.y + y) * width + within.x + x) * 4;
      const pixelLight = lightAt(pixelOffset);
      const change =
        Math.abs(lightAt(pixelOffset + 4) - pixelLight) + Math.abs(lightAt(pixelOffset + 4 * width) - pixelLight);
      const cell = row + Math.floor((x * across) / within.width);
      sums[cell] = (sums[cell] ?? 0) + change;
    }
  }
  return softenCells(sums);
}

/** Adds half of the values of its neighbours to each cell, so that strokes next to the edge of a cell count for both cells. */
function softenCells(cells: Float64Array): Float64Array {
  const { across, down } = CELLS;
  return cells.map((value, cellIndex) => {
    const [x, y] = [cellIndex % across, Math.floor(cellIndex / across)];
    const neighbour = (dx: number, dy: number): number =>
      x + dx >= 0 && x + dx < across && y + dy >= 0 && y + dy < down ? (cells[cellIndex + dy * across + dx] ?? 0) : 0;
    return value + (neighbour(-1, 0) + neighbour(1, 0) + neighbour(0, -1) + neighbour(0, 1)) / 2;
  });
}

/** The correlation coefficient (Pearson) of two lists of equal lengths, −1 to 1. */
function correlation(a: Float64Array, b: Float64Array): number {
  const mean = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  let [covariance, varianceA, varianceB] = [0, 0, 0];
  a.forEach((value, i) => {
    const [deviationA, deviationB] = [value - meanA, (b[i] ?? 0) - meanB];
    covariance += deviationA * deviationB;
    varianceA += deviationA * deviationA;
    varianceB += deviationB * deviationB;
  });
  return covariance / Math.sqrt(varianceA * varianceB || 1);
}

/**
 * Reports whether one part can turn into the other without letters over other letters. This is true if both have about the same
 * proportions, with strokes in the same places, like a text with the same lines. Colours and sizes may differ.
 */
export function areCutOutPartsAlike(firstPart: CutOutPart, second: CutOutPart): boolean {
  const stretch = (firstPart.box.width * second.box.height) / (firstPart.box.height * second.box.width);
  if (stretch > MAX_STRETCH || stretch < 1 / MAX_STRETCH) return false;
  return correlation(edgesOf(firstPart), edgesOf(second)) >= MIN_EDGE_CORRELATION;
}
