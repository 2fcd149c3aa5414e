import type { SpokenSentence } from '#engine/speech/engine.ts';
import { SOUND_SAMPLE_RATE } from '#engine/video/settings.ts';
import { chooseSentenceBoundaries, type SentenceBoundary } from './choose-sentence-boundaries.ts';
import { relativeSentenceDuration } from './relative-sentence-duration.ts';
import {
  findSpansWithSound,
  LEVEL_FRAMES_PER_SECOND,
  measureRecordingLevels,
  type SpanWithSound,
  speechThreshold,
} from './voice-activity.ts';

/** Shortest mean length of a sentence in seconds. Below it, the text cannot be that of the recording, and all sentences become one. */
const MIN_SECONDS = 0.1;

/**
 * Finds the times of the sentences of a text in a recording of it. A sentence starts after a pause near the time that the lengths of the
 * sentences predict, or at that time if there is no such pause. Words are not recognized: in a recording of another text, the times are in
 * proportion to the lengths of the sentences. Pure.
 * @param pcm 48 kHz, mono
 * @returns the sentences in order, not overlapping; empty when there is no text or no speech
 */
export function estimateSentenceTimes(pcm: Int16Array, texts: readonly string[]): SpokenSentence[] {
  const levels = measureRecordingLevels(pcm, SOUND_SAMPLE_RATE, 0x8000);
  const runs = findSpansWithSound(levels, speechThreshold(levels));
  const [first, last] = [runs[0], runs.at(-1)];
  if (texts.length === 0 || !first || !last) return [];
  const total = runs.reduce((sum, { from, to }) => sum + to - from, 0) / LEVEL_FRAMES_PER_SECOND;
  const sentences = total / texts.length < MIN_SECONDS ? [texts.join(' ')] : texts;
  const weights = sentences.map(relativeSentenceDuration);
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const expected = weights.map((weight) => (weight / all) * total);

  const boundaries = chooseSentenceBoundaries(expected, pausesOf(runs), (spoken) => within(runs, spoken));
  const starts = [first.from / LEVEL_FRAMES_PER_SECOND, ...boundaries.map(({ start }) => start)];
  const ends = [...boundaries.map(({ end }) => end), last.to / LEVEL_FRAMES_PER_SECOND];
  return sentences.map((text, i) => ({
    text,
    start_seconds: milliseconds(starts[i] ?? 0),
    end_seconds: milliseconds(ends[i] ?? 0),
  }));
}

/** The pauses between ranges with speech. */
function pausesOf(runs: readonly SpanWithSound[]): SentenceBoundary[] {
  let spoken = 0;
  return runs.slice(1).map(({ from }, i) => {
    const before = runs[i] ?? { from: 0, to: 0 };
    spoken += before.to - before.from;
    return {
      spoken: spoken / LEVEL_FRAMES_PER_SECOND,
      end: before.to / LEVEL_FRAMES_PER_SECOND,
      start: from / LEVEL_FRAMES_PER_SECOND,
    };
  });
}

/** The place in the recording after `spoken` seconds of speech. */
function within(runs: readonly SpanWithSound[], spoken: number): SentenceBoundary {
  let left = spoken * LEVEL_FRAMES_PER_SECOND;
  for (const { from, to } of runs) {
    if (left < to - from)
      return { spoken, end: (from + left) / LEVEL_FRAMES_PER_SECOND, start: (from + left) / LEVEL_FRAMES_PER_SECOND };
    left -= to - from;
  }
  const end = (runs.at(-1)?.to ?? 0) / LEVEL_FRAMES_PER_SECOND;
  return { spoken, end, start: end };
}

const milliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;
