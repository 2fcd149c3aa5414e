import {
  addI32,
  i32Constant,
  lessThanUnsignedI32,
  loadI32,
  type WasmCode,
  wasmDoWhile,
  wasmGetLocal,
  wasmSetLocal,
} from '#engine/wasm/code.ts';
import { defineWasmFunction, encodeWasmModule, type WasmFunction } from '#engine/wasm/module.ts';
import {
  addI16x8,
  andV128,
  i16x8Constant,
  i16x8Splat,
  i32x4Constant,
  loadV128,
  multiplyI16x8,
  narrowToI16x8,
  narrowToU8x16,
  shiftRightU16x8,
  shiftRightU32x4,
  shuffleI16x8,
  shuffleI32x4,
  storeV128,
  storeV128Half,
} from '#engine/wasm/vectors.ts';

/** The most bytes that the functions of `ResampleWasmFunctions` read and write beyond the ranges they are given. */
export const RESAMPLE_OVERSHOOT_BYTES = 64;

const VECTOR_BYTES = 16;

/** A weighted sum of coefficients (9 bits, the weights 7) in lanes of 16 bits, rounded to whole coefficients. */
const rounded = (sum: WasmCode, bits: number): WasmCode =>
  shiftRightU16x8(addI16x8(sum, i16x8Constant(1 << (bits - 1))), bits);

const I32 = 'i32' as const;
const COLUMNS_PARAMETERS = {
  // In groups, because the order of the parameters is the order of the arguments.
  ...{ a0: I32, a1: I32, a2: I32, a3: I32 },
  ...{ b0: I32, b1: I32, b2: I32, b3: I32 },
  ...{ v0: I32, v1: I32, v2: I32, v3: I32 },
  ...{ w0: I32, w1: I32, w2: I32, w3: I32 },
  ...{ to: I32, bytes: I32 },
} as const;

/**
 * `columns(a0…a3, b0…b3, v0…v3, w0…w3, to, bytes)`: two rows of coefficients, each from four source rows of `bytes` bytes at the addresses `a` and `b`,
 * by their weights `v` and `w`. Both are written to `to` as 32-bit words: the first row in the low half.
 */
const columns = (bits: number): WasmFunction =>
  defineWasmFunction('columns', COLUMNS_PARAMETERS, (parameters, { local }) => {
    const byteOffset = local('i32');
    const [upperRow, lowerRow] = [local('v128'), local('v128')];
    const weights = [
      parameters.v0,
      parameters.v1,
      parameters.v2,
      parameters.v3,
      parameters.w0,
      parameters.w1,
      parameters.w2,
      parameters.w3,
    ].map((number) => ({
      number,
      vector: local('v128'),
    }));
    const term = (row: number, tap: number): WasmCode =>
      multiplyI16x8(
        loadV128(addI32(wasmGetLocal(row), wasmGetLocal(byteOffset))),
        wasmGetLocal(weights[tap]?.vector ?? byteOffset),
      );
    const sum = (rows: readonly number[], firstTap: number): WasmCode =>
      rows.map((row, tap) => term(row, firstTap + tap)).reduce(addI16x8);
    return [
      ...weights.map(({ number, vector }) => wasmSetLocal(vector, i16x8Splat(wasmGetLocal(number)))),
      wasmSetLocal(byteOffset, i32Constant(0)),
      wasmDoWhile(lessThanUnsignedI32(wasmGetLocal(byteOffset), wasmGetLocal(parameters.bytes)), [
        wasmSetLocal(upperRow, rounded(sum([parameters.a0, parameters.a1, parameters.a2, parameters.a3], 0), bits)),
        wasmSetLocal(lowerRow, rounded(sum([parameters.b0, parameters.b1, parameters.b2, parameters.b3], 4), bits)),
        storeV128(
          wasmGetLocal(parameters.to),
          shuffleI16x8(wasmGetLocal(upperRow), wasmGetLocal(lowerRow), [0, 8, 1, 9, 2, 10, 3, 11]),
        ),
        storeV128(
          wasmGetLocal(parameters.to),
          shuffleI16x8(wasmGetLocal(upperRow), wasmGetLocal(lowerRow), [4, 12, 5, 13, 6, 14, 7, 15]),
          VECTOR_BYTES,
        ),
        wasmSetLocal(parameters.to, addI32(wasmGetLocal(parameters.to), i32Constant(2 * VECTOR_BYTES))),
        wasmSetLocal(byteOffset, addI32(wasmGetLocal(byteOffset), i32Constant(VECTOR_BYTES))),
      ]),
    ];
  });

const ROWS_PARAMETERS = { firsts: 'i32', weights: 'i32', upper: 'i32', lower: 'i32', end: 'i32' } as const;
/** Samples of one iteration, and the bytes of their addresses. */
const [SAMPLES_AT_ONCE, ADDRESS_BYTES] = [8, 4];

