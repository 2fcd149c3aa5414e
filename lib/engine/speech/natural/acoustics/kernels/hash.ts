import { type Code, get, set, type WasmLocal } from '#engine/wasm/code.ts';
import type { Scope } from '#engine/wasm/module.ts';
import { exclusiveOr, lanes32, multiply32, pairSums8, pairSums16, shiftRightUnsigned32 } from '#engine/wasm/vectors.ts';

/** Code that mixes the bits of each lane: neighbouring integers become unlike each other, and no two become the same. */
export const mixBits = (x: WasmLocal, { once }: Scope): Code[] => {
  const fold = (bits: number): Code => set(x, exclusiveOr(get(x), shiftRightUnsigned32(get(x), bits)));
  // Odd factors: a 32-bit product with them can be inverted.
  const multiply = (factor: number): Code => set(x, multiply32(get(x), once(lanes32(factor))));
  return [fold(16), multiply(0x7feb352d), fold(15), multiply(0x846ca68b), fold(16)];
};

/** The sum of the four bytes of each lane. */
export const sumOfBytes = (x: Code): Code => pairSums16(pairSums8(x));
