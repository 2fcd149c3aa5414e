import type { DecodedAudio } from './decoded-audio.ts';

/** Sound without what is cut off it, in seconds from its start and before its end. Views; of a sound that is shorter, nothing is left. */
export function cutAudio(
  { channels, sampleRate }: DecodedAudio,
  { start_seconds, end_seconds }: { start_seconds: number; end_seconds: number },
): DecodedAudio {
  const [from, fromEnd] = [Math.round(start_seconds * sampleRate), Math.round(end_seconds * sampleRate)];
  return {
    channels: channels.map((samples) => samples.subarray(from, Math.max(from, samples.length - fromEnd))),
    sampleRate,
  };
}
