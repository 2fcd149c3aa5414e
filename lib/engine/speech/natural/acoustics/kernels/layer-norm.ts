import {
  addI32,
  i32Constant,
  lessThanUnsignedI32,
  type WasmCode,
  type WasmLocal,
  wasmDoWhile,
  wasmGetLocal,
  wasmSetLocal,
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
import { defineWasmFunction } from '#engine/wasm/module.ts';
import { loadV128, storeV128 } from '#engine/wasm/vectors.ts';
import { reduceLanesWasmCode } from './reduce.ts';

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
export const layerNormKernel = defineWasmFunction('layerNorm', PARAMETERS, (p, scope) => {
  const [address, rowEnd, parameter] = [scope.local('i32'), scope.local('i32'), scope.local('i32')];
  const [mean, deviation, count, difference] = [
    scope.local('v128'),
    scope.local('v128'),
    scope.local('v128'),
    scope.local('v128'),
  ];
  const centered = subtractF32x4(loadV128(wasmGetLocal(address)), wasmGetLocal(mean));
  const step = (local: WasmLocal): WasmCode => wasmSetLocal(local, addI32(wasmGetLocal(local), i32Constant(16)));
  const overRow = (body: readonly WasmCode[]): WasmCode[] => [
    wasmSetLocal(address, wasmGetLocal(p.from)),
    wasmDoWhile(lessThanUnsignedI32(wasmGetLocal(address), wasmGetLocal(rowEnd)), [...body, step(address)]),
  ];
  return [
    wasmSetLocal(count, f32x4Splat(wasmGetLocal(p.columns))),
    wasmDoWhile(lessThanUnsignedI32(wasmGetLocal(p.from), wasmGetLocal(p.end)), [
      wasmSetLocal(rowEnd, addI32(wasmGetLocal(p.from), wasmGetLocal(p.rowBytes))),
      wasmSetLocal(mean, f32x4Constant(0)),
      ...overRow([wasmSetLocal(mean, addF32x4(wasmGetLocal(mean), loadV128(wasmGetLocal(address))))]),
      ...reduceLanesWasmCode(mean, addF32x4),
      wasmSetLocal(mean, divideF32x4(wasmGetLocal(mean), wasmGetLocal(count))),
      wasmSetLocal(deviation, f32x4Constant(0)),
      ...overRow([
        wasmSetLocal(difference, centered),
        wasmSetLocal(
          deviation,
          addF32x4(wasmGetLocal(deviation), multiplyF32x4(wasmGetLocal(difference), wasmGetLocal(difference))),
        ),
      ]),
      ...reduceLanesWasmCode(deviation, addF32x4),
      wasmSetLocal(
        deviation,
        squareRootF32x4(addF32x4(divideF32x4(wasmGetLocal(deviation), wasmGetLocal(count)), f32x4Constant(EPSILON))),
      ),
      wasmSetLocal(parameter, i32Constant(0)),
      ...overRow([
        storeV128(
          wasmGetLocal(p.to),
          addF32x4(
            multiplyF32x4(
              divideF32x4(centered, wasmGetLocal(deviation)),
              loadV128(addI32(wasmGetLocal(p.weights), wasmGetLocal(parameter))),
            ),
            loadV128(addI32(wasmGetLocal(p.biases), wasmGetLocal(parameter))),
          ),
        ),
        step(p.to),
        step(parameter),
      ]),
      wasmSetLocal(p.from, wasmGetLocal(rowEnd)),
    ]),
  ];
});
