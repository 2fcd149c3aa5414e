import { type WasmCode, type WasmLocal, wasmGetLocal, wasmSetLocal } from '#engine/wasm/code.ts';
import { shuffleI32x4 } from '#engine/wasm/vectors.ts';

/** WebAssembly code that sets all lanes of `x` to one combination of its four lanes, such as their sum. */
export const reduceLanesWasmCode = (x: WasmLocal, combine: (a: WasmCode, b: WasmCode) => WasmCode): WasmCode[] => [
  wasmSetLocal(x, combine(wasmGetLocal(x), shuffleI32x4(wasmGetLocal(x), wasmGetLocal(x), [2, 3, 0, 1]))),
  wasmSetLocal(x, combine(wasmGetLocal(x), shuffleI32x4(wasmGetLocal(x), wasmGetLocal(x), [1, 0, 3, 2]))),
];
