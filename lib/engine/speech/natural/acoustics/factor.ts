import { FACTOR_PANEL_COLUMNS } from './kernels/multiply.ts';
import type { ModelMemory } from './model-memory.ts';

/** The right factor of products, in panels of `FACTOR_PANEL_COLUMNS` columns, and what each column of a product is scaled by and gets added. */
export interface MatrixFactor {
  /** Address of the first panel. */
  panels: number;
  /** Rows of the factor: the numbers of a row of the left factor. */
  length: number;
  /** A multiple of `FACTOR_PANEL_COLUMNS`; the last ones may be empty. */
  columns: number;
  /** Addresses of a float for each column. */
  scales: number;
  biases: number;
}

const paneled = (columns: number): number => Math.ceil(columns / FACTOR_PANEL_COLUMNS) * FACTOR_PANEL_COLUMNS;

/** A float for each column, zeros for those that a panel has too many. */
function keepColumns(memory: ModelMemory, columns: number, value: (column: number) => number): number {
  const numbers = new Float32Array(paneled(columns));
  for (let column = 0; column < columns; column++) numbers[column] = value(column);
  return memory.keep(numbers);
}

/** Numbers that belong to the columns of a product. */
export interface MatrixColumnTerms {
  biases: Float32Array;
  /** The result, bias included, is multiplied by these. */
  gains?: Float32Array | undefined;
  /** The size of 1 in a factor of integers. */
  step?: number;
}

function columnsOf(memory: ModelMemory, columns: number, { biases, gains, step = 1 }: MatrixColumnTerms) {
  const gain = (column: number): number => gains?.[column] ?? 1;
  return {
    columns: paneled(columns),
    scales: keepColumns(memory, columns, (column) => gain(column) * step),
    biases: keepColumns(memory, columns, (column) => gain(column) * (biases[column] ?? 0)),
  };
}

/**
 * A factor of signed bytes. The panels have pairs of rows, as the kernels multiply them.
 * @param numbers row by row
 * @param length an even number of rows
 */
export function integerMatrixFactor(
  memory: ModelMemory,
  numbers: Int8Array,
  length: number,
  terms: MatrixColumnTerms,
): MatrixFactor {
  const columns = numbers.length / length;
  const rest = columnsOf(memory, columns, terms);
  const panels = memory.take(length * rest.columns);
  const target = memory.bytes(panels, length * rest.columns).fill(0);
  for (let column = 0; column < columns; column++) {
    const within = column % FACTOR_PANEL_COLUMNS;
    let to = (column - within) * length + 2 * within;
    for (let from = column; from < numbers.length; from += 2 * columns) {
      target[to] = numbers[from] ?? 0;
      target[to + 1] = numbers[from + columns] ?? 0;
      to += 2 * FACTOR_PANEL_COLUMNS;
    }
  }
  return { ...rest, panels, length };
}

/** A factor of floats that are all zero. @param shape rows and columns */
export function zeroFloatMatrixFactor(
  memory: ModelMemory,
  [length, columns]: readonly [number, number],
  terms: MatrixColumnTerms,
): MatrixFactor {
  const rest = columnsOf(memory, columns, terms);
  const panels = memory.take(4 * length * rest.columns);
  memory.floats(panels, length * rest.columns).fill(0);
  return { ...rest, panels, length };
}

/** A factor of floats. @param value the number in a row and a column */
export function floatMatrixFactor(
  memory: ModelMemory,
  shape: readonly [number, number],
  value: (row: number, column: number) => number,
  terms: MatrixColumnTerms,
): MatrixFactor {
  const factor = zeroFloatMatrixFactor(memory, shape, terms);
  const target = memory.floats(factor.panels, factor.length * factor.columns);
  const [length, columns] = shape;
  for (let column = 0; column < columns; column++) {
    const within = column % FACTOR_PANEL_COLUMNS;
    const first = (column - within) * length + within;
    for (let row = 0; row < length; row++) target[first + row * FACTOR_PANEL_COLUMNS] = value(row, column);
  }
  return factor;
}
