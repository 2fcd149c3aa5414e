import {
  addI32,
  getLocal,
  i32Constant,
  lessThanUnsignedI32,
  setLocal,
  type WasmCode,
  wasmLoopWhile,
} from '#engine/wasm/code.ts';
import { addF32x4, divideF32x4, f32x4Constant, maxF32x4, subtractF32x4 } from '#engine/wasm/floats.ts';
import { wasmFunction } from '#engine/wasm/module.ts';
import { loadVector, storeVector } from '#engine/wasm/vectors.ts';
import { exponentialCode } from './elementary.ts';
import { reduceLanesCode } from './reduce.ts';

const LEAST = -3e38;

/**
 * `softmax(from, end, rowBytes)`: rows of floats (a multiple of 4) from the address `from` up to `end`: their exponentials, divided so that
 * the sum of a row is 1.
 */
export const softmaxKernel = wasmFunction('softmax', { from: 'i32', end: 'i32', rowBytes: 'i32' }, (p, scope) => {
  const [at, rowEnd] = [scope.local('i32'), scope.local('i32')];
  const [most, sum, x] = [scope.local('v128'), scope.local('v128'), scope.local('v128')];
  const overRow = (body: readonly WasmCode[]): WasmCode[] => [
    setLocal(at, getLocal(p.from)),
    wasmLoopWhile(lessThanUnsignedI32(getLocal(at), getLocal(rowEnd)), [
      ...body,
      setLocal(at, addI32(getLocal(at), i32Constant(16))),
    ]),
  ];
  return [
    wasmLoopWhile(lessThanUnsignedI32(getLocal(p.from), getLocal(p.end)), [
      setLocal(rowEnd, addI32(getLocal(p.from), getLocal(p.rowBytes))),
      setLocal(most, f32x4Constant(LEAST)),
      ...overRow([setLocal(most, maxF32x4(getLocal(most), loadVector(getLocal(at))))]),
      ...reduceLanesCode(most, maxF32x4),
      setLocal(sum, f32x4Constant(0)),
      ...overRow([
        setLocal(x, subtractF32x4(loadVector(getLocal(at)), getLocal(most))),
        ...exponentialCode(x, scope),
        setLocal(sum, addF32x4(getLocal(sum), getLocal(x))),
        storeVector(getLocal(at), getLocal(x)),
      ]),
      ...reduceLanesCode(sum, addF32x4),
      ...overRow([storeVector(getLocal(at), divideF32x4(loadVector(getLocal(at)), getLocal(sum)))]),
      setLocal(p.from, getLocal(rowEnd)),
    ]),
  ];
});
