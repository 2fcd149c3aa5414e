import { SOUND_SAMPLE_RATE } from '#engine/video/settings.ts';

/** A quarter of a block of 400 ms: blocks overlap by three quarters. */
const STEP_SAMPLES = SOUND_SAMPLE_RATE / 10;
const STEPS_PER_BLOCK = 4;
/** A block that is softer is silence. */
const ABSOLUTE_GATE_LUFS = -70;
/** Relative to the mean of the blocks that are not silence: a block that is softer is a pause. */
const RELATIVE_GATE_LU = -10;
/** Values of a filter below this are set to 0: they are inaudible, and slow to compute with. */
const NEGLIGIBLE_STATE = 1e-30;

/** Coefficients of a biquad: b0, b1, b2, a1, a2; a0 is 1. */
type Biquad = readonly [number, number, number, number, number];

/** The two filters of K-weighting at 48 kHz (ITU-R BS.1770-4, tables 1 and 2): a high shelf for the head, then a high-pass. */
const SHELF: Biquad = [1.53512485958697, -2.69169618940638, 1.19839281085285, -1.69065929318241, 0.73248077421585];
const HIGH_PASS: Biquad = [1, -2, 1, -1.99004745483398, 0.99007225036621];

/** Measures the loudness of a mono sound at 48 kHz (ITU-R BS.1770-4, EBU R 128), in pieces of any length. */
export interface LoudnessMeter {
  /** Adds the samples that follow those added before; full scale is 1. */
  add(samples: Float32Array): void;
  /** LUFS, integrated over all samples; undefined when no 400 ms of them were louder than −70 LUFS. */
  integrated(): number | undefined;
}

/** Creates a loudness meter that has not measured any samples yet. */
export function createLoudnessMeter(): LoudnessMeter {
  /** The state of the two filters, transposed direct form II: of SHELF, then of HIGH_PASS. */
  let state: readonly [number, number, number, number] = [0, 0, 0, 0];
  /** The number of samples in the step that is not full, and the sum of their squares. */
  let stepSamples = 0;
  let stepSum = 0;
  /** Mean squares of the steps. */
  const steps: number[] = [];
  return {
    add(samples) {
      // Local variables: numbers of the closure would be allocated as objects, again for each sample.
      const [sb0, sb1, sb2, sa1, sa2] = SHELF;
      const [pb0, pb1, pb2, pa1, pa2] = HIGH_PASS;
      let [shelf1, shelf2, pass1, pass2] = state;
      for (let pieceStart = 0; pieceStart < samples.length; ) {
        const pieceEnd = Math.min(samples.length, pieceStart + STEP_SAMPLES - stepSamples);
        let pieceSum = 0;
        for (let i = pieceStart; i < pieceEnd; i++) {
          const x = samples[i] ?? 0;
          const y = sb0 * x + shelf1;
          shelf1 = sb1 * x - sa1 * y + shelf2;
          shelf2 = sb2 * x - sa2 * y;
          const z = pb0 * y + pass1;
          pass1 = pb1 * y - pa1 * z + pass2;
          pass2 = pb2 * y - pa2 * z;
          pieceSum += z * z;
        }
        stepSum += pieceSum;
        stepSamples += pieceEnd - pieceStart;
        pieceStart = pieceEnd;
        if (stepSamples < STEP_SAMPLES) continue;
        steps.push(stepSum / STEP_SAMPLES);
        stepSamples = 0;
        stepSum = 0;
        if (Math.abs(shelf1) + Math.abs(shelf2) + Math.abs(pass1) + Math.abs(pass2) < NEGLIGIBLE_STATE)
          [shelf1, shelf2, pass1, pass2] = [0, 0, 0, 0];
      }
      state = [shelf1, shelf2, pass1, pass2];
    },
    integrated() {
      const blocks = steps
        .slice(STEPS_PER_BLOCK - 1)
        .map((_, i) => mean(steps.slice(i, i + STEPS_PER_BLOCK)))
        .filter((square) => loudnessOf(square) > ABSOLUTE_GATE_LUFS);
      if (blocks.length === 0) return undefined;
      const gate = loudnessOf(mean(blocks)) + RELATIVE_GATE_LU;
      return loudnessOf(mean(blocks.filter((square) => loudnessOf(square) > gate)));
    },
  };
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const loudnessOf = (meanSquare: number): number => -0.691 + 10 * Math.log10(meanSquare);
