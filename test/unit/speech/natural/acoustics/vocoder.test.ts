import { describe, expect, it } from 'vitest';
import { createVoiceKernels } from '#engine/speech/natural/acoustics/kernels/kernels.ts';
import { allocateMatrix, type ModelMemoryMatrix, numbersOfMatrix } from '#engine/speech/natural/acoustics/matrix.ts';
import { createModelMemory } from '#engine/speech/natural/acoustics/model-memory.ts';
import { createVocoder } from '#engine/speech/natural/acoustics/vocoder.ts';

const [HOP, WINDOW, BINS, RATE] = [300, 1200, 601, 24_000];
const COLUMNS = 3008;
const SILENT = -80;

/** Numbers from −1 to 1 that look random. */
const wave = (index: number): number => Math.sin(12.9898 * index + 78.233 * Math.sin(index));

interface Frame {
  voiced: number[];
  voicedPhase: number[];
  noise: number[];
  free: number[];
  freePhase: number[];
}

const bins = (value: (bin: number) => number): number[] => Array.from({ length: BINS }, (_, bin) => value(bin));
const constantFrame = (voiced: number, noise: number, free: number): Frame => ({
  voiced: bins(() => voiced),
  voicedPhase: bins(() => 0),
  noise: bins(() => noise),
  free: bins(() => free),
  freePhase: bins(() => 0),
});

/** The sound of our vocoder. @param rows frames that it gets at once */
function ours(f0: readonly number[], frames: readonly Frame[], rows = 64): Float32Array {
  const memory = createModelMemory(createVoiceKernels());
  const spectra = (from: number, count: number): ModelMemoryMatrix => {
    const matrix = allocateMatrix(memory, count, COLUMNS);
    frames.slice(from, from + count).forEach(({ voiced, voicedPhase, noise, free, freePhase }, row) => {
      numbersOfMatrix(memory, matrix).set([...voiced, ...voicedPhase, ...noise, ...free, ...freePhase], row * COLUMNS);
    });
    return matrix;
  };
  return createVocoder(memory).synthesize(Float32Array.from(f0), rows, spectra);
}

const hann = Array.from({ length: WINDOW }, (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / WINDOW));

/** Cosines of all harmonics, added up one by one. */
function pulses(f0: readonly number[]): number[] {
  let phase = 0;
  return Array.from({ length: f0.length * HOP }, (_, sample) => {
    const place = (sample + 0.5) / HOP - 0.5;
    const [low = 0, high = 0] = [0, 1].map(
      (next) => f0[Math.min(f0.length - 1, Math.max(0, Math.floor(place) + next))],
    );
    // Rounded as ours: whether a harmonic is below the limit may depend on the last bit.
    const pitch = Math.fround(low + (high - low) * (place - Math.floor(place)));
    phase += Math.max(pitch, 40) / RATE;
    if (pitch <= 40) return 0;
    let sum = 0;
    for (let harmonic = 1; harmonic <= Math.floor(11_000 / pitch); harmonic++)
      sum += Math.cos(2 * Math.PI * harmonic * phase);
    return sum;
  });
}

