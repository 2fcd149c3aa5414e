import { fillGains, type MusicGain } from './ducking.ts';

const FULL_SCALE = 32_768;
/**
 * −1.5 dB. Peaks of speech are at −1.5 dB too, so that neither music nor speech alone reaches the knee of the limiter.
 */
const HEADROOM = 10 ** (-1.5 / 20);
const KNEE = 0.85;
/** −0.4 dB: room for overshoots of the encoder. */
const CEILING = 0.95;

/**
 * A soft limiter: values up to the knee stay unchanged, larger ones approach the ceiling. It has no memory, so that the
 * result for a sample does not depend on the part in which it is computed.
 */
export function softLimit(value: number): number {
  if (value <= KNEE && value >= -KNEE) return value;
  const size = Math.abs(value);
  return Math.sign(value) * (KNEE + (CEILING - KNEE) * Math.tanh((size - KNEE) / (CEILING - KNEE)));
}

/** What is mixed. */
export interface MixInput {
  /** Mono; it goes to all channels. */
  speech: Int16Array;
  /** Interleaved; of the same duration as the speech. */
  music: Float32Array;
  channels: 1 | 2;
  /** Linear. */
  volume: number;
  gain: MusicGain;
}

/** Speech over music, 16 bit, interleaved. `at` is the position of the first sample on the time line. */
export function mix({ speech, music, channels, volume, gain }: MixInput, at: number): Int16Array<ArrayBuffer> {
  const gains = new Float64Array(speech.length);
  fillGains(gain, at, gains);
  const out = new Int16Array(speech.length * channels);
  const loudness = (volume * HEADROOM) / FULL_SCALE;
  for (let sample = 0, i = 0; sample < speech.length; sample++) {
    const words = (speech[sample] ?? 0) / FULL_SCALE;
    const level = (gains[sample] ?? 0) * loudness;
    for (const end = i + channels; i < end; i++) {
      out[i] = Math.round(softLimit(words + (music[i] ?? 0) * level) * FULL_SCALE);
    }
  }
  return out;
}
