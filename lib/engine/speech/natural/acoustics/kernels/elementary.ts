import { type Code, get, set, type WasmLocal } from '#engine/wasm/code.ts';
import { floats, greater, lesser, minus, over, plus, times } from '#engine/wasm/floats.ts';
import type { Scope } from '#engine/wasm/module.ts';
import { add32, and, exclusiveOr, lanes32, shiftLeft32 } from '#engine/wasm/vectors.ts';

// Elementary functions of 4 lanes, from sums and products alone: their bits are the same on every machine, and in every version of the
// JavaScript engine, whose Math functions may change.

const SIGN = lanes32(-0x80000000);
const WITHOUT_SIGN = lanes32(0x7fffffff);
/** The magnitudes of lanes. */
export const magnitude = (x: Code, { once }: Scope): Code => and(x, once(WITHOUT_SIGN));

/** Added to a number of up to 2^22, it leaves the number rounded to an integer (half to even) in the lowest bits. */
export const TO_INTEGER = 1.5 * 2 ** 23;
/** The lowest bits of `TO_INTEGER` alone. */
export const TO_INTEGER_BITS = 0x4b400000;

/** Lanes minus their nearest integers: −0.5 to 0.5. @param turns a variable with magnitudes up to 2^22 */
const fraction = (turns: WasmLocal, { once }: Scope): Code => {
  const toInteger = once(floats(TO_INTEGER));
  return minus(get(turns), minus(plus(get(turns), toInteger), toInteger));
};

/** A polynomial of a variable, its coefficients from that of the highest power. */
const polynomial = (x: WasmLocal, [first = 0, ...rest]: readonly number[], { once }: Scope): Code =>
  rest.reduce<Code>((sum, number) => plus(times(sum, get(x)), once(floats(number))), once(floats(first)));

// sin(2πy) / y by y², fitted for 0 ≤ y ≤ 0.25; the greatest error of the sine is 2e-7.
const SINE = [39.761616, -76.5814, 81.602486, -41.341682, 6.2831855];
/** The sines of lanes of at most a quarter of a turn. @param square a variable for the squares */
const smallSine = (quarter: WasmLocal, square: WasmLocal, scope: Scope): Code[] => [
  set(square, times(get(quarter), get(quarter))),
  set(square, times(polynomial(square, SINE, scope), get(quarter))),
];

/** Code after which `out` has the sines of the angles in `turns` (1 is a full turn), which is lost. */
export const sine = (turns: WasmLocal, out: WasmLocal, scope: Scope): Code[] => {
  const folded = scope.local('v128');
  return [
    set(turns, fraction(turns, scope)),
    // The sine of the rest of half a turn is the same.
    set(folded, lesser(magnitude(get(turns), scope), minus(scope.once(floats(0.5)), magnitude(get(turns), scope)))),
    ...smallSine(folded, out, scope),
    set(out, exclusiveOr(get(out), and(get(turns), scope.once(SIGN)))),
  ];
};

/** Code after which `out` has the cosines of the angles in `turns` (1 is a full turn), which keeps its value. */
export const cosine = (turns: WasmLocal, out: WasmLocal, scope: Scope): Code[] => {
  const fromQuarter = scope.local('v128');
  return [
    set(fromQuarter, minus(scope.once(floats(0.25)), magnitude(fraction(turns, scope), scope))),
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
const MOST_EXPONENT = 88;
const EXPONENT_BIT = 23;
const ONE_BITS = 0x3f800000;

/** Code after which `x` has e to the power of its lanes, which are clamped to −87 … 88. */
export const exponentiate = (x: WasmLocal, scope: Scope): Code[] => {
  const power = scope.local('v128');
  const whole = minus(get(power), scope.once(floats(TO_INTEGER)));
  return [
    set(x, greater(lesser(get(x), scope.once(floats(MOST_EXPONENT))), scope.once(floats(LEAST_EXPONENT)))),
    set(power, plus(times(get(x), scope.once(floats(LOG2_E))), scope.once(floats(TO_INTEGER)))),
    set(x, minus(minus(get(x), times(whole, scope.once(floats(LN2_HIGH)))), times(whole, scope.once(floats(LN2_LOW))))),
    set(x, polynomial(x, EXPONENTIAL, scope)),
    set(x, times(get(x), add32(shiftLeft32(get(power), EXPONENT_BIT), scope.once(lanes32(ONE_BITS))))),
  ];
};

/** Code after which `x` has the hyperbolic tangents of its lanes. */
export const hyperbolicTangent = (x: WasmLocal, scope: Scope): Code[] => {
  const sign = scope.local('v128');
  return [
    set(sign, and(get(x), scope.once(SIGN))),
    set(x, times(magnitude(get(x), scope), scope.once(floats(-2)))),
    ...exponentiate(x, scope),
    set(x, exclusiveOr(over(minus(scope.once(floats(1)), get(x)), plus(scope.once(floats(1)), get(x))), get(sign))),
  ];
};

// erf(z) = z · numerator(z²) / denominator(z²), fitted for |z| ≤ 3.95, from where it is 1; the greatest error is 4e-7.
const ERROR_NUMERATOR = [2.01183374e-6, 0.000287585333, 0.00391670374, 0.0532051831, 0.194021537, 1.12837901];
const ERROR_DENOMINATOR = [3.78398523e-5, 0.00119804871, 0.0152694825, 0.115584893, 0.505278603, 1];
const ERROR_END = 3.95;

/** Code after which `x` has x/2 · (1 + erf(x / √2)) of its lanes ("GELU"). */
export const gaussianLinear = (x: WasmLocal, scope: Scope): Code[] => {
  const [z, square] = [scope.local('v128'), scope.local('v128')];
  return [
    set(
      z,
      greater(
        lesser(times(get(x), scope.once(floats(Math.SQRT1_2))), scope.once(floats(ERROR_END))),
        scope.once(floats(-ERROR_END)),
      ),
    ),
    set(square, times(get(z), get(z))),
    set(z, times(get(z), polynomial(square, ERROR_NUMERATOR, scope))),
    set(z, over(get(z), polynomial(square, ERROR_DENOMINATOR, scope))),
    set(x, times(times(get(x), scope.once(floats(0.5))), plus(get(z), scope.once(floats(1))))),
  ];
};
