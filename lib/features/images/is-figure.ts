import sharp from 'sharp';

/** Pixels of the longer side of what is measured. */
const SIDE = 384;
/** Bits of each channel that tell colours apart: noise of JPEG and anti-aliasing make no new ones. */
const COLOR_BITS = 4;
/** Neighbours differ by this much (of 255, in the channel that differs most) at an edge, and by less where colours run into one another. */
const EDGE_STEP = 48;
const FLAT_STEP = 6;
/** Neighbours that differ by at most this much are one area: what a program has filled, even after JPEG. */
const SAME_STEP = 2;
/** A line is straight where neighbours across it differ by this much along this share of the picture's side. */
const LINE_STEP = 10;
const LINE_SHARE = 0.2;
/** Number of colours that counts as few. */
const FEW_COLORS = 8;

/** Shares of pixels, and numbers, that tell figures from photographs. */
interface Measures {
  /** Pixels of the few commonest colours. */
  few: number;
  /** Pixels at an edge, and the part of all pixels with a difference that these are. */
  hard: number;
  hardOfAll: number;
  /** Pixels as their neighbours, or exactly so. */
  same: number;
  exact: number;
  /** Straight lines across or down. */
  lines: number;
}

/** Text and charts: few colours, and many edges, which are hard. In small letters they are softer, but lines of tables and windows are straight. */
const isWritten = ({ few, hard, hardOfAll, lines }: Measures): boolean =>
  few >= 0.85 && hard >= 0.03 && (hardOfAll >= 0.4 || (hardOfAll >= 0.25 && lines >= 8));

/** User interfaces and diagrams: areas of one colour, with some letters and edges. */
const isFlat = ({ hard, hardOfAll, same, exact }: Measures): boolean =>
  same >= 0.85 && exact >= 0.6 && hard >= 0.003 && hardOfAll >= 0.15;

/** User interfaces with a photograph in them: half of them flat, with straight borders. */
const isFramed = ({ few, hard, exact, lines }: Measures): boolean =>
  few >= 0.5 && exact >= 0.45 && hard >= 0.01 && lines >= 6;

/**
 * Reports whether an image has text, a chart, a diagram or a user interface, so that cropping it would lose some of that. Measured on the
 * pictures of 60 public decks: all screenshots, diagrams and charts are found, and of the photographs only objects on a ground of one
 * colour; drawings and icons in flat colours count as figures.
 * @param bytes of an image that was encoded by this service
 */
export async function isFigure(bytes: Uint8Array): Promise<boolean> {
  // Whole first: a JPEG that is scaled while it is read has no hard edges.
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

/** As `isFigure`, of pixels row by row. */
function looksLikeFigure(pixels: Uint8Array, rows: PixelRows): boolean {
  const measures = measure(pixels, rows);
  return isWritten(measures) || isFlat(measures) || isFramed(measures);
}

function measure(pixels: Uint8Array, { width, height, channels }: PixelRows): Measures {
  const colors = new Map<number, number>();
  const counts = { hard: 0, soft: 0, same: 0, exact: 0 };
  // Lengths of the lines that reach this pixel, and the longest of each row and column.
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
