import { annexBOfUnits } from '../h264/frames.ts';
import { ANNEX_B_START_CODE, readNalUnits } from '../h264/nal.ts';
import { HevcCopyFrames } from '../hevc/copy-frames.ts';
import { HevcParameterSets, readHevcFrames } from '../hevc/frames.ts';
import { parseHevcPps, parseHevcSps } from '../hevc/parameter-sets.ts';
import type { GopFrame, GopStreamOperations } from './gop-stream-operations.ts';

const NO_BYTES = new Uint8Array(0);

/** H.265 in Annex B. */
export const createHevcStreamOperations = (): GopStreamOperations => new HevcStreamOperations();

class HevcStreamOperations implements GopStreamOperations {
  readonly #parameterSets = new HevcParameterSets();
  #copies: HevcCopyFrames | undefined;
  readonly fileHeader = NO_BYTES;

  async *frames(pieces: AsyncIterable<Buffer>): AsyncGenerator<GopFrame, void> {
    for await (const { isIdr, slices } of readHevcFrames(readNalUnits(pieces), this.#parameterSets)) {
      const units = annexBOfUnits(slices);
      yield { isKey: isIdr, bytes: Buffer.concat(isIdr ? [this.#parameterSets.annexB, ...units] : units) };
    }
  }

  get parameterSetsHash(): string {
    return this.#parameterSets.hash;
  }

  copyFrame(framesAfterKeyFrame: number): Uint8Array {
    this.#copies ??= new HevcCopyFrames(parseHevcSps(this.#parameterSets.sps), parseHevcPps(this.#parameterSets.pps));
    return Buffer.concat([ANNEX_B_START_CODE, this.#copies.nal(framesAfterKeyFrame)]);
  }

  frameHeader(): Uint8Array {
    return NO_BYTES;
  }
}
