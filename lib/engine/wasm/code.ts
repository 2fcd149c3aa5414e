/**
 * Instructions of WebAssembly as functions: control, variables and 32-bit integers. Opcodes are those of the specification (WebAssembly
 * Core 2.0, chapter 5). Only instructions that this program needs are covered.
 */

/** Instructions in binary form. Those of an expression leave its value on the stack. */
export type WasmCode = readonly number[];

/** An unsigned integer as LEB128. */
export function leb128Unsigned(value: number): WasmCode {
  const bytes: number[] = [];
  let remainingValue = value;
  do {
    const lowBits = remainingValue & 0x7f;
    remainingValue >>>= 7;
    bytes.push(remainingValue === 0 ? lowBits : lowBits | 0x80);
  } while (remainingValue !== 0);
  return bytes;
}

/** A signed 32-bit integer as LEB128. */
function leb128Signed(value: number): WasmCode {
  const bytes: number[] = [];
  for (let remainingValue = value | 0; ; ) {
    const lowBits = remainingValue & 0x7f;
    remainingValue >>= 7;
    const isLast =
      (remainingValue === 0 && (lowBits & 0x40) === 0) || (remainingValue === -1 && (lowBits & 0x40) !== 0);
    bytes.push(isLast ? lowBits : lowBits | 0x80);
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
/** Code that gives 1 if `a` is below `b` (unsigned), else 0 (`i32.lt_u`). */
export const lessThanUnsignedI32 = (a: WasmCode, b: WasmCode): WasmCode => [...a, ...b, 0x49];
/** Code that gives a 32-bit integer times 2^`bits`, modulo 2^32 (`i32.shl`). */
export const shiftLeftI32 = (a: WasmCode, bits: number): WasmCode => [...a, ...i32Constant(bits), 0x74];

const LOOP = 0x03;
/** The type of a block that leaves no value on the stack. */
const NO_RESULT = 0x40;
const BRANCH_IF = 0x0d;
/** The label of a branch to the start of the loop that directly contains it. */
const INNERMOST_BLOCK = 0x00;
const END = 0x0b;
/** Code that runs the body, and repeats it as long as the condition is not 0 after it. */
export const wasmDoWhile = (condition: WasmCode, body: readonly WasmCode[]): WasmCode => [
  LOOP,
  NO_RESULT,
  ...body.flat(),
  ...condition,
  BRANCH_IF,
  INNERMOST_BLOCK,
  END,
];
