import { FLACDecoder } from '@wasm-audio-decoders/flac';
import { type DecodedAudio, invalidAudioFault } from '../decoded-audio.ts';
import { decodeAudioInSteps } from './wasm-decoder.ts';

/** Bytes up to the end of the STREAMINFO block: the marker, the head of the block, and its fields (RFC 9639 §6, §8.1, §8.2). */
const STREAMINFO_END = 4 + 4 + 34;
/**
 * Offset in the file of the 36-bit total of samples in the STREAMINFO block, which comes first (RFC 9639 §8.2): the low four bits of this
 * byte, and the four bytes after it.
 */
const TOTAL_SAMPLES_OFFSET = 21;

/** The samples of a FLAC file. @throws AudioFault */
export async function* decodeFlac(bytes: Uint8Array): AsyncGenerator<DecodedAudio> {
  if (bytes.length < STREAMINFO_END) throw invalidAudioFault('The FLAC file is cut off.');
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const declaredSamples =
    (buffer.readUInt8(TOTAL_SAMPLES_OFFSET) & 15) * 2 ** 32 + buffer.readUInt32BE(TOTAL_SAMPLES_OFFSET + 1);
  const decoder = new FLACDecoder();
  await decoder.ready;
  let decodedSamples = 0;
  const blocks = decodeAudioInSteps(
    bytes,
    (part) => decoder.decode(part),
    () => decoder.flush(),
  );
  for await (const block of blocks) {
    decodedSamples += block.channels[0]?.length ?? 0;
    yield block;
  }
  // 0 means that the encoder did not know the total.
  if (declaredSamples !== 0 && decodedSamples < declaredSamples)
    throw invalidAudioFault('The FLAC file is cut off or damaged.');
}
