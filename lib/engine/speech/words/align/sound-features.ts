import { ALIGNMENT_FFT_SAMPLES, replaceByPowerSpectra } from './power-spectrum.ts';

/** The sample rate at which the sound is measured. */
const SAMPLE_RATE_HZ = 16_000;
/** The number of frames of sound features per second. */
export const FEATURE_FRAMES_PER_SECOND = 100;
const HOP_SAMPLES = SAMPLE_RATE_HZ / FEATURE_FRAMES_PER_SECOND;
/** Samples of a frame: 25 ms. */
const WINDOW_SAMPLES = 400;
const BAND_COUNT = 24;
/** Hz of the lowest and the highest band. */
const LOWEST_HZ = 100;
const HIGHEST_HZ = 7000;
const COEFFICIENT_COUNT = 12;
/** The number of values that describe one frame: the shape of its spectrum, and its loudness. */
export const SOUND_FEATURES_PER_FRAME = COEFFICIENT_COUNT + 1;
/** Power that is added to each band, as a fraction of the loudest frame's: anything quieter counts as silence. */
const FLOOR_SHARE = 10 ** (-60 / 10);
/** The number of frames between two pauses for other work: about ten milliseconds. */
const FRAMES_BETWEEN_PAUSES = 500;

/** The features of a sound, in frames of 10 ms. */
export interface SoundFeatures {
  /** `SOUND_FEATURES_PER_FRAME` numbers for each frame. */
  values: Float32Array;
  /** Decibels of each frame. */
  levels: Float32Array;
}

const melOf = (hertz: number): number => 2595 * Math.log10(1 + hertz / 700);
const hertzOf = (mel: number): number => 700 * (10 ** (mel / 2595) - 1);

/** The edges of the bands in steps of the spectrum: evenly spaced as the ear hears them. */
const bandEdges = Array.from({ length: BAND_COUNT + 2 }, (_, band) => {
  const mel = melOf(LOWEST_HZ) + ((melOf(HIGHEST_HZ) - melOf(LOWEST_HZ)) * band) / (BAND_COUNT + 1);
  return (hertzOf(mel) * ALIGNMENT_FFT_SAMPLES) / SAMPLE_RATE_HZ;
});

/** The triangle of each band: its first step of the spectrum and the weights from there. */
const bands = Array.from({ length: BAND_COUNT }, (_, band) => {
  const [low = 0, middle = 0, high = 0] = bandEdges.slice(band, band + 3);
  const first = Math.ceil(low);
  const weights = Float64Array.from({ length: Math.floor(high) - first + 1 }, (__, index) => {
    const step = first + index;
    return Math.max(0, step < middle ? (step - low) / (middle - low) : (high - step) / (high - middle));
  });
  return { first, weights };
});

const hammingWindow = Float64Array.from(
  { length: WINDOW_SAMPLES },
  (_, index) => 0.54 - 0.46 * Math.cos((2 * Math.PI * index) / (WINDOW_SAMPLES - 1)),
);

const cosineTable = Float64Array.from({ length: COEFFICIENT_COUNT * BAND_COUNT }, (_, index) => {
  const [coefficient, band] = [Math.floor(index / BAND_COUNT) + 1, index % BAND_COUNT];
  return Math.cos((Math.PI * coefficient * (band + 0.5)) / BAND_COUNT);
});

/** The sound at 16 kHz: means of three samples at 48 kHz. Frequencies above 8 kHz are not needed here. */
function downsample(pcm: Int16Array): Float32Array {
  const samples = new Float32Array(Math.floor(pcm.length / 3));
  for (let i = 0; i < samples.length; i++)
    samples[i] = ((pcm[3 * i] ?? 0) + (pcm[3 * i + 1] ?? 0) + (pcm[3 * i + 2] ?? 0)) / 3;
  return samples;
}

