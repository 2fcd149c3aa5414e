import { add, type Code, get, i32, isBelow, repeatWhile, set, type WasmLocal } from '#engine/wasm/code.ts';
import { floats, lesser, minus, plus, times, toFloats } from '#engine/wasm/floats.ts';
import { type Scope, wasmFunction } from '#engine/wasm/module.ts';
import { add32, inAll32, LANE_NUMBERS, lanes32, load, store, subtract32 } from '#engine/wasm/vectors.ts';
import { cosine, exponentiate, hyperbolicTangent, sine } from './elementary.ts';
import { mixBits, sumOfBytes } from './hash.ts';

/** Magnitudes are at most e to this power. */
const MOST_LOGARITHM = 7;

// The sum of four bytes is close to normally distributed. It is brought to the mean 0 and the variance 1.
const BYTES_MEAN = 4 * 127.5;
const BYTES_DEVIATION = Math.sqrt((4 * (256 ** 2 - 1)) / 12);

/** Code after which `out` has random numbers that depend on the lanes of `seed` alone. */
const normal = (seed: WasmLocal, out: WasmLocal, scope: Scope): Code[] => [
  ...mixBits(seed, scope),
  set(
    out,
    times(
      toFloats(subtract32(sumOfBytes(get(seed)), scope.once(lanes32(BYTES_MEAN)))),
      scope.once(floats(1 / BYTES_DEVIATION)),
    ),
  ),
];

/** Code after which `out` has the exponentials of the logarithms at an address, at most e⁷. */
const size = (address: Code, out: WasmLocal, scope: Scope): Code[] => [
  set(out, lesser(load(address), scope.once(floats(MOST_LOGARITHM)))),
  ...exponentiate(out, scope),
];

/** The arguments of `spectrum`: addresses of floats. */
export type Spectrum = (
  real: number,
  realEnd: number,
  imaginary: number,
  voiced: number,
  voicedPhase: number,
  noise: number,
  free: number,
  freePhase: number,
  seed: number,
) => void;

const PARAMETERS = {
  real: 'i32',
  realEnd: 'i32',
  imaginary: 'i32',
  voiced: 'i32',
  voicedPhase: 'i32',
  noise: 'i32',
  free: 'i32',
  freePhase: 'i32',
  seed: 'i32',
} as const;

/**
 * Replaces the spectrum of the pulses, from `real` up to `realEnd` and at `imaginary`, by that of speech. It is filtered (log magnitudes at
 * `voiced`, phases as π·tanh at `voicedPhase`), then two parts are added: noise with the magnitudes of `noise`, and a part with the
 * magnitudes of `free` and the phases (radians) of `freePhase`. The random numbers are derived from `seed` and the following integers.
 */
export const spectrum = wasmFunction('spectrum', PARAMETERS, (p, scope) => {
  const v = (): WasmLocal => scope.local('v128');
  const [turns, cos, sin, level, real, imaginary] = [v(), v(), v(), v(), v(), v()];
  const [seed, other, random] = [v(), v(), v()];
  const direction: Code[] = [...cosine(turns, cos, scope), ...sine(turns, sin, scope)];
  const inputs = [p.real, p.imaginary, p.voiced, p.voicedPhase, p.noise, p.free, p.freePhase];
  return [
    set(seed, add32(inAll32(get(p.seed)), LANE_NUMBERS)),
    repeatWhile(isBelow(get(p.real), get(p.realEnd)), [
      set(turns, load(get(p.voicedPhase))),
      ...hyperbolicTangent(turns, scope),
      set(turns, times(get(turns), scope.once(floats(0.5)))),
      ...direction,
      ...size(get(p.voiced), level, scope),
      set(cos, times(get(cos), get(level))),
      set(sin, times(get(sin), get(level))),
      set(real, minus(times(load(get(p.real)), get(cos)), times(load(get(p.imaginary)), get(sin)))),
      set(imaginary, plus(times(load(get(p.real)), get(sin)), times(load(get(p.imaginary)), get(cos)))),

      ...size(get(p.noise), level, scope),
      set(other, get(seed)),
      ...normal(other, random, scope),
      set(real, plus(get(real), times(get(random), get(level)))),
      ...normal(other, random, scope),
      set(imaginary, plus(get(imaginary), times(get(random), get(level)))),
      set(seed, add32(get(seed), scope.once(lanes32(4)))),

      set(turns, times(load(get(p.freePhase)), scope.once(floats(1 / (2 * Math.PI))))),
      ...direction,
      ...size(get(p.free), level, scope),
      store(get(p.real), plus(get(real), times(get(cos), get(level)))),
      store(get(p.imaginary), plus(get(imaginary), times(get(sin), get(level)))),
      ...inputs.map((address) => set(address, add(get(address), i32(16)))),
    ]),
  ];
});
