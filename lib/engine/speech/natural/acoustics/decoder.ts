import { applyConvBlock, type ConvBlockWeights, layerNormalizeMatrixRows, readConvBlockWeights } from './conv-block.ts';
import type { MatrixFactor } from './factor.ts';
import { allocateMatrix, type ModelMemoryMatrix, numbersOfMatrix, roundUpToTileRows } from './matrix.ts';
import type { ModelMemory } from './model-memory.ts';
import { type KernelInt16Matrix, multiplyIntegerMatrices, quantizeMatrix } from './products.ts';
import { convolveRows, type PredictedPitchAndLoudness } from './prosody.ts';
import type { ColumnWeightAndBiasAddresses, VoiceModelWeights } from './weights.ts';

/** The weights of the decoder, which turns encoded text and pitch into spectra. */
export interface SpectrumDecoderWeights {
  input: MatrixFactor;
  blocks: readonly ConvBlockWeights[];
  norm: ColumnWeightAndBiasAddresses;
  head: MatrixFactor;
}

const BLOCK_COUNT = 8;
const INPUT_TAPS = 7;

/** Reads the weights of the spectrum decoder from the voice model. */
export const readSpectrumDecoderWeights = (weights: VoiceModelWeights): SpectrumDecoderWeights => ({
  input: weights.convolution('m.dec_in'),
  blocks: Array.from({ length: BLOCK_COUNT }, (_, index) => {
    const name = `/dec.${index}`;
    const names = { tensors: `m.dec.${index}`, widen: `${name}/pw1/Transpose`, narrow: `${name}/pw2/Transpose` };
    return readConvBlockWeights(weights, names, { taps: 7, dilation: 1 });
  }),
  norm: weights.normalization('m.dec_norm'),
  head: weights.quantizedMatrix('/head/Transpose', { bias: 'm.head.bias' }),
});

/** Rows of text and pitch, one for each frame. */
function decoderInputOf(
  memory: ModelMemory,
  text: ModelMemoryMatrix,
  rowOfUnit: readonly number[],
  { features }: PredictedPitchAndLoudness,
): ModelMemoryMatrix {
  const matrix = allocateMatrix(memory, features.length, text.columns + 2);
  const [source, target] = [numbersOfMatrix(memory, text), numbersOfMatrix(memory, matrix)];
  features.forEach((pitchFeatures, frame) => {
    const row = rowOfUnit[frame >> 1] ?? 0;
    target.set(source.subarray(row * text.columns, (row + 1) * text.columns), frame * matrix.columns);
    target.set(pitchFeatures, frame * matrix.columns + text.columns);
  });
  return matrix;
}

/** Decodes encoded text and pitch into the integers that the output layer of the decoder reads, one row per frame. */
export function decodeSpectrumFrames(
  memory: ModelMemory,
  decoder: SpectrumDecoderWeights,
  text: ModelMemoryMatrix,
  rowOfUnit: readonly number[],
  pitch: PredictedPitchAndLoudness,
): KernelInt16Matrix {
  const matrix = convolveRows(memory, decoderInputOf(memory, text, rowOfUnit, pitch), decoder.input, INPUT_TAPS);
  for (const block of decoder.blocks) applyConvBlock(memory, matrix, block);
  return quantizeMatrix(memory, layerNormalizeMatrixRows(memory, matrix, decoder.norm));
}

/** The spectra of the frames `firstFrame` up to `firstFrame + count`. @param firstFrame a multiple of `PRODUCT_TILE_ROWS` */
export function spectraOfFrames(
  memory: ModelMemory,
  { head }: SpectrumDecoderWeights,
  decodedFrames: KernelInt16Matrix,
  firstFrame: number,
  count: number,
): ModelMemoryMatrix {
  const { address, terms } = decodedFrames;
  const rows = {
    ...decodedFrames,
    address: address + 2 * firstFrame * decodedFrames.columns,
    terms: terms + 4 * firstFrame,
    rows: count,
  };
  const spectra = allocateMatrix(memory, roundUpToTileRows(count), head.columns);
  multiplyIntegerMatrices(memory, rows, head, spectra);
  return { ...spectra, rows: count };
}
