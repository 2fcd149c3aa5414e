import { exactCosineAndSineOfTurns } from './exact-math.ts';
import { FOURIER_COMPLEX_LENGTH } from './kernels/fourier.ts';

/** Sample rate of the natural voice, in Hz. */
export const NATURAL_VOICE_SAMPLE_RATE_HZ = 24_000;
/** Samples from a frame to the next one: 12.5 ms. */
export const SPECTRUM_HOP_SAMPLES = 300;
/** Samples of a frame: the length of the Fourier transform. One half is before the centre of the frame, the other one after it. */
export const SPECTRUM_WINDOW_SAMPLES = FOURIER_COMPLEX_LENGTH;
/** Samples from the beginning of a frame to its centre. */
export const HALF_SPECTRUM_WINDOW_SAMPLES = SPECTRUM_WINDOW_SAMPLES / 2;
/** Bins of a frame's spectrum: frequencies from 0 Hz to half the rate, both included. */
export const SPECTRUM_BINS = HALF_SPECTRUM_WINDOW_SAMPLES + 1;

/** Hann's window, whose period is its length. */
export const hannWindow = (): Float32Array =>
  Float32Array.from(
    { length: SPECTRUM_WINDOW_SAMPLES },
    (_, index) => 0.5 - 0.5 * exactCosineAndSineOfTurns(index / SPECTRUM_WINDOW_SAMPLES).cosine,
  );

/**
 * Completes an inverse short-time Fourier transform, in place: divides the sum of overlapping frames by the sum of their squared windows.
 * @param sound the sum of the frames; one is centred on every 300th sample, from the first on; at least four
 */
export function divideBySquaredWindowSum(sound: Float32Array, window: Float32Array): void {
  const frames = sound.length / SPECTRUM_HOP_SAMPLES;
  const squaredWindowSum = (sample: number, firstFrame: number, lastFrame: number): number => {
    let total = 0;
    for (let frame = firstFrame; frame <= lastFrame; frame++)
      total += (window[sample - frame * SPECTRUM_HOP_SAMPLES + HALF_SPECTRUM_WINDOW_SAMPLES] ?? 0) ** 2;
    return total;
  };
  // Inside, four frames overlap at each sample, and the sum is the same.
  const insideFactor = 1 / squaredWindowSum(0, -1, 2);
  for (let sample = 0; sample < sound.length; sample++) {
    const firstFrame = Math.floor((sample - HALF_SPECTRUM_WINDOW_SAMPLES) / SPECTRUM_HOP_SAMPLES) + 1;
    const lastFrame = Math.floor((sample + HALF_SPECTRUM_WINDOW_SAMPLES) / SPECTRUM_HOP_SAMPLES);
    const isInside = firstFrame >= 0 && lastFrame < frames;
    const factor = isInside
      ? insideFactor
      : 1 / squaredWindowSum(sample, Math.max(firstFrame, 0), Math.min(lastFrame, frames - 1));
    sound[sample] = (sound[sample] ?? 0) * factor;
  }
}
