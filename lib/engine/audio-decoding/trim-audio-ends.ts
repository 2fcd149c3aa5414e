import type { DecodedAudio } from './decoded-audio.ts';

/**
 * Cuts a sound at both ends. The result has views of the given samples; it is empty when the sound is shorter than both cuts.
 * @param cuts seconds that are removed from the start and from the end
 */
export function trimAudioEnds(
  { channels, sampleRate }: DecodedAudio,
  cuts: { start_seconds: number; end_seconds: number },
): DecodedAudio {
  const startSample = Math.round(cuts.start_seconds * sampleRate);
  const samplesCutFromEnd = Math.round(cuts.end_seconds * sampleRate);
  return {
    channels: channels.map((samples) =>
      samples.subarray(startSample, Math.max(startSample, samples.length - samplesCutFromEnd)),
    ),
    sampleRate,
  };
}
