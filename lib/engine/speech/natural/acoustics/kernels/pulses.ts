import { add, get, i32, isBelow, repeatWhile, set } from '#engine/wasm/code.ts';
import { floats, isLess, minus, over, times } from '#engine/wasm/floats.ts';
import { wasmFunction } from '#engine/wasm/module.ts';
import { choose, load, store } from '#engine/wasm/vectors.ts';
import { magnitude, sine } from './elementary.ts';

/** Below this, the quotient of two sines is replaced by its limit. */
const NEAR_ZERO = 1e-6;

/**
 * `pulses(phases, end, halfCounts)`: replaces each phase (a float in turns, −0.5 to 0.5) from the address `phases` up to the address `end` by
 * the sum of the cosines of 1, 2, 3 … times the phase. Four are made at once: the array has a multiple of 4. `halfCounts` is the address
 * of as many floats: the number of cosines for each phase, plus one half.
 */
export const pulses = wasmFunction('pulses', { phases: 'i32', end: 'i32', halfCounts: 'i32' }, (p, scope) => {
  const [turns, top, bottom] = [scope.local('v128'), scope.local('v128'), scope.local('v128')];
  return [
    repeatWhile(isBelow(get(p.phases), get(p.end)), [
      // The closed form (Dirichlet's kernel): sin((n + ½)t) / (2 sin(t/2)) − ½
      set(turns, times(load(get(p.phases)), load(get(p.halfCounts)))),
      ...sine(turns, top, scope),
      set(turns, times(load(get(p.phases)), scope.once(floats(0.5)))),
      ...sine(turns, bottom, scope),
      set(bottom, times(get(bottom), scope.once(floats(2)))),
      store(
        get(p.phases),
        minus(
          choose(
            isLess(magnitude(get(bottom), scope), scope.once(floats(NEAR_ZERO))),
            load(get(p.halfCounts)),
            over(get(top), get(bottom)),
          ),
          scope.once(floats(0.5)),
        ),
      ),
      set(p.phases, add(get(p.phases), i32(16))),
      set(p.halfCounts, add(get(p.halfCounts), i32(16))),
    ]),
  ];
});
