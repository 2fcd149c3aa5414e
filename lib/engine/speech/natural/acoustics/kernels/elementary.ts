import { getLocal, setLocal, type WasmCode, type WasmLocal } from '#engine/wasm/code.ts';
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
import { addI32x4, andVectors, i32x4Constant, shiftLeftI32x4, xorVectors } from '#engine/wasm/vectors.ts';

// Elementary functions of 4 lanes, from sums and products alone: their bits are the same on every machine, and in every version of the
// JavaScript engine, whose Math functions may change.

const SIGN = i32x4Constant(-0x80000000);
const WITHOUT_SIGN = i32x4Constant(0x7fffffff);
/** The magnitudes of lanes. */
export const absoluteValueCode = (x: WasmCode, { once }: WasmFunctionScope): WasmCode =>
  andVectors(x, once(WITHOUT_SIGN));

/** Added to a number of up to 2^22, it leaves the number rounded to an integer (half to even) in the lowest bits. */
export const ROUNDING_CONSTANT = 1.5 * 2 ** 23;
/** The lowest bits of `ROUNDING_CONSTANT` alone. */
export const ROUNDING_CONSTANT_BITS = 0x4b400000;

/** Lanes minus their nearest integers: −0.5 to 0.5. @param turns a variable with magnitudes up to 2^22 */
const fraction = (turns: WasmLocal, { once }: WasmFunctionScope): WasmCode => {
  const toInteger = once(f32x4Constant(ROUNDING_CONSTANT));
  return subtractF32x4(getLocal(turns), subtractF32x4(addF32x4(getLocal(turns), toInteger), toInteger));
};

/** A polynomial of a variable, its coefficients from that of the highest power. */
const polynomial = (x: WasmLocal, [first = 0, ...rest]: readonly number[], { once }: WasmFunctionScope): WasmCode =>
  rest.reduce<WasmCode>(
    (sum, number) => addF32x4(multiplyF32x4(sum, getLocal(x)), once(f32x4Constant(number))),
    once(f32x4Constant(first)),
  );

// sin(2πy) / y by y², fitted for 0 ≤ y ≤ 0.25; the greatest error of the sine is 2e-7.
const SINE = [39.761616, -76.5814, 81.602486, -41.341682, 6.2831855];
/** The sines of lanes of at most a quarter of a turn. @param square a variable for the squares */
const smallSine = (quarter: WasmLocal, square: WasmLocal, scope: WasmFunctionScope): WasmCode[] => [
  setLocal(square, multiplyF32x4(getLocal(quarter), getLocal(quarter))),
  setLocal(square, multiplyF32x4(polynomial(square, SINE, scope), getLocal(quarter))),
];

/** Code after which `out` has the sines of the angles in `turns` (1 is a full turn), which is lost. */
export const sineCode = (turns: WasmLocal, out: WasmLocal, scope: WasmFunctionScope): WasmCode[] => {
  const folded = scope.local('v128');
  return [
    setLocal(turns, fraction(turns, scope)),
    // The sine of the rest of half a turn is the same.
    setLocal(
      folded,
      minF32x4(
        absoluteValueCode(getLocal(turns), scope),
        subtractF32x4(scope.once(f32x4Constant(0.5)), absoluteValueCode(getLocal(turns), scope)),
      ),
    ),
    ...smallSine(folded, out, scope),
    setLocal(out, xorVectors(getLocal(out), andVectors(getLocal(turns), scope.once(SIGN)))),
  ];
};

