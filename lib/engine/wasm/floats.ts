import type { WasmCode } from './code.ts';
import { binaryVectorCode, unaryVectorCode, v128Constant } from './vectors.ts';

// Instructions on 4 lanes of 32-bit floating-point numbers. There is no fused multiplication and addition: it would give other bits on
// other machines.

/** The same number in 4 lanes. */
export const f32x4Constant = (value: number): WasmCode =>
  v128Constant(new Uint8Array(new Float32Array(4).fill(value).buffer));
/** A number (f32) in 4 lanes. */
export const f32x4Splat = (value: WasmCode): WasmCode => unaryVectorCode(19, value);
/** Lanes with all bits 1 where `a` is less than `b`, else 0. */
export const lessThanF32x4 = (a: WasmCode, b: WasmCode): WasmCode => binaryVectorCode(67, a, b);
/** The square roots of 4 lanes. */
export const squareRootF32x4 = (a: WasmCode): WasmCode => unaryVectorCode(227, a);
/** Sums of lanes. */
export const addF32x4 = (a: WasmCode, b: WasmCode): WasmCode => binaryVectorCode(228, a, b);
/** Differences of lanes. */
export const subtractF32x4 = (a: WasmCode, b: WasmCode): WasmCode => binaryVectorCode(229, a, b);
/** Products of lanes. */
export const multiplyF32x4 = (a: WasmCode, b: WasmCode): WasmCode => binaryVectorCode(230, a, b);
/** Quotients of lanes. */
export const divideF32x4 = (a: WasmCode, b: WasmCode): WasmCode => binaryVectorCode(231, a, b);
/** The lesser lanes of two vectors. */
export const minF32x4 = (a: WasmCode, b: WasmCode): WasmCode => binaryVectorCode(234, a, b);
/** The greater lanes of two vectors. */
export const maxF32x4 = (a: WasmCode, b: WasmCode): WasmCode => binaryVectorCode(235, a, b);
/** 4 signed 32-bit integers as floating-point numbers. */
export const convertI32x4ToF32x4 = (a: WasmCode): WasmCode => unaryVectorCode(250, a);
