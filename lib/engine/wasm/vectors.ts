import { i32Constant, leb128Unsigned, type WasmCode } from './code.ts';

// Instructions on vectors of 128 bits: 16 bytes, 8 lanes of 16 bits or 4 lanes of 32.

/** The code of a vector instruction without its operands. */
const vectorInstruction = (opcode: number): WasmCode => [0xfd, ...leb128Unsigned(opcode)];
/** An instruction on vectors with one operand. */
export const unaryVectorCode = (opcode: number, a: WasmCode): WasmCode => [...a, ...vectorInstruction(opcode)];
/** An instruction on vectors with two operands. */
export const binaryVectorCode = (opcode: number, a: WasmCode, b: WasmCode): WasmCode => [
  ...a,
  ...b,
  ...vectorInstruction(opcode),
];
/** The alignment of an access to memory as a power of two: 0 permits any address. */
const UNALIGNED = 0;
const memoryArgument = (offset: number): WasmCode => [UNALIGNED, ...leb128Unsigned(offset)];

/** Code that loads a vector of 16 bytes from memory, at any address (`v128.load`). */
export const loadV128 = (address: WasmCode, offset = 0): WasmCode => [
  ...unaryVectorCode(0, address),
  ...memoryArgument(offset),
];
/** The 32 bits at an address, in each of the 4 lanes. */
export const loadV128Splat32 = (address: WasmCode, offset = 0): WasmCode => [
  ...unaryVectorCode(9, address),
  ...memoryArgument(offset),
];
/** Code that stores a vector of 16 bytes at any address (`v128.store`). */
export const storeV128 = (address: WasmCode, value: WasmCode, offset = 0): WasmCode => [
  ...binaryVectorCode(11, address, value),
  ...memoryArgument(offset),
];
/** Stores the low (0) or high (1) half of a vector: 8 bytes. */
export const storeV128Half = (address: WasmCode, half: 0 | 1, value: WasmCode): WasmCode => [
  ...binaryVectorCode(91, address, value),
  UNALIGNED,
  0,
  half,
];
/** Stores the first 32 bits of a vector. */
export const storeFirstLane32 = (address: WasmCode, value: WasmCode, offset = 0): WasmCode => [
  ...binaryVectorCode(90, address, value),
  ...memoryArgument(offset),
  0,
];

/** A constant vector of 16 bytes. */
export const v128Constant = (bytes: Uint8Array): WasmCode => [...vectorInstruction(12), ...bytes];
/** The same number in 4 lanes. */
export const i32x4Constant = (value: number): WasmCode =>
  v128Constant(new Uint8Array(new Int32Array(4).fill(value).buffer));
/** A 32-bit integer in 4 lanes. */
export const i32x4Splat = (value: WasmCode): WasmCode => unaryVectorCode(17, value);
/** The low 16 bits of an integer, in 8 lanes. */
export const i16x8Splat = (value: WasmCode): WasmCode => unaryVectorCode(16, value);
/** Code of the constant vector with the 32-bit lanes 0, 1, 2 and 3: each lane has its index. */
export const I32X4_LANE_INDEXES: WasmCode = v128Constant(new Uint8Array(Int32Array.of(0, 1, 2, 3).buffer));
/** The same number in 8 lanes. */
export const i16x8Constant = (value: number): WasmCode =>
  v128Constant(new Uint8Array(new Int16Array(8).fill(value).buffer));