/** The same sound by the definition: sums over all samples for each bin, in 64-bit numbers. Without noise. */
function byDefinition(f0: readonly number[], frames: readonly Frame[]): number[] {
  const source = pulses(f0);
  const at = (sample: number): number => {
    const last = source.length - 1;
    const reflected = Math.abs(sample);
    return source[reflected > last ? 2 * last - reflected : reflected] ?? 0;
  };
  const sound = source.map(() => 0);
  const squares = source.map(() => 0);
  frames.forEach(({ voiced, voicedPhase, free, freePhase }, frame) => {
    const start = frame * HOP - WINDOW / 2;
    const windowed = hann.map((gain, index) => (at(start + index) * gain) / (WINDOW / 4));
    const spectrum = bins((bin) => bin).map((bin) => {
      let [real, imaginary] = [0, 0];
      windowed.forEach((value, index) => {
        const angle = (-2 * Math.PI * ((index * bin) % WINDOW)) / WINDOW;
        real += value * Math.cos(angle);
        imaginary += value * Math.sin(angle);
      });
      const size = Math.exp(Math.min(7, voiced[bin] ?? 0));
      const turn = Math.PI * Math.tanh(voicedPhase[bin] ?? 0);
      const added = Math.exp(Math.min(7, free[bin] ?? 0));
      return {
        real: size * (real * Math.cos(turn) - imaginary * Math.sin(turn)) + added * Math.cos(freePhase[bin] ?? 0),
        imaginary: size * (real * Math.sin(turn) + imaginary * Math.cos(turn)) + added * Math.sin(freePhase[bin] ?? 0),
      };
    });
    hann.forEach((gain, index) => {
      const sample = start + index;
      if (sample < 0 || sample >= sound.length) return;
      const value = spectrum.reduce((sum, { real, imaginary }, bin) => {
        const angle = (2 * Math.PI * ((index * bin) % WINDOW)) / WINDOW;
        const twice = bin === 0 || bin === WINDOW / 2 ? 1 : 2;
        return sum + twice * (real * Math.cos(angle) - imaginary * Math.sin(angle));
      }, 0);
      sound[sample] = (sound[sample] ?? 0) + (value / WINDOW) * gain;
      squares[sample] = (squares[sample] ?? 0) + gain * gain;
    });
  });
  return sound.map((value, sample) => value / (squares[sample] ?? 1));
}

const power = (sound: Float32Array): number => sound.reduce((sum, value) => sum + value * value, 0) / sound.length;

describe('the vocoder', () => {
  it('gives the sound of the definition, from the first sample to the last', () => {
    const f0 = [0, 0, 120, 140, 180, 175, 230, 30, 0, 90, 300];
    const frames = f0.map((_, frame) => ({
      voiced: bins((bin) => -1 + wave(bin + 1000 * frame)),
      voicedPhase: bins((bin) => 2 * wave(bin + 1000 * frame + 0.3)),
      noise: bins(() => SILENT),
      free: bins((bin) => -2 + wave(3 * bin + frame)),
      freePhase: bins((bin) => 40 * wave(bin + 7 * frame)),
    }));
    const expected = byDefinition(f0, frames);
    const sound = ours(f0, frames, 8);
    expect(sound).toHaveLength(expected.length);
    expect(power(sound)).toBeGreaterThan(1e-5);
    const worst = Math.max(...expected.map((value, sample) => Math.abs(value - (sound[sample] ?? 0))));
    expect(worst).toBeLessThan(1e-3 * Math.max(...expected.map(Math.abs)));
  });

  it('makes noise of the size that is asked for, as strong at each frequency', () => {
    const frames = Array.from({ length: 200 }, () => constantFrame(SILENT, 1, SILENT));
    const sound = ours(
      frames.map(() => 0),
      frames,
    );
    // A bin has the mean square 2e²; each sample is the sum of 1200 bins, by 1200, from windows that overlap.
    const expected = (2 * Math.exp(2)) / WINDOW / 1.5;
    expect(power(sound) / expected).toBeGreaterThan(0.95);
    expect(power(sound) / expected).toBeLessThan(1.05);
    // White noise: a sample says nothing about those after it.
    for (const distance of [1, 2, 37, 300, 1200]) {
      const product =
        sound.reduce((sum, value, index) => sum + value * (sound[index + distance] ?? 0), 0) / sound.length;
      expect(Math.abs(product / power(sound))).toBeLessThan(0.05);
    }
  });

  it('gives the same sound whatever number of frames it gets at once', () => {
    const frames = Array.from({ length: 20 }, () => constantFrame(-3, -3, -3));
    const f0 = frames.map((_, frame) => 100 + 3 * frame);
    expect(ours(f0, frames, 8)).toEqual(ours(f0, frames, 64));
  });

  it('limits magnitudes to e⁷, and samples to 1', () => {
    const frames = Array.from({ length: 8 }, () => constantFrame(90, 90, 90));
    const sound = ours(
      frames.map(() => 200),
      frames,
    );
    expect(Math.max(...sound.map(Math.abs))).toBe(1);
    expect(sound).toEqual(
      ours(
        frames.map(() => 200),
        frames.map(() => constantFrame(7, 7, 7)),
      ),
    );
  });
});
