import {
  addI32,
  getLocal,
  i32Constant,
  lessThanUnsignedI32,
  setLocal,
  type WasmCode,
  type WasmLocal,
  wasmLoopWhile,
} from '#engine/wasm/code.ts';
import { addF32x4, convertI32x4ToF32x4, f32x4Constant, f32x4Splat, multiplyF32x4 } from '#engine/wasm/floats.ts';
import { type WasmFunction, type WasmValueType, wasmFunction } from '#engine/wasm/module.ts';
import {
  addI16x8,
  addI32x4,
  dotI16x8,
  i32x4Constant,
  loadVector,
  loadVectorSplat32,
  shiftRightI32x4,
  shuffleLanes32,
  storeFirstLane32,
  storeVector,
  subtractI32x4,
  widenHighI8x16,
  widenLowI8x16,
} from '#engine/wasm/vectors.ts';
import { reduceLanesCode } from './reduce.ts';

/** Rows of the left factor that one step of the loop multiplies: rows are stored in multiples of it. */
export const PRODUCT_TILE_ROWS = 4;
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
 * A function that multiplies rows (a multiple of `PRODUCT_TILE_ROWS`, at least one) with a panel, and writes `FACTOR_PANEL_COLUMNS` floats of each row:
 * the product times `factor` and the column's scale, plus its bias.
 * @param addsToOut whether the result is added to the numbers at `out`
 */
function multiplyPanel(name: string, arithmetic: Arithmetic, addsToOut: boolean): WasmFunction {
  return wasmFunction(name, PARAMETERS, (p, scope) => {
    const several = (count: number, type: WasmValueType): WasmLocal[] =>
      Array.from({ length: count }, () => scope.local(type));
    const { parts, steps } = arithmetic;
    const at = scope.local('i32');
    const row = several(parts, 'v128');
    const weights = row.map(() => several(TILE_VECTORS, 'v128'));
    const tile = several(PRODUCT_TILE_ROWS, 'i32').map((address) => ({ address, sums: several(TILE_VECTORS, 'v128') }));
    const step = (index: number): WasmCode[] => [
      ...weights.flatMap((vectors, part) =>
        vectors.map((vector, v) =>
          setLocal(vector, loadVector(getLocal(at), 16 * (TILE_VECTORS * (parts * index + part) + v))),
        ),
      ),
      ...tile.flatMap(({ address, sums }) => [
        ...row.map((local, part) => setLocal(local, loadVectorSplat32(getLocal(address), 4 * (parts * index + part)))),
        ...sums.map((sum, v) => {
          const factors = weights.map((vectors) => getLocal(vectors[v] ?? sum));
          return setLocal(sum, arithmetic.accumulate(getLocal(sum), row.map(getLocal), factors));
        }),
      ]),
    ];
    const start = (sum: WasmLocal, v: number, r: number): WasmCode =>
      setLocal(
        sum,
        arithmetic.start(loadVectorSplat32(getLocal(p.rowTerms), 4 * r), loadVector(getLocal(p.panelEnd), 16 * v)),
      );
    const finish = (sum: WasmLocal, v: number, address: WasmLocal): WasmCode => {
      const scaled = multiplyF32x4(
        multiplyF32x4(arithmetic.toFloats(getLocal(sum)), f32x4Splat(getLocal(p.factor))),
        loadVector(getLocal(p.scales), 16 * v),
      );
      const result = addF32x4(scaled, loadVector(getLocal(p.biases), 16 * v));
      return storeVector(
        getLocal(address),
        addsToOut ? addF32x4(loadVector(getLocal(address), 16 * v), result) : result,
        16 * v,
      );
    };
    /** Sets the addresses of the tile's rows from the first, and moves it on to the next tile. */
    const takeRows = (first: WasmLocal, stride: WasmLocal): WasmCode[] =>
      tile.flatMap(({ address }) => [
        setLocal(address, getLocal(first)),
        setLocal(first, addI32(getLocal(first), getLocal(stride))),
      ]);
    return [
      wasmLoopWhile(getLocal(p.rows), [
        ...takeRows(p.left, p.leftStride),
        ...tile.flatMap(({ sums }, r) => sums.map((sum, v) => start(sum, v, r))),
        setLocal(p.rowTerms, addI32(getLocal(p.rowTerms), i32Constant(4 * PRODUCT_TILE_ROWS))),
        setLocal(at, getLocal(p.panel)),
        wasmLoopWhile(lessThanUnsignedI32(getLocal(at), getLocal(p.panelEnd)), [
          ...Array.from({ length: steps }, (_, index) => step(index)).flat(),
          setLocal(at, addI32(getLocal(at), i32Constant(16 * TILE_VECTORS * parts * steps))),
          ...tile.map(({ address }) => setLocal(address, addI32(getLocal(address), i32Constant(4 * parts * steps)))),
        ]),
        ...takeRows(p.out, p.outStride),
        ...tile.flatMap(({ address, sums }) => sums.map((sum, v) => finish(sum, v, address))),
        setLocal(p.rows, addI32(getLocal(p.rows), i32Constant(-PRODUCT_TILE_ROWS))),
      ]),
    ];
  });
}

