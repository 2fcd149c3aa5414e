import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SpokenSentence } from '../../engine.ts';
import { alignSoundFrames, type SoundAlignment } from './align-sound-frames.ts';
import { FEATURE_FRAMES_PER_SECOND, measureSoundFeatures } from './sound-features.ts';
import { selectAndNormalizeVoicedFrames } from './voiced-frames.ts';

/** Misfit above which a sound has other words than the reference: it was at most 0.94 for the same words, and at least 0.95 for others. */
const MAX_MISFIT = 0.945;
/** Maximum ratio of the lengths of the sound and the reference, without pauses, in either direction. */
const MAX_LENGTH_RATIO = 2.5;
/** The minimum number of frames of a comparison, without pauses: 200 ms. */
const MIN_FRAMES = 20;
/** The number of frames around the border of two words in which a pause becomes the border: 80 ms. */
const NEAR_PAUSE_FRAMES = 8;
const MS_PER_SECOND = 1000;

/** Speech whose words are known. */
export interface SpeechWithKnownWords {
  /** Mono, 48 kHz. */
  pcm: Int16Array;
  /** With `word_ms`. */
  sentences: readonly SpokenSentence[];
}

/**
 * Finds the sentences and words of known speech in another sound of the same text: frames of both are compared by their sound features, and
 * matched by dynamic time warping. It yields every few milliseconds, so that the caller can let the event loop run.
 * @param pcm mono, 48 kHz
 * @returns the sentences of the known speech, with their times in the sound; undefined when the sound is not that text
 * @throws the signal's reason after an abort
 */
export async function alignSpeech(
  pcm: Int16Array,
  { pcm: reference, sentences }: SpeechWithKnownWords,
  signal?: AbortSignal,
): Promise<SpokenSentence[] | undefined> {
  const pause = async (): Promise<void> => {
    signal?.throwIfAborted();
    await nextTurn();
  };
  const referenceFrames = selectAndNormalizeVoicedFrames(await measureSoundFeatures(reference, pause));
  const soundFrames = selectAndNormalizeVoicedFrames(await measureSoundFeatures(pcm, pause));
  const ratio = soundFrames.frames.length / referenceFrames.frames.length;
  if (Math.min(referenceFrames.frames.length, soundFrames.frames.length) < MIN_FRAMES) return undefined;
  if (ratio > MAX_LENGTH_RATIO || ratio < 1 / MAX_LENGTH_RATIO) return undefined;
  const alignment = await alignSoundFrames(referenceFrames.values, soundFrames.values, pause);
  // A steady tone has no misfit that is a number.
  if (!(alignment.misfit <= MAX_MISFIT)) return undefined;
  const clock = createClock(referenceFrames.frames, soundFrames.frames, alignment);
  let earliest = 0;
  return sentences.map((sentence) => {
    const placedSentence = placeSentence(sentence, clock, earliest);
    earliest = placedSentence.end_seconds;
    return placedSentence;
  });
}

/** The times in a sound, in seconds, of starts and ends in the reference. */
interface Clock {
  startOf(seconds: number): number;
  endOf(seconds: number): number;
}

function createClock(referenceFrames: Int32Array, soundFrames: Int32Array, { first, last }: SoundAlignment): Clock {
  const borderNear = (row: number, side: 0 | 1): number =>
    borderOf(soundFrames, (first[row] ?? 0) + side, (last[row] ?? 0) + side);
  return {
    startOf(seconds) {
      const index = borderNear(frameIndexAt(referenceFrames, seconds), 0);
      return (soundFrames[Math.min(soundFrames.length - 1, index)] ?? 0) / FEATURE_FRAMES_PER_SECOND;
    },
    endOf(seconds) {
      const index = borderNear(Math.max(0, frameIndexAt(referenceFrames, seconds) - 1), 1);
      return ((soundFrames[Math.max(0, index - 1)] ?? 0) + 1) / FEATURE_FRAMES_PER_SECOND;
    },
  };
}

/** The border of two words: the pause nearest to a range of frames, else the first of them. */
function borderOf(soundFrames: Int32Array, first: number, last: number): number {
  const isPause = (index: number): boolean =>
    index === 0 || index === soundFrames.length || (soundFrames[index] ?? 0) - (soundFrames[index - 1] ?? 0) > 1;
  for (let distance = 0; distance <= NEAR_PAUSE_FRAMES + last - first; distance++) {
    if (first + distance <= Math.min(last + NEAR_PAUSE_FRAMES, soundFrames.length) && isPause(first + distance))
      return first + distance;
    if (distance <= NEAR_PAUSE_FRAMES && first - distance >= 0 && isPause(first - distance)) return first - distance;
  }
  return first;
}

/** The index of the first frame that is not before a time. */
function frameIndexAt(frames: Int32Array, seconds: number): number {
  const frame = Math.floor(seconds * FEATURE_FRAMES_PER_SECOND);
  let [low, high] = [0, frames.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((frames[middle] ?? 0) < frame) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A sentence and its words at the times where they are heard: in order, not overlapping, from `earliest` (seconds). */
function placeSentence(
  { word_ms = [], ...sentence }: SpokenSentence,
  { startOf, endOf }: Clock,
  earliest: number,
): SpokenSentence {
  const start = Math.max(earliest, startOf(sentence.start_seconds));
  const end = Math.max(start, endOf(sentence.end_seconds));
  let previousTime = start;
  const words = word_ms.map((ms, index) => {
    const referenceTime = sentence.start_seconds + ms / MS_PER_SECOND;
    previousTime = Math.min(
      end,
      Math.max(previousTime, index % 2 === 0 ? startOf(referenceTime) : endOf(referenceTime)),
    );
    return Math.round((previousTime - start) * MS_PER_SECOND);
  });
  return { ...sentence, start_seconds: start, end_seconds: end, ...(words.length > 0 ? { word_ms: words } : {}) };
}
