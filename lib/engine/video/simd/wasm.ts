/**
 * Writes small WebAssembly modules with SIMD instructions, for loops over pixels, which JavaScript processes one by one. A module is written
 * in TypeScript, so that nothing has to be built and no binary is stored. Only the instructions that these loops need are covered. Opcodes
 * are those of the specification (WebAssembly Core 2.0, chapter 5).
 */

/** Instructions in binary form. Those of an expression leave its value on the stack. */
export type Code = readonly number[];

const I32 = 0x7f;
const V128 = 0x7b;
const NO_RESULT = 0x40;

/** LEB128, unsigned. */
function unsigned(value: number): Code {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = rest & 0x7f;
    rest >>>= 7;
    bytes.push(rest === 0 ? low : low | 0x80);
  } while (rest !== 0);
  return bytes;
}

/** LEB128, signed, of 32 bits. */
function signed(value: number): Code {
  const bytes: number[] = [];
  for (let rest = value | 0; ; ) {
    const low = rest & 0x7f;
    rest >>= 7;
    const isLast = (rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0);
    bytes.push(isLast ? low : low | 0x80);
    if (isLast) return bytes;
  }
}

const withLength = (code: Code): Code => [...unsigned(code.length), ...code];
const list = (items: readonly Code[]): Code => [...unsigned(items.length), ...items.flat()];
const section = (id: number, code: Code): Code => [id, ...withLength(code)];

/** A parameter or local variable of a function, by its index. */
export type Local = number;
/** The value of a variable. */
export const get = (local: Local): Code => [0x20, ...unsigned(local)];
/** Gives a variable a value. */
export const set = (local: Local, value: Code): Code => [...value, 0x21, ...unsigned(local)];

// 32-bit integers.
/** A 32-bit integer. */
export const i32 = (value: number): Code => [0x41, ...signed(value)];
/** The sum of two 32-bit integers, modulo 2^32. */
export const add = (a: Code, b: Code): Code => [...a, ...b, 0x6a];
/** 1 if `a` is below `b` (unsigned), else 0. */
export const isBelow = (a: Code, b: Code): Code => [...a, ...b, 0x49];
/** A 32-bit integer times a power of two. */
export const shiftLeft = (a: Code, bits: number): Code => [...a, ...i32(bits), 0x74];

/** Runs the body, and repeats it while the condition is not 0 after it. */
export const repeatWhile = (condition: Code, body: readonly Code[]): Code => [
  ...[0x03, NO_RESULT, ...body.flat()],
  ...[...condition, 0x0d, 0x00, 0x0b],
];

// Vectors of 128 bits: 16 bytes, 8 lanes of 16 bits or 4 lanes of 32.
const vector = (opcode: number): Code => [0xfd, ...unsigned(opcode)];
const unary = (opcode: number, a: Code): Code => [...a, ...vector(opcode)];
const binary = (opcode: number, a: Code, b: Code): Code => [...a, ...b, ...vector(opcode)];
const UNALIGNED = 0;

/** A vector from memory, at any address. */
export const load = (address: Code, offset = 0): Code => [...unary(0, address), ...[UNALIGNED, ...unsigned(offset)]];
/** Stores the low (0) or high (1) half of a vector: 8 bytes. */
export const storeHalf = (address: Code, half: 0 | 1, value: Code): Code => [
  ...binary(91, address, value),
  ...[UNALIGNED, 0, half],
];
const constant = (bytes: Uint8Array): Code => [...vector(12), ...bytes];
/** The same number in 4 lanes. */
export const lanes32 = (value: number): Code => constant(new Uint8Array(new Int32Array(4).fill(value).buffer));
/** The same number in 8 lanes. */
export const lanes16 = (value: number): Code => constant(new Uint8Array(new Int16Array(8).fill(value).buffer));
/** Takes four of the eight 32-bit lanes of two vectors. */
export const pick32 = (a: Code, b: Code, lanes: readonly [number, number, number, number]): Code => [
  ...binary(13, a, b),
  ...lanes.flatMap((lane) => [4 * lane, 4 * lane + 1, 4 * lane + 2, 4 * lane + 3]),
];
/** The bits that two vectors share. */
export const and = (a: Code, b: Code): Code => binary(78, a, b);
/** The sums of 8 lanes of 16 bits, modulo 2^16. */
export const add16 = (a: Code, b: Code): Code => binary(142, a, b);
/** The sums of 4 lanes of 32 bits, modulo 2^32. */
export const add32 = (a: Code, b: Code): Code => binary(174, a, b);
/** 4 lanes of 32 bits divided by a power of two, rounded down. */
export const shiftRight32 = (a: Code, bits: number): Code => [...a, ...i32(bits), ...vector(172)];
/** As `shiftRight32`, of unsigned numbers. */
export const shiftRightUnsigned32 = (a: Code, bits: number): Code => [...a, ...i32(bits), ...vector(173)];
/** Products of 16-bit lanes, neighbours added up: 4 lanes of 32 bits. */
export const dot = (a: Code, b: Code): Code => binary(186, a, b);
/** Products of the first four 16-bit lanes: 4 lanes of 32 bits. */
export const multiplyLow = (a: Code, b: Code): Code => binary(188, a, b);
/** As `multiplyLow`, of the last four lanes. */
export const multiplyHigh = (a: Code, b: Code): Code => binary(189, a, b);
/** 8 lanes of 32 bits to 16 bits, saturated. */
export const narrowTo16 = (low: Code, high: Code): Code => binary(133, low, high);
/** 16 lanes of signed 16 bits to bytes, clamped to 0–255. */
export const narrowToBytes = (low: Code, high: Code): Code => binary(102, low, high);

/** A function of 32-bit parameters without result. Its locals follow its parameters. */
export interface WasmFunction {
  name: string;
  parameters: number;
  locals: { i32: number; v128: number };
  body: readonly Code[];
}

const HEADER = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
const EXPORTED_FUNCTION = 0;
const EXPORTED_MEMORY = 2;
const END = 0x0b;

const named = (name: string, kind: number, index: number): Code => [
  ...withLength([...Buffer.from(name)]),
  ...[kind, ...unsigned(index)],
];

/** The bytes of a module that exports these functions and its `memory`, of a page of 64 KiB at first. */
export function wasmModule(functions: readonly WasmFunction[]): Uint8Array<ArrayBuffer> {
  const types = functions.map(({ parameters }) => [0x60, ...list(Array(parameters).fill([I32])), ...list([])]);
  const code = functions.map(({ locals, body }) => {
    const declared = list([
      [...unsigned(locals.i32), I32],
      [...unsigned(locals.v128), V128],
    ]);
    return withLength([...declared, ...body.flat(), END]);
  });
  const exported = [
    named('memory', EXPORTED_MEMORY, 0),
    ...functions.map(({ name }, i) => named(name, EXPORTED_FUNCTION, i)),
  ];
  return Uint8Array.from([
    ...HEADER,
    ...section(1, list(types)),
    ...section(3, list(functions.map((_, i) => unsigned(i)))),
    ...section(5, list([[0x00, 0x01]])),
    ...section(7, list(exported)),
    ...section(10, list(code)),
  ]);
}
