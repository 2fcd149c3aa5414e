import {
  addI32,
  i32Constant,
  lessThanUnsignedI32,
  type WasmCode,
  type WasmLocal,
  wasmDoWhile,
  wasmGetLocal,
  wasmSetLocal,
} from '#engine/wasm/code.ts';
import { addF32x4, convertI32x4ToF32x4, f32x4Constant, f32x4Splat, multiplyF32x4 } from '#engine/wasm/floats.ts';
import { defineWasmFunction, type WasmFunction, type WasmValueType } from '#engine/wasm/module.ts';
import {
  addI16x8,
  addI32x4,
  dotI16x8,
  i32x4Constant,
  loadV128,
  loadV128Splat32,
  shiftRightI32x4,
  shuffleI32x4,
  storeFirstLane32,
  storeV128,
  subtractI32x4,
  widenHighI8x16,
  widenLowI8x16,
} from '#engine/wasm/vectors.ts';
import { reduceLanesWasmCode } from './reduce.ts';

/** Rows of the left factor that one step of the loop multiplies: rows are stored in multiples of this number. */
export const PRODUCT_TILE_ROWS = 4;
/** Vectors of four sums for each row of a tile. */
const TILE_VECTORS = 2;
/** Columns of a panel: the right factor is stored as panels. */
export const FACTOR_PANEL_COLUMNS = 4 * TILE_VECTORS;

/** The way in which products of one number type are summed. */
interface Arithmetic {
  /** 4-byte parts of a row in one step; a part is one float or two 16-bit integers. */
  parts: 1 | 2;
  /** Steps in one iteration; every length of a row is a multiple of their parts. */
  steps: number;
  /** The first value of a sum. */
  start(rowTerm: WasmCode, columnTerm: WasmCode): WasmCode;
  /** The sum of `sum` and the products of a step. */
  accumulate(sum: WasmCode, row: readonly WasmCode[], weights: readonly WasmCode[]): WasmCode;
  toFloats(sum: WasmCode): WasmCode;
}

/**
 * Two products take one multiplication (Winograd, 1968): a·w + b·v = (a + v)·(b + w) − a·b − v·w. The last two terms depend on the row alone
 * and on the column alone, and start the sum. Multiplications limit these loops on many processors; additions do not.
 */
const INTEGERS: Arithmetic = {
  parts: 2,
  steps: 2,
  start: addI32x4,
  accumulate: (sum, [a = [], b = []], [w = [], v = []]) => addI32x4(sum, dotI16x8(addI16x8(a, v), addI16x8(b, w))),
  toFloats: convertI32x4ToF32x4,
};
const FLOATS: Arithmetic = {
  parts: 1,
  steps: 2,
  start: () => f32x4Constant(0),
  accumulate: (sum, [a = []], [w = []]) => addF32x4(sum, multiplyF32x4(a, w)),
  toFloats: (sum) => sum,
};

const PARAMETERS = {
  left: 'i32',
  leftStride: 'i32',
  rows: 'i32',
  panel: 'i32',
  panelEnd: 'i32',
  out: 'i32',
  outStride: 'i32',
  scales: 'i32',
  biases: 'i32',
  factor: 'f32',
  rowTerms: 'i32',
} as const;

/** The arguments of a function of `multiplyPanel`. Strides are bytes from a row to the next one. Floats have no `rowTerms`. */
export type MultiplyPanelKernel = (
  left: number,
  leftStride: number,
  rows: number,
  panel: number,
  panelEnd: number,
  out: number,
  outStride: number,
  scales: number,
  biases: number,
  factor: number,
  rowTerms: number,
) => void;

/**
 * A function that multiplies rows (a multiple of `PRODUCT_TILE_ROWS`, at least one) with a panel, and writes `FACTOR_PANEL_COLUMNS` floats of
 * each row: the product times `factor` and the column's scale, plus its bias.
 * @param addsToOut true: the result is added to the numbers at `out`
 */
