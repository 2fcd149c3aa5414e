import { createZeroFloatMatrixFactor, type MatrixFactor } from './factor.ts';
import { FACTOR_PANEL_COLUMNS } from './kernels/multiply.ts';
import { allocateMatrix, type ModelMemoryMatrix, matrixRowBytes, numbersOfMatrix } from './matrix.ts';
import type { ModelMemory } from './model-memory.ts';
import { multiplyFloatMatrices } from './products.ts';

/** Added to the scores of keys that do not exist, so that their weight becomes 0. */
const MASKED_SCORE = -1e30;
/** The attention heads of the model, fixed by its weights. */
const HEAD_COUNT = 2;
const BYTES_PER_FLOAT = Float32Array.BYTES_PER_ELEMENT;

/** An attention head: the number of columns of its queries, keys and values, and the first column of each. */
interface Head {
  columnCount: number;
  queryColumn: number;
  keyColumn: number;
  valueColumn: number;
}

/** The heads by the columns of queries, keys and values, of which each has `width`. */
const headsOf = (width: number): Head[] =>
  Array.from({ length: HEAD_COUNT }, (_, index) => {
    const queryColumn = (index * width) / HEAD_COUNT;
    return {
      columnCount: width / HEAD_COUNT,
      queryColumn,
      keyColumn: width + queryColumn,
      valueColumn: 2 * width + queryColumn,
    };
  });

/**
 * The keys of a head as the right factor of its queries: a column for each row of the matrix. The scores of the surplus columns
 * of the last panel, which have no key, become `MASKED_SCORE`.
 * @param numbers those of the matrix, copied
 */
function keyFactorOf(
  memory: ModelMemory,
  { rows, columns }: ModelMemoryMatrix,
  numbers: Float32Array,
  { columnCount, keyColumn }: Head,
): MatrixFactor {
  const factor = createZeroFloatMatrixFactor(memory, [columnCount, rows], { biases: new Float32Array(rows) });
  memory.floats(factor.biases + BYTES_PER_FLOAT * rows, factor.columns - rows).fill(MASKED_SCORE);
  const panels = memory.floats(factor.panels, columnCount * factor.columns);
  for (let row = 0; row < rows; row++) {
    const column = row % FACTOR_PANEL_COLUMNS;
    const firstIndex = (row - column) * columnCount + column;
    const firstKeyIndex = row * columns + keyColumn;
    for (let dimension = 0; dimension < columnCount; dimension++)
      panels[firstIndex + dimension * FACTOR_PANEL_COLUMNS] = numbers[firstKeyIndex + dimension] ?? 0;
  }
  return factor;
}

/**
 * The values of a head as the right factor of the weights.
 * @param numbers those of the matrix, copied
 * @param keyCount rows of the factor: those of the matrix, and zeros for the surplus columns of the scores
 */
function valueFactorOf(
  memory: ModelMemory,
  matrix: ModelMemoryMatrix,
  numbers: Float32Array,
  { columnCount, valueColumn }: Head,
  keyCount: number,
): MatrixFactor {
  const factor = createZeroFloatMatrixFactor(memory, [keyCount, columnCount], {
    biases: new Float32Array(columnCount),
  });
  const panels = memory.floats(factor.panels, keyCount * columnCount);
  for (let row = 0; row < matrix.rows; row++) {
    const firstValueIndex = row * matrix.columns + valueColumn;
    for (let column = 0; column < columnCount; column += FACTOR_PANEL_COLUMNS) {
      const firstIndex = column * keyCount + row * FACTOR_PANEL_COLUMNS;
      for (let index = 0; index < FACTOR_PANEL_COLUMNS; index++)
        panels[firstIndex + index] = numbers[firstValueIndex + column + index] ?? 0;
    }
  }
  return factor;
}

/**
 * Self-attention: for each row the mean of all rows' values, weighted by how its query agrees with their keys; separately in each head.
 * @param projections queries, keys and values of each row, one after the other; a third of the columns each
 */
export function applySelfAttention(memory: ModelMemory, projections: ModelMemoryMatrix): ModelMemoryMatrix {
  const width = projections.columns / 3;
  const output = allocateMatrix(memory, projections.rows, width);
  memory.scoped(() => {
    // A copy: the view would be lost when the factors take memory.
    const numbers = numbersOfMatrix(memory, projections).slice();
    const { rows } = projections;
    for (const head of headsOf(width)) {
      const keys = keyFactorOf(memory, projections, numbers, head);
      const scores = allocateMatrix(memory, rows, keys.columns);
      const scoreRowBytes = matrixRowBytes(scores.columns);
      const scoreRows = { address: scores.address, rows, stride: scoreRowBytes };
      const queries = {
        address: projections.address + BYTES_PER_FLOAT * head.queryColumn,
        rows,
        stride: matrixRowBytes(projections.columns),
      };
      multiplyFloatMatrices(memory, queries, keys, scoreRows, 1 / Math.sqrt(head.columnCount));
      memory.kernels.softmax(scores.address, scores.address + rows * scoreRowBytes, scoreRowBytes);
      const values = valueFactorOf(memory, projections, numbers, head, scores.columns);
      multiplyFloatMatrices(memory, scoreRows, values, {
        address: output.address + BYTES_PER_FLOAT * head.queryColumn,
        rows,
        stride: matrixRowBytes(width),
      });
    }
  });
  return output;
}
