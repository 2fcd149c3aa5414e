import {
  HALF_SPECTRUM_WINDOW_SAMPLES,
  SPECTRUM_BINS,
  SPECTRUM_HOP_SAMPLES,
  SPECTRUM_WINDOW_SAMPLES,
} from './frames.ts';
import { FOUR_COMPLEX_BYTES, fourierTwiddles } from './kernels/fourier.ts';
import type { ModelMemory } from './model-memory.ts';

/** Frames whose transforms run at once: two real sequences in each of the four complex ones. */
export const FRAMES_PER_FOURIER_GROUP = 8;

const LANES = FRAMES_PER_FOURIER_GROUP / 2;
const COMPLEX_FLOATS = FOUR_COMPLEX_BYTES / 4;
/** Floats of a row of bins: a multiple of a vector. */
const BIN_FLOATS = Math.ceil(SPECTRUM_BINS / 4) * 4;

/** Addresses of a frame's spectrum. */
export interface FrameSpectrumAddresses {
  real: number;
  realEnd: number;
  imaginary: number;
}

/** Transforms of eight frames at once. */
export interface FrameGroupFourierTransform {
  /** The spectrum of each frame. */
  spectra: readonly FrameSpectrumAddresses[];
  /** Fills the spectra with those of windowed parts of a sound, the first from the sample `firstSample` on. */
  analyze(sound: Float32Array, firstSample: number, window: Float32Array): void;
  /**
   * Adds the windowed sounds of the spectra of the first `frames` frames to a sound.
   * @param firstSample the sample at which the first frame starts
   */
  synthesize(sound: Float32Array, firstSample: number, frames: number, window: Float32Array): void;
}

interface GroupBuffers {
  numbers: Float32Array;
  result: Float32Array;
  /** By frame: real parts, then imaginary ones. */
  bins: Float32Array;
}

/** Separates the transforms of pairs of real sequences into the spectrum of each sequence. */
function separateSpectra({ result, bins }: GroupBuffers): void {
  for (let lane = 0; lane < LANES; lane++) {
    const binOffset = lane * 4 * BIN_FLOATS;
    for (let bin = 0; bin < SPECTRUM_BINS; bin++) {
      const low = bin * COMPLEX_FLOATS + lane;
      const high = ((SPECTRUM_WINDOW_SAMPLES - bin) % SPECTRUM_WINDOW_SAMPLES) * COMPLEX_FLOATS + lane;
      const [a = 0, b = 0, c = 0, d = 0] = [result[low], result[low + LANES], result[high], result[high + LANES]];
      bins[binOffset + bin] = (a + c) / 2;
      bins[binOffset + BIN_FLOATS + bin] = (b - d) / 2;
      bins[binOffset + 2 * BIN_FLOATS + bin] = (b + d) / 2;
      bins[binOffset + 3 * BIN_FLOATS + bin] = (c - a) / 2;
    }
  }
}

/** The reverse of `separateSpectra`, with real and imaginary parts exchanged: the transform of that is the inverse, exchanged. */
function combineSpectra({ numbers, bins }: GroupBuffers): void {
  for (let lane = 0; lane < LANES; lane++) {
    const binOffset = lane * 4 * BIN_FLOATS;
    for (let bin = 0; bin < SPECTRUM_BINS; bin++) {
      // The sequences are real: so are these two bins.
      const isReal = bin === 0 || bin === HALF_SPECTRUM_WINDOW_SAMPLES;
      const [a = 0, c = 0] = [bins[binOffset + bin], bins[binOffset + 2 * BIN_FLOATS + bin]];
      const b = isReal ? 0 : (bins[binOffset + BIN_FLOATS + bin] ?? 0);
      const d = isReal ? 0 : (bins[binOffset + 3 * BIN_FLOATS + bin] ?? 0);
      const low = bin * COMPLEX_FLOATS + lane;
      const high = ((SPECTRUM_WINDOW_SAMPLES - bin) % SPECTRUM_WINDOW_SAMPLES) * COMPLEX_FLOATS + lane;
      numbers[high] = c - b;
      numbers[high + LANES] = a + d;
      numbers[low] = b + c;
      numbers[low + LANES] = a - d;
    }
  }
}

/**
 * Allocates the memory of a group of frames whose Fourier transforms run at once.
 * @param twiddles address of the numbers of `fourierTwiddles`
 */
export function allocateFourierFrameGroup(memory: ModelMemory, twiddles: number): FrameGroupFourierTransform {
  const floats = COMPLEX_FLOATS * SPECTRUM_WINDOW_SAMPLES;
  const [numbers, result] = [memory.take(4 * floats), memory.take(4 * floats)];
  const bins = memory.take(4 * 2 * BIN_FLOATS * FRAMES_PER_FOURIER_GROUP);
  const buffers = (): GroupBuffers => ({
    numbers: memory.floats(numbers, floats),
    result: memory.floats(result, floats),
    bins: memory.floats(bins, 2 * BIN_FLOATS * FRAMES_PER_FOURIER_GROUP),
  });
  const spectra = Array.from({ length: FRAMES_PER_FOURIER_GROUP }, (_, frame) => {
    const real = bins + 4 * 2 * BIN_FLOATS * frame;
    return { real, realEnd: real + 4 * BIN_FLOATS, imaginary: real + 4 * BIN_FLOATS };
  });
  return {
    spectra,
    analyze: (sound, firstSample, window) => {
      const views = buffers();
      for (let frame = 0; frame < FRAMES_PER_FOURIER_GROUP; frame++) {
        const slot = (frame >> 1) + (frame & 1) * LANES;
        const start = firstSample + frame * SPECTRUM_HOP_SAMPLES;
        // What is behind the end of the sound is silence.
        const lastIndex = Math.min(SPECTRUM_WINDOW_SAMPLES, sound.length - start);
        for (let index = 0; index < lastIndex; index++)
          views.numbers[index * COMPLEX_FLOATS + slot] = (sound[start + index] ?? 0) * (window[index] ?? 0);
        for (let index = Math.max(0, lastIndex); index < SPECTRUM_WINDOW_SAMPLES; index++)
          views.numbers[index * COMPLEX_FLOATS + slot] = 0;
      }
      memory.kernels.fourier(numbers, result, twiddles);
      separateSpectra(views);
    },
    synthesize: (sound, firstSample, frames, window) => {
      const views = buffers();
      combineSpectra(views);
      memory.kernels.fourier(numbers, result, twiddles);
      for (let frame = 0; frame < frames; frame++) {
        // Exchanged: the first sequence of each pair is in the imaginary parts.
        const slot = (frame >> 1) + (1 - (frame & 1)) * LANES;
        const start = firstSample + frame * SPECTRUM_HOP_SAMPLES;
        const firstIndex = Math.max(0, -start);
        const lastIndex = Math.min(SPECTRUM_WINDOW_SAMPLES, sound.length - start);
        for (let index = firstIndex; index < lastIndex; index++) {
          const value = (views.result[index * COMPLEX_FLOATS + slot] ?? 0) * (window[index] ?? 0);
          sound[start + index] = (sound[start + index] ?? 0) + value;
        }
      }
    },
  };
}

/** The numbers that transforms need, kept in memory. @returns their address */
export const storeFourierTwiddles = (memory: ModelMemory): number => memory.keep(fourierTwiddles());
