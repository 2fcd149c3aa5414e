import { getLocal, setLocal, type WasmCode, type WasmLocal } from '#engine/wasm/code.ts';
import type { WasmFunctionScope } from '#engine/wasm/module.ts';
import {
  i32x4Constant,
  multiplyI32x4,
  pairSumsU8x16,
  pairSumsU16x8,
  shiftRightU32x4,
  xorVectors,
} from '#engine/wasm/vectors.ts';

/** Code that mixes the bits of each lane: neighbouring integers become unlike each other, and no two become the same. */
export const mixBitsCode = (x: WasmLocal, { once }: WasmFunctionScope): WasmCode[] => {
  const fold = (bits: number): WasmCode => setLocal(x, xorVectors(getLocal(x), shiftRightU32x4(getLocal(x), bits)));
  // Odd factors: a 32-bit product with them can be inverted.
  const multiply = (factor: number): WasmCode => setLocal(x, multiplyI32x4(getLocal(x), once(i32x4Constant(factor))));
  return [fold(16), multiply(0x7feb352d), fold(15), multiply(0x846ca68b), fold(16)];
};

/** The sum of the four bytes of each lane. */
export const sumOfBytesCode = (x: WasmCode): WasmCode => pairSumsU16x8(pairSumsU8x16(x));
