import {
  addI32,
  i32Constant,
  lessThanUnsignedI32,
  type WasmCode,
  wasmDoWhile,
  wasmGetLocal,
  wasmSetLocal,
} from '#engine/wasm/code.ts';
import { defineWasmFunction, encodeWasmModule } from '#engine/wasm/module.ts';
import {
  addI16x8,
  i16x8Constant,
  i16x8Splat,
  loadV128,
  multiplyI16x8,
  narrowToU8x16,
  shiftRightU16x8,
  storeV128,
  widenHighU8x16,
  widenLowU8x16,
} from '#engine/wasm/vectors.ts';

const VECTOR_BYTES = 16;
/** Bits of a weight: 255 times 256, and a half, just fit 16 bits. */
const WEIGHT_BITS = 8;

const MIX_PARAMETERS = { from: 'i32', to: 'i32', weight: 'i32', rest: 'i32', end: 'i32' } as const;

/** `mix(from, to, weight, rest, end)`: mixes bytes at `from`, up to `end`, with those at `to`, in their place. */
const mix = defineWasmFunction('mix', MIX_PARAMETERS, ({ from, to, weight, rest, end }, { local }) => {
  const [weights, rests] = [local('v128'), local('v128')];
  const mixHalf = (widen: (bytes: WasmCode) => WasmCode): WasmCode =>
    shiftRightU16x8(
      addI16x8(
        addI16x8(
          multiplyI16x8(widen(loadV128(wasmGetLocal(from))), wasmGetLocal(rests)),
          multiplyI16x8(widen(loadV128(wasmGetLocal(to))), wasmGetLocal(weights)),
        ),
        i16x8Constant(1 << (WEIGHT_BITS - 1)),
      ),
      WEIGHT_BITS,
    );
  return [
    wasmSetLocal(weights, i16x8Splat(wasmGetLocal(weight))),
    wasmSetLocal(rests, i16x8Splat(wasmGetLocal(rest))),
    wasmDoWhile(lessThanUnsignedI32(wasmGetLocal(from), wasmGetLocal(end)), [
      storeV128(wasmGetLocal(from), narrowToU8x16(mixHalf(widenLowU8x16), mixHalf(widenHighU8x16))),
      wasmSetLocal(from, addI32(wasmGetLocal(from), i32Constant(VECTOR_BYTES))),
      wasmSetLocal(to, addI32(wasmGetLocal(to), i32Constant(VECTOR_BYTES))),
    ]),
  ];
});

interface MixKernel {
  memory: WebAssembly.Memory;
  mix(from: number, to: number, weight: number, rest: number, end: number): void;
}

/** Bytes that are mixed at a time: two of them fit the first page of memory. */
export const MAX_MIXED_BYTES = 1 << 15;

let kernel: MixKernel | undefined;

/**
 * Mixes up to `MAX_MIXED_BYTES` bytes of two rows of bytes: `weight` (0–256) of the second, the rest of the first.
 * @param out receives as many bytes
 */
export function mixBytes(from: Uint8Array, to: Uint8Array, weight: number, out: Uint8Array): void {
  kernel ??= new WebAssembly.Instance(new WebAssembly.Module(encodeWasmModule([mix]))).exports as unknown as MixKernel;
  const memory = new Uint8Array(kernel.memory.buffer);
  memory.set(from, 0);
  memory.set(to, MAX_MIXED_BYTES);
  kernel.mix(0, MAX_MIXED_BYTES, weight, 256 - weight, from.length);
  out.set(memory.subarray(0, from.length));
}
