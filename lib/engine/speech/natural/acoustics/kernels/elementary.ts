import { type WasmCode, type WasmLocal, wasmGetLocal, wasmSetLocal } from '#engine/wasm/code.ts';
import {
  addF32x4,
  divideF32x4,
  f32x4Constant,
  maxF32x4,
  minF32x4,
  multiplyF32x4,
  subtractF32x4,
} from '#engine/wasm/floats.ts';
import type { WasmFunctionScope } from '#engine/wasm/module.ts';
import { addI32x4, andV128, i32x4Constant, shiftLeftI32x4, xorV128 } from '#engine/wasm/vectors.ts';

// Elementary functions of 4 lanes, from sums and products alone: their bits are the same on every machine, and in every version of the
// JavaScript engine, whose Math functions may change.

const SIGN = i32x4Constant(-0x80000000);
const WITHOUT_SIGN = i32x4Constant(0x7fffffff);
/** WebAssembly code for the absolute values of the lanes of a vector. */
export const absoluteValueWasmCode = (x: WasmCode, { once }: WasmFunctionScope): WasmCode =>
  andV128(x, once(WITHOUT_SIGN));

/**
 * A constant that rounds a number of up to 2^22 when it is added to it: the lowest bits of the sum are the nearest integer (half to even).
 */
export const ROUND_TO_INTEGER_ADDEND = 1.5 * 2 ** 23;
/** The bits of `ROUND_TO_INTEGER_ADDEND` as a 32-bit float. Subtracting them from the bits of the sum gives the nearest integer. */
export const ROUNDING_CONSTANT_BIT_PATTERN = 0x4b400000;

/** Lanes minus their nearest integers: −0.5 to 0.5. @param turns a variable with magnitudes up to 2^22 */
const fraction = (turns: WasmLocal, { once }: WasmFunctionScope): WasmCode => {
  const toInteger = once(f32x4Constant(ROUND_TO_INTEGER_ADDEND));
  return subtractF32x4(wasmGetLocal(turns), subtractF32x4(addF32x4(wasmGetLocal(turns), toInteger), toInteger));
};

/** A polynomial of a variable, its coefficients from that of the highest power. */
const polynomial = (x: WasmLocal, [first = 0, ...rest]: readonly number[], { once }: WasmFunctionScope): WasmCode =>
  rest.reduce<WasmCode>(
    (sum, coefficient) => addF32x4(multiplyF32x4(sum, wasmGetLocal(x)), once(f32x4Constant(coefficient))),
    once(f32x4Constant(first)),
  );

// sin(2πy) / y by y², fitted for 0 ≤ y ≤ 0.25; the greatest error of the sine is 2e-7.
const SINE = [39.761616, -76.5814, 81.602486, -41.341682, 6.2831855];
/** The sines of lanes of at most a quarter of a turn. @param square a variable for the squares */
const smallSine = (quarter: WasmLocal, square: WasmLocal, scope: WasmFunctionScope): WasmCode[] => [
  wasmSetLocal(square, multiplyF32x4(wasmGetLocal(quarter), wasmGetLocal(quarter))),
  wasmSetLocal(square, multiplyF32x4(polynomial(square, SINE, scope), wasmGetLocal(quarter))),
];

/** WebAssembly code that sets `out` to the sines of the angles in `turns` (1 is a full turn); the value of `turns` is lost. */
export const sineWasmCode = (turns: WasmLocal, out: WasmLocal, scope: WasmFunctionScope): WasmCode[] => {
  const foldedTurns = scope.local('v128');
  return [
    wasmSetLocal(turns, fraction(turns, scope)),
    // The sine of the rest of half a turn is the same.
    wasmSetLocal(
      foldedTurns,
      minF32x4(
        absoluteValueWasmCode(wasmGetLocal(turns), scope),
        subtractF32x4(scope.once(f32x4Constant(0.5)), absoluteValueWasmCode(wasmGetLocal(turns), scope)),
      ),
    ),
    ...smallSine(foldedTurns, out, scope),
    wasmSetLocal(out, xorV128(wasmGetLocal(out), andV128(wasmGetLocal(turns), scope.once(SIGN)))),
  ];
};

/** WebAssembly code that sets `out` to the cosines of the angles in `turns` (1 is a full turn); `turns` keeps its value. */
export const cosineWasmCode = (turns: WasmLocal, out: WasmLocal, scope: WasmFunctionScope): WasmCode[] => {
  const fromQuarter = scope.local('v128');
  return [
    wasmSetLocal(
      fromQuarter,
      subtractF32x4(scope.once(f32x4Constant(0.25)), absoluteValueWasmCode(fraction(turns, scope), scope)),
    ),
    ...smallSine(fromQuarter, out, scope),
  ];
};

