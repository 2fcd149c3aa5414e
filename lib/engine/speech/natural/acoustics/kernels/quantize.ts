import { add, get, i32, isBelow, repeatWhile, set, type WasmLocal } from '#engine/wasm/code.ts';
import { floats, greater, inAll, lesser, over, plus } from '#engine/wasm/floats.ts';
import { wasmFunction } from '#engine/wasm/module.ts';
import { lanes32, load, narrowTo16, store, storeFirst32, subtract32 } from '#engine/wasm/vectors.ts';
import { TO_INTEGER, TO_INTEGER_BITS } from './elementary.ts';
import { reduceLanes } from './reduce.ts';

/** `range(from, end, out)`: the least and the greatest of 0 and the floats (a multiple of 4) from `from` up to `end`, as two floats. */
export const range = wasmFunction('range', { from: 'i32', end: 'i32', out: 'i32' }, ({ from, end, out }, scope) => {
  const [least, most] = [scope.local('v128'), scope.local('v128')];
  return [
    set(least, floats(0)),
    set(most, floats(0)),
    repeatWhile(isBelow(get(from), get(end)), [
      set(least, lesser(get(least), load(get(from)))),
      set(most, greater(get(most), load(get(from)))),
      set(from, add(get(from), i32(16))),
    ]),
    ...reduceLanes(least, lesser),
    ...reduceLanes(most, greater),
    storeFirst32(get(out), get(least)),
    storeFirst32(get(out), get(most), 4),
  ];
});

const QUANTIZE = { from: 'i32', end: 'i32', to: 'i32', step: 'f32', least: 'f32', most: 'f32' } as const;

/**
 * `quantize(from, end, to, step, least, most)`: the floats (a multiple of 8) from `from` up to `end` as 16-bit integers: by `step`, rounded
 * half to even, and clamped to the integers `least` to `most`.
 */
export const quantize = wasmFunction('quantize', QUANTIZE, (p, scope) => {
  const [step, least, most] = [scope.local('v128'), scope.local('v128'), scope.local('v128')];
  const four = (offset: number) =>
    subtract32(
      plus(
        lesser(greater(over(load(get(p.from), offset), get(step)), get(least)), get(most)),
        scope.once(floats(TO_INTEGER)),
      ),
      scope.once(lanes32(TO_INTEGER_BITS)),
    );
  const spread = (lanes: WasmLocal, number: WasmLocal) => set(lanes, inAll(get(number)));
  return [
    spread(step, p.step),
    spread(least, p.least),
    spread(most, p.most),
    repeatWhile(isBelow(get(p.from), get(p.end)), [
      store(get(p.to), narrowTo16(four(0), four(16))),
      set(p.from, add(get(p.from), i32(32))),
      set(p.to, add(get(p.to), i32(16))),
    ]),
  ];
});
