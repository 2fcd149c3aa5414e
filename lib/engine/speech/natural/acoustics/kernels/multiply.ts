import { add, type Code, get, i32, isBelow, repeatWhile, set, type WasmLocal } from '#engine/wasm/code.ts';
import { floats, inAll, plus, times, toFloats } from '#engine/wasm/floats.ts';
import { type ValueType, type WasmFunction, wasmFunction } from '#engine/wasm/module.ts';
import {
  add16,
  add32,
  dot,
  lanes32,
  load,
  loadInAll32,
  pick32,
  shiftRight32,
  store,
  storeFirst32,
  subtract32,
  widenHigh,
  widenLow,
} from '#engine/wasm/vectors.ts';
import { reduceLanes } from './reduce.ts';

/** Rows of the left factor that one step of the loop multiplies: rows are stored in multiples of it. */
export const TILE_ROWS = 4;
const TILE_VECTORS = 2;
/** Columns of a panel: the right factor is stored as panels. */
export const PANEL_COLUMNS = 4 * TILE_VECTORS;

/** The way in which products of one number type are summed. */
interface Arithmetic {
  /** 4-byte parts of a row in one step; a part is one float or two 16-bit integers. */
  parts: 1 | 2;
  /** Steps in one iteration; every length of a row is a multiple of their parts. */
  steps: number;
  /** The first value of a sum. */
  start(rowTerm: Code, columnTerm: Code): Code;
  /** The sum of `sum` and the products of a step. */
  accumulate(sum: Code, row: readonly Code[], weights: readonly Code[]): Code;
  toFloats(sum: Code): Code;
}

/**
 * Two products take one multiplication (Winograd, 1968): a·w + b·v = (a + v)·(b + w) − a·b − v·w. The last two terms depend on the row alone
 * and on the column alone, and start the sum. Multiplications limit these loops on many processors; additions do not.
 */
