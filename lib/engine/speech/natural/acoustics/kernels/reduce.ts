import { getLocal, setLocal, type WasmCode, type WasmLocal } from '#engine/wasm/code.ts';
import { shuffleLanes32 } from '#engine/wasm/vectors.ts';

/** Code after which all lanes of `x` have the result (the sum, for example) of its four. */
export const reduceLanesCode = (x: WasmLocal, combine: (a: WasmCode, b: WasmCode) => WasmCode): WasmCode[] => [
  setLocal(x, combine(getLocal(x), shuffleLanes32(getLocal(x), getLocal(x), [2, 3, 0, 1]))),
  setLocal(x, combine(getLocal(x), shuffleLanes32(getLocal(x), getLocal(x), [1, 0, 3, 2]))),
];
