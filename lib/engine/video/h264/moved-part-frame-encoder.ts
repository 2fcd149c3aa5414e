import { BitWriter } from '../bits/bit-io.ts';
import { UnsupportedStreamError } from '../bits/stream-errors.ts';
import { MAX_LOOP_SECONDS_WITH_STILL_ORNAMENTS, type OrnamentDrift } from '../drawing/drifting-ornaments.ts';
import type { SlowZoomRoom } from '../motion/slow-zoom.ts';
import { MOTION_VECTOR_UNITS_PER_SAMPLE } from './b-macroblocks.ts';
import { pictureOrderCount } from './display-order.ts';
import { motionVectorsOfZoom } from './motion-vectors-of-zoom.ts';
import { escapeNal } from './nal.ts';
import { pSliceMacroblockData } from './p-macroblocks.ts';
import type { CodedParameterSets } from './parameter-sets.ts';

/** The fields of one frame in which parts have moved: its display position, and its `frame_num`. */
export interface MovedPartFrameHeaderFields {
  /** Its place in display order, as in `rewriteSliceForDisplayOrder`. */
  shown: number;
  /** `frame_num`: that of the next reference picture, because no picture refers to this one. */
  frameNum: number;
}

/** The data of a slice, also with emulation prevention. */
interface SliceData {
  data: Uint8Array;
  escaped: Uint8Array;
}

/**
 * Frames that repeat a decoded picture with some parts of it in another place: P slices whose macroblocks have vectors, or are skipped. No
 * picture refers to them, so that all of them are made from the same picture, and errors do not add up. Source: ITU-T H.264 (04/2017),
 * 7.3.3 and 8.4.1. The data of frames with the same vectors are made once.
 */
export class MovedPartFrameEncoder {
  readonly #sets: CodedParameterSets;
  readonly #dataOfVectors = new Map<string, SliceData>();

  /**
   * @param sets those of `parameterSetsWithDisplayOrder`
   * @throws UnsupportedStreamError if P slices state weights, have several references, or could be deblocked
   */
  constructor(sets: CodedParameterSets) {
    const { weightedPrediction, references, deblockingControl } = sets.pps;
    if (weightedPrediction || references !== 1 || !deblockingControl)
      throw new UnsupportedStreamError('sample_units', 'parts of a picture cannot move in this stream');
    this.#sets = sets;
  }

  /** The NAL unit of a frame in which ornaments have drifted. @param way the share of their drift, 0–1 */
  drifted(drifts: readonly OrnamentDrift[], way: number, place: MovedPartFrameHeaderFields): Uint8Array {
    return this.#unit(place, this.#dataAt(drifts, way));
  }

  /** The NAL unit of a frame in which an image is in a slow zoom. @param zoom the sizes of the image in the frame (`shown`), and in the picture before (`stored`) */
  zoomed(room: SlowZoomRoom, zoom: { shown: number; stored: number }, place: MovedPartFrameHeaderFields): Uint8Array {
    const { x: left, y: top, width, height } = room;
    const box = { left, top, width, height, vectorOf: motionVectorsOfZoom(room, zoom.shown, zoom.stored) };
    const data = pSliceMacroblockData(this.#sets, [box]);
    return this.#unit(place, { data, escaped: escapeNal(data) });
  }

  #unit({ shown, frameNum }: MovedPartFrameHeaderFields, { data, escaped }: SliceData): Uint8Array {
    const header = this.#header(shown, frameNum);
    // After a byte other than 0, emulation prevention starts again.
    return header.at(-1) === 0 ? escapeNal(Buffer.concat([header, data])) : Buffer.concat([escapeNal(header), escaped]);
  }

  #dataAt(drifts: readonly OrnamentDrift[], way: number): SliceData {
    // A vector points from a block to its samples: opposite to the movement of the part.
    const boxes = drifts.map(({ x: left, y: top, width, height, across, down }) => ({
      left,
      top,
      width,
      height,
      x: -Math.round(MOTION_VECTOR_UNITS_PER_SAMPLE * across * way) || 0,
      y: -Math.round(MOTION_VECTOR_UNITS_PER_SAMPLE * down * way) || 0,
    }));
    const key = JSON.stringify(boxes);
    const knownData = this.#dataOfVectors.get(key);
    if (knownData) return knownData;
    const data = pSliceMacroblockData(this.#sets, boxes);
    const newData = { data, escaped: escapeNal(data) };
    this.#dataOfVectors.set(key, newData);
    return newData;
  }

  #header(shown: number, frameNum: number): Uint8Array {
    const { sps } = this.#sets;
    const [NOT_REFERENCED_SLICE, P_SLICE, NO_DEBLOCKING] = [0x01, 0, 1];
    const bits = new BitWriter().u(8, NOT_REFERENCED_SLICE).ue(0).ue(P_SLICE).ue(0);
    bits.u(sps.frameNumBits, frameNum).u(sps.pictureOrderBits ?? 0, pictureOrderCount(shown));
    // The number of references and their list are the default ones: the picture before.
    bits.bit(0).bit(0);
    bits.ue(0).se(0).ue(NO_DEBLOCKING);
    return bits.align(1).bytes();
  }
}

/** The shortest loop, in seconds, in which parts drift as far as they can. */
const FULL_DRIFT_SECONDS = 4;

/**
 * The position (as a fraction of the way) of each frame of a loop except the first: there and back. The first frame and the one after the
 * last are at rest. Short loops go only a part of the way. Empty for a loop that is too short.
 */
export function driftPositionsOfLoop(frames: number, fps: number): number[] {
  const maxPosition = Math.min(
    1,
    (frames / fps - MAX_LOOP_SECONDS_WITH_STILL_ORNAMENTS) /
      (FULL_DRIFT_SECONDS - MAX_LOOP_SECONDS_WITH_STILL_ORNAMENTS),
  );
  if (maxPosition <= 0) return [];
  return Array.from(
    { length: frames - 1 },
    (_, i) => (maxPosition * (1 - Math.cos((2 * Math.PI * (i + 1)) / frames))) / 2,
  );
}