const WIDEN = { from: 'i32', end: 'i32', to: 'i32' } as const;
/** `widen(from, end, to)`: a panel of signed bytes as 16-bit integers, and after them the term of each column. */
const widen = wasmFunction('widen', WIDEN, ({ from, end, to }, scope) => {
  const columns = Array.from({ length: TILE_VECTORS }, (_, v) => ({
    ...{ first: scope.local('v128'), second: scope.local('v128'), term: scope.local('v128') },
    place: 16 * v,
  }));
  const [low, high] = [scope.local('v128'), scope.local('v128')];
  const wide = ({ place }: { place: number }, part: WasmLocal): WasmCode =>
    (place === 0 ? widenLowI8x16 : widenHighI8x16)(getLocal(part));
  return [
    wasmLoopWhile(lessThanUnsignedI32(getLocal(from), getLocal(end)), [
      setLocal(low, loadVector(getLocal(from))),
      setLocal(high, loadVector(getLocal(from), 16)),
      ...columns.flatMap((column) => [
        setLocal(column.first, wide(column, low)),
        setLocal(column.second, wide(column, high)),
        setLocal(
          column.term,
          subtractI32x4(getLocal(column.term), dotI16x8(getLocal(column.first), getLocal(column.second))),
        ),
        storeVector(getLocal(to), getLocal(column.first), column.place),
        storeVector(getLocal(to), getLocal(column.second), 32 + column.place),
      ]),
      setLocal(from, addI32(getLocal(from), i32Constant(32))),
      setLocal(to, addI32(getLocal(to), i32Constant(64))),
    ]),
    ...columns.map(({ term, place }) => storeVector(getLocal(to), getLocal(term), place)),
  ];
});

const ROW_TERMS = { from: 'i32', end: 'i32', rowBytes: 'i32', to: 'i32' } as const;
/** `rowTerms(from, end, rowBytes, to)`: the term of each row of 16-bit integers. */
const rowTerms = wasmFunction('rowTerms', ROW_TERMS, ({ from, end, rowBytes, to }, scope) => {
  const [rowEnd, numbers, sum] = [scope.local('i32'), scope.local('v128'), scope.local('v128')];
  return [
    wasmLoopWhile(lessThanUnsignedI32(getLocal(from), getLocal(end)), [
      setLocal(rowEnd, addI32(getLocal(from), getLocal(rowBytes))),
      setLocal(sum, i32x4Constant(0)),
      wasmLoopWhile(lessThanUnsignedI32(getLocal(from), getLocal(rowEnd)), [
        setLocal(numbers, loadVector(getLocal(from))),
        setLocal(
          sum,
          addI32x4(
            getLocal(sum),
            dotI16x8(getLocal(numbers), shuffleLanes32(getLocal(numbers), getLocal(numbers), [1, 0, 3, 2])),
          ),
        ),
        setLocal(from, addI32(getLocal(from), i32Constant(16))),
      ]),
      ...reduceLanesCode(sum, addI32x4),
      // Each product is in two lanes.
      storeFirstLane32(getLocal(to), subtractI32x4(i32x4Constant(0), shiftRightI32x4(getLocal(sum), 1))),
      setLocal(to, addI32(getLocal(to), i32Constant(4))),
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
  /** As `multiplyIntegers`; adds the result to the numbers at `out`. */
  addIntegers: MultiplyPanelKernel;
  /** The rows are floats, an even number of them. The panel has its rows one after the other. */
  multiplyFloats: MultiplyPanelKernel;
  /** A panel of signed bytes, from the address `from` up to `end`, as 16-bit integers, with `FACTOR_PANEL_COLUMNS` 32-bit integers after it. */
  widen(from: number, end: number, to: number): void;
  /** A 32-bit integer for each row of 16-bit integers. */
  rowTerms(from: number, end: number, rowBytes: number, to: number): void;
}

/** The functions of `MultiplyKernels`. */
export const multiplyKernels: readonly WasmFunction[] = [
  multiplyPanel('multiplyIntegers', INTEGERS, false),
  multiplyPanel('addIntegers', INTEGERS, true),
  multiplyPanel('multiplyFloats', FLOATS, false),
  widen,
  rowTerms,
];
