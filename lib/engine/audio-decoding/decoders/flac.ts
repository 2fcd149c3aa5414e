import { FLACDecoder } from '@wasm-audio-decoders/flac';
import { type DecodedAudio, invalidAudioFault } from '../decoded-audio.ts';
import { decodeAudioInSteps } from './wasm-decoder.ts';

/** Bytes up to the end of the STREAMINFO block: the marker, the head of the block, and its fields (RFC 9639 §6, §8.1, §8.2). */
const STREAMINFO_END = 4 + 4 + 34;
/** Offset of the 36-bit total of samples in the STREAMINFO block, which comes first (RFC 9639 §8.2): the low four bits of this byte and four bytes after it. */
const TOTAL_SAMPLES = 21;

/** The samples of a FLAC file. @throws AudioFault */
export async function* decodeFlac(bytes: Uint8Array): AsyncGenerator<DecodedAudio> {
  if (bytes.length < STREAMINFO_END) throw invalidAudioFault('The FLAC file is cut off.');
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const total = (file.readUInt8(TOTAL_SAMPLES) & 15) * 2 ** 32 + file.readUInt32BE(TOTAL_SAMPLES + 1);
  const decoder = new FLACDecoder();
  await decoder.ready;
  let samples = 0;
  const parts = decodeAudioInSteps(
    bytes,
    (part) => decoder.decode(part),
    () => decoder.flush(),
  );
  for await (const block of parts) {
    samples += block.channels[0]?.length ?? 0;
    yield block;
  }
  // 0 means that the encoder did not know the total.
  if (total !== 0 && samples < total) throw invalidAudioFault('The FLAC file is cut off or damaged.');
}
