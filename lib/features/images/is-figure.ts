import { type DecodedPicture, decodedPictureAsSharp } from './decoded-picture.ts';
import type { TextLinesInPicture } from './find-wording.ts';

/** Pixels of the longer side of the reduced picture that is measured. */
const SIDE = 384;
/** Bits of each channel by which colours are distinguished: few, so that JPEG noise and anti-aliasing make no new colours. */
const COLOR_BITS = 4;
/** Least difference of neighbouring pixels at a hard edge, of 255, in the channel that differs most. */
const EDGE_STEP = 48;
/** Largest difference of neighbouring pixels that counts as no edge; between both, an edge is soft. */
const FLAT_STEP = 6;
/** Largest difference of neighbouring pixels in an area of one colour, also after JPEG. */
const SAME_STEP = 2;
/** A straight line: pixels on both sides of it differ by at least LINE_STEP along at least this share of the picture's side. */
const LINE_STEP = 10;
const LINE_SHARE = 0.2;
/** Number of colours that counts as few. */
const FEW_COLORS = 8;
/** Alpha below which a pixel counts as transparent, of 255. */
const CLEAR_ALPHA = 16;

/** Measures that distinguish figures from photographs. All but `lines`, `words` and `wide` are shares from 0 to 1. */
interface Measures {
  /** Share of pixels that have one of the eight commonest colours. */
  few: number;
  /** Share of pixels at a hard edge. */
  hard: number;
  /** Share of hard edges among all edges. */
  hardOfAll: number;
  /** Share of pixels that nearly equal their neighbours. */
  same: number;
  /** Share of pixels that exactly equal their neighbours. */
  exact: number;
  /** Number of rows and columns with a straight line. */
  lines: number;
  /** Number of lines of text. */
  words: number;
  /** Their widths together, as a multiple of the picture's. */
  wide: number;
  /** Share of the border that is transparent. */
  clear: number;
}

/** Reports text and charts: few colours, and many hard edges. Edges of small letters are softer, but then tables and windows have straight lines. */
const isWritten = ({ few, hard, hardOfAll, lines }: Measures): boolean =>
  few >= 0.85 && hard >= 0.03 && (hardOfAll >= 0.4 || (hardOfAll >= 0.25 && lines >= 8));

/** Reports user interfaces and diagrams: large areas of one colour, with some hard edges, and with words or straight borders. */
const isFlat = ({ few, hard, hardOfAll, same, exact, lines, words }: Measures): boolean =>
  same >= 0.85 && exact >= 0.6 && hard >= 0.003 && hardOfAll >= 0.15 && (words > 0 || lines >= 2 || few >= 0.97);

/** Reports user interfaces with a photograph in them: half of the pixels are flat, and there are straight borders. */
const isFramed = ({ few, hard, exact, lines }: Measures): boolean =>
  few >= 0.5 && exact >= 0.45 && hard >= 0.01 && lines >= 6;

/** Reports lines of text on any ground: scans, slides on gradients, interfaces that were compressed or made smaller. */
const isLettered = ({ words, wide }: Measures): boolean => words >= 3 && wide >= 0.2;

/** Reports whether a picture is a cut-out, such as a logo: its surroundings are transparent. */
const isCutOut = ({ clear }: Measures): boolean => clear >= 0.5;

/**
 * Reports whether an image is a figure: text, a chart, a diagram, a user interface or a logo, which cropping would damage. Icons in flat
 * colours also count as figures.
 */
export async function isFigureImage(
  picture: DecodedPicture,
  { lines: words, wide }: TextLinesInPicture,
): Promise<boolean> {
  const { data, info } = await decodedPictureAsSharp(picture)
    .resize({ width: SIDE, height: SIDE, fit: 'inside', kernel: 'nearest', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const measures = { ...measure(data, info), words: words.length, wide, clear: clearBorder(picture) };
  return [isWritten, isFlat, isFramed, isLettered, isCutOut].some((reports) => reports(measures));
}

/** The share of the border of a picture that is transparent. */
function clearBorder({ pixels, width, height, channels }: DecodedPicture): number {
  if (channels !== 4) return 0;
  let clear = 0;
  const look = (x: number, y: number): void => {
    clear += Number((pixels[4 * (y * width + x) + 3] ?? 0) < CLEAR_ALPHA);
  };
  for (let x = 0; x < width; x++) {
    look(x, 0);
    look(x, height - 1);
  }
  for (let y = 0; y < height; y++) {
    look(0, y);
    look(width - 1, y);
  }
  return clear / (2 * (width + height));
}

interface PixelRows {
  width: number;
  height: number;
  channels: number;
}

function measure(
  pixels: Uint8Array,
  { width, height, channels }: PixelRows,
): Omit<Measures, 'words' | 'wide' | 'clear'> {
  const colors = new Map<number, number>();
  const counts = { hard: 0, soft: 0, same: 0, exact: 0 };
  // `now`: the length of the line in each column that ends at the present row; `longest`, `across`: the longest of each column and row.
  const down = { now: new Uint16Array(width), longest: new Uint16Array(width) };
  const across = new Uint16Array(height);
  const step = (one: number, other: number): number => {
    let most = 0;
    for (let channel = 0; channel < channels; channel++)
      most = Math.max(most, Math.abs((pixels[one + channel] ?? 0) - (pixels[other + channel] ?? 0)));
    return most;
  };
  for (let y = 0; y < height; y++) {
    let run = 0;
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * channels;
      let color = 0;
      for (let channel = 0; channel < channels; channel++)
        color = (color << COLOR_BITS) | ((pixels[at + channel] ?? 0) >> (8 - COLOR_BITS));
      colors.set(color, (colors.get(color) ?? 0) + 1);
      if (x === width - 1 || y === height - 1) continue;
      const [right, below] = [step(at, at + channels), step(at, at + width * channels)];
      run = below >= LINE_STEP ? run + 1 : 0;
      across[y] = Math.max(across[y] ?? 0, run);
      down.now[x] = right >= LINE_STEP ? (down.now[x] ?? 0) + 1 : 0;
      down.longest[x] = Math.max(down.longest[x] ?? 0, down.now[x] ?? 0);
      const difference = Math.max(right, below);
      if (difference >= EDGE_STEP) counts.hard++;
      else if (difference > FLAT_STEP) counts.soft++;
      if (difference <= SAME_STEP) counts.same++;
      if (difference === 0) counts.exact++;
    }
  }
  const all = width * height;
  const commonest = [...colors.values()].sort((one, other) => other - one).slice(0, FEW_COLORS);
  const straight = (lengths: Uint16Array, side: number): number =>
    lengths.reduce((sum, length) => sum + Number(length >= LINE_SHARE * side), 0);
  return {
    few: commonest.reduce((sum, count) => sum + count, 0) / all,
    hard: counts.hard / all,
    hardOfAll: counts.hard / Math.max(1, counts.hard + counts.soft),
    same: counts.same / all,
    exact: counts.exact / all,
    lines: straight(across, width) + straight(down.longest, height),
  };
}
