import { addI32, getLocal, i32Constant, lessThanUnsignedI32, setLocal, wasmLoopWhile } from '#engine/wasm/code.ts';
import { wasmFunction } from '#engine/wasm/module.ts';
import { loadVector, storeVector } from '#engine/wasm/vectors.ts';
import { geluCode } from './elementary.ts';

/** `gelu(from, end)`: replaces the floats from the address `from` up to `end`, a multiple of 4, by x/2 · (1 + erf(x / √2)). */
export const geluKernel = wasmFunction('gelu', { from: 'i32', end: 'i32' }, ({ from, end }, scope) => {
  const x = scope.local('v128');
  return [
    wasmLoopWhile(lessThanUnsignedI32(getLocal(from), getLocal(end)), [
      setLocal(x, loadVector(getLocal(from))),
      ...geluCode(x, scope),
      storeVector(getLocal(from), getLocal(x)),
      setLocal(from, addI32(getLocal(from), i32Constant(16))),
    ]),
  ];
});