const LOG2_E = Math.LOG2E;
// ln 2 in two parts, the first with few bits, so that its product with an integer is exact.
const LN2_HIGH = 0.693359375;
const LN2_LOW = Math.LN2 - LN2_HIGH;
// Taylor's series: the error within half of ln 2 is below a bit of the result.
const EXPONENTIAL = [1 / 5040, 1 / 720, 1 / 120, 1 / 24, 1 / 6, 1 / 2, 1, 1];
const MIN_EXPONENT = -87;
const MAX_EXPONENT = 88;
const EXPONENT_BIT = 23;
const ONE_BITS = 0x3f800000;

/** WebAssembly code that replaces `x` by e to the power of its lanes, which are clamped to −87 … 88. */
export const exponentialWasmCode = (x: WasmLocal, scope: WasmFunctionScope): WasmCode[] => {
  const power = scope.local('v128');
  const whole = subtractF32x4(wasmGetLocal(power), scope.once(f32x4Constant(ROUND_TO_INTEGER_ADDEND)));
  return [
    wasmSetLocal(
      x,
      maxF32x4(
        minF32x4(wasmGetLocal(x), scope.once(f32x4Constant(MAX_EXPONENT))),
        scope.once(f32x4Constant(MIN_EXPONENT)),
      ),
    ),
    wasmSetLocal(
      power,
      addF32x4(
        multiplyF32x4(wasmGetLocal(x), scope.once(f32x4Constant(LOG2_E))),
        scope.once(f32x4Constant(ROUND_TO_INTEGER_ADDEND)),
      ),
    ),
    wasmSetLocal(
      x,
      subtractF32x4(
        subtractF32x4(wasmGetLocal(x), multiplyF32x4(whole, scope.once(f32x4Constant(LN2_HIGH)))),
        multiplyF32x4(whole, scope.once(f32x4Constant(LN2_LOW))),
      ),
    ),
    wasmSetLocal(x, polynomial(x, EXPONENTIAL, scope)),
    wasmSetLocal(
      x,
      multiplyF32x4(
        wasmGetLocal(x),
        addI32x4(shiftLeftI32x4(wasmGetLocal(power), EXPONENT_BIT), scope.once(i32x4Constant(ONE_BITS))),
      ),
    ),
  ];
};

/** WebAssembly code that replaces `x` by the hyperbolic tangents of its lanes. */
export const hyperbolicTangentWasmCode = (x: WasmLocal, scope: WasmFunctionScope): WasmCode[] => {
  const sign = scope.local('v128');
  return [
    wasmSetLocal(sign, andV128(wasmGetLocal(x), scope.once(SIGN))),
    wasmSetLocal(x, multiplyF32x4(absoluteValueWasmCode(wasmGetLocal(x), scope), scope.once(f32x4Constant(-2)))),
    ...exponentialWasmCode(x, scope),
    wasmSetLocal(
      x,
      xorV128(
        divideF32x4(
          subtractF32x4(scope.once(f32x4Constant(1)), wasmGetLocal(x)),
          addF32x4(scope.once(f32x4Constant(1)), wasmGetLocal(x)),
        ),
        wasmGetLocal(sign),
      ),
    ),
  ];
};

// erf(z) = z · numerator(z²) / denominator(z²), fitted for |z| ≤ 3.95, from where it is 1; the greatest error is 4e-7.
const ERROR_NUMERATOR = [2.01183374e-6, 0.000287585333, 0.00391670374, 0.0532051831, 0.194021537, 1.12837901];
const ERROR_DENOMINATOR = [3.78398523e-5, 0.00119804871, 0.0152694825, 0.115584893, 0.505278603, 1];
const ERROR_END = 3.95;

/** WebAssembly code that replaces each lane x of `x` by x/2 · (1 + erf(x / √2)) ("GELU"). */
export const geluWasmCode = (x: WasmLocal, scope: WasmFunctionScope): WasmCode[] => {
  const [z, square] = [scope.local('v128'), scope.local('v128')];
  return [
    wasmSetLocal(
      z,
      maxF32x4(
        minF32x4(
          multiplyF32x4(wasmGetLocal(x), scope.once(f32x4Constant(Math.SQRT1_2))),
          scope.once(f32x4Constant(ERROR_END)),
        ),
        scope.once(f32x4Constant(-ERROR_END)),
      ),
    ),
    wasmSetLocal(square, multiplyF32x4(wasmGetLocal(z), wasmGetLocal(z))),
    wasmSetLocal(z, multiplyF32x4(wasmGetLocal(z), polynomial(square, ERROR_NUMERATOR, scope))),
    wasmSetLocal(z, divideF32x4(wasmGetLocal(z), polynomial(square, ERROR_DENOMINATOR, scope))),
    wasmSetLocal(
      x,
      multiplyF32x4(
        multiplyF32x4(wasmGetLocal(x), scope.once(f32x4Constant(0.5))),
        addF32x4(wasmGetLocal(z), scope.once(f32x4Constant(1))),
      ),
    ),
  ];
};
