import { type WasmCode, type WasmLocal, wasmGetLocal, wasmSetLocal } from '#engine/wasm/code.ts';
import type { WasmFunctionScope } from '#engine/wasm/module.ts';
import {
  i32x4Constant,
  multiplyI32x4,
  pairSumsU8x16,
  pairSumsU16x8,
  shiftRightU32x4,
  xorV128,
} from '#engine/wasm/vectors.ts';

/**
 * WebAssembly code that scrambles the bits of each lane like a hash: neighbouring integers become dissimilar, and different integers stay
 * different.
 */
export const hashLanesWasmCode = (x: WasmLocal, { once }: WasmFunctionScope): WasmCode[] => {
  const fold = (bits: number): WasmCode =>
    wasmSetLocal(x, xorV128(wasmGetLocal(x), shiftRightU32x4(wasmGetLocal(x), bits)));
  // Odd factors: a 32-bit product with them can be inverted.
  const multiply = (factor: number): WasmCode =>
    wasmSetLocal(x, multiplyI32x4(wasmGetLocal(x), once(i32x4Constant(factor))));
  return [fold(16), multiply(0x7feb352d), fold(15), multiply(0x846ca68b), fold(16)];
};

/** WebAssembly code for the sum of the four bytes of each lane. */
export const sumOfBytesWasmCode = (x: WasmCode): WasmCode => pairSumsU16x8(pairSumsU8x16(x));
