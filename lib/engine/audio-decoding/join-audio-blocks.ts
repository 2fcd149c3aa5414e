import {
  type AudioDecodeLimits,
  audioTooLongFault,
  type DecodedAudio,
  invalidAudioFault,
  MAX_AUDIO_CHANNELS,
  notMonoOrStereoFault,
  SAMPLE_RATE_RANGE_HZ,
} from './decoded-audio.ts';

/**
 * Joins the blocks that a decoder yields into one sound. Stops the decoder at the first block beyond `limits.seconds`.
 * @throws AudioFault `audio_too_long`; `audio_invalid` for sound that is empty, has a sample that is not finite, is neither mono nor
 * stereo, has a rate outside SAMPLE_RATE_RANGE_HZ, or changes its rate or channels
 */
export async function joinAudioBlocks(
  blocks: AsyncIterable<DecodedAudio> | Iterable<DecodedAudio>,
  { seconds }: AudioDecodeLimits,
): Promise<DecodedAudio> {
  const parts: Float32Array[][] = [];
  let sampleRate: number | undefined;
  let samples = 0;
  for await (const block of blocks) {
    check(block);
    sampleRate ??= block.sampleRate;
    if (block.sampleRate !== sampleRate || (parts[0] && block.channels.length !== parts[0].length))
      throw invalidAudioFault('The audio changes its sample rate or its channels.');
    samples += block.channels[0]?.length ?? 0;
    if (samples > seconds * sampleRate) throw audioTooLongFault(seconds);
    parts.push(block.channels);
  }
  if (sampleRate === undefined || samples === 0) throw invalidAudioFault('This file has no sound.');
  const channels = (parts[0] ?? []).map((_, channel) => joined(parts, channel, samples));
  if (!channels.every((whole) => whole.every((sample) => Number.isFinite(sample))))
    throw invalidAudioFault('The audio is damaged.');
  return { channels, sampleRate };
}

function check({ channels, sampleRate }: DecodedAudio): void {
  if (channels.length < 1 || channels.length > MAX_AUDIO_CHANNELS) throw notMonoOrStereoFault();
  if (!(sampleRate >= SAMPLE_RATE_RANGE_HZ.least && sampleRate <= SAMPLE_RATE_RANGE_HZ.most))
    throw invalidAudioFault(
      `The sample rate must be ${SAMPLE_RATE_RANGE_HZ.least} to ${SAMPLE_RATE_RANGE_HZ.most} Hz.`,
    );
}

function joined(parts: readonly (readonly Float32Array[])[], channel: number, samples: number): Float32Array {
  const whole = new Float32Array(samples);
  let at = 0;
  for (const part of parts) {
    const block = part[channel];
    if (!block) continue;
    whole.set(block, at);
    at += block.length;
  }
  return whole;
}
