import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis';
import { type DecodedAudio, MAX_CHANNELS, notMonoOrStereo } from '../decoded-audio.ts';
import { checkOggPages } from '../ogg-pages.ts';
import { decodeInSteps } from './wasm-decoder.ts';

/** Vorbis I §4.2.2: the first packet, alone on the first page, has a byte with the number of channels after eleven others. */
const CHANNELS_AT = 28 + 11;

/** The samples of an Ogg Vorbis file. @throws AudioFault */
export async function* decodeVorbis(bytes: Uint8Array): AsyncGenerator<DecodedAudio> {
  checkOggPages(bytes);
  // Before decoding: a packet of a byte comes to 4,096 samples of each channel, so 255 of them to 4 MB.
  if ((bytes[CHANNELS_AT] ?? 0) > MAX_CHANNELS) throw notMonoOrStereo();
  const decoder = new OggVorbisDecoder();
  await decoder.ready;
  yield* decodeInSteps(
    bytes,
    (part) => decoder.decode(part),
    () => decoder.flush(),
  );
}
