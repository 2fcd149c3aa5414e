import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis';
import { type DecodedAudio, MAX_AUDIO_CHANNELS, notMonoOrStereoFault } from '../decoded-audio.ts';
import { checkOggPages } from '../ogg-pages.ts';
import { decodeAudioInSteps } from './wasm-decoder.ts';

/** Vorbis I §4.2.2: byte 11 of the first packet, which is alone on the first page, is the number of channels. */
const CHANNEL_COUNT_OFFSET = 28 + 11;

/** The samples of an Ogg Vorbis file. @throws AudioFault */
export async function* decodeVorbis(bytes: Uint8Array): AsyncGenerator<DecodedAudio> {
  checkOggPages(bytes);
  // Checked before decoding: a packet of one byte has 4,096 samples per channel, 4 MB for 255 channels.
  if ((bytes[CHANNEL_COUNT_OFFSET] ?? 0) > MAX_AUDIO_CHANNELS) throw notMonoOrStereoFault();
  const decoder = new OggVorbisDecoder();
  await decoder.ready;
  yield* decodeAudioInSteps(
    bytes,
    (part) => decoder.decode(part),
    () => decoder.flush(),
  );
}
