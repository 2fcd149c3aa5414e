import { decoder as aacDecoder } from '@audio/decode-aac';
import { AAC_FRAME_SAMPLES } from '#engine/video/settings.ts';
import type { AudioDecodeLimits, DecodedAudio } from '../decoded-audio.ts';
import { unsupportedM4aCodecFault } from '../mp4/audio-config.ts';
import { readAacTrack } from '../mp4/read-aac-track.ts';
import { damagedAudioFault } from './wasm-decoder.ts';

/** Frames per step: 1.4 s at 48 kHz. */
const STEP_FRAMES = 64;

/**
 * The samples of AAC-LC in an M4A file, as its edit list presents them: without the encoder delay. The container is parsed here,
 * strictly; the decoder gets frames only.
 * @throws AudioFault
 */
export async function* decodeM4a(
  bytes: Uint8Array,
  { acceptsVideo }: Pick<AudioDecodeLimits, 'acceptsVideo'> = {},
): AsyncGenerator<DecodedAudio> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const { config, frames, played } = readAacTrack(buffer, acceptsVideo);
  const decoder = await aacDecoder({ asc: config.bytes });
  // The decoder does not return its first frame: half of that frame depends on a frame before it.
  let decodedSamples = AAC_FRAME_SAMPLES;
  try {
    for (let firstFrame = 0; firstFrame < frames.length; firstFrame += STEP_FRAMES) {
      const stepFrames = frames.slice(firstFrame, firstFrame + STEP_FRAMES);
      const { channelData, sampleRate } = decoder.decode(stepFrames.map(({ from, to }) => buffer.subarray(from, to)));
      const length = channelData[0]?.length ?? 0;
      const expectedLength = (stepFrames.length - (firstFrame === 0 ? 1 : 0)) * AAC_FRAME_SAMPLES;
      if (length === 0 && expectedLength === 0) continue;
      // HE-AAC that is declared as AAC-LC at half the rate: the decoder returns the full rate.
      if (sampleRate > config.sampleRate) throw unsupportedM4aCodecFault('HE-AAC');
      // The decoder leaves out frames that it cannot decode.
      if (length !== expectedLength || channelData.length !== config.channels) throw damagedAudioFault();
      const [blockStart, blockEnd] = [played.from - decodedSamples, played.to - decodedSamples].map((edge) =>
        Math.min(length, Math.max(0, edge)),
      );
      decodedSamples += length;
      if (blockStart !== blockEnd)
        yield { channels: channelData.map((samples) => samples.subarray(blockStart, blockEnd)), sampleRate };
    }
  } finally {
    decoder.free();
  }
}
