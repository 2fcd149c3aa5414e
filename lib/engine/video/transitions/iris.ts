import { allocateYuvPicture, planeLayoutsOfYuvPicture, type YuvPicture, type YuvPlane } from '../picture.ts';
import { smoothstep } from './easing.ts';
import type { TransitionEffect } from './transition-effect.ts';

/** Width of the soft edge, as a part of half the diagonal. */
const EDGE_WIDTH = 0.06;

/** Power of the easing with which half of a wide picture is seen half way. */
const EASING_POWER = 0.92;

/** A frame in which the new picture is seen through a growing circle. `openness` is 0–1, the radius as a part of half the diagonal. */
function irisFrame(from: YuvPicture, to: YuvPicture, openness: number): YuvPicture {
  const picture = allocateYuvPicture(from);
  const halfDiagonal = Math.hypot(from.width, from.height) / 2;
  for (const plane of planeLayoutsOfYuvPicture(from))
    drawIrisPlane(plane, from.data, to.data, picture.data, halfDiagonal, openness * (1 + EDGE_WIDTH));
  return picture;
}

function drawIrisPlane(
  { offset, width, height, every }: YuvPlane,
  oldData: Uint8Array,
  newData: Uint8Array,
  frameData: Uint8Array,
  halfDiagonal: number,
  front: number,
): void {
  const innerRadius = Math.max(0, front - EDGE_WIDTH) * halfDiagonal;
  const outerRadius = front * halfDiagonal;
  for (let y = 0; y < height; y++) {
    const rowStart = offset + y * width;
    const distanceDown = (y + 0.5 - height / 2) * every;
    // From the middle of the row to the left: columns in the circle, then those of its edge.
    const columnsWithin = (radius: number): number =>
      Math.sqrt(Math.max(0, radius * radius - distanceDown * distanceDown)) / every;
    const edgeStart = Math.max(0, Math.floor(width / 2 - columnsWithin(outerRadius)));
    const circleStart = Math.max(edgeStart, Math.ceil(width / 2 - columnsWithin(innerRadius)));
    frameData.set(oldData.subarray(rowStart, rowStart + width), rowStart);
    const circleEnd = width - circleStart;
    if (circleEnd > circleStart)
      frameData.set(newData.subarray(rowStart + circleStart, rowStart + circleEnd), rowStart + circleStart);
    for (let x = edgeStart; x < width - edgeStart; x++) {
      if (x === circleStart && circleEnd > circleStart) x = circleEnd;
      if (x >= width - edgeStart) break;
      const distance = Math.hypot((x + 0.5 - width / 2) * every, distanceDown) / halfDiagonal;
      const weight = Math.round(256 * smoothstep((front - distance) / EDGE_WIDTH));
      const oldSample = oldData[rowStart + x] ?? 0;
      frameData[rowStart + x] = ((oldSample << 8) + ((newData[rowStart + x] ?? 0) - oldSample) * weight + 128) >> 8;
    }
  }
}

/** The new picture is seen through a circle that grows from the middle. */
export const irisTransition: TransitionEffect = (from, to) => (phase) =>
  irisFrame(from, to, smoothstep(phase) ** EASING_POWER);
