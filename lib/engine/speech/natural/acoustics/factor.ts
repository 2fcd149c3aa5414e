import { FACTOR_PANEL_COLUMNS } from './kernels/multiply.ts';
import type { ModelMemory } from './model-memory.ts';

/** The right factor of products, in panels of `FACTOR_PANEL_COLUMNS` columns, with a scale and a bias for each column of a product. */
export interface MatrixFactor {
  /** Address of the first panel. */
  panels: number;
  /** Rows of the factor: the numbers of a row of the left factor. */
  length: number;
  /** Number of columns: a multiple of `FACTOR_PANEL_COLUMNS`; the last columns may be empty. */
  columns: number;
  /** Addresses of a float for each column. */
  scales: number;
  biases: number;
}

const roundUpToPanelColumns = (columns: number): number =>
  Math.ceil(columns / FACTOR_PANEL_COLUMNS) * FACTOR_PANEL_COLUMNS;

/** Stores a float for each column, and zeros for the surplus columns of the last panel. @returns the address of the floats */
function storeColumnNumbers(memory: ModelMemory, columns: number, valueAt: (column: number) => number): number {
  const numbers = new Float32Array(roundUpToPanelColumns(columns));
  for (let column = 0; column < columns; column++) numbers[column] = valueAt(column);
  return memory.keep(numbers);
}

/** Numbers that belong to the columns of a product. */
export interface MatrixProductColumnTerms {
  biases: Float32Array;
  /** The result, bias included, is multiplied by these. */
  gains?: Float32Array | undefined;
  /** The size of 1 in a factor of integers. */
  step?: number;
}

function storeColumnTerms(memory: ModelMemory, columns: number, { biases, gains, step = 1 }: MatrixProductColumnTerms) {
  const gain = (column: number): number => gains?.[column] ?? 1;
  return {
    columns: roundUpToPanelColumns(columns),
    scales: storeColumnNumbers(memory, columns, (column) => gain(column) * step),
    biases: storeColumnNumbers(memory, columns, (column) => gain(column) * (biases[column] ?? 0)),
  };
}

/**
 * A factor of signed bytes. The panels have pairs of rows, as the kernels multiply them.
 * @param numbers row by row
 * @param length an even number of rows
 */
export function createIntegerMatrixFactor(
  memory: ModelMemory,
  numbers: Int8Array,
  length: number,
  terms: MatrixProductColumnTerms,
): MatrixFactor {
  const columns = numbers.length / length;
  const columnTerms = storeColumnTerms(memory, columns, terms);
  const panels = memory.take(length * columnTerms.columns);
  const target = memory.bytes(panels, length * columnTerms.columns).fill(0);
  for (let column = 0; column < columns; column++) {
    const panelColumn = column % FACTOR_PANEL_COLUMNS;
    let targetIndex = (column - panelColumn) * length + 2 * panelColumn;
    for (let sourceIndex = column; sourceIndex < numbers.length; sourceIndex += 2 * columns) {
      target[targetIndex] = numbers[sourceIndex] ?? 0;
      target[targetIndex + 1] = numbers[sourceIndex + columns] ?? 0;
      targetIndex += 2 * FACTOR_PANEL_COLUMNS;
    }
  }
  return { ...columnTerms, panels, length };
}

/** A factor of floats that are all zero. @param shape rows and columns */
export function createZeroFloatMatrixFactor(
  memory: ModelMemory,
  [length, columns]: readonly [number, number],
  terms: MatrixProductColumnTerms,
): MatrixFactor {
  const columnTerms = storeColumnTerms(memory, columns, terms);
  const panels = memory.take(4 * length * columnTerms.columns);
  memory.floats(panels, length * columnTerms.columns).fill(0);
  return { ...columnTerms, panels, length };
}

/** A factor of floats. @param valueAt the number in a row and a column */
export function createFloatMatrixFactor(
  memory: ModelMemory,
  shape: readonly [number, number],
  valueAt: (row: number, column: number) => number,
  terms: MatrixProductColumnTerms,
): MatrixFactor {
  const factor = createZeroFloatMatrixFactor(memory, shape, terms);
  const target = memory.floats(factor.panels, factor.length * factor.columns);
  const [length, columns] = shape;
  for (let column = 0; column < columns; column++) {
    const panelColumn = column % FACTOR_PANEL_COLUMNS;
    const firstIndex = (column - panelColumn) * length + panelColumn;
    for (let row = 0; row < length; row++) target[firstIndex + row * FACTOR_PANEL_COLUMNS] = valueAt(row, column);
  }
  return factor;
}
