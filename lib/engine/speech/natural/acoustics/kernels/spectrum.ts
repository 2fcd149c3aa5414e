import {
  addI32,
  getLocal,
  i32Constant,
  lessThanUnsignedI32,
  setLocal,
  type WasmCode,
  type WasmLocal,
  wasmLoopWhile,
} from '#engine/wasm/code.ts';
import {
  addF32x4,
  convertI32x4ToF32x4,
  f32x4Constant,
  minF32x4,
  multiplyF32x4,
  subtractF32x4,
} from '#engine/wasm/floats.ts';
import { type WasmFunctionScope, wasmFunction } from '#engine/wasm/module.ts';
import {
  addI32x4,
  i32x4Constant,
  i32x4Splat,
  LANE_NUMBERS,
  loadVector,
  storeVector,
  subtractI32x4,
} from '#engine/wasm/vectors.ts';
import { cosineCode, exponentialCode, hyperbolicTangentCode, sineCode } from './elementary.ts';
import { mixBitsCode, sumOfBytesCode } from './hash.ts';

/** Magnitudes are at most e to this power. */
const MAX_LOGARITHM = 7;

// The sum of four bytes is close to normally distributed. It is brought to the mean 0 and the variance 1.
const BYTES_MEAN = 4 * 127.5;
const BYTES_DEVIATION = Math.sqrt((4 * (256 ** 2 - 1)) / 12);

/** Code after which `out` has random numbers that depend on the lanes of `seed` alone. */
const normal = (seed: WasmLocal, out: WasmLocal, scope: WasmFunctionScope): WasmCode[] => [
  ...mixBitsCode(seed, scope),
  setLocal(
    out,
    multiplyF32x4(
      convertI32x4ToF32x4(subtractI32x4(sumOfBytesCode(getLocal(seed)), scope.once(i32x4Constant(BYTES_MEAN)))),
      scope.once(f32x4Constant(1 / BYTES_DEVIATION)),
    ),
  ),
];

/** Code after which `out` has the exponentials of the logarithms at an address, at most e⁷. */
const size = (address: WasmCode, out: WasmLocal, scope: WasmFunctionScope): WasmCode[] => [
  setLocal(out, minF32x4(loadVector(address), scope.once(f32x4Constant(MAX_LOGARITHM)))),
  ...exponentialCode(out, scope),
];

/** The arguments of `spectrum`: addresses of floats. */
export type SpectrumKernel = (
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
export const spectrumKernel = wasmFunction('spectrum', PARAMETERS, (p, scope) => {
  const v = (): WasmLocal => scope.local('v128');
  const [turns, cos, sin, level, real, imaginary] = [v(), v(), v(), v(), v(), v()];
  const [seed, other, random] = [v(), v(), v()];
  const direction: WasmCode[] = [...cosineCode(turns, cos, scope), ...sineCode(turns, sin, scope)];
  const inputs = [p.real, p.imaginary, p.voiced, p.voicedPhase, p.noise, p.free, p.freePhase];
  return [
    setLocal(seed, addI32x4(i32x4Splat(getLocal(p.seed)), LANE_NUMBERS)),
    wasmLoopWhile(lessThanUnsignedI32(getLocal(p.real), getLocal(p.realEnd)), [
      setLocal(turns, loadVector(getLocal(p.voicedPhase))),
      ...hyperbolicTangentCode(turns, scope),
      setLocal(turns, multiplyF32x4(getLocal(turns), scope.once(f32x4Constant(0.5)))),
      ...direction,
      ...size(getLocal(p.voiced), level, scope),
      setLocal(cos, multiplyF32x4(getLocal(cos), getLocal(level))),
      setLocal(sin, multiplyF32x4(getLocal(sin), getLocal(level))),
      setLocal(
        real,
        subtractF32x4(
          multiplyF32x4(loadVector(getLocal(p.real)), getLocal(cos)),
          multiplyF32x4(loadVector(getLocal(p.imaginary)), getLocal(sin)),
        ),
      ),
      setLocal(
        imaginary,
        addF32x4(
          multiplyF32x4(loadVector(getLocal(p.real)), getLocal(sin)),
          multiplyF32x4(loadVector(getLocal(p.imaginary)), getLocal(cos)),
        ),
      ),

      ...size(getLocal(p.noise), level, scope),
      setLocal(other, getLocal(seed)),
      ...normal(other, random, scope),
      setLocal(real, addF32x4(getLocal(real), multiplyF32x4(getLocal(random), getLocal(level)))),
      ...normal(other, random, scope),
      setLocal(imaginary, addF32x4(getLocal(imaginary), multiplyF32x4(getLocal(random), getLocal(level)))),
      setLocal(seed, addI32x4(getLocal(seed), scope.once(i32x4Constant(4)))),

      setLocal(turns, multiplyF32x4(loadVector(getLocal(p.freePhase)), scope.once(f32x4Constant(1 / (2 * Math.PI))))),
      ...direction,
      ...size(getLocal(p.free), level, scope),
      storeVector(getLocal(p.real), addF32x4(getLocal(real), multiplyF32x4(getLocal(cos), getLocal(level)))),
      storeVector(getLocal(p.imaginary), addF32x4(getLocal(imaginary), multiplyF32x4(getLocal(sin), getLocal(level)))),
      ...inputs.map((address) => setLocal(address, addI32(getLocal(address), i32Constant(16)))),
    ]),
  ];
});