function multiplyPanel(name: string, arithmetic: Arithmetic, addsToOut: boolean): WasmFunction {
  return defineWasmFunction(name, PARAMETERS, (p, scope) => {
    const newLocals = (count: number, type: WasmValueType): WasmLocal[] =>
      Array.from({ length: count }, () => scope.local(type));
    const { parts, steps } = arithmetic;
    const panelAddress = scope.local('i32');
    const row = newLocals(parts, 'v128');
    const weights = row.map(() => newLocals(TILE_VECTORS, 'v128'));
    const tile = newLocals(PRODUCT_TILE_ROWS, 'i32').map((address) => ({
      address,
      sums: newLocals(TILE_VECTORS, 'v128'),
    }));
    const step = (index: number): WasmCode[] => [
      ...weights.flatMap((vectors, part) =>
        vectors.map((vector, v) =>
          wasmSetLocal(vector, loadV128(wasmGetLocal(panelAddress), 16 * (TILE_VECTORS * (parts * index + part) + v))),
        ),
      ),
      ...tile.flatMap(({ address, sums }) => [
        ...row.map((local, part) =>
          wasmSetLocal(local, loadV128Splat32(wasmGetLocal(address), 4 * (parts * index + part))),
        ),
        ...sums.map((sum, v) => {
          const factors = weights.map((vectors) => wasmGetLocal(vectors[v] ?? sum));
          return wasmSetLocal(sum, arithmetic.accumulate(wasmGetLocal(sum), row.map(wasmGetLocal), factors));
        }),
      ]),
    ];
    const start = (sum: WasmLocal, v: number, r: number): WasmCode =>
      wasmSetLocal(
        sum,
        arithmetic.start(loadV128Splat32(wasmGetLocal(p.rowTerms), 4 * r), loadV128(wasmGetLocal(p.panelEnd), 16 * v)),
      );
    const finish = (sum: WasmLocal, v: number, address: WasmLocal): WasmCode => {
      const scaled = multiplyF32x4(
        multiplyF32x4(arithmetic.toFloats(wasmGetLocal(sum)), f32x4Splat(wasmGetLocal(p.factor))),
        loadV128(wasmGetLocal(p.scales), 16 * v),
      );
      const result = addF32x4(scaled, loadV128(wasmGetLocal(p.biases), 16 * v));
      return storeV128(
        wasmGetLocal(address),
        addsToOut ? addF32x4(loadV128(wasmGetLocal(address), 16 * v), result) : result,
        16 * v,
      );
    };
    /** Sets the addresses of the tile's rows from the first, and moves it on to the next tile. */
    const takeRows = (first: WasmLocal, stride: WasmLocal): WasmCode[] =>
      tile.flatMap(({ address }) => [
        wasmSetLocal(address, wasmGetLocal(first)),
        wasmSetLocal(first, addI32(wasmGetLocal(first), wasmGetLocal(stride))),
      ]);
    return [
      wasmDoWhile(wasmGetLocal(p.rows), [
        ...takeRows(p.left, p.leftStride),
        ...tile.flatMap(({ sums }, r) => sums.map((sum, v) => start(sum, v, r))),
        wasmSetLocal(p.rowTerms, addI32(wasmGetLocal(p.rowTerms), i32Constant(4 * PRODUCT_TILE_ROWS))),
        wasmSetLocal(panelAddress, wasmGetLocal(p.panel)),
        wasmDoWhile(lessThanUnsignedI32(wasmGetLocal(panelAddress), wasmGetLocal(p.panelEnd)), [
          ...Array.from({ length: steps }, (_, index) => step(index)).flat(),
          wasmSetLocal(
            panelAddress,
            addI32(wasmGetLocal(panelAddress), i32Constant(16 * TILE_VECTORS * parts * steps)),
          ),
          ...tile.map(({ address }) =>
            wasmSetLocal(address, addI32(wasmGetLocal(address), i32Constant(4 * parts * steps))),
          ),
        ]),
        ...takeRows(p.out, p.outStride),
        ...tile.flatMap(({ address, sums }) => sums.map((sum, v) => finish(sum, v, address))),
        wasmSetLocal(p.rows, addI32(wasmGetLocal(p.rows), i32Constant(-PRODUCT_TILE_ROWS))),
      ]),
    ];
  });
}

