import {
  audibleThreshold,
  findSpansWithSound,
  LEVEL_FRAMES_PER_SECOND,
  measureRecordingLevels,
} from './voice-activity.ts';

/** Seconds that are kept before and after the sound, so that soft sounds are not cut off. */
const KEPT_SECONDS = 0.05;
/** Level in dBFS below which a recording has only the noise of the device. */
const SILENT = -60;

/** Cuts silence off both ends of a recording. @returns a view of the samples; undefined when the recording is silent */
export function trimRecording(samples: Float32Array, sampleRate: number): Float32Array | undefined {
  const levels = measureRecordingLevels(samples, sampleRate, 1);
  if (levels.loud < SILENT) return undefined;
  const runs = findSpansWithSound(levels, audibleThreshold(levels));
  const [first, last] = [runs[0], runs.at(-1)];
  if (!first || !last) return undefined;
  const at = (frame: number) => Math.round((frame * sampleRate) / LEVEL_FRAMES_PER_SECOND);
  const kept = Math.round(KEPT_SECONDS * sampleRate);
  return samples.subarray(Math.max(0, at(first.from) - kept), Math.min(samples.length, at(last.to) + kept));
}
