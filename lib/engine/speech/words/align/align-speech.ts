import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SpokenSentence } from '../../engine.ts';
import { alignSoundFrames, type SoundAlignment } from './align-sound-frames.ts';
import { FEATURE_FRAMES_PER_SECOND, measureSoundFeatures } from './sound-features.ts';
import { voicedFrames } from './voiced-frames.ts';

/** Misfit above which a sound has other words than the reference: it was at most 0.94 for the same words, and at least 0.95 for others. */
const MAX_MISFIT = 0.945;
/** Longest and shortest sound, without pauses: as a multiple and a share of the reference. */
const MAX_RATIO = 2.5;
/** Fewest frames of a comparison, without pauses: 200 ms. */
const MIN_FRAMES = 20;
/** Frames around the border of two words in which a pause is the border: 80 ms. */
const NEAR_PAUSE = 8;
const MS = 1000;

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
  const known = voicedFrames(await measureSoundFeatures(reference, pause));
  const heard = voicedFrames(await measureSoundFeatures(pcm, pause));
  const ratio = heard.frames.length / known.frames.length;
  if (Math.min(known.frames.length, heard.frames.length) < MIN_FRAMES) return undefined;
  if (ratio > MAX_RATIO || ratio < 1 / MAX_RATIO) return undefined;
  const path = await alignSoundFrames(known.values, heard.values, pause);
  // A steady tone has no misfit that is a number.
  if (!(path.misfit <= MAX_MISFIT)) return undefined;
  const clock = clockOf(known.frames, heard.frames, path);
  let before = 0;
  return sentences.map((sentence) => {
    const found = placed(sentence, clock, before);
    before = found.end_seconds;
    return found;
  });
}

/** The times in a sound, in seconds, of starts and ends in the reference. */
interface Clock {
  startOf(seconds: number): number;
  endOf(seconds: number): number;
}

function clockOf(known: Int32Array, heard: Int32Array, { first, last }: SoundAlignment): Clock {
  const borderNear = (row: number, side: 0 | 1): number =>
    borderOf(heard, (first[row] ?? 0) + side, (last[row] ?? 0) + side);
  return {
    startOf(seconds) {
      const at = borderNear(rowAt(known, seconds), 0);
      return (heard[Math.min(heard.length - 1, at)] ?? 0) / FEATURE_FRAMES_PER_SECOND;
    },
    endOf(seconds) {
      const at = borderNear(Math.max(0, rowAt(known, seconds) - 1), 1);
      return ((heard[Math.max(0, at - 1)] ?? 0) + 1) / FEATURE_FRAMES_PER_SECOND;
    },
  };
}

/** The border of two words: the pause nearest to a place, else the place itself. */
function borderOf(heard: Int32Array, first: number, last: number): number {
  const isPause = (at: number): boolean =>
    at === 0 || at === heard.length || (heard[at] ?? 0) - (heard[at - 1] ?? 0) > 1;
  for (let far = 0; far <= NEAR_PAUSE + last - first; far++) {
    if (first + far <= Math.min(last + NEAR_PAUSE, heard.length) && isPause(first + far)) return first + far;
    if (far <= NEAR_PAUSE && first - far >= 0 && isPause(first - far)) return first - far;
  }
  return first;
}

/** The index of the first frame that is not before a time. */
function rowAt(frames: Int32Array, seconds: number): number {
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
function placed(
  { word_ms = [], ...sentence }: SpokenSentence,
  { startOf, endOf }: Clock,
  earliest: number,
): SpokenSentence {
  const start = Math.max(earliest, startOf(sentence.start_seconds));
  const end = Math.max(start, endOf(sentence.end_seconds));
  let before = start;
  const words = word_ms.map((ms, index) => {
    const at = sentence.start_seconds + ms / MS;
    before = Math.min(end, Math.max(before, index % 2 === 0 ? startOf(at) : endOf(at)));
    return Math.round((before - start) * MS);
  });
  return { ...sentence, start_seconds: start, end_seconds: end, ...(words.length > 0 ? { word_ms: words } : {}) };
}
