import {
  addI32,
  i32Constant,
  lessThanUnsignedI32,
  type WasmCode,
  wasmDoWhile,
  wasmGetLocal,
  wasmSetLocal,
} from '#engine/wasm/code.ts';
import { addF32x4, divideF32x4, f32x4Constant, maxF32x4, subtractF32x4 } from '#engine/wasm/floats.ts';
import { defineWasmFunction } from '#engine/wasm/module.ts';
import { loadV128, storeV128 } from '#engine/wasm/vectors.ts';
import { exponentialWasmCode } from './elementary.ts';
import { reduceLanesWasmCode } from './reduce.ts';

/** Less than every number of a row. */
const MIN_FLOAT = -3e38;

/**
 * `softmax(from, end, rowBytes)`: rows of floats (a multiple of 4) from the address `from` up to `end`: their exponentials, divided so that
 * the sum of a row is 1.
 */
export const softmaxKernel = defineWasmFunction('softmax', { from: 'i32', end: 'i32', rowBytes: 'i32' }, (p, scope) => {
  const [address, rowEnd] = [scope.local('i32'), scope.local('i32')];
  const [max, sum, x] = [scope.local('v128'), scope.local('v128'), scope.local('v128')];
  const overRow = (body: readonly WasmCode[]): WasmCode[] => [
    wasmSetLocal(address, wasmGetLocal(p.from)),
    wasmDoWhile(lessThanUnsignedI32(wasmGetLocal(address), wasmGetLocal(rowEnd)), [
      ...body,
      wasmSetLocal(address, addI32(wasmGetLocal(address), i32Constant(16))),
    ]),
  ];
  return [
    wasmDoWhile(lessThanUnsignedI32(wasmGetLocal(p.from), wasmGetLocal(p.end)), [
      wasmSetLocal(rowEnd, addI32(wasmGetLocal(p.from), wasmGetLocal(p.rowBytes))),
      wasmSetLocal(max, f32x4Constant(MIN_FLOAT)),
      ...overRow([wasmSetLocal(max, maxF32x4(wasmGetLocal(max), loadV128(wasmGetLocal(address))))]),
      ...reduceLanesWasmCode(max, maxF32x4),
      wasmSetLocal(sum, f32x4Constant(0)),
      ...overRow([
        wasmSetLocal(x, subtractF32x4(loadV128(wasmGetLocal(address)), wasmGetLocal(max))),
        ...exponentialWasmCode(x, scope),
        wasmSetLocal(sum, addF32x4(wasmGetLocal(sum), wasmGetLocal(x))),
        storeV128(wasmGetLocal(address), wasmGetLocal(x)),
      ]),
      ...reduceLanesWasmCode(sum, addF32x4),
      ...overRow([storeV128(wasmGetLocal(address), divideF32x4(loadV128(wasmGetLocal(address)), wasmGetLocal(sum)))]),
      wasmSetLocal(p.from, wasmGetLocal(rowEnd)),
    ]),
  ];
});
