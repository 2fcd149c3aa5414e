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
 * Joins the blocks that a decoder yields into one sound. Stops the decoder at the first block beyond `seconds`.
 * @throws AudioFault `audio_too_long`; `audio_invalid` for sound that is empty, has a sample that is not finite, is neither mono nor
 * stereo, has a rate outside SAMPLE_RATE_RANGE_HZ, or changes its rate or channels
 */
export async function joinAudioBlocks(
  blocks: AsyncIterable<DecodedAudio> | Iterable<DecodedAudio>,
  { seconds }: AudioDecodeLimits,
): Promise<DecodedAudio> {
  const channelsOfBlocks: Float32Array[][] = [];
  let sampleRate: number | undefined;
  let sampleCount = 0;
  for await (const block of blocks) {
    checkBlock(block);
    sampleRate ??= block.sampleRate;
    if (
      block.sampleRate !== sampleRate ||
      (channelsOfBlocks[0] && block.channels.length !== channelsOfBlocks[0].length)
    )
      throw invalidAudioFault('The audio changes its sample rate or its channels.');
    sampleCount += block.channels[0]?.length ?? 0;
    if (sampleCount > seconds * sampleRate) throw audioTooLongFault(seconds);
    channelsOfBlocks.push(block.channels);
  }
  if (sampleRate === undefined || sampleCount === 0) throw invalidAudioFault('This file has no sound.');
  const channels = (channelsOfBlocks[0] ?? []).map((_, channel) => joinChannel(channelsOfBlocks, channel, sampleCount));
  if (!channels.every((joinedSamples) => joinedSamples.every((sample) => Number.isFinite(sample))))
    throw invalidAudioFault('The audio is damaged.');
  return { channels, sampleRate };
}

function checkBlock({ channels, sampleRate }: DecodedAudio): void {
  if (channels.length < 1 || channels.length > MAX_AUDIO_CHANNELS) throw notMonoOrStereoFault();
  if (!(sampleRate >= SAMPLE_RATE_RANGE_HZ.min && sampleRate <= SAMPLE_RATE_RANGE_HZ.max))
    throw invalidAudioFault(`The sample rate must be ${SAMPLE_RATE_RANGE_HZ.min} to ${SAMPLE_RATE_RANGE_HZ.max} Hz.`);
}

function joinChannel(
  channelsOfBlocks: readonly (readonly Float32Array[])[],
  channel: number,
  sampleCount: number,
): Float32Array {
  const joinedSamples = new Float32Array(sampleCount);
  let offset = 0;
  for (const blockChannels of channelsOfBlocks) {
    const block = blockChannels[channel];
    if (!block) continue;
    joinedSamples.set(block, offset);
    offset += block.length;
  }
  return joinedSamples;
}
