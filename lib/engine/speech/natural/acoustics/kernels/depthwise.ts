import { add, type Code, get, i32, isBelow, repeatWhile, set } from '#engine/wasm/code.ts';
import { plus, times } from '#engine/wasm/floats.ts';
import { wasmFunction } from '#engine/wasm/module.ts';
import { load, store } from '#engine/wasm/vectors.ts';

/** The arguments of a function of `depthwise`: addresses, and bytes. */
export type Depthwise = (
  from: number,
  end: number,
  to: number,
  rowBytes: number,
  tapBytes: number,
  weights: number,
  biases: number,
) => void;

const PARAMETERS = {
  from: 'i32',
  end: 'i32',
  to: 'i32',
  rowBytes: 'i32',
  tapBytes: 'i32',
  weights: 'i32',
  biases: 'i32',
} as const;

/**
 * A function that convolves each column of a matrix with separate weights. Rows are written from `to` up to `end`; the first of
 * the `taps` rows that are read for the first one is at `from`, the others each `tapBytes` further. The weights have a row for each tap.
 */
export const depthwise = (name: string, taps: number) =>
  wasmFunction(name, PARAMETERS, (p, scope) => {
    const [column, weight, tap, sum] = [
      scope.local('i32'),
      scope.local('i32'),
      scope.local('i32'),
      scope.local('v128'),
    ];
    const addTap: Code[] = [
      set(sum, plus(get(sum), times(load(get(tap)), load(get(weight))))),
      set(tap, add(get(tap), get(p.tapBytes))),
      set(weight, add(get(weight), get(p.rowBytes))),
    ];
    return [
      repeatWhile(isBelow(get(p.to), get(p.end)), [
        set(column, i32(0)),
        repeatWhile(isBelow(get(column), get(p.rowBytes)), [
          set(sum, load(add(get(p.biases), get(column)))),
          set(tap, add(get(p.from), get(column))),
          set(weight, add(get(p.weights), get(column))),
          ...Array.from({ length: taps }, () => addTap).flat(),
          store(add(get(p.to), get(column)), get(sum)),
          set(column, add(get(column), i32(16))),
        ]),
        set(p.from, add(get(p.from), get(p.rowBytes))),
        set(p.to, add(get(p.to), get(p.rowBytes))),
      ]),
    ];
  });
