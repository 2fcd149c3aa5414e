import {
  addI32,
  i32Constant,
  lessThanUnsignedI32,
  type WasmLocal,
  wasmGetLocal,
  wasmLoopWhile,
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
import { ROUNDING_CONSTANT, ROUNDING_CONSTANT_BITS } from './elementary.ts';
import { reduceLanesWasmCode } from './reduce.ts';

/** `range(from, end, out)`: the least and the greatest of 0 and the floats (a multiple of 4) from `from` up to `end`, as two floats. */
export const minMaxKernel = defineWasmFunction(
  'range',
  { from: 'i32', end: 'i32', out: 'i32' },
  ({ from, end, out }, scope) => {
    const [least, most] = [scope.local('v128'), scope.local('v128')];
    return [
      wasmSetLocal(least, f32x4Constant(0)),
      wasmSetLocal(most, f32x4Constant(0)),
      wasmLoopWhile(lessThanUnsignedI32(wasmGetLocal(from), wasmGetLocal(end)), [
        wasmSetLocal(least, minF32x4(wasmGetLocal(least), loadV128(wasmGetLocal(from)))),
        wasmSetLocal(most, maxF32x4(wasmGetLocal(most), loadV128(wasmGetLocal(from)))),
        wasmSetLocal(from, addI32(wasmGetLocal(from), i32Constant(16))),
      ]),
      ...reduceLanesWasmCode(least, minF32x4),
      ...reduceLanesWasmCode(most, maxF32x4),
      storeFirstLane32(wasmGetLocal(out), wasmGetLocal(least)),
      storeFirstLane32(wasmGetLocal(out), wasmGetLocal(most), 4),
    ];
  },
);

const QUANTIZE = { from: 'i32', end: 'i32', to: 'i32', step: 'f32', least: 'f32', most: 'f32' } as const;

/**
 * `quantize(from, end, to, step, least, most)`: the floats (a multiple of 8) from `from` up to `end` as 16-bit integers: by `step`, rounded
 * half to even, and clamped to the integers `least` to `most`.
 */
export const quantizeKernel = defineWasmFunction('quantize', QUANTIZE, (p, scope) => {
  const [step, least, most] = [scope.local('v128'), scope.local('v128'), scope.local('v128')];
  const four = (offset: number) =>
    subtractI32x4(
      addF32x4(
        minF32x4(
          maxF32x4(divideF32x4(loadV128(wasmGetLocal(p.from), offset), wasmGetLocal(step)), wasmGetLocal(least)),
          wasmGetLocal(most),
        ),
        scope.once(f32x4Constant(ROUNDING_CONSTANT)),
      ),
      scope.once(i32x4Constant(ROUNDING_CONSTANT_BITS)),
    );
  const spread = (lanes: WasmLocal, number: WasmLocal) => wasmSetLocal(lanes, f32x4Splat(wasmGetLocal(number)));
  return [
    spread(step, p.step),
    spread(least, p.least),
    spread(most, p.most),
    wasmLoopWhile(lessThanUnsignedI32(wasmGetLocal(p.from), wasmGetLocal(p.end)), [
      storeV128(wasmGetLocal(p.to), narrowToI16x8(four(0), four(16))),
      wasmSetLocal(p.from, addI32(wasmGetLocal(p.from), i32Constant(32))),
      wasmSetLocal(p.to, addI32(wasmGetLocal(p.to), i32Constant(16))),
    ]),
  ];
});
