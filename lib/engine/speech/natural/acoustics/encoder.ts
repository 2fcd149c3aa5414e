import { applySelfAttention } from './attention.ts';
import {
  addFeedForward,
  applyConvBlock,
  type ConvBlockWeights,
  layerNormalizeMatrixRows,
  readConvBlockWeights,
} from './conv-block.ts';
import type { MatrixFactor } from './factor.ts';
import { allocateMatrix, clearRowsNextToMatrix, type ModelMemoryMatrix, numbersOfMatrix } from './matrix.ts';
import type { ModelMemory } from './model-memory.ts';
import { multiplyIntegerMatrices, quantizeMatrix } from './products.ts';
import type { ColumnWeightAndBiasAddresses, VoiceModelWeights } from './weights.ts';

/** A text encoder: embedding, convolutions, and layers of a transformer that share one set of weights. */
export interface PhonemeEncoderWeights {
  /** A row for each id. */
  embedding: Float32Array;
  width: number;
  blocks: readonly ConvBlockWeights[];
  /** Number of layers, which all have the weights below. */
  layers: number;
  attentionNorm: ColumnWeightAndBiasAddresses;
  project: MatrixFactor;
  merge: MatrixFactor;
  feedNorm: ColumnWeightAndBiasAddresses;
  widen: MatrixFactor;
  narrow: MatrixFactor;
  norm: ColumnWeightAndBiasAddresses;
}

/** Names of an encoder's tensors and matrices in the file. */
export interface PhonemeEncoderNames {
  tensors: string;
  /** Suffix of the names of its convolutions' matrices. */
  convolutions: string;
  project: string;
  /** Suffix of the names of its layers' matrices. */
  attention: string;
  layers: number;
}

/** Reads the weights of a text encoder from the voice model. */
export function readPhonemeEncoderWeights(
  weights: VoiceModelWeights,
  names: PhonemeEncoderNames,
): PhonemeEncoderWeights {
  const { tensors, attention } = names;
  const layerPrefix = `${tensors}.attn`;
  const blocks = [0, 1].map((index) =>
    readConvBlockWeights(
      weights,
      {
        tensors: `${tensors}.convs.${index}`,
        widen: `/convs.${index}/pw1${names.convolutions}/Transpose`,
        narrow: `/convs.${index}/pw2${names.convolutions}/Transpose`,
      },
      { taps: 5, dilation: 1 },
    ),
  );
  const attentionMatrix = (name: string, bias: string): MatrixFactor =>
    weights.quantizedMatrix(`/${name}${attention}/Transpose`, { bias: `${layerPrefix}.${bias}.bias` });
  return {
    embedding: weights.floats(`${tensors}.emb.weight`),
    width: weights.floats(`${tensors}.norm.weight`).length,
    blocks,
    layers: names.layers,
    attentionNorm: weights.normalization(`${layerPrefix}.norm1`),
    project: weights.quantizedMatrix(names.project, { bias: `${layerPrefix}.self_attn.in_proj_bias` }),
    merge: attentionMatrix('out_proj', 'self_attn.out_proj'),
    feedNorm: weights.normalization(`${layerPrefix}.norm2`),
    widen: attentionMatrix('linear1', 'linear1'),
    narrow: attentionMatrix('linear2', 'linear2'),
    norm: weights.normalization(`${tensors}.norm`),
  };
}

/** The embeddings of ids, one row for each id. */
function embedIds(
  memory: ModelMemory,
  { embedding, width }: PhonemeEncoderWeights,
  ids: readonly number[],
): ModelMemoryMatrix {
  const matrix = allocateMatrix(memory, ids.length, width);
  const numbers = numbersOfMatrix(memory, matrix);
  ids.forEach((id, row) => {
    numbers.set(embedding.subarray(id * width, (id + 1) * width), row * width);
  });
  return matrix;
}

/** Applies a layer of the transformer to a matrix, in place. */
function runLayer(memory: ModelMemory, matrix: ModelMemoryMatrix, encoder: PhonemeEncoderWeights): void {
  memory.scoped(() => {
    const projected = allocateMatrix(memory, matrix.rows, encoder.project.columns);
    const normalized = layerNormalizeMatrixRows(memory, matrix, encoder.attentionNorm);
    multiplyIntegerMatrices(memory, quantizeMatrix(memory, normalized), encoder.project, projected);
    const attended = quantizeMatrix(memory, applySelfAttention(memory, projected));
    multiplyIntegerMatrices(memory, attended, encoder.merge, matrix, true);
    clearRowsNextToMatrix(memory, matrix);
    addFeedForward(
      memory,
      matrix,
      layerNormalizeMatrixRows(memory, matrix, encoder.feedNorm),
      encoder.widen,
      encoder.narrow,
    );
  });
}

/** Encodes ids into a matrix with one row per id. @param ids including the padding */
export function encodePhonemeIds(
  memory: ModelMemory,
  encoder: PhonemeEncoderWeights,
  ids: readonly number[],
): ModelMemoryMatrix {
  const matrix = embedIds(memory, encoder, ids);
  for (const block of encoder.blocks) applyConvBlock(memory, matrix, block);
  for (let layer = 0; layer < encoder.layers; layer++) runLayer(memory, matrix, encoder);
  return layerNormalizeMatrixRows(memory, matrix, encoder.norm);
}
