import { createReadStream } from 'node:fs';
import { GuardError } from './h264/guard-error.ts';
import { idrPicIdOf, withIdrPicId } from './h264/idr-pic-id.ts';
import { NAL, NalSplitter, nalType, START_CODE } from './h264/nal.ts';
import { assertSameParameterSet, type CodedParameterSets, readParameterSets } from './h264/parameter-sets.ts';

/** What passed through a join. */
export interface JoinedFrames {
  frames: number;
  /** 0-based. */
  keyframes: number[];
}

/**
 * Joins Annex B segments into one stream, in order. Guard 1: the parameter sets are the same everywhere. Guard 5: where
 * IDR pictures of two segments meet, the later one gets another `idr_pic_id`. Guard 6: the stream has nothing but
 * parameter sets and slices. `counted` is filled while the stream is read.
 * @throws GuardError
 */
export async function* joinSegments(segments: readonly string[], counted: JoinedFrames): AsyncGenerator<Buffer> {
  const join = new Join(counted);
  for (const segment of segments) {
    join.startSegment();
    for await (const units of unitsOf(segment)) {
      const parts = units.flatMap((unit) => join.accept(unit));
      if (parts.length > 0) yield Buffer.concat(parts);
    }
  }
}

async function* unitsOf(path: string): AsyncGenerator<Buffer[]> {
  const splitter = new NalSplitter();
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 18 })) yield splitter.push(piece);
  yield splitter.end();
}

class Join {
  readonly #counted: JoinedFrames;
  #sets: CodedParameterSets | undefined;
  #sps: Buffer | undefined;
  #atSegmentStart = true;
  /** The `idr_pic_id` of the frame before, when that was an IDR picture. */
  #adjacentId: number | undefined;

  constructor(counted: JoinedFrames) {
    this.#counted = counted;
  }

  startSegment(): void {
    this.#atSegmentStart = true;
  }

  /** The bytes to write for one unit. */
  accept(unit: Buffer): Uint8Array[] {
    const type = nalType(unit);
    if (type === NAL.sei) return [];
    if (type === NAL.sps) return this.#acceptSps(unit);
    if (type === NAL.pps) return this.#acceptPps(unit);
    if (type === NAL.idr || type === NAL.slice) return [START_CODE, this.#acceptSlice(unit, type === NAL.idr)];
    throw new GuardError('sample_units', `a unit of type ${type} in a segment`);
  }

  #acceptSps(unit: Buffer): Uint8Array[] {
    if (this.#sps) assertSameParameterSet(this.#sps, unit);
    this.#sps ??= Buffer.from(unit);
    return [START_CODE, unit];
  }

  #acceptPps(unit: Buffer): Uint8Array[] {
    if (this.#sets) assertSameParameterSet(this.#sets.ppsNal, unit);
    else if (this.#sps) this.#sets = readParameterSets(this.#sps, Buffer.from(unit));
    return [START_CODE, unit];
  }

  #acceptSlice(unit: Buffer, isIdr: boolean): Uint8Array {
    // `first_mb_in_slice` is 0, a single 1 bit, in the first slice of a frame.
    const startsFrame = ((unit[1] ?? 0) & 0x80) !== 0;
    if (this.#atSegmentStart && !(isIdr && startsFrame && this.#sets)) {
      throw new GuardError('sample_units', 'a segment does not start with parameter sets and an IDR picture');
    }
    this.#atSegmentStart = false;
    if (startsFrame) {
      if (isIdr) this.#counted.keyframes.push(this.#counted.frames);
      this.#counted.frames += 1;
    }
    if (!isIdr || !this.#sets) {
      this.#adjacentId = undefined;
      return unit;
    }
    if (!startsFrame) return unit;
    return this.#withOtherId(unit, this.#sets);
  }

  #withOtherId(idr: Buffer, sets: CodedParameterSets): Uint8Array {
    const id = idrPicIdOf(idr, sets);
    const isTaken = id === this.#adjacentId;
    // Segments use 0 and 1: a third one cannot meet the next picture's either.
    this.#adjacentId = isTaken ? id + 2 : id;
    return isTaken ? withIdrPicId(idr, id + 2, sets) : idr;
  }
}
