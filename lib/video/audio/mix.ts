import { fillGains, type MusicGain } from './ducking.ts';

const FULL_SCALE = 32_768;
/** −1.5 dB: as speech is brought to peaks of −1.5 dB, music alone or speech alone never reaches the bend of the limiter. */
const HEADROOM = 10 ** (-1.5 / 20);
const KNEE = 0.85;
/** −0.4 dB, which leaves the encoder something to overshoot. */
const CEILING = 0.95;

/**
 * Leaves what is up to the knee as it is and bends what is above it, ever flatter, below the ceiling. Without memory, so
 * that a sample comes out the same whichever part it is computed in.
 */
export function softLimit(value: number): number {
  if (value <= KNEE && value >= -KNEE) return value;
  const size = Math.abs(value);
  return Math.sign(value) * (KNEE + (CEILING - KNEE) * Math.tanh((size - KNEE) / (CEILING - KNEE)));
}

export interface MixInput {
  /** Mono; it is heard in the middle. */
  speech: Int16Array;
  /** Interleaved; as long as the speech. */
  music: Float32Array;
  channels: 1 | 2;
  /** Linear. */
  volume: number;
  gain: MusicGain;
}

/** Speech over music, 16 bit, interleaved. `at` is the place of the first sample on the time line. */
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