/**
 * `rows(firsts, weights, upper, lower, end)`: two rows of bytes at `upper`, up to `end`, and at `lower`. For each sample, `firsts` has the address of the
 * first of four words, as `columns` writes them, and `weights` that of a vector with each of their weights twice. `bias` is taken from each sum.
 */
const rows = (bits: number, bias: number): WasmFunction =>
  defineWasmFunction('rows', ROWS_PARAMETERS, ({ firsts, weights, upper, lower, end }, { local }) => {
    const products = Array.from({ length: SAMPLES_AT_ONCE / 2 }, () => local('v128'));
    const [low, high, pairs, others] = [local('v128'), local('v128'), local('v128'), local('v128')];
    const product = (sample: number): WasmCode =>
      multiplyI16x8(
        loadV128(loadI32(wasmGetLocal(firsts), sample * ADDRESS_BYTES)),
        loadV128(loadI32(wasmGetLocal(weights), sample * ADDRESS_BYTES)),
      );
    /** The sums of four samples, both rows of each in a lane of 32 bits. */
    const sumFourSamples = (first: number, target: number): WasmCode[] => [
      ...products.map((vector, i) => wasmSetLocal(vector, product(first + i))),
      ...products.map((vector) =>
        wasmSetLocal(
          vector,
          addI16x8(wasmGetLocal(vector), shuffleI32x4(wasmGetLocal(vector), wasmGetLocal(vector), [2, 3, 0, 1])),
        ),
      ),
      wasmSetLocal(pairs, shuffleI32x4(wasmGetLocal(products[0] ?? 0), wasmGetLocal(products[1] ?? 0), [0, 4, 1, 5])),
      wasmSetLocal(others, shuffleI32x4(wasmGetLocal(products[2] ?? 0), wasmGetLocal(products[3] ?? 0), [0, 4, 1, 5])),
      wasmSetLocal(
        target,
        rounded(
          addI16x8(
            shuffleI32x4(wasmGetLocal(pairs), wasmGetLocal(others), [0, 1, 4, 5]),
            shuffleI32x4(wasmGetLocal(pairs), wasmGetLocal(others), [2, 3, 6, 7]),
          ),
          bits,
        ),
      ),
    ];
    const bytes = (first: WasmCode, second: WasmCode): WasmCode => {
      const unbiased = addI16x8(narrowToI16x8(first, second), i16x8Constant(-bias));
      return narrowToU8x16(unbiased, i16x8Constant(0));
    };
    const lowOf = (vector: number): WasmCode => andV128(wasmGetLocal(vector), i32x4Constant(0xffff));
    const highOf = (vector: number): WasmCode => shiftRightU32x4(wasmGetLocal(vector), 16);
    return [
      wasmDoWhile(lessThanUnsignedI32(wasmGetLocal(upper), wasmGetLocal(end)), [
        ...sumFourSamples(0, low),
        ...sumFourSamples(4, high),
        storeV128Half(wasmGetLocal(upper), 0, bytes(lowOf(low), lowOf(high))),
        storeV128Half(wasmGetLocal(lower), 0, bytes(highOf(low), highOf(high))),
        wasmSetLocal(firsts, addI32(wasmGetLocal(firsts), i32Constant(SAMPLES_AT_ONCE * ADDRESS_BYTES))),
        wasmSetLocal(weights, addI32(wasmGetLocal(weights), i32Constant(SAMPLES_AT_ONCE * ADDRESS_BYTES))),
        wasmSetLocal(upper, addI32(wasmGetLocal(upper), i32Constant(SAMPLES_AT_ONCE))),
        wasmSetLocal(lower, addI32(wasmGetLocal(lower), i32Constant(SAMPLES_AT_ONCE))),
      ]),
    ];
  });

/** Addresses of four source rows. */
type FourRows = readonly [number, number, number, number];
/** Weights of four source rows. */
type FourWeights = FourRows;

/** The compiled WebAssembly functions that resample planes, and the memory to which their addresses refer. */
export interface ResampleWasmFunctions {
  memory: WebAssembly.Memory;
  columns(...parameters: [...FourRows, ...FourRows, ...FourWeights, ...FourWeights, to: number, bytes: number]): void;
  rows(firsts: number, weights: number, upper: number, lower: number, end: number): void;
}

/**
 * Compiles the WebAssembly functions that resample planes.
 * @param bits precision of the weights, in bits
 * @param bias offset that was added to the coefficients
 */
export const compileResampleKernels = (bits: number, bias: number): ResampleWasmFunctions =>
  new WebAssembly.Instance(new WebAssembly.Module(encodeWasmModule([columns(bits), rows(bits, bias)])))
    .exports as unknown as ResampleWasmFunctions;
