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

const MIX_PARAMETERS = { from: 'i32', to: 'i32', toWeight: 'i32', fromWeight: 'i32', end: 'i32' } as const;

/**
 * `mix(from, to, toWeight, fromWeight, end)`: mixes the bytes from `from` up to `end` with those at `to`, by the two weights, whose sum is
 * 256. The result replaces those at `from`.
 */
const mix = defineWasmFunction('mix', MIX_PARAMETERS, ({ from, to, toWeight, fromWeight, end }, { local }) => {
  const [toWeights, fromWeights] = [local('v128'), local('v128')];
  const mixHalf = (widen: (bytes: WasmCode) => WasmCode): WasmCode =>
    shiftRightU16x8(
      addI16x8(
        addI16x8(
          multiplyI16x8(widen(loadV128(wasmGetLocal(from))), wasmGetLocal(fromWeights)),
          multiplyI16x8(widen(loadV128(wasmGetLocal(to))), wasmGetLocal(toWeights)),
        ),
        i16x8Constant(1 << (WEIGHT_BITS - 1)),
      ),
      WEIGHT_BITS,
    );
  return [
    wasmSetLocal(toWeights, i16x8Splat(wasmGetLocal(toWeight))),
    wasmSetLocal(fromWeights, i16x8Splat(wasmGetLocal(fromWeight))),
    wasmDoWhile(lessThanUnsignedI32(wasmGetLocal(from), wasmGetLocal(end)), [
      storeV128(wasmGetLocal(from), narrowToU8x16(mixHalf(widenLowU8x16), mixHalf(widenHighU8x16))),
      wasmSetLocal(from, addI32(wasmGetLocal(from), i32Constant(VECTOR_BYTES))),
      wasmSetLocal(to, addI32(wasmGetLocal(to), i32Constant(VECTOR_BYTES))),
    ]),
  ];
});

interface MixKernel {
  memory: WebAssembly.Memory;
  mix(from: number, to: number, toWeight: number, fromWeight: number, end: number): void;
}

/** Bytes that are mixed at a time: two of them fit the first page of memory. */
export const MAX_MIXED_BYTES = 1 << 15;

let kernel: MixKernel | undefined;

/**
 * Mixes two rows of up to `MAX_MIXED_BYTES` bytes: `toWeight` (0–256) 256ths of the second, the rest of the first.
 * @param out receives as many bytes
 */
export function mixBytes(from: Uint8Array, to: Uint8Array, toWeight: number, out: Uint8Array): void {
  kernel ??= new WebAssembly.Instance(new WebAssembly.Module(encodeWasmModule([mix]))).exports as unknown as MixKernel;
  const memory = new Uint8Array(kernel.memory.buffer);
  memory.set(from, 0);
  memory.set(to, MAX_MIXED_BYTES);
  kernel.mix(0, MAX_MIXED_BYTES, toWeight, 256 - toWeight, from.length);
  out.set(memory.subarray(0, from.length));
}
