import { add, type Code, get, i32, isBelow, type Local, repeatWhile, set } from '#engine/wasm/code.ts';
import { floats, inAll, plus, times, toFloats } from '#engine/wasm/floats.ts';
import { type ValueType, type WasmFunction, wasmFunction } from '#engine/wasm/module.ts';
import { add32, dot, lanes32, load, loadInAll32, store, widenHigh, widenLow } from '#engine/wasm/vectors.ts';

/** Rows of the left factor that one step of the loop multiplies: rows are stored in multiples of it. */
export const TILE_ROWS = 4;
const TILE_VECTORS = 2;
/** Columns of a panel: the right factor is stored as panels. */
export const PANEL_COLUMNS = 4 * TILE_VECTORS;

/** A kind of numbers: a step multiplies 4 bytes of a row (one float, or two 16-bit integers). */
interface Arithmetic {
  zero: Code;
  /** The sum of `sum` and products. */
  accumulate(sum: Code, a: Code, b: Code): Code;
  toFloats(sum: Code): Code;
  /** Steps in one iteration; every length of a row is a multiple of it. */
  steps: number;
}

const INTEGERS: Arithmetic = {
  zero: lanes32(0),
  accumulate: (sum, a, b) => add32(sum, dot(a, b)),
  toFloats,
  steps: 4,
};
const FLOATS: Arithmetic = {
  zero: floats(0),
  accumulate: (sum, a, b) => plus(sum, times(a, b)),
  toFloats: (sum) => sum,
  steps: 2,
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
} as const;

/** The arguments of a function of `multiplyPanel`. Strides are bytes from a row to the next one. */
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
) => void;

/**
 * A function that multiplies rows (a multiple of `TILE_ROWS`, at least one) with a panel, and writes `PANEL_COLUMNS` floats of each row:
 * the product times `factor` and the column's scale, plus its bias.
 * @param addsToOut whether the result is added to what is at `out`
 */
function multiplyPanel(name: string, arithmetic: Arithmetic, addsToOut: boolean): WasmFunction {
  return wasmFunction(name, PARAMETERS, (p, scope) => {
    const several = (count: number, type: ValueType): Local[] => Array.from({ length: count }, () => scope.local(type));
    const [at, weights, row] = [scope.local('i32'), several(TILE_VECTORS, 'v128'), scope.local('v128')];
    const tile = several(TILE_ROWS, 'i32').map((address) => ({ address, sums: several(TILE_VECTORS, 'v128') }));
    const step = (index: number): Code[] => [
      ...weights.map((vector, v) => set(vector, load(get(at), 16 * (TILE_VECTORS * index + v)))),
      ...tile.flatMap(({ address, sums }) => [
        set(row, loadInAll32(get(address), 4 * index)),
        ...weights.map((vector, v) => {
          const sum = sums[v] ?? row;
          return set(sum, arithmetic.accumulate(get(sum), get(row), get(vector)));
        }),
      ]),
    ];
    const finish = (sum: Local, v: number, address: Local): Code => {
      const scaled = times(times(arithmetic.toFloats(get(sum)), inAll(get(p.factor))), load(get(p.scales), 16 * v));
      const result = plus(scaled, load(get(p.biases), 16 * v));
      return store(get(address), addsToOut ? plus(load(get(address), 16 * v), result) : result, 16 * v);
    };
    /** Sets the addresses of the tile's rows from the first, and moves it on to the next tile. */
    const takeRows = (first: Local, stride: Local): Code[] =>
      tile.flatMap(({ address }) => [set(address, get(first)), set(first, add(get(first), get(stride)))]);
    const { steps } = arithmetic;
    return [
      repeatWhile(get(p.rows), [
        ...takeRows(p.left, p.leftStride),
        ...tile.flatMap(({ sums }) => sums.map((sum) => set(sum, arithmetic.zero))),
        set(at, get(p.panel)),
        repeatWhile(isBelow(get(at), get(p.panelEnd)), [
          ...Array.from({ length: steps }, (_, index) => step(index)).flat(),
          set(at, add(get(at), i32(16 * TILE_VECTORS * steps))),
          ...tile.map(({ address }) => set(address, add(get(address), i32(4 * steps)))),
        ]),
        ...takeRows(p.out, p.outStride),
        ...tile.flatMap(({ address, sums }) => sums.map((sum, v) => finish(sum, v, address))),
        set(p.rows, add(get(p.rows), i32(-TILE_ROWS))),
      ]),
    ];
  });
}

const WIDEN = { from: 'i32', end: 'i32', to: 'i32' } as const;
/** `widen(from, end, to)`: signed bytes, a multiple of 16, as 16-bit integers. */
const widen = wasmFunction('widen', WIDEN, ({ from, end, to }) => [
  repeatWhile(isBelow(get(from), get(end)), [
    store(get(to), widenLow(load(get(from)))),
    store(get(to), widenHigh(load(get(from))), 16),
    set(from, add(get(from), i32(16))),
    set(to, add(get(to), i32(32))),
  ]),
]);

/** The functions that multiply matrices. */
export interface MultiplyKernels {
  /** The rows are 16-bit integers in steps of 8, and so is the panel: for each pair of rows of it, the pairs of its columns. */
  multiplyIntegers: MultiplyPanel;
  /** As `multiplyIntegers`, added to what is at `out`. */
  addIntegers: MultiplyPanel;
  /** The rows are floats, an even number of them. The panel has its rows one after the other. */
  multiplyFloats: MultiplyPanel;
  /** Signed bytes from the address `from` up to `end`, a multiple of 16, as 16-bit integers. */
  widen(from: number, end: number, to: number): void;
}

/** The functions of `MultiplyKernels`. */
export const multiplyKernels: readonly WasmFunction[] = [
  multiplyPanel('multiplyIntegers', INTEGERS, false),
  multiplyPanel('addIntegers', INTEGERS, true),
  multiplyPanel('multiplyFloats', FLOATS, false),
  widen,
];
