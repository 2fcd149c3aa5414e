import { applyConvBlock, type ConvBlockWeights, readConvBlockWeights } from './conv-block.ts';
import { exactExp, exactNaturalLogarithm } from './exact-math.ts';
import type { MatrixFactor } from './factor.ts';
import {
  allocateMatrix,
  clearRowsNextToMatrix,
  gatherMatrixRows,
  type ModelMemoryMatrix,
  matrixEndAddress,
  matrixRowBytes,
  numbersOfMatrix,
} from './matrix.ts';
import type { ModelMemory } from './model-memory.ts';
import { floatRowsOfMatrix, multiplyFloatMatrices, roundHalfEven } from './products.ts';
import type { VoiceModelWeights } from './weights.ts';

/** The layers of the model that predict durations, pitch and loudness of phonemes (its prosody). */
export interface ProsodyPredictorWeights {
  durationHidden: MatrixFactor;
  duration: MatrixFactor;
  pitchIn: MatrixFactor;
  blocks: readonly ConvBlockWeights[];
  pitchOut: MatrixFactor;
}

/** The distance between the taps of each block, in units; those of the model that was trained. */
const DILATIONS = [1, 2, 4, 8, 1, 2];

/** Reads the weights of the prosody predictor from the voice model. */
export const readProsodyPredictorWeights = (weights: VoiceModelWeights): ProsodyPredictorWeights => ({
  durationHidden: weights.convolution('pn.dur.0'),
  duration: weights.convolution('pn.dur.2'),
  pitchIn: weights.convolution('pn.pro_in'),
  blocks: DILATIONS.map((dilation, index) => {
    const name = `/pro.${index}`;
    const names = { tensors: `pn.pro.${index}`, widen: `${name}/pw1/Transpose`, narrow: `${name}/pw2/Transpose` };
    return readConvBlockWeights(weights, names, { taps: 7, dilation });
  }),
  pitchOut: weights.convolution('pn.pro_out'),
});

/**
 * Convolves the rows of a matrix with all columns (channels).
 * @param factor of `VoiceModelWeights.convolution`
 * @param taps rows that one row of the result is made of: an odd number; 1 for a product of each row by itself
 * @returns a new matrix of as many rows
 */
export function convolveRows(
  memory: ModelMemory,
  matrix: ModelMemoryMatrix,
  factor: MatrixFactor,
  taps: number,
): ModelMemoryMatrix {
  const output = allocateMatrix(memory, matrix.rows, factor.columns);
  const stride = matrixRowBytes(matrix.columns);
  // The rows of a convolution overlap: each is that of a tap, followed by those of the next taps.
  const overlappingRows = { address: matrix.address - ((taps - 1) / 2) * stride, rows: matrix.rows, stride };
  multiplyFloatMatrices(memory, overlappingRows, factor, floatRowsOfMatrix(output));
  clearRowsNextToMatrix(memory, output);
  return output;
}

/** Rows that a convolution of the duration reads; that of the model. */
const DURATION_TAPS = 3;
/** The longest phoneme in units of 25 ms: it bounds memory. Pauses at half speed have 32. */
const MAX_UNITS = 80;

/**
 * Predicts the length of each row (a phoneme) in units of 25 ms, 1 to 80.
 * @param encoded a row for each phoneme, by the prosody's encoder
 * @param speedOf the speed of a row, as a factor of the usual speed
 */
export function predictPhonemeDurations(
  memory: ModelMemory,
  prosody: ProsodyPredictorWeights,
  encoded: ModelMemoryMatrix,
  speedOf: (row: number) => number,
): number[] {
  return memory.scoped(() => {
    const hidden = convolveRows(memory, encoded, prosody.durationHidden, DURATION_TAPS);
    memory.kernels.gelu(hidden.address, matrixEndAddress(hidden));
    const output = convolveRows(memory, hidden, prosody.duration, 1);
    const numbers = numbersOfMatrix(memory, output);
    return Array.from({ length: output.rows }, (_, row) => {
      // The model predicts log(1 + units).
      const units = (exactExp(numbers[row * output.columns] ?? 0) - 1) / speedOf(row);
      return Math.min(MAX_UNITS, Math.max(1, roundHalfEven(Math.fround(units))));
    });
  });
}

/** Pitch and loudness of sound, in frames of 12.5 ms: two for each unit. */
export interface PredictedPitchAndLoudness {
  /** Hz; up to about 40 where there is no voice. */
  f0: Float32Array;
  /** Inputs of the decoder for each frame: logarithm of the pitch, and loudness. */
  features: readonly (readonly [number, number])[];
}

/** Hertz of 1 in the model's output of pitch, as it was trained. */
const HERTZ_PER_UNIT = 100;

/**
 * Predicts pitch and loudness of units of 25 ms.
 * @param encoded a row for each phoneme, by the prosody's encoder
 * @param rowOfUnit the row of `encoded` that each unit belongs to
 * @param pitchFactorOf the pitch of a row, as a factor of the usual pitch
 */
export function predictPitchAndLoudness(
  memory: ModelMemory,
  prosody: ProsodyPredictorWeights,
  encoded: ModelMemoryMatrix,
  rowOfUnit: readonly number[],
  pitchFactorOf: (row: number) => number,
): PredictedPitchAndLoudness {
  return memory.scoped(() => {
    const matrix = convolveRows(memory, gatherMatrixRows(memory, encoded, rowOfUnit), prosody.pitchIn, 1);
    for (const block of prosody.blocks) applyConvBlock(memory, matrix, block);
    const output = convolveRows(memory, matrix, prosody.pitchOut, 1);
    const numbers = numbersOfMatrix(memory, output);
    // A unit has two frames: two pitches, and two loudnesses.
    const outputAt = (frame: number, column: number): number =>
      numbers[(frame >> 1) * output.columns + column + (frame & 1)] ?? 0;
    const factorOf = (frame: number): number => pitchFactorOf(rowOfUnit[frame >> 1] ?? 0);
    const f0 = Float32Array.from(
      { length: 2 * output.rows },
      (_, frame) => HERTZ_PER_UNIT * outputAt(frame, 0) * factorOf(frame),
    );
    // The decoder was trained with log(1 + Hz) / 5: about 1 for a voice.
    const features = Array.from(
      f0,
      (hertz, frame) => [exactNaturalLogarithm(1 + Math.max(0, hertz)) / 5, outputAt(frame, 2)] as const,
    );
    return { f0, features };
  });
}
