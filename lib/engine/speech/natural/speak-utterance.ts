import { commaBeforeBreak, type Utterance, type UtteranceSound, wordsOfUtterance } from '../engines/utterance.ts';
import { roundToInt16 } from '../round-to-int16.ts';
import type { SpokenWordSpan } from '../words/times-of-sentence-words.ts';
import { DURATION_UNIT_SAMPLES, MAX_PHONEMES_PER_CALL, type VoiceModel } from './acoustics/voice-model.ts';
import { amplifySampleRange, emphasisStressOfWord, type WordEmphasisFactors } from './emphasis.ts';
import { givenPhonemeRangesOf } from './given-phonemes.ts';
import { toPhonemeIds } from './phonemes/phoneme-ids.ts';
import type { PhonemeWord } from './phonemes/phoneme-word.ts';
import type { Phonemizer } from './phonemes/phonemizer.ts';
import { splitWordsForModel } from './phonemes/split-words.ts';
import { removePausesFromWordSpans } from './word-borders.ts';

/** The loaded voice. */
export interface LoadedNaturalVoice {
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
const LEAD_SAMPLES = Math.round(0.035 * NATURAL_MODEL_SAMPLE_RATE_HZ);
/** A letter or digit at the end: without a mark the melody does not fall there. */
const ENDS_WITHOUT_MARK = /[\p{L}\p{M}\p{N}]["”’)\]]*\s*$/u;
const HAS_LETTER = /[\p{L}]/u;

/** Synthesizes an utterance. The times of its words follow from the durations that the model predicts. @param speed 0.5–2 */
export function speakUtterance(voice: LoadedNaturalVoice, utterance: Utterance, speed: number): UtteranceSound {
  const text = wordsOfUtterance(utterance);
  const mark = utterance.continues ? commaBeforeBreak(utterance) : ENDS_WITHOUT_MARK.test(text) ? '.' : '';
  const parts = splitWordsForModel(
    voice.phonemize(text + mark, givenPhonemeRangesOf(utterance)),
    MAX_PHONEMES_PER_CALL,
  ).map((words) => speakPart(voice, words, (word) => emphasisStressOfWord(utterance, word), speed));
  const pcm = new Int16Array(parts.reduce((sum, part) => sum + part.pcm.length, 0));
  const marks: SpokenWordSpan[] = [];
  let position = 0;
  for (const part of parts) {
    pcm.set(part.pcm, position);
    for (const { startSample, endSample, ...range } of part.marks)
      marks.push({ ...range, startSample: position + startSample, endSample: position + endSample });
    position += part.pcm.length;
  }
  return { pcm, marks };
}

/** Synthesizes words that the model reads in one call. */
function speakPart(
  { vocabulary, model }: LoadedNaturalVoice,
  words: readonly PhonemeWord[],
  stressOfWord: (word: PhonemeWord) => WordEmphasisFactors | undefined,
  speed: number,
): { pcm: Int16Array; marks: SpokenWordSpan[] } {
  const { ids, words: idRanges } = toPhonemeIds(words, vocabulary);
  const stressedPhonemes = words.flatMap((word, index) => {
    const [idRange, stress] = [idRanges[index], stressOfWord(word)];
    return idRange && stress ? [{ ...idRange, ...stress }] : [];
  });
  const { samples, durations } = model.speak(ids, speed, stressedPhonemes);
  // The model adds one phoneme before the first.
  const phonemeStarts = phonemeStartsOf(durations).slice(1);
  const spokenWords = words.flatMap((word, index) => {
    const { from, to, phonemes } = word;
    const startSample = Math.max(0, (phonemeStarts[idRanges[index]?.first ?? 0] ?? 0) - LEAD_SAMPLES);
    return HAS_LETTER.test(phonemes) ? [{ from, to, startSample, gain: stressOfWord(word)?.gain ?? 1 }] : [];
  });
  const borders = removePausesFromWordSpans(
    samples,
    spokenWords.map(({ startSample }) => startSample),
  );
  const marks = spokenWords.map(({ from, to, startSample, gain }, index): SpokenWordSpan => {
    const border = borders[index] ?? { startSample, endSample: startSample };
    if (gain !== 1) amplifySampleRange(samples, border.startSample, border.endSample, gain);
    return { from, to, ...border };
  });
  return { pcm: toInt16(samples), marks };
}

/** The first sample of each phoneme, and the end of the last one. */
function phonemeStartsOf(durations: readonly number[]): number[] {
  const phonemeStarts = [0];
  let position = 0;
  for (const units of durations) {
    position += units * DURATION_UNIT_SAMPLES;
    phonemeStarts.push(position);
  }
  return phonemeStarts;
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
