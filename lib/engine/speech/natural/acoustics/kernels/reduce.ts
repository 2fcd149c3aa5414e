import { type Code, get, set, type WasmLocal } from '#engine/wasm/code.ts';
import { pick32 } from '#engine/wasm/vectors.ts';

/** Code after which all lanes of `x` have the result (the sum, for example) of its four. */
export const reduceLanes = (x: WasmLocal, combine: (a: Code, b: Code) => Code): Code[] => [
  set(x, combine(get(x), pick32(get(x), get(x), [2, 3, 0, 1]))),
  set(x, combine(get(x), pick32(get(x), get(x), [1, 0, 3, 2]))),
];
