import {
  addI32,
  i32Constant,
  lessThanUnsignedI32,
  type WasmCode,
  type WasmLocal,
  wasmDoWhile,
  wasmGetLocal,
  wasmSetLocal,
} from '#engine/wasm/code.ts';
import {
  addF32x4,
  convertI32x4ToF32x4,
  f32x4Constant,
  minF32x4,
  multiplyF32x4,
  subtractF32x4,
} from '#engine/wasm/floats.ts';
import { defineWasmFunction, type WasmFunctionScope } from '#engine/wasm/module.ts';
import {
  addI32x4,
  I32X4_LANE_INDEXES,
  i32x4Constant,
  i32x4Splat,
  loadV128,
  storeV128,
  subtractI32x4,
} from '#engine/wasm/vectors.ts';
import { cosineWasmCode, exponentialWasmCode, hyperbolicTangentWasmCode, sineWasmCode } from './elementary.ts';
import { hashLanesWasmCode, sumOfBytesWasmCode } from './hash.ts';

/** Magnitudes are at most e to this power. */
const MAX_LOGARITHM = 7;

// The sum of four bytes is close to normally distributed. It is brought to the mean 0 and the variance 1.
const BYTES_MEAN = 4 * 127.5;
const BYTES_DEVIATION = Math.sqrt((4 * (256 ** 2 - 1)) / 12);

/** Code after which `out` has normally distributed random numbers that depend on the lanes of `seed` alone. */
const normalWasmCode = (seed: WasmLocal, out: WasmLocal, scope: WasmFunctionScope): WasmCode[] => [
  ...hashLanesWasmCode(seed, scope),
  wasmSetLocal(
    out,
    multiplyF32x4(
      convertI32x4ToF32x4(subtractI32x4(sumOfBytesWasmCode(wasmGetLocal(seed)), scope.once(i32x4Constant(BYTES_MEAN)))),
      scope.once(f32x4Constant(1 / BYTES_DEVIATION)),
    ),
  ),
];

/** Code after which `out` has the exponentials of the logarithms at an address, at most e⁷. */
const magnitudeWasmCode = (address: WasmCode, out: WasmLocal, scope: WasmFunctionScope): WasmCode[] => [
  wasmSetLocal(out, minF32x4(loadV128(address), scope.once(f32x4Constant(MAX_LOGARITHM)))),
  ...exponentialWasmCode(out, scope),
];

/** The signature of the kernel `spectrum`: its arguments are addresses of floats. */
export type SpectrumKernel = (
  real: number,
  realEnd: number,
  imaginary: number,
  voiced: number,
  voicedPhase: number,
  noise: number,
  unfiltered: number,
  unfilteredPhase: number,
  seed: number,
) => void;

const PARAMETERS = {
  real: 'i32',
  realEnd: 'i32',
  imaginary: 'i32',
  voiced: 'i32',
  voicedPhase: 'i32',
  noise: 'i32',
  unfiltered: 'i32',
  unfilteredPhase: 'i32',
  seed: 'i32',
} as const;

/**
 * Replaces the spectrum of the pulses, from `real` up to `realEnd` and at `imaginary`, by that of speech. It is filtered (log magnitudes at
 * `voiced`, phases as π·tanh at `voicedPhase`), then two parts are added: noise with the log magnitudes of `noise`, and a part with the
 * log magnitudes of `unfiltered` and the phases (radians) of `unfilteredPhase`. The random numbers are derived from `seed` and the following
 * integers.
 */
export const speechSpectrumKernel = defineWasmFunction('spectrum', PARAMETERS, (p, scope) => {
  const newVector = (): WasmLocal => scope.local('v128');
  const [turns, cos, sin, level, real, imaginary] = [
    newVector(),
    newVector(),
    newVector(),
    newVector(),
    newVector(),
    newVector(),
  ];
  const [seed, noiseSeed, random] = [newVector(), newVector(), newVector()];
  const direction: WasmCode[] = [...cosineWasmCode(turns, cos, scope), ...sineWasmCode(turns, sin, scope)];
  const inputs = [p.real, p.imaginary, p.voiced, p.voicedPhase, p.noise, p.unfiltered, p.unfilteredPhase];
  return [
    wasmSetLocal(seed, addI32x4(i32x4Splat(wasmGetLocal(p.seed)), I32X4_LANE_INDEXES)),
    wasmDoWhile(lessThanUnsignedI32(wasmGetLocal(p.real), wasmGetLocal(p.realEnd)), [
      wasmSetLocal(turns, loadV128(wasmGetLocal(p.voicedPhase))),
      ...hyperbolicTangentWasmCode(turns, scope),
      wasmSetLocal(turns, multiplyF32x4(wasmGetLocal(turns), scope.once(f32x4Constant(0.5)))),
      ...direction,
      ...magnitudeWasmCode(wasmGetLocal(p.voiced), level, scope),
      wasmSetLocal(cos, multiplyF32x4(wasmGetLocal(cos), wasmGetLocal(level))),
      wasmSetLocal(sin, multiplyF32x4(wasmGetLocal(sin), wasmGetLocal(level))),
      wasmSetLocal(
        real,
        subtractF32x4(
          multiplyF32x4(loadV128(wasmGetLocal(p.real)), wasmGetLocal(cos)),
          multiplyF32x4(loadV128(wasmGetLocal(p.imaginary)), wasmGetLocal(sin)),
        ),
      ),
      wasmSetLocal(
        imaginary,
        addF32x4(
          multiplyF32x4(loadV128(wasmGetLocal(p.real)), wasmGetLocal(sin)),
          multiplyF32x4(loadV128(wasmGetLocal(p.imaginary)), wasmGetLocal(cos)),
        ),
      ),

      ...magnitudeWasmCode(wasmGetLocal(p.noise), level, scope),
      wasmSetLocal(noiseSeed, wasmGetLocal(seed)),
      ...normalWasmCode(noiseSeed, random, scope),
      wasmSetLocal(real, addF32x4(wasmGetLocal(real), multiplyF32x4(wasmGetLocal(random), wasmGetLocal(level)))),
      ...normalWasmCode(noiseSeed, random, scope),
      wasmSetLocal(
        imaginary,
        addF32x4(wasmGetLocal(imaginary), multiplyF32x4(wasmGetLocal(random), wasmGetLocal(level))),
      ),
      wasmSetLocal(seed, addI32x4(wasmGetLocal(seed), scope.once(i32x4Constant(4)))),

      wasmSetLocal(
        turns,
        multiplyF32x4(loadV128(wasmGetLocal(p.unfilteredPhase)), scope.once(f32x4Constant(1 / (2 * Math.PI)))),
      ),
      ...direction,
      ...magnitudeWasmCode(wasmGetLocal(p.unfiltered), level, scope),
      storeV128(
        wasmGetLocal(p.real),
        addF32x4(wasmGetLocal(real), multiplyF32x4(wasmGetLocal(cos), wasmGetLocal(level))),
      ),
      storeV128(
        wasmGetLocal(p.imaginary),
        addF32x4(wasmGetLocal(imaginary), multiplyF32x4(wasmGetLocal(sin), wasmGetLocal(level))),
      ),
      ...inputs.map((address) => wasmSetLocal(address, addI32(wasmGetLocal(address), i32Constant(16)))),
    ]),
  ];
});