/** Code after which `out` has the cosines of the angles in `turns` (1 is a full turn), which keeps its value. */
export const cosineCode = (turns: WasmLocal, out: WasmLocal, scope: WasmFunctionScope): WasmCode[] => {
  const fromQuarter = scope.local('v128');
  return [
    setLocal(
      fromQuarter,
      subtractF32x4(scope.once(f32x4Constant(0.25)), absoluteValueCode(fraction(turns, scope), scope)),
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
const LEAST_EXPONENT = -87;
const MAX_EXPONENT = 88;
const EXPONENT_BIT = 23;
const ONE_BITS = 0x3f800000;

/** Code after which `x` has e to the power of its lanes, which are clamped to −87 … 88. */
export const exponentialCode = (x: WasmLocal, scope: WasmFunctionScope): WasmCode[] => {
  const power = scope.local('v128');
  const whole = subtractF32x4(getLocal(power), scope.once(f32x4Constant(ROUNDING_CONSTANT)));
  return [
    setLocal(
      x,
      maxF32x4(
        minF32x4(getLocal(x), scope.once(f32x4Constant(MAX_EXPONENT))),
        scope.once(f32x4Constant(LEAST_EXPONENT)),
      ),
    ),
    setLocal(
      power,
      addF32x4(
        multiplyF32x4(getLocal(x), scope.once(f32x4Constant(LOG2_E))),
        scope.once(f32x4Constant(ROUNDING_CONSTANT)),
      ),
    ),
    setLocal(
      x,
      subtractF32x4(
        subtractF32x4(getLocal(x), multiplyF32x4(whole, scope.once(f32x4Constant(LN2_HIGH)))),
        multiplyF32x4(whole, scope.once(f32x4Constant(LN2_LOW))),
      ),
    ),
    setLocal(x, polynomial(x, EXPONENTIAL, scope)),
    setLocal(
      x,
      multiplyF32x4(
        getLocal(x),
        addI32x4(shiftLeftI32x4(getLocal(power), EXPONENT_BIT), scope.once(i32x4Constant(ONE_BITS))),
      ),
    ),
  ];
};

/** Code after which `x` has the hyperbolic tangents of its lanes. */
export const hyperbolicTangentCode = (x: WasmLocal, scope: WasmFunctionScope): WasmCode[] => {
  const sign = scope.local('v128');
  return [
    setLocal(sign, andVectors(getLocal(x), scope.once(SIGN))),
    setLocal(x, multiplyF32x4(absoluteValueCode(getLocal(x), scope), scope.once(f32x4Constant(-2)))),
    ...exponentialCode(x, scope),
    setLocal(
      x,
      xorVectors(
        divideF32x4(
          subtractF32x4(scope.once(f32x4Constant(1)), getLocal(x)),
          addF32x4(scope.once(f32x4Constant(1)), getLocal(x)),
        ),
        getLocal(sign),
      ),
    ),
  ];
};

// erf(z) = z · numerator(z²) / denominator(z²), fitted for |z| ≤ 3.95, from where it is 1; the greatest error is 4e-7.
const ERROR_NUMERATOR = [2.01183374e-6, 0.000287585333, 0.00391670374, 0.0532051831, 0.194021537, 1.12837901];
const ERROR_DENOMINATOR = [3.78398523e-5, 0.00119804871, 0.0152694825, 0.115584893, 0.505278603, 1];
const ERROR_END = 3.95;

/** Code after which `x` has x/2 · (1 + erf(x / √2)) of its lanes ("GELU"). */
export const geluCode = (x: WasmLocal, scope: WasmFunctionScope): WasmCode[] => {
  const [z, square] = [scope.local('v128'), scope.local('v128')];
  return [
    setLocal(
      z,
      maxF32x4(
        minF32x4(
          multiplyF32x4(getLocal(x), scope.once(f32x4Constant(Math.SQRT1_2))),
          scope.once(f32x4Constant(ERROR_END)),
        ),
        scope.once(f32x4Constant(-ERROR_END)),
      ),
    ),
    setLocal(square, multiplyF32x4(getLocal(z), getLocal(z))),
    setLocal(z, multiplyF32x4(getLocal(z), polynomial(square, ERROR_NUMERATOR, scope))),
    setLocal(z, divideF32x4(getLocal(z), polynomial(square, ERROR_DENOMINATOR, scope))),
    setLocal(
      x,
      multiplyF32x4(
        multiplyF32x4(getLocal(x), scope.once(f32x4Constant(0.5))),
        addF32x4(getLocal(z), scope.once(f32x4Constant(1))),
      ),
    ),
  ];
};
