import { commaBeforeBreak, type Utterance, type UtteranceSound, wordsOfUtterance } from '../engines/utterance.ts';
import { roundToInt16 } from '../round-to-int16.ts';
import type { SpokenWordSpan } from '../words/times-of-sentence-words.ts';
import { DURATION_UNIT_SAMPLES, MAX_PHONEMES_PER_CALL, type VoiceModel } from './acoustics/voice-model.ts';
import { amplifySamples, type WordStress, wordStressOf } from './emphasis.ts';
import { givenPhonemeRanges } from './given-phonemes.ts';
import { toPhonemeIds } from './phonemes/phoneme-ids.ts';
import type { PhonemeWord } from './phonemes/phoneme-word.ts';
import type { Phonemizer } from './phonemes/phonemizer.ts';
import { splitWordsForModel } from './phonemes/split-words.ts';
import { removePausesAtWordBorders } from './word-borders.ts';

/** The loaded voice. */
export interface NaturalVoice {
  phonemize: Phonemizer;
  /** The model's number for each phoneme. */
  vocabulary: ReadonlyMap<string, number>;
  model: VoiceModel;
}

/** Sample rate of the sound that the model of the natural voice produces, in Hz. */
export const NATURAL_MODEL_SAMPLE_RATE_HZ = 24_000;
/**
 * Samples by which a word is heard before its first phoneme starts by the model's durations: 35 ms. Measured against the onset of the first
 * word of 100 sentences, and against a forced alignment of all of their words.
 */
const LEAD = Math.round(0.035 * NATURAL_MODEL_SAMPLE_RATE_HZ);
/** A letter or digit at the end: without a mark the melody does not fall there. */
const UNENDED = /[\p{L}\p{M}\p{N}]["”’)\]]*\s*$/u;
const SPOKEN = /[\p{L}]/u;

/** Synthesizes an utterance. The times of its words are those that the model gives them. @param speed 0.5–2 */
export function speakUtterance(voice: NaturalVoice, utterance: Utterance, speed: number): UtteranceSound {
  const text = wordsOfUtterance(utterance);
  const mark = utterance.continues ? commaBeforeBreak(utterance) : UNENDED.test(text) ? '.' : '';
  const parts = splitWordsForModel(
    voice.phonemize(text + mark, givenPhonemeRanges(utterance)),
    MAX_PHONEMES_PER_CALL,
  ).map((words) => speakPart(voice, words, (word) => wordStressOf(utterance, word), speed));
  const pcm = new Int16Array(parts.reduce((sum, part) => sum + part.pcm.length, 0));
  const marks: SpokenWordSpan[] = [];
  let at = 0;
  for (const part of parts) {
    pcm.set(part.pcm, at);
    for (const { startSample, endSample, ...range } of part.marks)
      marks.push({ ...range, startSample: at + startSample, endSample: at + endSample });
    at += part.pcm.length;
  }
  return { pcm, marks };
}

function speakPart(
  { vocabulary, model }: NaturalVoice,
  words: readonly PhonemeWord[],
  stressOfWord: (word: PhonemeWord) => WordStress | undefined,
  speed: number,
): { pcm: Int16Array; marks: SpokenWordSpan[] } {
  const { ids, words: places } = toPhonemeIds(words, vocabulary);
  const stressed = words.flatMap((word, index) => {
    const [place, stress] = [places[index], stressOfWord(word)];
    return place && stress ? [{ ...place, ...stress }] : [];
  });
  const { samples, durations } = model.speak(ids, speed, stressed);
  // The model adds one phoneme before the first.
  const starts = startsOf(durations).slice(1);
  const heard = words.flatMap((word, index) => {
    const { from, to, phonemes } = word;
    const startSample = Math.max(0, (starts[places[index]?.first ?? 0] ?? 0) - LEAD);
    return SPOKEN.test(phonemes) ? [{ from, to, startSample, gain: stressOfWord(word)?.gain ?? 1 }] : [];
  });
  const borders = removePausesAtWordBorders(
    samples,
    heard.map(({ startSample }) => startSample),
  );
  const marks = heard.map(({ from, to, startSample, gain }, index): SpokenWordSpan => {
    const place = borders[index] ?? { startSample, endSample: startSample };
    if (gain !== 1) amplifySamples(samples, place.startSample, place.endSample, gain);
    return { from, to, ...place };
  });
  return { pcm: toInt16(samples), marks };
}

/** The first sample of each phoneme, and the end of the last one. */
function startsOf(durations: readonly number[]): number[] {
  const starts = [0];
  let at = 0;
  for (const units of durations) {
    at += units * DURATION_UNIT_SAMPLES;
    starts.push(at);
  }
  return starts;
}

/**
 * Converts samples to signed 16-bit integers; samples outside −1 to 1 are clipped. A loop: `Int16Array.from` with a function takes ten
 * times as long.
 */
function toInt16(samples: Float32Array): Int16Array {
  const pcm = new Int16Array(samples.length);
  for (let i = 0; i < pcm.length; i++) pcm[i] = roundToInt16((samples[i] ?? 0) * 32_767);
  return pcm;
}
