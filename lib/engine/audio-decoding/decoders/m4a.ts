import { decoder as aacDecoder } from '@audio/decode-aac';
import { AAC_FRAME_SAMPLES } from '#engine/video/settings.ts';
import type { AudioDecodeLimits, DecodedAudio } from '../decoded-audio.ts';
import { unsupportedM4aCodecFault } from '../mp4/audio-config.ts';
import { readAacTrack } from '../mp4/read-aac-track.ts';
import { damagedAudioFault } from './wasm-decoder.ts';

/** Frames per step: 1.4 s at 48 kHz. */
const STEP = 64;

/**
 * The samples of AAC-LC in an M4A file, as its edit list presents them: without the encoder delay. The container is parsed here,
 * strictly; the decoder gets frames only.
 * @throws AudioFault
 */
export async function* decodeM4a(
  bytes: Uint8Array,
  { acceptsVideo }: Pick<AudioDecodeLimits, 'acceptsVideo'> = {},
): AsyncGenerator<DecodedAudio> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const { config, frames, played } = readAacTrack(file, acceptsVideo);
  const decoder = await aacDecoder({ asc: config.bytes });
  // The decoder does not return its first frame: half of that frame depends on a frame before it.
  let at = AAC_FRAME_SAMPLES;
  try {
    for (let first = 0; first < frames.length; first += STEP) {
      const part = frames.slice(first, first + STEP);
      const { channelData, sampleRate } = decoder.decode(part.map(({ from, to }) => file.subarray(from, to)));
      const length = channelData[0]?.length ?? 0;
      const wanted = (part.length - (first === 0 ? 1 : 0)) * AAC_FRAME_SAMPLES;
      if (length === 0 && wanted === 0) continue;
      // HE-AAC that is declared as AAC-LC at half the rate: the decoder returns the full rate.
      if (sampleRate > config.sampleRate) throw unsupportedM4aCodecFault('HE-AAC');
      // The decoder leaves out frames that it cannot decode.
      if (length !== wanted || channelData.length !== config.channels) throw damagedAudioFault();
      const [from, to] = [played.from - at, played.to - at].map((edge) => Math.min(length, Math.max(0, edge)));
      at += length;
      if (from !== to) yield { channels: channelData.map((samples) => samples.subarray(from, to)), sampleRate };
    }
  } finally {
    decoder.free();
  }
}
