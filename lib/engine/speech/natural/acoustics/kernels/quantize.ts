import {
  addI32,
  getLocal,
  i32Constant,
  lessThanUnsignedI32,
  setLocal,
  type WasmLocal,
  wasmLoopWhile,
} from '#engine/wasm/code.ts';
import { addF32x4, divideF32x4, f32x4Constant, f32x4Splat, maxF32x4, minF32x4 } from '#engine/wasm/floats.ts';
import { wasmFunction } from '#engine/wasm/module.ts';
import {
  i32x4Constant,
  loadVector,
  narrowToI16x8,
  storeFirstLane32,
  storeVector,
  subtractI32x4,
} from '#engine/wasm/vectors.ts';
import { ROUNDING_CONSTANT, ROUNDING_CONSTANT_BITS } from './elementary.ts';
import { reduceLanesCode } from './reduce.ts';

/** `range(from, end, out)`: the least and the greatest of 0 and the floats (a multiple of 4) from `from` up to `end`, as two floats. */
export const minMaxKernel = wasmFunction(
  'range',
  { from: 'i32', end: 'i32', out: 'i32' },
  ({ from, end, out }, scope) => {
    const [least, most] = [scope.local('v128'), scope.local('v128')];
    return [
      setLocal(least, f32x4Constant(0)),
      setLocal(most, f32x4Constant(0)),
      wasmLoopWhile(lessThanUnsignedI32(getLocal(from), getLocal(end)), [
        setLocal(least, minF32x4(getLocal(least), loadVector(getLocal(from)))),
        setLocal(most, maxF32x4(getLocal(most), loadVector(getLocal(from)))),
        setLocal(from, addI32(getLocal(from), i32Constant(16))),
      ]),
      ...reduceLanesCode(least, minF32x4),
      ...reduceLanesCode(most, maxF32x4),
      storeFirstLane32(getLocal(out), getLocal(least)),
      storeFirstLane32(getLocal(out), getLocal(most), 4),
    ];
  },
);

const QUANTIZE = { from: 'i32', end: 'i32', to: 'i32', step: 'f32', least: 'f32', most: 'f32' } as const;

/**
 * `quantize(from, end, to, step, least, most)`: the floats (a multiple of 8) from `from` up to `end` as 16-bit integers: by `step`, rounded
 * half to even, and clamped to the integers `least` to `most`.
 */
export const quantizeKernel = wasmFunction('quantize', QUANTIZE, (p, scope) => {
  const [step, least, most] = [scope.local('v128'), scope.local('v128'), scope.local('v128')];
  const four = (offset: number) =>
    subtractI32x4(
      addF32x4(
        minF32x4(
          maxF32x4(divideF32x4(loadVector(getLocal(p.from), offset), getLocal(step)), getLocal(least)),
          getLocal(most),
        ),
        scope.once(f32x4Constant(ROUNDING_CONSTANT)),
      ),
      scope.once(i32x4Constant(ROUNDING_CONSTANT_BITS)),
    );
  const spread = (lanes: WasmLocal, number: WasmLocal) => setLocal(lanes, f32x4Splat(getLocal(number)));
  return [
    spread(step, p.step),
    spread(least, p.least),
    spread(most, p.most),
    wasmLoopWhile(lessThanUnsignedI32(getLocal(p.from), getLocal(p.end)), [
      storeVector(getLocal(p.to), narrowToI16x8(four(0), four(16))),
      setLocal(p.from, addI32(getLocal(p.from), i32Constant(32))),
      setLocal(p.to, addI32(getLocal(p.to), i32Constant(16))),
    ]),
  ];
});