const INTEGERS: Arithmetic = {
  parts: 2,
  steps: 2,
  start: add32,
  accumulate: (sum, [a = [], b = []], [w = [], v = []]) => add32(sum, dot(add16(a, v), add16(b, w))),
  toFloats,
};
const FLOATS: Arithmetic = {
  parts: 1,
  steps: 2,
  start: () => floats(0),
  accumulate: (sum, [a = []], [w = []]) => plus(sum, times(a, w)),
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
export type MultiplyPanel = (
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
 * A function that multiplies rows (a multiple of `TILE_ROWS`, at least one) with a panel, and writes `PANEL_COLUMNS` floats of each row:
 * the product times `factor` and the column's scale, plus its bias.
 * @param addsToOut whether the result is added to the numbers at `out`
 */
function multiplyPanel(name: string, arithmetic: Arithmetic, addsToOut: boolean): WasmFunction {
  return wasmFunction(name, PARAMETERS, (p, scope) => {
    const several = (count: number, type: ValueType): WasmLocal[] =>
      Array.from({ length: count }, () => scope.local(type));
    const { parts, steps } = arithmetic;
    const at = scope.local('i32');
    const row = several(parts, 'v128');
    const weights = row.map(() => several(TILE_VECTORS, 'v128'));
    const tile = several(TILE_ROWS, 'i32').map((address) => ({ address, sums: several(TILE_VECTORS, 'v128') }));
    const step = (index: number): Code[] => [
      ...weights.flatMap((vectors, part) =>
        vectors.map((vector, v) => set(vector, load(get(at), 16 * (TILE_VECTORS * (parts * index + part) + v)))),
      ),
      ...tile.flatMap(({ address, sums }) => [
        ...row.map((local, part) => set(local, loadInAll32(get(address), 4 * (parts * index + part)))),
        ...sums.map((sum, v) => {
          const factors = weights.map((vectors) => get(vectors[v] ?? sum));
          return set(sum, arithmetic.accumulate(get(sum), row.map(get), factors));
        }),
      ]),
    ];
    const start = (sum: WasmLocal, v: number, r: number): Code =>
      set(sum, arithmetic.start(loadInAll32(get(p.rowTerms), 4 * r), load(get(p.panelEnd), 16 * v)));
    const finish = (sum: WasmLocal, v: number, address: WasmLocal): Code => {
      const scaled = times(times(arithmetic.toFloats(get(sum)), inAll(get(p.factor))), load(get(p.scales), 16 * v));
      const result = plus(scaled, load(get(p.biases), 16 * v));
      return store(get(address), addsToOut ? plus(load(get(address), 16 * v), result) : result, 16 * v);
    };
    /** Sets the addresses of the tile's rows from the first, and moves it on to the next tile. */
    const takeRows = (first: WasmLocal, stride: WasmLocal): Code[] =>
      tile.flatMap(({ address }) => [set(address, get(first)), set(first, add(get(first), get(stride)))]);
    return [
      repeatWhile(get(p.rows), [
        ...takeRows(p.left, p.leftStride),
        ...tile.flatMap(({ sums }, r) => sums.map((sum, v) => start(sum, v, r))),
        set(p.rowTerms, add(get(p.rowTerms), i32(4 * TILE_ROWS))),
        set(at, get(p.panel)),
        repeatWhile(isBelow(get(at), get(p.panelEnd)), [
          ...Array.from({ length: steps }, (_, index) => step(index)).flat(),
          set(at, add(get(at), i32(16 * TILE_VECTORS * parts * steps))),
          ...tile.map(({ address }) => set(address, add(get(address), i32(4 * parts * steps)))),
        ]),
        ...takeRows(p.out, p.outStride),
        ...tile.flatMap(({ address, sums }) => sums.map((sum, v) => finish(sum, v, address))),
        set(p.rows, add(get(p.rows), i32(-TILE_ROWS))),
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
  const wide = ({ place }: { place: number }, part: WasmLocal): Code => (place === 0 ? widenLow : widenHigh)(get(part));
  return [
    repeatWhile(isBelow(get(from), get(end)), [
      set(low, load(get(from))),
      set(high, load(get(from), 16)),
      ...columns.flatMap((column) => [
        set(column.first, wide(column, low)),
        set(column.second, wide(column, high)),
        set(column.term, subtract32(get(column.term), dot(get(column.first), get(column.second)))),
        store(get(to), get(column.first), column.place),
        store(get(to), get(column.second), 32 + column.place),
      ]),
      set(from, add(get(from), i32(32))),
      set(to, add(get(to), i32(64))),
    ]),
    ...columns.map(({ term, place }) => store(get(to), get(term), place)),
  ];
});

const ROW_TERMS = { from: 'i32', end: 'i32', rowBytes: 'i32', to: 'i32' } as const;
/** `rowTerms(from, end, rowBytes, to)`: the term of each row of 16-bit integers. */
const rowTerms = wasmFunction('rowTerms', ROW_TERMS, ({ from, end, rowBytes, to }, scope) => {
  const [rowEnd, numbers, sum] = [scope.local('i32'), scope.local('v128'), scope.local('v128')];
  return [
    repeatWhile(isBelow(get(from), get(end)), [
      set(rowEnd, add(get(from), get(rowBytes))),
      set(sum, lanes32(0)),
      repeatWhile(isBelow(get(from), get(rowEnd)), [
        set(numbers, load(get(from))),
        set(sum, add32(get(sum), dot(get(numbers), pick32(get(numbers), get(numbers), [1, 0, 3, 2])))),
        set(from, add(get(from), i32(16))),
      ]),
      ...reduceLanes(sum, add32),
      // Each product is in two lanes.
      storeFirst32(get(to), subtract32(lanes32(0), shiftRight32(get(sum), 1))),
      set(to, add(get(to), i32(4))),
    ]),
  ];
});

/** The functions that multiply matrices. */
export interface MultiplyKernels {
  /**
   * The rows are 16-bit integers, a multiple of 8. So is the panel: for each pair of its rows, the pairs of its columns; `widen` makes it.
   * `rowTerms` is the address of the results of the function of that name for the rows.
   */
  multiplyIntegers: MultiplyPanel;
  /** As `multiplyIntegers`; adds the result to the numbers at `out`. */
  addIntegers: MultiplyPanel;
  /** The rows are floats, an even number of them. The panel has its rows one after the other. */
  multiplyFloats: MultiplyPanel;
  /** A panel of signed bytes, from the address `from` up to `end`, as 16-bit integers, with `PANEL_COLUMNS` 32-bit integers after it. */
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
