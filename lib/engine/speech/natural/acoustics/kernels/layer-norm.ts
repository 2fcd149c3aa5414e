import { add, type Code, get, i32, isBelow, repeatWhile, set, type WasmLocal } from '#engine/wasm/code.ts';
import { floats, inAll, minus, over, plus, squareRoot, times } from '#engine/wasm/floats.ts';
import { wasmFunction } from '#engine/wasm/module.ts';
import { load, store } from '#engine/wasm/vectors.ts';
import { reduceLanes } from './reduce.ts';

/** Added to the variance before its root, as in the model's training: a row of equal numbers is not divided by 0. */
const EPSILON = 1e-5;

/**
 * The function `layerNorm`: `from`, `end`, `to`, `weights` and `biases` are addresses of 32-bit floats, `rowBytes` the bytes of a row, and
 * `columns` the numbers of a row.
 */
export type LayerNorm = (
  from: number,
  end: number,
  to: number,
  rowBytes: number,
  columns: number,
  weights: number,
  biases: number,
) => void;

const PARAMETERS = {
  from: 'i32',
  end: 'i32',
  to: 'i32',
  rowBytes: 'i32',
  columns: 'f32',
  weights: 'i32',
  biases: 'i32',
} as const;

/**
 * Layer normalization of the rows from `from` up to `end`, written to `to`: each number less the mean of its row, divided by the row's
 * standard deviation, times the weight of its column, plus the bias of its column.
 */
export const layerNorm = wasmFunction('layerNorm', PARAMETERS, (p, scope) => {
  const [at, rowEnd, parameter] = [scope.local('i32'), scope.local('i32'), scope.local('i32')];
  const [mean, deviation, count, difference] = [
    scope.local('v128'),
    scope.local('v128'),
    scope.local('v128'),
    scope.local('v128'),
  ];
  const centered = minus(load(get(at)), get(mean));
  const step = (local: WasmLocal): Code => set(local, add(get(local), i32(16)));
  const overRow = (body: readonly Code[]): Code[] => [
    set(at, get(p.from)),
    repeatWhile(isBelow(get(at), get(rowEnd)), [...body, step(at)]),
  ];
  return [
    set(count, inAll(get(p.columns))),
    repeatWhile(isBelow(get(p.from), get(p.end)), [
      set(rowEnd, add(get(p.from), get(p.rowBytes))),
      set(mean, floats(0)),
      ...overRow([set(mean, plus(get(mean), load(get(at))))]),
      ...reduceLanes(mean, plus),
      set(mean, over(get(mean), get(count))),
      set(deviation, floats(0)),
      ...overRow([
        set(difference, centered),
        set(deviation, plus(get(deviation), times(get(difference), get(difference)))),
      ]),
      ...reduceLanes(deviation, plus),
      set(deviation, squareRoot(plus(over(get(deviation), get(count)), floats(EPSILON)))),
      set(parameter, i32(0)),
      ...overRow([
        store(
          get(p.to),
          plus(
            times(over(centered, get(deviation)), load(add(get(p.weights), get(parameter)))),
            load(add(get(p.biases), get(parameter))),
          ),
        ),
        step(p.to),
        step(parameter),
      ]),
      set(p.from, get(rowEnd)),
    ]),
  ];
});
