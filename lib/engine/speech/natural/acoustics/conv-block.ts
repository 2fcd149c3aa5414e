import type { MatrixFactor } from './factor.ts';
import {
  allocateMatrix,
  clearRowsNextToMatrix,
  type KernelMatrix,
  matrixEndAddress,
  matrixRowBytes,
} from './matrix.ts';
import type { ModelMemory } from './model-memory.ts';
import { multiplyIntegers, quantizeMatrix } from './products.ts';
import type { ColumnParameters, VoiceModelWeights } from './weights.ts';

/** A ConvNeXt block: a convolution of each column over rows, and two products between which the rows are wider. */
export interface ConvBlockWeights {
  taps: 5 | 7;
  /** Rows from one tap to the next. */
  dilation: number;
  depthwise: ColumnParameters;
  norm: ColumnParameters;
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

/** The rows of a matrix, each normalized. @param to gets them; `from` itself, for example */
export function normalizeRows(
  memory: ModelMemory,
  from: KernelMatrix,
  { weights, biases }: ColumnParameters,
  to: KernelMatrix = allocateMatrix(memory, from.rows, from.columns),
): KernelMatrix {
  const { columns } = from;
  memory.kernels.layerNorm(
    from.address,
    matrixEndAddress(from),
    to.address,
    matrixRowBytes(columns),
    columns,
    weights,
    biases,
  );
  return to;
}

/**
 * Adds the output of a feed-forward layer (two matrix products with a GELU between them) to each row of a matrix; its input is the
 * normalized row.
 */
export function addFeedForward(
  memory: ModelMemory,
  to: KernelMatrix,
  normalized: KernelMatrix,
  widen: MatrixFactor,
  narrow: MatrixFactor,
): void {
  const wide = allocateMatrix(memory, to.rows, widen.columns);
  multiplyIntegers(memory, quantizeMatrix(memory, normalized), widen, wide);
  memory.kernels.gelu(wide.address, matrixEndAddress(wide));
  multiplyIntegers(memory, quantizeMatrix(memory, wide), narrow, to, true);
  clearRowsNextToMatrix(memory, to);
}

/** Applies a ConvNeXt block to a matrix, in place. */
export function applyConvBlock(memory: ModelMemory, matrix: KernelMatrix, block: ConvBlockWeights): void {
  memory.scoped(() => {
    const convolved = allocateMatrix(memory, matrix.rows, matrix.columns);
    const bytes = matrixRowBytes(matrix.columns);
    const reach = ((block.taps - 1) / 2) * block.dilation * bytes;
    const { weights, biases } = block.depthwise;
    // biome-ignore format: what belongs together is on a line
    memory.kernels[`depthwise${block.taps}`](
      matrix.address - reach, matrixEndAddress(convolved), convolved.address, bytes, block.dilation * bytes, weights, biases,
    );
    const normalized = normalizeRows(memory, convolved, block.norm, convolved);
    addFeedForward(memory, matrix, normalized, block.widen, block.narrow);
  });
}
