import { add, type Code, get, i32, isBelow, repeatWhile, set } from '#engine/wasm/code.ts';
import { floats, greater, minus, over, plus } from '#engine/wasm/floats.ts';
import { wasmFunction } from '#engine/wasm/module.ts';
import { load, store } from '#engine/wasm/vectors.ts';
import { exponentiate } from './elementary.ts';
import { reduceLanes } from './reduce.ts';

const LEAST = -3e38;

/**
 * `softmax(from, end, rowBytes)`: rows of floats (a multiple of 4) from the address `from` up to `end`: their exponentials, divided so that
 * the sum of a row is 1.
 */
export const softmax = wasmFunction('softmax', { from: 'i32', end: 'i32', rowBytes: 'i32' }, (p, scope) => {
  const [at, rowEnd] = [scope.local('i32'), scope.local('i32')];
  const [most, sum, x] = [scope.local('v128'), scope.local('v128'), scope.local('v128')];
  const overRow = (body: readonly Code[]): Code[] => [
    set(at, get(p.from)),
    repeatWhile(isBelow(get(at), get(rowEnd)), [...body, set(at, add(get(at), i32(16)))]),
  ];
  return [
    repeatWhile(isBelow(get(p.from), get(p.end)), [
      set(rowEnd, add(get(p.from), get(p.rowBytes))),
      set(most, floats(LEAST)),
      ...overRow([set(most, greater(get(most), load(get(at))))]),
      ...reduceLanes(most, greater),
      set(sum, floats(0)),
      ...overRow([
        set(x, minus(load(get(at)), get(most))),
        ...exponentiate(x, scope),
        set(sum, plus(get(sum), get(x))),
        store(get(at), get(x)),
      ]),
      ...reduceLanes(sum, plus),
      ...overRow([store(get(at), over(load(get(at)), get(sum)))]),
      set(p.from, get(rowEnd)),
    ]),
  ];
});
