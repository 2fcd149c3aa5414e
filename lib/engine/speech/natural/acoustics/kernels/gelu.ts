import {
  addI32,
  i32Constant,
  lessThanUnsignedI32,
  wasmDoWhile,
  wasmGetLocal,
  wasmSetLocal,
} from '#engine/wasm/code.ts';
import { defineWasmFunction } from '#engine/wasm/module.ts';
import { loadV128, storeV128 } from '#engine/wasm/vectors.ts';
import { geluWasmCode } from './elementary.ts';

/** `gelu(from, end)`: replaces the floats from the address `from` up to `end`, a multiple of 4, by x/2 · (1 + erf(x / √2)). */
export const geluKernel = defineWasmFunction('gelu', { from: 'i32', end: 'i32' }, ({ from, end }, scope) => {
  const x = scope.local('v128');
  return [
    wasmDoWhile(lessThanUnsignedI32(wasmGetLocal(from), wasmGetLocal(end)), [
      wasmSetLocal(x, loadV128(wasmGetLocal(from))),
      ...geluWasmCode(x, scope),
      storeV128(wasmGetLocal(from), wasmGetLocal(x)),
      wasmSetLocal(from, addI32(wasmGetLocal(from), i32Constant(16))),
    ]),
  ];
});
