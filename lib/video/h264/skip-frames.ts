import { escapeNal, START_CODE } from './nal.ts';
import type { SkipTemplate } from './skip-template.ts';

/** The NAL unit of the template with another `frame_num` (0 to 2^frameNumBits - 1). */
export function skipFrame({ rbsp, frameNumPosition, frameNumBits }: SkipTemplate, frameNum: number): Uint8Array {
  const changed = Uint8Array.from(rbsp);
  for (let i = 0; i < frameNumBits; i++) {
    const at = frameNumPosition + i;
    const mask = 1 << (7 - (at & 7));
    const bit = (frameNum >> (frameNumBits - 1 - i)) & 1;
    const byte = changed[at >> 3] ?? 0;
    changed[at >> 3] = bit === 1 ? byte | mask : byte & ~mask;
  }
  return escapeNal(changed);
}

/** The skipped frames that follow an IDR picture, as Annex B bytes. A shorter run is a prefix of a longer one. */
export class SkipRun {
  readonly #bytes: Buffer;
  /** #ends[n]: the end of the first n frames, in bytes. */
  readonly #ends: number[] = [0];

  /**
   * Guard 4: `frame_num` is 1 after the IDR picture and counts modulo MaxFrameNum. `longest`: frames of the longest
   * run.
   */
  constructor(template: SkipTemplate, longest: number) {
    const maxFrameNum = 2 ** template.frameNumBits;
    const cycle: Buffer[] = [];
    for (let n = 0; n < Math.min(maxFrameNum, longest + 1); n++) {
      cycle.push(Buffer.concat([START_CODE, skipFrame(template, n)]));
    }
    const frames: Buffer[] = [];
    let end = 0;
    for (let frame = 1; frame <= longest; frame++) {
      const bytes = cycle[frame % maxFrameNum];
      if (!bytes) break;
      frames.push(bytes);
      end += bytes.length;
      this.#ends.push(end);
    }
    this.#bytes = Buffer.concat(frames);
  }

  /** The first `count` frames. @throws RangeError beyond the longest run */
  first(count: number): Buffer {
    const end = this.#ends[count];
    if (end === undefined) throw new RangeError(`no run of ${count} skipped frames was prepared`);
    return this.#bytes.subarray(0, end);
  }
}
