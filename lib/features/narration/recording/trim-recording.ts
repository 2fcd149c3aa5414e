import {
  audibleThreshold,
  findFrameRangesWithSound,
  LEVEL_FRAMES_PER_SECOND,
  measureRecordingLevels,
} from './voice-activity.ts';

/** Seconds that are kept before and after the sound, so that soft sounds are not cut off. */
const MARGIN_SECONDS = 0.05;
/** Level in dBFS below which a recording has only the noise of the device. */
const SILENCE_DBFS = -60;

/** Cuts silence off both ends of a recording. @returns a view of the samples; undefined when the recording is silent */
export function trimRecording(samples: Float32Array, sampleRate: number): Float32Array | undefined {
  const levels = measureRecordingLevels(samples, sampleRate, 1);
  if (levels.loud < SILENCE_DBFS) return undefined;
  const spans = findFrameRangesWithSound(levels, audibleThreshold(levels));
  const [firstSpan, lastSpan] = [spans[0], spans.at(-1)];
  if (!firstSpan || !lastSpan) return undefined;
  const sampleIndexOf = (frame: number) => Math.round((frame * sampleRate) / LEVEL_FRAMES_PER_SECOND);
  const marginSamples = Math.round(MARGIN_SECONDS * sampleRate);
  return samples.subarray(
    Math.max(0, sampleIndexOf(firstSpan.from) - marginSamples),
    Math.min(samples.length, sampleIndexOf(lastSpan.to) + marginSamples),
  );
}
