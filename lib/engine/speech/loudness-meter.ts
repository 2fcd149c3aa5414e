import { SAMPLE_RATE } from '#engine/video/settings.ts';

/** A quarter of a block of 400 ms: blocks overlap by three quarters. */
const STEP = SAMPLE_RATE / 10;
const STEPS_OF_BLOCK = 4;
/** LUFS: a softer block is silence. */
const ABSOLUTE_GATE = -70;
/** LU below the mean of the blocks that are not silence: a softer block is a pause. */
const RELATIVE_GATE = -10;
/** Values of a filter below this are set to 0: they are inaudible, and slow to compute with. */
const NOTHING = 1e-30;

/** Coefficients of a biquad: b0, b1, b2, a1, a2; a0 is 1. */
type Biquad = readonly [number, number, number, number, number];

/** The two filters of K-weighting at 48 kHz, ITU-R BS.1770-4, tables 1 and 2: the head, then what is low. */
const HEAD: Biquad = [1.53512485958697, -2.69169618940638, 1.19839281085285, -1.69065929318241, 0.73248077421585];
const LOW: Biquad = [1, -2, 1, -1.99004745483398, 0.99007225036621];

/** Measures the loudness of a mono sound at 48 kHz (ITU-R BS.1770-4, EBU R 128), in pieces of any length. */
export interface LoudnessMeter {
  /** The samples that follow those before them; full scale is 1. */
  add(samples: Float32Array): void;
  /** LUFS, integrated over all samples; undefined when no 400 ms of them were louder than −70 LUFS. */
  integrated(): number | undefined;
}

/** A meter that has heard nothing yet. */
export function createLoudnessMeter(): LoudnessMeter {
  /** The state of the two filters, transposed direct form II: of HEAD, then of LOW. */
  let state: readonly [number, number, number, number] = [0, 0, 0, 0];
  /** Samples of the step that is not full, and the sum of their squares. */
  let filled = 0;
  let sum = 0;
  /** Mean squares of the steps. */
  const steps: number[] = [];
  return {
    add(samples) {
      // Separate numbers: those of the closure would be objects, made again with each sample.
      const [hb0, hb1, hb2, ha1, ha2] = HEAD;
      const [lb0, lb1, lb2, la1, la2] = LOW;
      let [head1, head2, low1, low2] = state;
      for (let from = 0; from < samples.length; ) {
        const to = Math.min(samples.length, from + STEP - filled);
        let squares = 0;
        for (let i = from; i < to; i++) {
          const x = samples[i] ?? 0;
          const y = hb0 * x + head1;
          head1 = hb1 * x - ha1 * y + head2;
          head2 = hb2 * x - ha2 * y;
          const z = lb0 * y + low1;
          low1 = lb1 * y - la1 * z + low2;
          low2 = lb2 * y - la2 * z;
          squares += z * z;
        }
        sum += squares;
        filled += to - from;
        from = to;
        if (filled < STEP) continue;
        steps.push(sum / STEP);
        filled = 0;
        sum = 0;
        if (Math.abs(head1) + Math.abs(head2) + Math.abs(low1) + Math.abs(low2) < NOTHING)
          [head1, head2, low1, low2] = [0, 0, 0, 0];
      }
      state = [head1, head2, low1, low2];
    },
    integrated() {
      const blocks = steps
        .slice(STEPS_OF_BLOCK - 1)
        .map((_, i) => mean(steps.slice(i, i + STEPS_OF_BLOCK)))
        .filter((square) => loudnessOf(square) > ABSOLUTE_GATE);
      if (blocks.length === 0) return undefined;
      const gate = loudnessOf(mean(blocks)) + RELATIVE_GATE;
      return loudnessOf(mean(blocks.filter((square) => loudnessOf(square) > gate)));
    },
  };
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const loudnessOf = (meanSquare: number): number => -0.691 + 10 * Math.log10(meanSquare);
