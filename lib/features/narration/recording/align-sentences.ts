import type { SpokenSentence } from '#engine/speech/engine.ts';
import { SOUND_SAMPLE_RATE } from '#engine/video/settings.ts';
import { chooseSentenceBoundaries, type RecordingBoundary } from './choose-sentence-boundaries.ts';
import { relativeSentenceDuration } from './relative-sentence-duration.ts';
import {
  type FrameRangeWithSound,
  findFrameRangesWithSound,
  LEVEL_FRAMES_PER_SECOND,
  measureRecordingLevels,
  speechThreshold,
} from './voice-activity.ts';

/** Minimum mean length of a sentence in seconds. Below it, the text cannot be that of the recording, and all sentences become one. */
const MIN_MEAN_SENTENCE_SECONDS = 0.1;

/**
 * Finds the times of the sentences of a text in a recording of it. A sentence starts after a pause near the time that the lengths of the
 * sentences predict, or at that time if there is no such pause. Words are not recognized: in a recording of another text, the times are in
 * proportion to the lengths of the sentences. Pure.
 * @param pcm 48 kHz, mono
 * @returns the sentences in order, not overlapping; empty when there is no text or no speech
 */
export function estimateSentenceTimesInRecording(pcm: Int16Array, texts: readonly string[]): SpokenSentence[] {
  const levels = measureRecordingLevels(pcm, SOUND_SAMPLE_RATE, 0x8000);
  const spans = findFrameRangesWithSound(levels, speechThreshold(levels));
  const [firstSpan, lastSpan] = [spans[0], spans.at(-1)];
  if (texts.length === 0 || !firstSpan || !lastSpan) return [];
  const speechSeconds = spans.reduce((sum, { from, to }) => sum + to - from, 0) / LEVEL_FRAMES_PER_SECOND;
  const sentences = speechSeconds / texts.length < MIN_MEAN_SENTENCE_SECONDS ? [texts.join(' ')] : texts;
  const weights = sentences.map(relativeSentenceDuration);
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0);
  const expectedSeconds = weights.map((weight) => (weight / totalWeight) * speechSeconds);

  const boundaries = chooseSentenceBoundaries(expectedSeconds, pausesOf(spans), (spokenSeconds) =>
    boundaryAfterSpeech(spans, spokenSeconds),
  );
  const starts = [firstSpan.from / LEVEL_FRAMES_PER_SECOND, ...boundaries.map(({ start }) => start)];
  const ends = [...boundaries.map(({ end }) => end), lastSpan.to / LEVEL_FRAMES_PER_SECOND];
  return sentences.map((text, i) => ({
    text,
    start_seconds: roundToMilliseconds(starts[i] ?? 0),
    end_seconds: roundToMilliseconds(ends[i] ?? 0),
  }));
}

/** The pauses between ranges with speech. */
function pausesOf(spans: readonly FrameRangeWithSound[]): RecordingBoundary[] {
  let spokenFrames = 0;
  return spans.slice(1).map(({ from }, i) => {
    const previousSpan = spans[i] ?? { from: 0, to: 0 };
    spokenFrames += previousSpan.to - previousSpan.from;
    return {
      spoken: spokenFrames / LEVEL_FRAMES_PER_SECOND,
      end: previousSpan.to / LEVEL_FRAMES_PER_SECOND,
      start: from / LEVEL_FRAMES_PER_SECOND,
    };
  });
}

/** The place in the recording after `spokenSeconds` of speech, as a boundary without a pause. */
function boundaryAfterSpeech(spans: readonly FrameRangeWithSound[], spokenSeconds: number): RecordingBoundary {
  let remainingFrames = spokenSeconds * LEVEL_FRAMES_PER_SECOND;
  for (const { from, to } of spans) {
    if (remainingFrames < to - from)
      return {
        spoken: spokenSeconds,
        end: (from + remainingFrames) / LEVEL_FRAMES_PER_SECOND,
        start: (from + remainingFrames) / LEVEL_FRAMES_PER_SECOND,
      };
    remainingFrames -= to - from;
  }
  const end = (spans.at(-1)?.to ?? 0) / LEVEL_FRAMES_PER_SECOND;
  return { spoken: spokenSeconds, end, start: end };
}

const roundToMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;