const WIDEN = { from: 'i32', end: 'i32', to: 'i32' } as const;
/** `widen(from, end, to)`: a panel of signed bytes as 16-bit integers, and after them the term of each column. */
const widen = defineWasmFunction('widen', WIDEN, ({ from, end, to }, scope) => {
  const columns = Array.from({ length: TILE_VECTORS }, (_, v) => ({
    first: scope.local('v128'),
    second: scope.local('v128'),
    term: scope.local('v128'),
    offset: 16 * v,
  }));
  const [low, high] = [scope.local('v128'), scope.local('v128')];
  const widened = ({ offset }: { offset: number }, part: WasmLocal): WasmCode =>
    (offset === 0 ? widenLowI8x16 : widenHighI8x16)(wasmGetLocal(part));
  return [
    wasmDoWhile(lessThanUnsignedI32(wasmGetLocal(from), wasmGetLocal(end)), [
      wasmSetLocal(low, loadV128(wasmGetLocal(from))),
      wasmSetLocal(high, loadV128(wasmGetLocal(from), 16)),
      ...columns.flatMap((column) => [
        wasmSetLocal(column.first, widened(column, low)),
        wasmSetLocal(column.second, widened(column, high)),
        wasmSetLocal(
          column.term,
          subtractI32x4(wasmGetLocal(column.term), dotI16x8(wasmGetLocal(column.first), wasmGetLocal(column.second))),
        ),
        storeV128(wasmGetLocal(to), wasmGetLocal(column.first), column.offset),
        storeV128(wasmGetLocal(to), wasmGetLocal(column.second), 32 + column.offset),
      ]),
      wasmSetLocal(from, addI32(wasmGetLocal(from), i32Constant(32))),
      wasmSetLocal(to, addI32(wasmGetLocal(to), i32Constant(64))),
    ]),
    ...columns.map(({ term, offset }) => storeV128(wasmGetLocal(to), wasmGetLocal(term), offset)),
  ];
});

const ROW_TERMS = { from: 'i32', end: 'i32', rowBytes: 'i32', to: 'i32' } as const;
/** `rowTerms(from, end, rowBytes, to)`: the term of each row of 16-bit integers. */
const rowTerms = defineWasmFunction('rowTerms', ROW_TERMS, ({ from, end, rowBytes, to }, scope) => {
  const [rowEnd, numbers, sum] = [scope.local('i32'), scope.local('v128'), scope.local('v128')];
  return [
    wasmDoWhile(lessThanUnsignedI32(wasmGetLocal(from), wasmGetLocal(end)), [
      wasmSetLocal(rowEnd, addI32(wasmGetLocal(from), wasmGetLocal(rowBytes))),
      wasmSetLocal(sum, i32x4Constant(0)),
      wasmDoWhile(lessThanUnsignedI32(wasmGetLocal(from), wasmGetLocal(rowEnd)), [
        wasmSetLocal(numbers, loadV128(wasmGetLocal(from))),
        wasmSetLocal(
          sum,
          addI32x4(
            wasmGetLocal(sum),
            dotI16x8(wasmGetLocal(numbers), shuffleI32x4(wasmGetLocal(numbers), wasmGetLocal(numbers), [1, 0, 3, 2])),
          ),
        ),
        wasmSetLocal(from, addI32(wasmGetLocal(from), i32Constant(16))),
      ]),
      ...reduceLanesWasmCode(sum, addI32x4),
      // Each product is in two lanes.
      storeFirstLane32(wasmGetLocal(to), subtractI32x4(i32x4Constant(0), shiftRightI32x4(wasmGetLocal(sum), 1))),
      wasmSetLocal(to, addI32(wasmGetLocal(to), i32Constant(4))),
    ]),
  ];
});

/** The functions that multiply matrices. */
export interface MultiplyKernels {
  /**
   * The rows are 16-bit integers, a multiple of 8. So is the panel: for each pair of its rows, the pairs of its columns; `widen` makes it.
   * `rowTerms` is the address of the results of the function of that name for the rows.
   */
  multiplyIntegers: MultiplyPanelKernel;
  /** As `multiplyIntegerMatrices`; adds the result to the numbers at `out`. */
  addIntegers: MultiplyPanelKernel;
  /** The rows are floats, an even number of them. The panel has its rows one after the other. */
  multiplyFloats: MultiplyPanelKernel;
  /** A panel of signed bytes, from the address `from` up to `end`, as 16-bit integers, with `FACTOR_PANEL_COLUMNS` 32-bit integers after it. */
  widen(from: number, end: number, to: number): void;
  /** A 32-bit integer for each row of 16-bit integers. */
  rowTerms(from: number, end: number, rowBytes: number, to: number): void;
}

/** The WebAssembly functions that multiply matrices, by their names in `MultiplyKernels`. */
export const multiplyKernels: readonly WasmFunction[] = [
  multiplyPanel('multiplyIntegers', INTEGERS, false),
  multiplyPanel('addIntegers', INTEGERS, true),
  multiplyPanel('multiplyFloats', FLOATS, false),
  widen,
  rowTerms,
];
