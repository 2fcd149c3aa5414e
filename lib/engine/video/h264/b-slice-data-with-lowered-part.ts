import type { EvenBox } from '../transitions/changed-box.ts';
import {
  type BlockPrediction,
  bSliceMacroblockData,
  MACROBLOCK_SIDE,
  MOTION_VECTOR_UNITS_PER_SAMPLE,
} from './b-macroblocks.ts';
import type { CodedParameterSets } from './parameter-sets.ts';

const IN_PLACE = { reference: 0, x: 0, y: 0 } as const;
/** Both pictures, mixed where they are. */
const STANDING: BlockPrediction = { before: IN_PLACE, later: IN_PLACE };

/**
 * The data of a B slice in which the part of the later picture within a box is lower by some rows, and everything else is in its place. All
 * macroblocks mix both pictures.
 * @param down rows of luma by which the part is lower; negative: higher
 */
export function bSliceDataWithLoweredPart(
  sets: CodedParameterSets,
  { x, y, width, height }: EvenBox,
  down: number,
): Uint8Array {
  const rows = sets.sps.heightInMacroblocks;
  const [left, right] = [Math.floor(x / MACROBLOCK_SIDE), Math.ceil((x + width) / MACROBLOCK_SIDE)];
  const [top, bottom] = [
    Math.max(0, Math.floor((y + Math.min(0, down)) / MACROBLOCK_SIDE)),
    Math.min(Math.ceil((y + height + Math.max(0, down)) / MACROBLOCK_SIDE), rows),
  ];
  const lowered: BlockPrediction = {
    before: IN_PLACE,
    later: { ...IN_PLACE, y: -MOTION_VECTOR_UNITS_PER_SAMPLE * down },
  };
  const [standing, moved] = [[STANDING, STANDING] as const, [lowered, lowered] as const];
  return bSliceMacroblockData(sets, {
    top,
    // The row below the box codes zero vectors, and the row after it has this row as its neighbour.
    end: Math.min(bottom + 2, rows),
    references: 1,
    macroblock: (column, row) => (column >= left && column < right && row < bottom ? moved : standing),
  });
}
