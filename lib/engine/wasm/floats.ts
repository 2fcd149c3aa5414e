import type { Code } from './code.ts';
import { binary, constant, unary } from './vectors.ts';

// Instructions on 4 lanes of 32-bit floating-point numbers. There is no fused multiplication and addition: it would give other bits on
// other machines.

/** The same number in 4 lanes. */
export const floats = (value: number): Code => constant(new Uint8Array(new Float32Array(4).fill(value).buffer));
/** A number (f32) in 4 lanes. */
export const inAll = (number: Code): Code => unary(19, number);
/** Lanes with all bits 1 where `a` is less than `b`, else 0. */
export const isLess = (a: Code, b: Code): Code => binary(67, a, b);
/** The square roots of 4 lanes. */
export const squareRoot = (a: Code): Code => unary(227, a);
/** Sums of lanes. */
export const plus = (a: Code, b: Code): Code => binary(228, a, b);
/** Differences of lanes. */
export const minus = (a: Code, b: Code): Code => binary(229, a, b);
/** Products of lanes. */
export const times = (a: Code, b: Code): Code => binary(230, a, b);
/** Quotients of lanes. */
export const over = (a: Code, b: Code): Code => binary(231, a, b);
/** The lesser lanes of two vectors. */
export const lesser = (a: Code, b: Code): Code => binary(234, a, b);
/** The greater lanes of two vectors. */
export const greater = (a: Code, b: Code): Code => binary(235, a, b);
/** 4 signed 32-bit integers as floating-point numbers. */
export const toFloats = (a: Code): Code => unary(250, a);
