import {
  addI32,
  i32Constant,
  lessThanUnsignedI32,
  type WasmLocal,
  wasmDoWhile,
  wasmGetLocal,
  wasmSetLocal,
} from '#engine/wasm/code.ts';
import { addF32x4, divideF32x4, f32x4Constant, f32x4Splat, maxF32x4, minF32x4 } from '#engine/wasm/floats.ts';
import { defineWasmFunction } from '#engine/wasm/module.ts';
import {
  i32x4Constant,
  loadV128,
  narrowToI16x8,
  storeFirstLane32,
  storeV128,
  subtractI32x4,
} from '#engine/wasm/vectors.ts';
import { ROUND_TO_INTEGER_ADDEND, ROUNDING_CONSTANT_BIT_PATTERN } from './elementary.ts';
import { reduceLanesWasmCode } from './reduce.ts';

/** `range(from, end, out)`: the least and the greatest of 0 and the floats (a multiple of 4) from `from` up to `end`, as two floats. */
export const minMaxKernel = defineWasmFunction(
  'range',
  { from: 'i32', end: 'i32', out: 'i32' },
  ({ from, end, out }, scope) => {
    const [min, max] = [scope.local('v128'), scope.local('v128')];
    return [
      wasmSetLocal(min, f32x4Constant(0)),
      wasmSetLocal(max, f32x4Constant(0)),
      wasmDoWhile(lessThanUnsignedI32(wasmGetLocal(from), wasmGetLocal(end)), [
        wasmSetLocal(min, minF32x4(wasmGetLocal(min), loadV128(wasmGetLocal(from)))),
        wasmSetLocal(max, maxF32x4(wasmGetLocal(max), loadV128(wasmGetLocal(from)))),
        wasmSetLocal(from, addI32(wasmGetLocal(from), i32Constant(16))),
      ]),
      ...reduceLanesWasmCode(min, minF32x4),
      ...reduceLanesWasmCode(max, maxF32x4),
      storeFirstLane32(wasmGetLocal(out), wasmGetLocal(min)),
      storeFirstLane32(wasmGetLocal(out), wasmGetLocal(max), 4),
    ];
  },
);

const QUANTIZE = { from: 'i32', end: 'i32', to: 'i32', step: 'f32', min: 'f32', max: 'f32' } as const;

/**
 * `quantize(from, end, to, step, min, max)`: the floats (a multiple of 8) from `from` up to `end` as 16-bit integers: divided by `step`, rounded
 * half to even, and clamped to the integers `min` to `max`.
 */
export const quantizeToInt16Kernel = defineWasmFunction('quantize', QUANTIZE, (p, scope) => {
  const [step, min, max] = [scope.local('v128'), scope.local('v128'), scope.local('v128')];
  const fourIntegersAt = (offset: number) =>
    subtractI32x4(
      addF32x4(
        minF32x4(
          maxF32x4(divideF32x4(loadV128(wasmGetLocal(p.from), offset), wasmGetLocal(step)), wasmGetLocal(min)),
          wasmGetLocal(max),
        ),
        scope.once(f32x4Constant(ROUND_TO_INTEGER_ADDEND)),
      ),
      scope.once(i32x4Constant(ROUNDING_CONSTANT_BIT_PATTERN)),
    );
  const setAllLanes = (lanes: WasmLocal, number: WasmLocal) => wasmSetLocal(lanes, f32x4Splat(wasmGetLocal(number)));
  return [
    setAllLanes(step, p.step),
    setAllLanes(min, p.min),
    setAllLanes(max, p.max),
    wasmDoWhile(lessThanUnsignedI32(wasmGetLocal(p.from), wasmGetLocal(p.end)), [
      storeV128(wasmGetLocal(p.to), narrowToI16x8(fourIntegersAt(0), fourIntegersAt(16))),
      wasmSetLocal(p.from, addI32(wasmGetLocal(p.from), i32Constant(32))),
      wasmSetLocal(p.to, addI32(wasmGetLocal(p.to), i32Constant(16))),
    ]),
  ];
});
