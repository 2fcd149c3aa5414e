import { createHash } from 'node:crypto';
import { ivfFileHeader, ivfFrameHeader, ivfFrames } from '../bits/ivf.ts';
import { UnsupportedStreamError } from '../bits/stream-errors.ts';
import { isShownAv1KeyFrame, OBU_TYPE, readObus } from '../elementary/av1-reader.ts';
import type { VideoSettings } from '../settings.ts';
import type { GopFrame, GopStreamOperations } from './gop-stream-operations.ts';

/** AV1 in IVF. A packet has to be exactly one frame; no copy frames are written. */
export const createAv1StreamOperations = (settings: VideoSettings): GopStreamOperations =>
  new Av1StreamOperations(settings);

class Av1StreamOperations implements GopStreamOperations {
  readonly fileHeader: Uint8Array;
  readonly frameHeader = ivfFrameHeader;
  /** The sequence header, as an OBU. */
  #sequenceHeader: Buffer | undefined;

  constructor({ width, height, fps }: VideoSettings) {
    this.fileHeader = ivfFileHeader({ fourcc: 'AV01', width, height, fps });
  }

  async *frames(pieces: AsyncIterable<Buffer>, hasFileHeader: boolean): AsyncGenerator<GopFrame, void> {
    for await (const bytes of ivfFrames(pieces, { hasFileHeader })) {
      const obus = readObus(bytes);
      const sequence = obus.find(({ type }) => type === OBU_TYPE.sequence);
      if (sequence) this.#accept(sequence.bytes);
      const headers = obus.filter(({ type }) => type === OBU_TYPE.frame || type === OBU_TYPE.frameHeader);
      const [header, ...others] = headers;
      if (!header || others.length > 0) throw new UnsupportedStreamError('sample_units', 'a packet is not one frame');
      yield { isKey: sequence !== undefined && isShownAv1KeyFrame(header.payload), bytes };
    }
  }

  get parameterSetsHash(): string {
    if (!this.#sequenceHeader)
      throw new UnsupportedStreamError('parameter_sets', 'a stream does not start with a sequence header');
    return createHash('sha256').update(this.#sequenceHeader).digest('hex');
  }

  copyFrame(): Uint8Array {
    throw new UnsupportedStreamError('template', 'no copy frames are written for AV1');
  }

  /** Keeps the first sequence header. @throws UnsupportedStreamError for another one */
  #accept(sequence: Buffer): void {
    if (this.#sequenceHeader && !this.#sequenceHeader.equals(sequence)) {
      throw new UnsupportedStreamError('parameter_sets', 'they differ within the video');
    }
    this.#sequenceHeader ??= Buffer.from(sequence);
  }
}
