import type { Utterance } from '../engines/utterance.ts';
import type { SpeechEmphasis } from '../script/script.ts';
import type { TextRange } from '../text-range.ts';

/** Factors of a word with emphasis: times as long, times the pitch, times the amplitude. */
export interface WordEmphasisFactors {
  stretch: number;
  pitch: number;
  gain: number;
}

/** The factor of amplitudes that is a gain of `decibels`: 20 dB are ten times. */
const gainOfDecibels = (decibels: number): number => 10 ** (decibels / 20);

/**
 * Factors of duration, pitch and amplitude for each level of emphasis. All three are changed, because a change of only one sounds like
 * another voice.
 */
export const WORD_EMPHASIS_FACTORS: Readonly<Record<SpeechEmphasis, WordEmphasisFactors>> = {
  strong: { stretch: 1.25, pitch: 1.12, gain: gainOfDecibels(4) },
  moderate: { stretch: 1.12, pitch: 1.06, gain: gainOfDecibels(2) },
  reduced: { stretch: 0.85, pitch: 0.95, gain: gainOfDecibels(-4) },
};

/** The stress of a word of an utterance: that of the part that contains its middle. @param word a range of `wordsOfUtterance` */
export function emphasisStressOfWord({ parts }: Utterance, { from, to }: TextRange): WordEmphasisFactors | undefined {
  let end = 0;
  for (const { say, emphasis } of parts) {
    end += say.length;
    if ((from + to) / 2 < end) return emphasis && WORD_EMPHASIS_FACTORS[emphasis];
  }
  return undefined;
}

/** Samples over which the amplitude changes, at 24 kHz: 15 ms. */
const RAMP_SAMPLES = 360;

/**
 * Multiplies the samples from `from` up to `to` (exclusive) by `gain`, in place. The factor rises from 1 and falls back to it within the
 * range, in ramps of 15 ms, so that nothing clicks.
 */
export function amplifySampleRange(samples: Float32Array, from: number, to: number, gain: number): void {
  const rampSamples = Math.min(RAMP_SAMPLES, (to - from) >> 1);
  for (let i = from; i < to; i++) {
    const rampShare = Math.min(1, (i - from) / rampSamples, (to - 1 - i) / rampSamples);
    samples[i] = (samples[i] ?? 0) * (1 + (gain - 1) * rampShare);
  }
}
