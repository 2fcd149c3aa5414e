import { type Code, i32, unsigned } from './code.ts';

/** Instructions on vectors of 128 bits: 16 bytes, 8 lanes of 16 bits or 4 lanes of 32. */
const vector = (opcode: number): Code => [0xfd, ...unsigned(opcode)];
/** An instruction on vectors with one operand. */
export const unary = (opcode: number, a: Code): Code => [...a, ...vector(opcode)];
/** An instruction on vectors with two operands. */
export const binary = (opcode: number, a: Code, b: Code): Code => [...a, ...b, ...vector(opcode)];
const UNALIGNED = 0;
const place = (offset: number): Code => [UNALIGNED, ...unsigned(offset)];

/** A vector from memory, at any address. */
export const load = (address: Code, offset = 0): Code => [...unary(0, address), ...place(offset)];
/** The 32 bits at an address, in each of the 4 lanes. */
export const loadInAll32 = (address: Code, offset = 0): Code => [...unary(9, address), ...place(offset)];
/** Stores a vector at any address. */
export const store = (address: Code, value: Code, offset = 0): Code => [
  ...binary(11, address, value),
  ...place(offset),
];
/** Stores the low (0) or high (1) half of a vector: 8 bytes. */
export const storeHalf = (address: Code, half: 0 | 1, value: Code): Code => [
  ...binary(91, address, value),
  ...[UNALIGNED, 0, half],
];
/** Stores the first 32 bits of a vector. */
export const storeFirst32 = (address: Code, value: Code, offset = 0): Code => [
  ...binary(90, address, value),
  ...[...place(offset), 0],
];

/** A constant vector of 16 bytes. */
export const constant = (bytes: Uint8Array): Code => [...vector(12), ...bytes];
/** The same number in 4 lanes. */
export const lanes32 = (value: number): Code => constant(new Uint8Array(new Int32Array(4).fill(value).buffer));
/** A 32-bit integer in 4 lanes. */
export const inAll32 = (number: Code): Code => unary(17, number);
/** The low 16 bits of an integer, in 8 lanes. */
export const inAll16 = (number: Code): Code => unary(16, number);
/** The integers 0, 1, 2, 3. */
export const LANE_NUMBERS: Code = constant(new Uint8Array(Int32Array.of(0, 1, 2, 3).buffer));
/** The same number in 8 lanes. */
export const lanes16 = (value: number): Code => constant(new Uint8Array(new Int16Array(8).fill(value).buffer));
/** Takes four of the eight 32-bit lanes of two vectors. */
export const pick32 = (a: Code, b: Code, lanes: readonly [number, number, number, number]): Code => [
  ...binary(13, a, b),
  ...lanes.flatMap((lane) => [4 * lane, 4 * lane + 1, 4 * lane + 2, 4 * lane + 3]),
];
/** Takes eight of the sixteen 16-bit lanes of two vectors. */
export const pick16 = (a: Code, b: Code, lanes: readonly number[]): Code => [
  ...binary(13, a, b),
  ...lanes.flatMap((lane) => [2 * lane, 2 * lane + 1]),
];
/** The bits that two vectors share. */
export const and = (a: Code, b: Code): Code => binary(78, a, b);
/** The bits that are in one of two vectors, not in both. */
export const exclusiveOr = (a: Code, b: Code): Code => binary(81, a, b);
/** The bits of `a` where `mask` has a 1, else those of `b`. */
export const choose = (mask: Code, a: Code, b: Code): Code => [...a, ...b, ...mask, ...vector(82)];
/** The sums of 8 lanes of 16 bits, modulo 2^16. */
export const add16 = (a: Code, b: Code): Code => binary(142, a, b);
/** The products of 8 lanes of 16 bits, modulo 2^16. */
export const multiply16 = (a: Code, b: Code): Code => binary(149, a, b);
/** 8 lanes of unsigned 16 bits divided by a power of two, rounded down. */
export const shiftRightUnsigned16 = (a: Code, bits: number): Code => [...a, ...i32(bits), ...vector(141)];
/** The sums of 4 lanes of 32 bits, modulo 2^32. */
export const add32 = (a: Code, b: Code): Code => binary(174, a, b);
/** The differences of 4 lanes of 32 bits, modulo 2^32. */
export const subtract32 = (a: Code, b: Code): Code => binary(177, a, b);
/** The products of 4 lanes of 32 bits, modulo 2^32. */
export const multiply32 = (a: Code, b: Code): Code => binary(181, a, b);
/** 4 lanes of 32 bits times a power of two, modulo 2^32. */
export const shiftLeft32 = (a: Code, bits: number): Code => [...a, ...i32(bits), ...vector(171)];
/** 4 lanes of 32 bits divided by a power of two, rounded down. */
export const shiftRight32 = (a: Code, bits: number): Code => [...a, ...i32(bits), ...vector(172)];
/** As `shiftRight32`, for unsigned numbers. */
export const shiftRightUnsigned32 = (a: Code, bits: number): Code => [...a, ...i32(bits), ...vector(173)];
/** Products of 16-bit lanes, neighbours added up: 4 lanes of 32 bits. */
export const dot = (a: Code, b: Code): Code => binary(186, a, b);
/** Products of the first four 16-bit lanes: 4 lanes of 32 bits. */
export const multiplyLow = (a: Code, b: Code): Code => binary(188, a, b);
/** As `multiplyLow`, for the last four lanes. */
export const multiplyHigh = (a: Code, b: Code): Code => binary(189, a, b);
/** The sums of neighbours of 16 unsigned bytes: 8 lanes of 16 bits. */
export const pairSums8 = (a: Code): Code => unary(125, a);
/** The sums of neighbours of 8 unsigned 16-bit numbers: 4 lanes of 32 bits. */
export const pairSums16 = (a: Code): Code => unary(127, a);
/** The first 8 of 16 signed bytes as 16-bit numbers. */
export const widenLow = (a: Code): Code => unary(135, a);
/** As `widenLow`, for the last 8 bytes. */
export const widenHigh = (a: Code): Code => unary(136, a);
/** The first 8 of 16 unsigned bytes as 16-bit numbers. */
export const widenLowUnsigned = (a: Code): Code => unary(137, a);
/** As `widenLowUnsigned`, of the last 8 bytes. */
export const widenHighUnsigned = (a: Code): Code => unary(138, a);
/** 8 lanes of 32 bits to 16 bits, saturated. */
export const narrowTo16 = (low: Code, high: Code): Code => binary(133, low, high);
/** 16 lanes of signed 16 bits to bytes, clamped to 0–255. */
export const narrowToBytes = (low: Code, high: Code): Code => binary(102, low, high);