/** Takes four of the eight 32-bit lanes of two vectors. */
export const shuffleI32x4 = (a: WasmCode, b: WasmCode, lanes: readonly [number, number, number, number]): WasmCode => [
  ...binaryVectorCode(13, a, b),
  ...lanes.flatMap((lane) => [4 * lane, 4 * lane + 1, 4 * lane + 2, 4 * lane + 3]),
];
/** Takes eight of the sixteen 16-bit lanes of two vectors. */
export const shuffleI16x8 = (a: WasmCode, b: WasmCode, lanes: readonly number[]): WasmCode => [
  ...binaryVectorCode(13, a, b),
  ...lanes.flatMap((lane) => [2 * lane, 2 * lane + 1]),
];
/** Code that gives the bitwise AND of two vectors (`v128.and`). */
export const andV128 = (a: WasmCode, b: WasmCode): WasmCode => binaryVectorCode(78, a, b);
/** Code that gives the bitwise exclusive OR of two vectors (`v128.xor`). */
export const xorV128 = (a: WasmCode, b: WasmCode): WasmCode => binaryVectorCode(81, a, b);
/** Code that gives, for each bit, that of `a` where `mask` is 1, else that of `b` (`v128.bitselect`). */
export const bitSelectV128 = (mask: WasmCode, a: WasmCode, b: WasmCode): WasmCode => [
  ...a,
  ...b,
  ...mask,
  ...vectorInstruction(82),
];
/** The sums of 8 lanes of 16 bits, modulo 2^16. */
export const addI16x8 = (a: WasmCode, b: WasmCode): WasmCode => binaryVectorCode(142, a, b);
/** The products of 8 lanes of 16 bits, modulo 2^16. */
export const multiplyI16x8 = (a: WasmCode, b: WasmCode): WasmCode => binaryVectorCode(149, a, b);
/** 8 lanes of unsigned 16 bits divided by a power of two, rounded down. */
export const shiftRightU16x8 = (a: WasmCode, bits: number): WasmCode => [
  ...a,
  ...i32Constant(bits),
  ...vectorInstruction(141),
];
/** The sums of 4 lanes of 32 bits, modulo 2^32. */
export const addI32x4 = (a: WasmCode, b: WasmCode): WasmCode => binaryVectorCode(174, a, b);
/** The differences of 4 lanes of 32 bits, modulo 2^32. */
export const subtractI32x4 = (a: WasmCode, b: WasmCode): WasmCode => binaryVectorCode(177, a, b);
/** The products of 4 lanes of 32 bits, modulo 2^32. */
export const multiplyI32x4 = (a: WasmCode, b: WasmCode): WasmCode => binaryVectorCode(181, a, b);
/** 4 lanes of 32 bits times a power of two, modulo 2^32. */
export const shiftLeftI32x4 = (a: WasmCode, bits: number): WasmCode => [
  ...a,
  ...i32Constant(bits),
  ...vectorInstruction(171),
];
/** 4 lanes of 32 bits divided by a power of two, rounded down. */
export const shiftRightI32x4 = (a: WasmCode, bits: number): WasmCode => [
  ...a,
  ...i32Constant(bits),
  ...vectorInstruction(172),
];
/** As `shiftRightI32x4`, for unsigned numbers. */
export const shiftRightU32x4 = (a: WasmCode, bits: number): WasmCode => [
  ...a,
  ...i32Constant(bits),
  ...vectorInstruction(173),
];
/** Products of 16-bit lanes, neighbours added up: 4 lanes of 32 bits. */
export const dotI16x8 = (a: WasmCode, b: WasmCode): WasmCode => binaryVectorCode(186, a, b);
/** Products of the first four signed 16-bit lanes: 4 lanes of 32 bits. */
export const extmulLowI16x8 = (a: WasmCode, b: WasmCode): WasmCode => binaryVectorCode(188, a, b);
/** Products of the last four signed 16-bit lanes: 4 lanes of 32 bits. */
export const extmulHighI16x8 = (a: WasmCode, b: WasmCode): WasmCode => binaryVectorCode(189, a, b);
/** The sums of neighbours of 16 unsigned bytes: 8 lanes of 16 bits. */
export const pairSumsU8x16 = (a: WasmCode): WasmCode => unaryVectorCode(125, a);
/** The sums of neighbours of 8 unsigned 16-bit numbers: 4 lanes of 32 bits. */
export const pairSumsU16x8 = (a: WasmCode): WasmCode => unaryVectorCode(127, a);
/** The first 8 of 16 signed bytes as 16-bit numbers. */
export const widenLowI8x16 = (a: WasmCode): WasmCode => unaryVectorCode(135, a);
/** As `widenLowI8x16`, for the last 8 bytes. */
export const widenHighI8x16 = (a: WasmCode): WasmCode => unaryVectorCode(136, a);
/** The first 8 of 16 unsigned bytes as 16-bit numbers. */
export const widenLowU8x16 = (a: WasmCode): WasmCode => unaryVectorCode(137, a);
/** As `widenLowU8x16`, of the last 8 bytes. */
export const widenHighU8x16 = (a: WasmCode): WasmCode => unaryVectorCode(138, a);
/** 8 lanes of 32 bits to 16 bits, saturated. */
export const narrowToI16x8 = (low: WasmCode, high: WasmCode): WasmCode => binaryVectorCode(133, low, high);
/** 16 lanes of signed 16 bits to bytes, clamped to 0–255. */
export const narrowToU8x16 = (low: WasmCode, high: WasmCode): WasmCode => binaryVectorCode(102, low, high);
