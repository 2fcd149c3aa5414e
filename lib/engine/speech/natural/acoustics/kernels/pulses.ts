import {
  addI32,
  i32Constant,
  lessThanUnsignedI32,
  wasmDoWhile,
  wasmGetLocal,
  wasmSetLocal,
} from '#engine/wasm/code.ts';
import { divideF32x4, f32x4Constant, lessThanF32x4, multiplyF32x4, subtractF32x4 } from '#engine/wasm/floats.ts';
import { defineWasmFunction } from '#engine/wasm/module.ts';
import { bitSelectV128, loadV128, storeV128 } from '#engine/wasm/vectors.ts';
import { absoluteValueWasmCode, sineWasmCode } from './elementary.ts';

/** Below this, the quotient of two sines is replaced by its limit. */
const NEAR_ZERO = 1e-6;

/**
 * `pulses(phases, end, halfCounts)`: replaces each phase (a float in turns, −0.5 to 0.5) from the address `phases` up to the address `end` by
 * the sum of the cosines of 1, 2, 3 … times the phase. Four are made at once: the array has a multiple of 4. `halfCounts` is the address
 * of as many floats: the number of cosines for each phase, plus one half.
 */
export const harmonicPulsesKernel = defineWasmFunction(
  'pulses',
  { phases: 'i32', end: 'i32', halfCounts: 'i32' },
  (p, scope) => {
    const [turns, top, bottom] = [scope.local('v128'), scope.local('v128'), scope.local('v128')];
    return [
      wasmDoWhile(lessThanUnsignedI32(wasmGetLocal(p.phases), wasmGetLocal(p.end)), [
        // The closed form (Dirichlet's kernel): sin((n + ½)t) / (2 sin(t/2)) − ½
        wasmSetLocal(turns, multiplyF32x4(loadV128(wasmGetLocal(p.phases)), loadV128(wasmGetLocal(p.halfCounts)))),
        ...sineWasmCode(turns, top, scope),
        wasmSetLocal(turns, multiplyF32x4(loadV128(wasmGetLocal(p.phases)), scope.once(f32x4Constant(0.5)))),
        ...sineWasmCode(turns, bottom, scope),
        wasmSetLocal(bottom, multiplyF32x4(wasmGetLocal(bottom), scope.once(f32x4Constant(2)))),
        storeV128(
          wasmGetLocal(p.phases),
          subtractF32x4(
            bitSelectV128(
              lessThanF32x4(absoluteValueWasmCode(wasmGetLocal(bottom), scope), scope.once(f32x4Constant(NEAR_ZERO))),
              loadV128(wasmGetLocal(p.halfCounts)),
              divideF32x4(wasmGetLocal(top), wasmGetLocal(bottom)),
            ),
            scope.once(f32x4Constant(0.5)),
          ),
        ),
        wasmSetLocal(p.phases, addI32(wasmGetLocal(p.phases), i32Constant(16))),
        wasmSetLocal(p.halfCounts, addI32(wasmGetLocal(p.halfCounts), i32Constant(16))),
      ]),
    ];
  },
);