/** Copies a frame, with its high frequencies raised as the ear hears them. */
function takeFrame(samples: Float32Array, frame: number, target: Float64Array): void {
  target.fill(0);
  const start = frame * HOP_SAMPLES;
  let previousSample = samples[start - 1] ?? 0;
  for (let i = 0; i < WINDOW_SAMPLES; i++) {
    const sample = samples[start + i] ?? 0;
    target[i] = (sample - 0.97 * previousSample) * (hammingWindow[i] ?? 0);
    previousSample = sample;
  }
}

/** Writes the power of each band of a spectrum to `powers`, from `offset` on. */
function writeBandPowers(spectrum: Float64Array, powers: Float32Array, offset: number): void {
  for (let band = 0; band < BAND_COUNT; band++) {
    const { first, weights } = bands[band] ?? { first: 0, weights: new Float64Array(0) };
    let sum = 0;
    for (let i = 0; i < weights.length; i++) sum += (weights[i] ?? 0) * (spectrum[first + i] ?? 0);
    powers[offset + band] = sum;
  }
}

/** The power of each band of each frame. */
async function bandPowers(samples: Float32Array, frames: number, pause: () => Promise<unknown>): Promise<Float32Array> {
  const powers = new Float32Array((frames + 1) * BAND_COUNT);
  const [firstFrame, secondFrame] = [new Float64Array(ALIGNMENT_FFT_SAMPLES), new Float64Array(ALIGNMENT_FFT_SAMPLES)];
  for (let frame = 0; frame < frames; frame += 2) {
    if (frame % FRAMES_BETWEEN_PAUSES === 0) await pause();
    takeFrame(samples, frame, firstFrame);
    takeFrame(samples, frame + 1, secondFrame);
    replaceByPowerSpectra(firstFrame, secondFrame);
    writeBandPowers(firstFrame, powers, frame * BAND_COUNT);
    writeBandPowers(secondFrame, powers, (frame + 1) * BAND_COUNT);
  }
  return powers;
}

/**
 * Measures a sound: mel-frequency cepstral coefficients and loudness of frames of 25 ms, each 10 ms after the one before it.
 * @param pcm mono, 48 kHz
 * @param pause is awaited every few milliseconds, so that the caller's thread can do other work
 */
export async function measureSoundFeatures(pcm: Int16Array, pause: () => Promise<unknown>): Promise<SoundFeatures> {
  const samples = downsample(pcm);
  const frames = Math.max(0, Math.floor((samples.length - WINDOW_SAMPLES) / HOP_SAMPLES) + 1);
  const powers = await bandPowers(samples, frames, pause);
  const loudest = powers.reduce((highest, power) => Math.max(highest, power), 1);
  const values = new Float32Array(frames * SOUND_FEATURES_PER_FRAME);
  const levels = new Float32Array(frames);
  const logarithms = new Float64Array(BAND_COUNT);
  for (let frame = 0; frame < frames; frame++) {
    if (frame % FRAMES_BETWEEN_PAUSES === 0) await pause();
    let sum = 0;
    for (let band = 0; band < BAND_COUNT; band++) {
      const power = powers[frame * BAND_COUNT + band] ?? 0;
      sum += power;
      logarithms[band] = Math.log(power + loudest * FLOOR_SHARE);
    }
    levels[frame] = 10 * Math.log10(sum + 1e-3);
    let logarithmSum = 0;
    for (let band = 0; band < BAND_COUNT; band++) logarithmSum += logarithms[band] ?? 0;
    values[frame * SOUND_FEATURES_PER_FRAME] = logarithmSum / BAND_COUNT;
    for (let coefficient = 0; coefficient < COEFFICIENT_COUNT; coefficient++) {
      let product = 0;
      for (let band = 0; band < BAND_COUNT; band++)
        product += (logarithms[band] ?? 0) * (cosineTable[coefficient * BAND_COUNT + band] ?? 0);
      values[frame * SOUND_FEATURES_PER_FRAME + 1 + coefficient] = product;
    }
  }
  return { values, levels };
}
