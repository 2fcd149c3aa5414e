import { add, type Code, get, i32, isBelow, repeatWhile, set } from '#engine/wasm/code.ts';
import { wasmFunction, wasmModule } from '#engine/wasm/module.ts';
import {
  add16,
  inAll16,
  lanes16,
  load,
  multiply16,
  narrowToBytes,
  shiftRightUnsigned16,
  store,
  widenHighUnsigned,
  widenLowUnsigned,
} from '#engine/wasm/vectors.ts';

const VECTOR = 16;
/** Bits of a weight: 255 times 256, and a half, just fit 16 bits. */
const WEIGHT_BITS = 8;

const MIX = { from: 'i32', to: 'i32', weight: 'i32', rest: 'i32', end: 'i32' } as const;

/** `mix(from, to, weight, rest, end)`: mixes bytes at `from`, up to `end`, with those at `to`, in their place. */
const mix = wasmFunction('mix', MIX, ({ from, to, weight, rest, end }, { local }) => {
  const [weights, rests] = [local('v128'), local('v128')];
  const mixed = (widened: (bytes: Code) => Code): Code =>
    shiftRightUnsigned16(
      add16(
        add16(multiply16(widened(load(get(from))), get(rests)), multiply16(widened(load(get(to))), get(weights))),
        lanes16(1 << (WEIGHT_BITS - 1)),
      ),
      WEIGHT_BITS,
    );
  return [
    set(weights, inAll16(get(weight))),
    set(rests, inAll16(get(rest))),
    repeatWhile(isBelow(get(from), get(end)), [
      store(get(from), narrowToBytes(mixed(widenLowUnsigned), mixed(widenHighUnsigned))),
      set(from, add(get(from), i32(VECTOR))),
      set(to, add(get(to), i32(VECTOR))),
    ]),
  ];
});

interface MixKernel {
  memory: WebAssembly.Memory;
  mix(from: number, to: number, weight: number, rest: number, end: number): void;
}

/** Bytes that are mixed at a time: two of them fit the first page of memory. */
export const MIXED_AT_ONCE = 1 << 15;

let kernel: MixKernel | undefined;

/**
 * Mixes up to `MIXED_AT_ONCE` bytes of two rows of bytes: `weight` (0–256) of the second, the rest of the first.
 * @param out receives as many bytes
 */
export function mixBytes(from: Uint8Array, to: Uint8Array, weight: number, out: Uint8Array): void {
  kernel ??= new WebAssembly.Instance(new WebAssembly.Module(wasmModule([mix]))).exports as unknown as MixKernel;
  const memory = new Uint8Array(kernel.memory.buffer);
  memory.set(from, 0);
  memory.set(to, MIXED_AT_ONCE);
  kernel.mix(0, MIXED_AT_ONCE, weight, 256 - weight, from.length);
  out.set(memory.subarray(0, from.length));
}
