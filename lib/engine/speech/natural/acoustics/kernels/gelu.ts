import { add, get, i32, isBelow, repeatWhile, set } from '#engine/wasm/code.ts';
import { wasmFunction } from '#engine/wasm/module.ts';
import { load, store } from '#engine/wasm/vectors.ts';
import { gaussianLinear } from './elementary.ts';

/** `gelu(from, end)`: replaces the floats from the address `from` up to `end`, a multiple of 4, by x/2 · (1 + erf(x / √2)). */
export const gelu = wasmFunction('gelu', { from: 'i32', end: 'i32' }, ({ from, end }, scope) => {
  const x = scope.local('v128');
  return [
    repeatWhile(isBelow(get(from), get(end)), [
      set(x, load(get(from))),
      ...gaussianLinear(x, scope),
      store(get(from), get(x)),
      set(from, add(get(from), i32(16))),
    ]),
  ];
});
