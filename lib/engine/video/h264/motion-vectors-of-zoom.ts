import type { SlowZoomRoom } from '../motion/slow-zoom.ts';
import { MACROBLOCK_SIDE, MOTION_VECTOR_UNITS_PER_SAMPLE } from './b-macroblocks.ts';

/** A vector in quarters of luma samples. */
interface QuarterVector {
  x: number;
  y: number;
}

/** Reports whether an edge of a room divides a macroblock. Such a macroblock also shows the ground, and does not move across the edge. */
const doesEdgeDivideMacroblock = (edge: number | undefined, index: number): boolean =>
  edge !== undefined && edge > index * MACROBLOCK_SIDE && edge < (index + 1) * MACROBLOCK_SIDE;

/**
 * The vectors from macroblocks of an image in a slow zoom to their samples in a picture of another moment of the zoom.
 * @param shown the size of the image in the frame. @param stored its size in the picture
 */
export function motionVectorsOfZoom(
  room: SlowZoomRoom,
  shown: number,
  stored: number,
): (column: number, row: number) => QuarterVector {
  const { anchorX, anchorY } = room;
  const edgeX = anchorX === room.x || anchorX === room.x + room.width ? anchorX : undefined;
  const edgeY = anchorY === room.y || anchorY === room.y + room.height ? anchorY : undefined;
  const { right: columns, bottom: rows } = macroblocksOfRoom(room);
  const distanceFactor = stored / shown - 1;
  const componentAt = (index: number, anchor: number, edge: number | undefined): number =>
    doesEdgeDivideMacroblock(edge, index)
      ? 0
      : Math.round(MOTION_VECTOR_UNITS_PER_SAMPLE * distanceFactor * ((index + 0.5) * MACROBLOCK_SIDE - anchor));
  const [across, down] = [
    Int16Array.from({ length: columns }, (_, column) => componentAt(column, anchorX, edgeX)),
    Int16Array.from({ length: rows }, (_, row) => componentAt(row, anchorY, edgeY)),
  ];
  return (column, row) => ({ x: across[column] ?? 0, y: down[row] ?? 0 });
}

/** The columns and rows of macroblocks that a room touches; `right` and `bottom` are exclusive. */
export const macroblocksOfRoom = ({ x, y, width, height }: SlowZoomRoom) => ({
  left: Math.floor(x / MACROBLOCK_SIDE),
  right: Math.ceil((x + width) / MACROBLOCK_SIDE),
  top: Math.floor(y / MACROBLOCK_SIDE),
  bottom: Math.ceil((y + height) / MACROBLOCK_SIDE),
});
