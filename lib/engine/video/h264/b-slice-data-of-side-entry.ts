import {
  type BlockPrediction,
  bSliceMacroblockData,
  MACROBLOCK_SIDE,
  MOTION_VECTOR_UNITS_PER_SAMPLE,
} from './b-macroblocks.ts';
import type { CodedParameterSets } from './parameter-sets.ts';

/** Columns of luma of half a macroblock. The border between both pictures, and each step of a shadow, is at a multiple of this number. */
export const HALF_MACROBLOCK_SIDE = MACROBLOCK_SIDE / 2;

/**
 * The most steps of the shadow that the later picture of a transition casts on the picture before. OpenH264 2.3 decodes up to five
 * entries of a list of references, and one of them has no shadow.
 */
export const MAX_SHADOW_STEPS = 4;

/** One step of the shadow of a picture: a vertical strip of the shadow with its width and its weight. */
export interface ShadowStep {
  /** The width of the strip, in halves of macroblocks. */
  halves: number;
  /** The weight of the picture under the shadow, from 0 (black) to UNSHADOWED_PREDICTION_WEIGHT. */
  weight: number;
}

/** A frame in which the later picture comes in from a side. Vectors are as long as the picture is wide: see `widestMove` of codecs. */
export interface SideEntryTransitionFrame {
  /** The side from which the later picture comes: `right` where one reads from left to right. */
  from: 'left' | 'right';
  /** Columns of luma of the picture. */
  width: number;
  /** Columns by which the later picture has come in: even, from 0 to the width. */
  shown: number;
  /** True: the picture before leaves by as many columns; else it stays. */
  pushes: boolean;
  /** The shadow of the later picture on the one before, from its edge on: at most MAX_SHADOW_STEPS steps. */
  shadow: readonly ShadowStep[];
}

const unmovedFrom = (reference: number): BlockPrediction => ({ earlier: { reference, x: 0, y: 0 } });

/** The prediction of each half of a macroblock in a row, from left to right. @param count the number of halves in a row */
function halvesOf({ from, width, shown, pushes, shadow }: SideEntryTransitionFrame, count: number): BlockPrediction[] {
  const isFromRight = from === 'right';
  const columnsMoved = isFromRight ? shown - width : width - shown;
  const later: BlockPrediction = { later: { reference: 0, x: MOTION_VECTOR_UNITS_PER_SAMPLE * columnsMoved, y: 0 } };
  const columnsPushed = pushes ? shown * (isFromRight ? 1 : -1) : 0;
  const pushedBefore: BlockPrediction = {
    earlier: { reference: 0, x: MOTION_VECTOR_UNITS_PER_SAMPLE * columnsPushed, y: 0 },
  };
  const shadowHalves = shadow.flatMap(({ halves }, index) =>
    Array<BlockPrediction>(halves).fill(unmovedFrom(index + 1)),
  );
  // A border within a half moves outwards: beyond its edge, the later picture repeats its outermost column.
  const border = isFromRight
    ? Math.floor((width - shown) / HALF_MACROBLOCK_SIDE)
    : Math.ceil(shown / HALF_MACROBLOCK_SIDE);
  return Array.from({ length: count }, (_, half) => {
    if (shown > 0 && (isFromRight ? half >= border : half < border)) return later;
    const distanceFromBorder = isFromRight ? border - 1 - half : half - border;
    return shadowHalves[distanceFromBorder] ?? pushedBefore;
  });
}

/**
 * The data of a B slice in which the later picture comes in from a side. List 0 contains the previous picture once without a shadow, then
 * once for each weight of the shadow.
 * @throws RangeError for a frame without columns
 */
export function bSliceDataOfSideEntry(sets: CodedParameterSets, entry: SideEntryTransitionFrame): Uint8Array {
  const { widthInMacroblocks: columns, heightInMacroblocks: rows } = sets.sps;
  const halves = halvesOf(entry, 2 * columns);
  const pairs = Array.from({ length: columns }, (_, column) => {
    const [left, right] = [halves[2 * column], halves[2 * column + 1]];
    if (!left || !right) throw new RangeError(`the frame has no column ${column}`);
    return [left, right] as const;
  });
  const [firstPair] = pairs;
  if (!firstPair) throw new RangeError('the frame has no columns');
  return bSliceMacroblockData(sets, {
    top: 0,
    end: rows,
    references: entry.shadow.length + 1,
    macroblock: (column) => pairs[column] ?? firstPair,
  });
}
