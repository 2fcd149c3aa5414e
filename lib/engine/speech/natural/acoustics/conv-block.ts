import type { MatrixFactor } from './factor.ts';
import {
  allocateMatrix,
  clearRowsNextToMatrix,
  type ModelMemoryMatrix,
  matrixEndAddress,
  matrixRowBytes,
} from './matrix.ts';
import type { ModelMemory } from './model-memory.ts';
import { multiplyIntegerMatrices, quantizeMatrix } from './products.ts';
import type { ColumnWeightAndBiasAddresses, VoiceModelWeights } from './weights.ts';

/** A ConvNeXt block: a convolution of each column over rows, and two products between which the rows are wider. */
export interface ConvBlockWeights {
  taps: 5 | 7;
  /** Rows from one tap to the next. */
  dilation: number;
  depthwise: ColumnWeightAndBiasAddresses;
  norm: ColumnWeightAndBiasAddresses;
  widen: MatrixFactor;
  narrow: MatrixFactor;
}

/** Names of a block: its tensors, and its two matrices of integers. */
export interface ConvBlockWeightNames {
  tensors: string;
  widen: string;
  narrow: string;
}

/** Reads the weights of one ConvNeXt block from the voice model. */
export function readConvBlockWeights(
  weights: VoiceModelWeights,
  names: ConvBlockWeightNames,
  shape: Pick<ConvBlockWeights, 'taps' | 'dilation'>,
): ConvBlockWeights {
  const { tensors } = names;
  return {
    ...shape,
    depthwise: weights.depthwise(`${tensors}.dw`),
    norm: weights.normalization(`${tensors}.norm`),
    widen: weights.quantizedMatrix(names.widen, { bias: `${tensors}.pw1.bias` }),
    narrow: weights.quantizedMatrix(names.narrow, { bias: `${tensors}.pw2.bias`, gain: `${tensors}.gamma` }),
  };
}

/** Normalizes each row of a matrix. @param target gets the normalized rows; may be `source` itself */
export function layerNormalizeMatrixRows(
  memory: ModelMemory,
  source: ModelMemoryMatrix,
  { weights, biases }: ColumnWeightAndBiasAddresses,
  target: ModelMemoryMatrix = allocateMatrix(memory, source.rows, source.columns),
): ModelMemoryMatrix {
  const { columns } = source;
  memory.kernels.layerNorm(
    source.address,
    matrixEndAddress(source),
    target.address,
    matrixRowBytes(columns),
    columns,
    weights,
    biases,
  );
  return target;
}

/**
 * Adds the output of a feed-forward layer (two matrix products with a GELU between them) to each row of a matrix; its input is the
 * normalized row.
 */
export function addFeedForward(
  memory: ModelMemory,
  target: ModelMemoryMatrix,
  normalized: ModelMemoryMatrix,
  widen: MatrixFactor,
  narrow: MatrixFactor,
): void {
  const wideRows = allocateMatrix(memory, target.rows, widen.columns);
  multiplyIntegerMatrices(memory, quantizeMatrix(memory, normalized), widen, wideRows);
  memory.kernels.gelu(wideRows.address, matrixEndAddress(wideRows));
  multiplyIntegerMatrices(memory, quantizeMatrix(memory, wideRows), narrow, target, true);
  clearRowsNextToMatrix(memory, target);
}

/** Applies a ConvNeXt block to a matrix, in place. */
export function applyConvBlock(memory: ModelMemory, matrix: ModelMemoryMatrix, block: ConvBlockWeights): void {
  memory.scoped(() => {
    const convolution = allocateMatrix(memory, matrix.rows, matrix.columns);
    const rowBytes = matrixRowBytes(matrix.columns);
    const reachBytes = ((block.taps - 1) / 2) * block.dilation * rowBytes;
    const { weights, biases } = block.depthwise;
    // biome-ignore format: what belongs together is on a line
    memory.kernels[`depthwise${block.taps}`](
      matrix.address - reachBytes, matrixEndAddress(convolution), convolution.address, rowBytes, block.dilation * rowBytes, weights, biases,
    );
    const normalized = layerNormalizeMatrixRows(memory, convolution, block.norm, convolution);
    addFeedForward(memory, matrix, normalized, block.widen, block.narrow);
  });
}
