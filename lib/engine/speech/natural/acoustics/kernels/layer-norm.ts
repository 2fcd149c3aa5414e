import {
  addI32,
  getLocal,
  i32Constant,
  lessThanUnsignedI32,
  setLocal,
  type WasmCode,
  type WasmLocal,
  wasmLoopWhile,
} from '#engine/wasm/code.ts';
import {
  addF32x4,
  divideF32x4,
  f32x4Constant,
  f32x4Splat,
  multiplyF32x4,
  squareRootF32x4,
  subtractF32x4,
} from '#engine/wasm/floats.ts';
import { wasmFunction } from '#engine/wasm/module.ts';
import { loadVector, storeVector } from '#engine/wasm/vectors.ts';
import { reduceLanesCode } from './reduce.ts';

/** Added to the variance before its root, as in the model's training: a row of equal numbers is not divided by 0. */
const EPSILON = 1e-5;

/**
 * The function `layerNorm`: `from`, `end`, `to`, `weights` and `biases` are addresses of 32-bit floats, `rowBytes` the bytes of a row, and
 * `columns` the numbers of a row.
 */
export type LayerNormKernel = (
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
export const layerNormKernel = wasmFunction('layerNorm', PARAMETERS, (p, scope) => {
  const [at, rowEnd, parameter] = [scope.local('i32'), scope.local('i32'), scope.local('i32')];
  const [mean, deviation, count, difference] = [
    scope.local('v128'),
    scope.local('v128'),
    scope.local('v128'),
    scope.local('v128'),
  ];
  const centered = subtractF32x4(loadVector(getLocal(at)), getLocal(mean));
  const step = (local: WasmLocal): WasmCode => setLocal(local, addI32(getLocal(local), i32Constant(16)));
  const overRow = (body: readonly WasmCode[]): WasmCode[] => [
    setLocal(at, getLocal(p.from)),
    wasmLoopWhile(lessThanUnsignedI32(getLocal(at), getLocal(rowEnd)), [...body, step(at)]),
  ];
  return [
    setLocal(count, f32x4Splat(getLocal(p.columns))),
    wasmLoopWhile(lessThanUnsignedI32(getLocal(p.from), getLocal(p.end)), [
      setLocal(rowEnd, addI32(getLocal(p.from), getLocal(p.rowBytes))),
      setLocal(mean, f32x4Constant(0)),
      ...overRow([setLocal(mean, addF32x4(getLocal(mean), loadVector(getLocal(at))))]),
      ...reduceLanesCode(mean, addF32x4),
      setLocal(mean, divideF32x4(getLocal(mean), getLocal(count))),
      setLocal(deviation, f32x4Constant(0)),
      ...overRow([
        setLocal(difference, centered),
        setLocal(deviation, addF32x4(getLocal(deviation), multiplyF32x4(getLocal(difference), getLocal(difference)))),
      ]),
      ...reduceLanesCode(deviation, addF32x4),
      setLocal(
        deviation,
        squareRootF32x4(addF32x4(divideF32x4(getLocal(deviation), getLocal(count)), f32x4Constant(EPSILON))),
      ),
      setLocal(parameter, i32Constant(0)),
      ...overRow([
        storeVector(
          getLocal(p.to),
          addF32x4(
            multiplyF32x4(
              divideF32x4(centered, getLocal(deviation)),
              loadVector(addI32(getLocal(p.weights), getLocal(parameter))),
            ),
            loadVector(addI32(getLocal(p.biases), getLocal(parameter))),
          ),
        ),
        step(p.to),
        step(parameter),
      ]),
      setLocal(p.from, getLocal(rowEnd)),
    ]),
  ];
});
