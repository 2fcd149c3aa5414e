import type { SlowZoomRoom } from '../motion/slow-zoom.ts';
import type { EvenBox } from '../transitions/changed-box.ts';
import {
  type BlockPrediction,
  bSliceMacroblockData,
  MACROBLOCK_SIDE,
  MOTION_VECTOR_UNITS_PER_SAMPLE,
} from './b-macroblocks.ts';
import { macroblocksOfRoom, motionVectorsOfZoom } from './motion-vectors-of-zoom.ts';
import type { CodedParameterSets } from './parameter-sets.ts';

const ZERO_VECTOR = { reference: 0, x: 0, y: 0 } as const;
/** Both pictures, mixed without a movement. */
const MIX_IN_PLACE: BlockPrediction = { earlier: ZERO_VECTOR, later: ZERO_VECTOR };

/** The room of an image in a slow zoom, and its sizes: in the frame (`shown`), in the picture before, and in the later one. */
export interface SlowZoomMix {
  room: SlowZoomRoom;
  shown: number;
  before: number;
  later: number;
}

/** A rectangle of macroblocks (`right` and `bottom` are exclusive), and the prediction of each of them. */
interface Area {
  left: number;
  right: number;
  top: number;
  bottom: number;
  block(column: number, row: number): BlockPrediction;
}

function loweredArea({ x, y, width, height }: EvenBox, down: number, rows: number): Area {
  const lowered: BlockPrediction = {
    earlier: ZERO_VECTOR,
    later: { ...ZERO_VECTOR, y: -MOTION_VECTOR_UNITS_PER_SAMPLE * down },
  };
  return {
    left: Math.floor(x / MACROBLOCK_SIDE),
    right: Math.ceil((x + width) / MACROBLOCK_SIDE),
    top: Math.max(0, Math.floor((y + Math.min(0, down)) / MACROBLOCK_SIDE)),
    bottom: Math.min(Math.ceil((y + height + Math.max(0, down)) / MACROBLOCK_SIDE), rows),
    block: () => lowered,
  };
}

/** The area of an image in a slow zoom: both pictures show the same points of it, in other places. */
function zoomedArea({ room, shown, before, later }: SlowZoomMix): Area {
  const [fromBefore, fromLater] = [motionVectorsOfZoom(room, shown, before), motionVectorsOfZoom(room, shown, later)];
  return {
    ...macroblocksOfRoom(room),
    block: (column, row) => ({
      earlier: { reference: 0, ...fromBefore(column, row) },
      later: { reference: 0, ...fromLater(column, row) },
    }),
  };
}

/**
 * The data of a B slice in which the part of the later picture within a box is lower by some rows, and everything else is in its place. All
 * macroblocks mix both pictures.
 * @param down rows of luma by which the part is lower; negative: higher; 0: only the zoom moves
 * @param zoomed the image next to it that is in a slow zoom; absent: there is none
 */
export function bSliceDataWithLoweredPart(
  sets: CodedParameterSets,
  box: EvenBox | undefined,
  down: number,
  zoomed?: SlowZoomMix,
): Uint8Array {
  const rows = sets.sps.heightInMacroblocks;
  const areas = [...(box && down !== 0 ? [loweredArea(box, down, rows)] : []), ...(zoomed ? [zoomedArea(zoomed)] : [])];
  const mixedHalves = [MIX_IN_PLACE, MIX_IN_PLACE] as const;
  return bSliceMacroblockData(sets, {
    top: Math.min(...areas.map(({ top }) => top)),
    // The row below the box codes zero vectors, and the row after it has this row as its neighbour.
    end: Math.min(Math.max(...areas.map(({ bottom }) => bottom)) + 2, rows),
    references: 1,
    macroblock(column, row) {
      const area = areas.find(
        ({ left, right, top, bottom }) => column >= left && column < right && row >= top && row < bottom,
      );
      const block = area?.block(column, row);
      return block ? [block, block] : mixedHalves;
    },
  });
}
