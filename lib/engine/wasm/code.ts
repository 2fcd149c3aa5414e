/**
 * Instructions of WebAssembly as functions: control, variables and 32-bit integers. Opcodes are those of the specification (WebAssembly
 * Core 2.0, chapter 5). Only instructions that this program needs are covered.
 */

/** Instructions in binary form. Those of an expression leave its value on the stack. */
export type WasmCode = readonly number[];

/** An unsigned integer as LEB128. */
export function leb128Unsigned(value: number): WasmCode {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = rest & 0x7f;
    rest >>>= 7;
    bytes.push(rest === 0 ? low : low | 0x80);
  } while (rest !== 0);
  return bytes;
}

/** A signed 32-bit integer as LEB128. */
function leb128Signed(value: number): WasmCode {
  const bytes: number[] = [];
  for (let rest = value | 0; ; ) {
    const low = rest & 0x7f;
    rest >>= 7;
    const isLast = (rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0);
    bytes.push(isLast ? low : low | 0x80);
    if (isLast) return bytes;
  }
}

/** A parameter or local variable of a function, by its index. */
export type WasmLocal = number;
/** Code that gives the value of a parameter or local variable (`local.get`). */
export const wasmGetLocal = (local: WasmLocal): WasmCode => [0x20, ...leb128Unsigned(local)];
/** Code that assigns a value to a parameter or local variable (`local.set`). */
export const wasmSetLocal = (local: WasmLocal, value: WasmCode): WasmCode => [...value, 0x21, ...leb128Unsigned(local)];

// 32-bit integers.
/** Code that gives a constant 32-bit integer (`i32.const`). */
export const i32Constant = (value: number): WasmCode => [0x41, ...leb128Signed(value)];
/** Code that loads a 32-bit integer from memory, at any address (`i32.load`). */
export const loadI32 = (address: WasmCode, offset = 0): WasmCode => [...address, 0x28, 0x00, ...leb128Unsigned(offset)];
/** Code that gives the sum of two 32-bit integers, modulo 2^32 (`i32.add`). */
export const addI32 = (a: WasmCode, b: WasmCode): WasmCode => [...a, ...b, 0x6a];
/** 1 if `a` is below `b` (unsigned), else 0. */
export const lessThanUnsignedI32 = (a: WasmCode, b: WasmCode): WasmCode => [...a, ...b, 0x49];
/** A 32-bit integer times a power of two. */
export const shiftLeftI32 = (a: WasmCode, bits: number): WasmCode => [...a, ...i32Constant(bits), 0x74];

const NO_RESULT = 0x40;
/** Runs the body, and repeats it while the condition is not 0 after it. */
export const wasmLoopWhile = (condition: WasmCode, body: readonly WasmCode[]): WasmCode => [
  ...[0x03, NO_RESULT, ...body.flat()],
  ...[...condition, 0x0d, 0x00, 0x0b],
];
