import { add, type Code, get, i32, isBelow, loadNumber, repeatWhile, set } from '#engine/wasm/code.ts';
import { type WasmFunction, wasmFunction, wasmModule } from '#engine/wasm/module.ts';
import {
  add16,
  and,
  inAll16,
  lanes16,
  lanes32,
  load,
  multiply16,
  narrowTo16,
  narrowToBytes,
  pick16,
  pick32,
  shiftRightUnsigned16,
  shiftRightUnsigned32,
  store,
  storeHalf,
} from '#engine/wasm/vectors.ts';

/** Most bytes that the functions read and write beyond the given ranges. */
export const ROW_OVERSHOOT = 64;

const VECTOR = 16;

/** A weighted sum of coefficients (9 bits, the weights 7) in lanes of 16 bits, rounded to whole coefficients. */
const rounded = (sum: Code, bits: number): Code => shiftRightUnsigned16(add16(sum, lanes16(1 << (bits - 1))), bits);

const A_NUMBER = 'i32' as const;
const COLUMNS = {
  ...{ a0: A_NUMBER, a1: A_NUMBER, a2: A_NUMBER, a3: A_NUMBER },
  ...{ b0: A_NUMBER, b1: A_NUMBER, b2: A_NUMBER, b3: A_NUMBER },
  ...{ v0: A_NUMBER, v1: A_NUMBER, v2: A_NUMBER, v3: A_NUMBER },
  ...{ w0: A_NUMBER, w1: A_NUMBER, w2: A_NUMBER, w3: A_NUMBER },
  ...{ to: A_NUMBER, bytes: A_NUMBER },
} as const;

/**
 * `columns(a0…a3, b0…b3, v0…v3, w0…w3, to, bytes)`: two rows of coefficients, each from four source rows of `bytes` bytes at the addresses `a` and `b`,
 * by their weights `v` and `w`. Both are written to `to` as 32-bit words: the first row in the low half.
 */
const columns = (bits: number): WasmFunction =>
  wasmFunction('columns', COLUMNS, (given, { local }) => {
    const at = local('i32');
    const [a, b] = [local('v128'), local('v128')];
    const weights = [given.v0, given.v1, given.v2, given.v3, given.w0, given.w1, given.w2, given.w3].map((number) => ({
      number,
      vector: local('v128'),
    }));
    const term = (row: number, tap: number): Code =>
      multiply16(load(add(get(row), get(at))), get(weights[tap]?.vector ?? at));
    const sum = (rows: readonly number[], first: number): Code =>
      rows.map((row, tap) => term(row, first + tap)).reduce(add16);
    return [
      ...weights.map(({ number, vector }) => set(vector, inAll16(get(number)))),
      set(at, i32(0)),
      repeatWhile(isBelow(get(at), get(given.bytes)), [
        set(a, rounded(sum([given.a0, given.a1, given.a2, given.a3], 0), bits)),
        set(b, rounded(sum([given.b0, given.b1, given.b2, given.b3], 4), bits)),
        store(get(given.to), pick16(get(a), get(b), [0, 8, 1, 9, 2, 10, 3, 11])),
        store(get(given.to), pick16(get(a), get(b), [4, 12, 5, 13, 6, 14, 7, 15]), VECTOR),
        set(given.to, add(get(given.to), i32(2 * VECTOR))),
        set(at, add(get(at), i32(VECTOR))),
      ]),
    ];
  });

const ROWS = { firsts: 'i32', weights: 'i32', upper: 'i32', lower: 'i32', end: 'i32' } as const;
/** Samples of one iteration, and the bytes of their addresses. */
const [SAMPLES, ADDRESS_BYTES] = [8, 4];

/**
 * `rows(firsts, weights, upper, lower, end)`: two rows of bytes at `upper`, up to `end`, and at `lower`. For each sample, `firsts` has the address of the
 * first of four words, as `columns` writes them, and `weights` that of a vector with each of their weights twice. `bias` is taken from each sum.
 */
const rows = (bits: number, bias: number): WasmFunction =>
  wasmFunction('rows', ROWS, ({ firsts, weights, upper, lower, end }, { local }) => {
    const products = Array.from({ length: SAMPLES / 2 }, () => local('v128'));
    const [low, high, pairs, others] = [local('v128'), local('v128'), local('v128'), local('v128')];
    const product = (sample: number): Code =>
      multiply16(
        load(loadNumber(get(firsts), sample * ADDRESS_BYTES)),
        load(loadNumber(get(weights), sample * ADDRESS_BYTES)),
      );
    /** The sums of four samples, both rows of each in a lane of 32 bits. */
    const four = (first: number, into: number): Code[] => [
      ...products.map((vector, i) => set(vector, product(first + i))),
      ...products.map((vector) => set(vector, add16(get(vector), pick32(get(vector), get(vector), [2, 3, 0, 1])))),
      set(pairs, pick32(get(products[0] ?? 0), get(products[1] ?? 0), [0, 4, 1, 5])),
      set(others, pick32(get(products[2] ?? 0), get(products[3] ?? 0), [0, 4, 1, 5])),
      set(
        into,
        rounded(
          add16(pick32(get(pairs), get(others), [0, 1, 4, 5]), pick32(get(pairs), get(others), [2, 3, 6, 7])),
          bits,
        ),
      ),
    ];
    const bytes = (first: Code, second: Code): Code => {
      const unbiased = add16(narrowTo16(first, second), lanes16(-bias));
      return narrowToBytes(unbiased, lanes16(0));
    };
    const lowOf = (vector: number): Code => and(get(vector), lanes32(0xffff));
    const highOf = (vector: number): Code => shiftRightUnsigned32(get(vector), 16);
    return [
      repeatWhile(isBelow(get(upper), get(end)), [
        ...four(0, low),
        ...four(4, high),
        storeHalf(get(upper), 0, bytes(lowOf(low), lowOf(high))),
        storeHalf(get(lower), 0, bytes(highOf(low), highOf(high))),
        set(firsts, add(get(firsts), i32(SAMPLES * ADDRESS_BYTES))),
        set(weights, add(get(weights), i32(SAMPLES * ADDRESS_BYTES))),
        set(upper, add(get(upper), i32(SAMPLES))),
        set(lower, add(get(lower), i32(SAMPLES))),
      ]),
    ];
  });

/** Addresses of four source rows. */
type FourRows = readonly [number, number, number, number];
/** Weights of four source rows. */
type FourWeights = FourRows;

/** The compiled functions, and the memory to which their addresses refer. */
export interface ResampleKernels {
  memory: WebAssembly.Memory;
  columns(...given: [...FourRows, ...FourRows, ...FourWeights, ...FourWeights, to: number, bytes: number]): void;
  rows(firsts: number, weights: number, upper: number, lower: number, end: number): void;
}

/** Compiles the functions. @param bits of the weights. @param bias that coefficients have */
export const createResampleKernels = (bits: number, bias: number): ResampleKernels =>
  new WebAssembly.Instance(new WebAssembly.Module(wasmModule([columns(bits), rows(bits, bias)])))
    .exports as unknown as ResampleKernels;
