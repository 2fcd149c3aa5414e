import { addI32, getLocal, i32Constant, lessThanUnsignedI32, setLocal, wasmLoopWhile } from '#engine/wasm/code.ts';
import { divideF32x4, f32x4Constant, lessThanF32x4, multiplyF32x4, subtractF32x4 } from '#engine/wasm/floats.ts';
import { wasmFunction } from '#engine/wasm/module.ts';
import { bitSelectVectors, loadVector, storeVector } from '#engine/wasm/vectors.ts';
import { absoluteValueCode, sineCode } from './elementary.ts';

/** Below this, the quotient of two sines is replaced by its limit. */
const NEAR_ZERO = 1e-6;

/**
 * `pulses(phases, end, halfCounts)`: replaces each phase (a float in turns, −0.5 to 0.5) from the address `phases` up to the address `end` by
 * the sum of the cosines of 1, 2, 3 … times the phase. Four are made at once: the array has a multiple of 4. `halfCounts` is the address
 * of as many floats: the number of cosines for each phase, plus one half.
 */
export const pulsesKernel = wasmFunction('pulses', { phases: 'i32', end: 'i32', halfCounts: 'i32' }, (p, scope) => {
  const [turns, top, bottom] = [scope.local('v128'), scope.local('v128'), scope.local('v128')];
  return [
    wasmLoopWhile(lessThanUnsignedI32(getLocal(p.phases), getLocal(p.end)), [
      // The closed form (Dirichlet's kernel): sin((n + ½)t) / (2 sin(t/2)) − ½
      setLocal(turns, multiplyF32x4(loadVector(getLocal(p.phases)), loadVector(getLocal(p.halfCounts)))),
      ...sineCode(turns, top, scope),
      setLocal(turns, multiplyF32x4(loadVector(getLocal(p.phases)), scope.once(f32x4Constant(0.5)))),
      ...sineCode(turns, bottom, scope),
      setLocal(bottom, multiplyF32x4(getLocal(bottom), scope.once(f32x4Constant(2)))),
      storeVector(
        getLocal(p.phases),
        subtractF32x4(
          bitSelectVectors(
            lessThanF32x4(absoluteValueCode(getLocal(bottom), scope), scope.once(f32x4Constant(NEAR_ZERO))),
            loadVector(getLocal(p.halfCounts)),
            divideF32x4(getLocal(top), getLocal(bottom)),
          ),
          scope.once(f32x4Constant(0.5)),
        ),
      ),
      setLocal(p.phases, addI32(getLocal(p.phases), i32Constant(16))),
      setLocal(p.halfCounts, addI32(getLocal(p.halfCounts), i32Constant(16))),
    ]),
  ];
});
