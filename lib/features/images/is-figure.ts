import sharp from 'sharp';

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

/** Measures that distinguish figures from photographs. All but `lines` are shares from 0 to 1. */
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
}

/** Reports text and charts: few colours, and many hard edges. Edges of small letters are softer, but then tables and windows have straight lines. */
const isWritten = ({ few, hard, hardOfAll, lines }: Measures): boolean =>
  few >= 0.85 && hard >= 0.03 && (hardOfAll >= 0.4 || (hardOfAll >= 0.25 && lines >= 8));

/** Reports user interfaces and diagrams: large areas of one colour, with some hard edges. */
const isFlat = ({ hard, hardOfAll, same, exact }: Measures): boolean =>
  same >= 0.85 && exact >= 0.6 && hard >= 0.003 && hardOfAll >= 0.15;

/** Reports user interfaces with a photograph in them: half of the pixels are flat, and there are straight borders. */
const isFramed = ({ few, hard, exact, lines }: Measures): boolean =>
  few >= 0.5 && exact >= 0.45 && hard >= 0.01 && lines >= 6;

/**
 * Reports whether an image is a figure: text, a chart, a diagram or a user interface, which cropping would damage. On the pictures of 60
 * public decks it finds all screenshots, diagrams and charts; among photographs, only objects on a background of one colour are mistaken
 * for figures. Drawings and icons in flat colours count as figures.
 * @param bytes of an image that was encoded by this service
 */
export async function isFigure(bytes: Uint8Array): Promise<boolean> {
  // Decoded at full size first: a JPEG that is scaled while it is decoded has no hard edges.
  const whole = await sharp(bytes)
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = whole.info;
  const { data, info } = await sharp(whole.data, { raw: { width, height, channels } })
    .resize({ width: SIDE, height: SIDE, fit: 'inside', kernel: 'nearest', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return looksLikeFigure(data, info);
}

interface PixelRows {
  width: number;
  height: number;
  channels: number;
}

/** Does the same as `isFigure`, for decoded pixels. */
function looksLikeFigure(pixels: Uint8Array, rows: PixelRows): boolean {
  const measures = measure(pixels, rows);
  return isWritten(measures) || isFlat(measures) || isFramed(measures);
}

function measure(pixels: Uint8Array, { width, height, channels }: PixelRows): Measures {
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
