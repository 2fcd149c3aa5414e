import { type DecodedPicture, decodedPictureAsSharp } from './decoded-picture.ts';
import type { TextLinesInPicture } from './find-wording.ts';

/** Pixels of the longer side of the reduced picture that is measured. */
const MEASURED_SIDE_PIXELS = 384;
/** Bits of each channel by which colours are distinguished: few, so that JPEG noise and anti-aliasing make no new colours. */
const COLOR_BITS = 4;
/** The minimum difference of neighbouring pixels at a hard edge (0–255), in the channel that differs most. */
const EDGE_STEP = 48;
/** The maximum difference of neighbouring pixels that counts as no edge; above it and below `EDGE_STEP`, an edge is soft. */
const FLAT_STEP = 6;
/** The maximum difference of neighbouring pixels in an area of one colour, also after JPEG. */
const SAME_STEP = 2;
/** A straight line: pixels on both sides of it differ by at least LINE_STEP along at least this share of the picture's side. */
const LINE_STEP = 10;
const LINE_SHARE = 0.2;
/** Number of colours that counts as few. */
const FEW_COLORS = 8;
/** Alpha (0–255) below which a pixel counts as transparent. */
const MIN_VISIBLE_ALPHA = 16;

/** Measures that distinguish graphics from photographs. All but `straightLines`, `textLines` and `textWidth` are shares from 0 to 1. */
interface Measures {
  /** Share of pixels that have one of the `FEW_COLORS` commonest colours. */
  commonColors: number;
  /** Share of pixels at a hard edge. */
  hardEdges: number;
  /** Share of hard edges among all edges. */
  hardShareOfEdges: number;
  /** Share of pixels that nearly equal their neighbours. */
  nearlyEqual: number;
  /** Share of pixels that exactly equal their neighbours. */
  exactlyEqual: number;
  /** Number of rows and columns with a straight line. */
  straightLines: number;
  /** Number of lines of text. */
  textLines: number;
  /** The sum of the widths of the lines of text, as a multiple of the picture's width. */
  textWidth: number;
  /** Share of the border that is transparent. */
  transparentBorder: number;
}

/**
 * Reports whether a picture is text or a chart: few colours, and many hard edges. Edges of small letters are softer, but then tables and
 * windows have straight lines.
 */
const isWritten = ({ commonColors, hardEdges, hardShareOfEdges, straightLines }: Measures): boolean =>
  commonColors >= 0.85 &&
  hardEdges >= 0.03 &&
  (hardShareOfEdges >= 0.4 || (hardShareOfEdges >= 0.25 && straightLines >= 8));

/** Reports whether a picture is a user interface or a diagram: large areas of one colour, some hard edges, and words or straight borders. */
const isFlat = ({
  commonColors,
  hardEdges,
  hardShareOfEdges,
  nearlyEqual,
  exactlyEqual,
  straightLines,
  textLines,
}: Measures): boolean =>
  nearlyEqual >= 0.85 &&
  exactlyEqual >= 0.6 &&
  hardEdges >= 0.003 &&
  hardShareOfEdges >= 0.15 &&
  (textLines > 0 || straightLines >= 2 || commonColors >= 0.97);

/** Reports whether a picture is a user interface with a photograph in it: half of the pixels are flat, and there are straight borders. */
const isFramed = ({ commonColors, hardEdges, exactlyEqual, straightLines }: Measures): boolean =>
  commonColors >= 0.5 && exactlyEqual >= 0.45 && hardEdges >= 0.01 && straightLines >= 6;

/** Reports whether a picture has lines of text on any background: scans, slides on gradients, compressed or reduced interfaces. */
const isLettered = ({ textLines, textWidth }: Measures): boolean => textLines >= 3 && textWidth >= 0.2;

/** Reports whether a picture is a cut-out, such as a logo: its surroundings are transparent. */
const isCutOut = ({ transparentBorder }: Measures): boolean => transparentBorder >= 0.5;

/**
 * Reports whether an image is a graphic, not a photograph: text, a chart, a diagram, a user interface, a logo or an icon, which cropping would
 * damage. The field `is_figure` stores it.
 */
