import { ALIGNMENT_SPECTRUM_LENGTH, powerSpectra } from './power-spectrum.ts';

/** Hz at which the sound is looked at. */
const RATE = 16_000;
/** The number of frames of sound features per second. */
export const FEATURE_FRAMES_PER_SECOND = 100;
const HOP = RATE / FEATURE_FRAMES_PER_SECOND;
/** Samples of a frame: 25 ms. */
const WINDOW = 400;
const BANDS = 24;
/** Hz of the lowest and the highest band. */
const LOWEST = 100;
const HIGHEST = 7000;
const COEFFICIENTS = 12;
/** The count of numbers that describe one frame: the shape of its spectrum, and its loudness. */
export const FEATURES_PER_FRAME = COEFFICIENTS + 1;
/** Power that is added to each band, as a fraction of the loudest frame's: anything quieter counts as silence. */
const FLOOR = 10 ** (-60 / 10);
/** Frames between two pauses for other work: some ten milliseconds. */
const STEP = 500;

/** The features of a sound, in frames of 10 ms. */
export interface SoundFeatures {
  /** `FEATURES_PER_FRAME` numbers for each frame. */
  values: Float32Array;
  /** Decibels of each frame. */
  levels: Float32Array;
}

const melOf = (hertz: number): number => 2595 * Math.log10(1 + hertz / 700);
const hertzOf = (mel: number): number => 700 * (10 ** (mel / 2595) - 1);

/** The edges of the bands in steps of the spectrum: evenly spaced as the ear hears them. */
const edges = Array.from({ length: BANDS + 2 }, (_, band) => {
  const mel = melOf(LOWEST) + ((melOf(HIGHEST) - melOf(LOWEST)) * band) / (BANDS + 1);
  return (hertzOf(mel) * ALIGNMENT_SPECTRUM_LENGTH) / RATE;
});

/** The triangle of each band: its first step of the spectrum and the weights from there. */
const bands = Array.from({ length: BANDS }, (_, band) => {
  const [low = 0, middle = 0, high = 0] = edges.slice(band, band + 3);
  const first = Math.ceil(low);
  const weights = Float64Array.from({ length: Math.floor(high) - first + 1 }, (__, index) => {
    const at = first + index;
    return Math.max(0, at < middle ? (at - low) / (middle - low) : (high - at) / (high - middle));
  });
  return { first, weights };
});

const hamming = Float64Array.from(
  { length: WINDOW },
  (_, index) => 0.54 - 0.46 * Math.cos((2 * Math.PI * index) / (WINDOW - 1)),
);

const cosines = Float64Array.from({ length: COEFFICIENTS * BANDS }, (_, index) => {
  const [coefficient, band] = [Math.floor(index / BANDS) + 1, index % BANDS];
  return Math.cos((Math.PI * coefficient * (band + 0.5)) / BANDS);
});

/** The sound at 16 kHz: means of three samples at 48 kHz. Frequencies above 8 kHz are not needed here. */
function downsampled(pcm: Int16Array): Float32Array {
  const samples = new Float32Array(Math.floor(pcm.length / 3));
  for (let i = 0; i < samples.length; i++)
    samples[i] = ((pcm[3 * i] ?? 0) + (pcm[3 * i + 1] ?? 0) + (pcm[3 * i + 2] ?? 0)) / 3;
  return samples;
}

/** Copies a frame, with its high frequencies raised as the ear hears them. */
function takeFrame(samples: Float32Array, frame: number, into: Float64Array): void {
  into.fill(0);
  const start = frame * HOP;
  let before = samples[start - 1] ?? 0;
  for (let i = 0; i < WINDOW; i++) {
    const sample = samples[start + i] ?? 0;
    into[i] = (sample - 0.97 * before) * (hamming[i] ?? 0);
    before = sample;
  }
}

/** The power of each band of a spectrum. */
function addBands(spectrum: Float64Array, powers: Float32Array, at: number): void {
  for (let band = 0; band < BANDS; band++) {
    const { first, weights } = bands[band] ?? { first: 0, weights: new Float64Array(0) };
    let sum = 0;
    for (let i = 0; i < weights.length; i++) sum += (weights[i] ?? 0) * (spectrum[first + i] ?? 0);
    powers[at + band] = sum;
  }
}

/** The power of each band of each frame. */
async function bandPowers(samples: Float32Array, frames: number, pause: () => Promise<unknown>): Promise<Float32Array> {
  const powers = new Float32Array((frames + 1) * BANDS);
  const [one, other] = [new Float64Array(ALIGNMENT_SPECTRUM_LENGTH), new Float64Array(ALIGNMENT_SPECTRUM_LENGTH)];
  for (let frame = 0; frame < frames; frame += 2) {
    if (frame % STEP === 0) await pause();
    takeFrame(samples, frame, one);
    takeFrame(samples, frame + 1, other);
    powerSpectra(one, other);
    addBands(one, powers, frame * BANDS);
    addBands(other, powers, (frame + 1) * BANDS);
  }
  return powers;
}

/**
 * Measures a sound: mel-frequency cepstral coefficients and loudness of frames of 25 ms, each 10 ms after the one before it.
 * @param pcm mono, 48 kHz
 * @param pause is awaited every few milliseconds, so that the caller's thread can do other work
 */
export async function measureSoundFeatures(pcm: Int16Array, pause: () => Promise<unknown>): Promise<SoundFeatures> {
  const samples = downsampled(pcm);
  const frames = Math.max(0, Math.floor((samples.length - WINDOW) / HOP) + 1);
  const powers = await bandPowers(samples, frames, pause);
  const loudest = powers.reduce((highest, power) => Math.max(highest, power), 1);
  const values = new Float32Array(frames * FEATURES_PER_FRAME);
  const levels = new Float32Array(frames);
  const logarithms = new Float64Array(BANDS);
  for (let frame = 0; frame < frames; frame++) {
    if (frame % STEP === 0) await pause();
    let sum = 0;
    for (let band = 0; band < BANDS; band++) {
      const power = powers[frame * BANDS + band] ?? 0;
      sum += power;
      logarithms[band] = Math.log(power + loudest * FLOOR);
    }
    levels[frame] = 10 * Math.log10(sum + 1e-3);
    let all = 0;
    for (let band = 0; band < BANDS; band++) all += logarithms[band] ?? 0;
    values[frame * FEATURES_PER_FRAME] = all / BANDS;
    for (let coefficient = 0; coefficient < COEFFICIENTS; coefficient++) {
      let product = 0;
      for (let band = 0; band < BANDS; band++)
        product += (logarithms[band] ?? 0) * (cosines[coefficient * BANDS + band] ?? 0);
      values[frame * FEATURES_PER_FRAME + 1 + coefficient] = product;
    }
  }
  return { values, levels };
}