export async function isGraphicImage(
  picture: DecodedPicture,
  { lines, totalWidth }: TextLinesInPicture,
): Promise<boolean> {
  const { data, info } = await decodedPictureAsSharp(picture)
    .resize({
      width: MEASURED_SIDE_PIXELS,
      height: MEASURED_SIDE_PIXELS,
      fit: 'inside',
      kernel: 'nearest',
      withoutEnlargement: true,
    })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const measures = {
    ...measure(data, info),
    textLines: lines.length,
    textWidth: totalWidth,
    transparentBorder: transparentBorderShare(picture),
  };
  return [isWritten, isFlat, isFramed, isLettered, isCutOut].some((isKindOfGraphic) => isKindOfGraphic(measures));
}

/** The share of the border of a picture that is transparent. */
function transparentBorderShare({ pixels, width, height, channels }: DecodedPicture): number {
  if (channels !== 4) return 0;
  let transparentPixels = 0;
  const countPixel = (x: number, y: number): void => {
    transparentPixels += Number((pixels[4 * (y * width + x) + 3] ?? 0) < MIN_VISIBLE_ALPHA);
  };
  for (let x = 0; x < width; x++) {
    countPixel(x, 0);
    countPixel(x, height - 1);
  }
  for (let y = 0; y < height; y++) {
    countPixel(0, y);
    countPixel(width - 1, y);
  }
  return transparentPixels / (2 * (width + height));
}

interface PixelLayout {
  width: number;
  height: number;
  channels: number;
}

function measure(
  pixels: Uint8Array,
  { width, height, channels }: PixelLayout,
): Omit<Measures, 'textLines' | 'textWidth' | 'transparentBorder'> {
  const colors = new Map<number, number>();
  const counts = { hard: 0, soft: 0, same: 0, exact: 0 };
  // `current`: the length of the line in each column that ends at the present row; `longest`: the longest line in each column.
  const inColumns = { current: new Uint16Array(width), longest: new Uint16Array(width) };
  const longestInRow = new Uint16Array(height);
  const largestDifference = (offset: number, otherOffset: number): number => {
    let largest = 0;
    for (let channel = 0; channel < channels; channel++)
      largest = Math.max(largest, Math.abs((pixels[offset + channel] ?? 0) - (pixels[otherOffset + channel] ?? 0)));
    return largest;
  };
  for (let y = 0; y < height; y++) {
    let runLength = 0;
    for (let x = 0; x < width; x++) {
      const offset = (y * width + x) * channels;
      let color = 0;
      for (let channel = 0; channel < channels; channel++)
        color = (color << COLOR_BITS) | ((pixels[offset + channel] ?? 0) >> (8 - COLOR_BITS));
      colors.set(color, (colors.get(color) ?? 0) + 1);
      if (x === width - 1 || y === height - 1) continue;
      const [right, below] = [
        largestDifference(offset, offset + channels),
        largestDifference(offset, offset + width * channels),
      ];
      runLength = below >= LINE_STEP ? runLength + 1 : 0;
      longestInRow[y] = Math.max(longestInRow[y] ?? 0, runLength);
      inColumns.current[x] = right >= LINE_STEP ? (inColumns.current[x] ?? 0) + 1 : 0;
      inColumns.longest[x] = Math.max(inColumns.longest[x] ?? 0, inColumns.current[x] ?? 0);
      const difference = Math.max(right, below);
      if (difference >= EDGE_STEP) counts.hard++;
      else if (difference > FLAT_STEP) counts.soft++;
      if (difference <= SAME_STEP) counts.same++;
      if (difference === 0) counts.exact++;
    }
  }
  const pixelCount = width * height;
  const commonestCounts = [...colors.values()].sort((a, b) => b - a).slice(0, FEW_COLORS);
  const countStraight = (lengths: Uint16Array, side: number): number =>
    lengths.reduce((sum, length) => sum + Number(length >= LINE_SHARE * side), 0);
  return {
    commonColors: commonestCounts.reduce((sum, count) => sum + count, 0) / pixelCount,
    hardEdges: counts.hard / pixelCount,
    hardShareOfEdges: counts.hard / Math.max(1, counts.hard + counts.soft),
    nearlyEqual: counts.same / pixelCount,
    exactlyEqual: counts.exact / pixelCount,
    straightLines: countStraight(longestInRow, width) + countStraight(inColumns.longest, height),
  };
}
