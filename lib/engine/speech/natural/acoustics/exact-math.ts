// JavaScript does not define the exact bits of its Math functions. These functions use only sums, products and quotients, whose bits it
// defines.

/** ln 2 in two parts, the first with few bits, so that its product with an integer is exact. */
const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;
/** The number of terms of each series. */
const SERIES_TERMS = 18;

/** e to the power of `x`, for −700 to 700, with the same bits on every machine. */
export function exactExp(x: number): number {
  const powerOfTwo = Math.round(x / Math.LN2);
  const remainder = x - powerOfTwo * LN2_HIGH - powerOfTwo * LN2_LOW;
  let sum = 1;
  for (let term = SERIES_TERMS; term > 0; term--) sum = 1 + (sum * remainder) / term;
  return sum * 2 ** powerOfTwo;
}

/** The natural logarithm of a number from 1 to 2^30, with the same bits on every machine. */
export function exactNaturalLogarithm(x: number): number {
  let [remainder, halvings] = [x, 0];
  for (; remainder > Math.SQRT2; halvings++) remainder /= 2;
  // ln x = 2 artanh((x − 1) / (x + 1))
  const ratio = (remainder - 1) / (remainder + 1);
  let sum = 0;
  for (let power = 2 * SERIES_TERMS - 1; power > 0; power -= 2) sum = sum * ratio * ratio + 1 / power;
  return 2 * ratio * sum + halvings * Math.LN2;
}

/** The cosine of a part of a full turn, up to an eighth of it. */
function smallCosine(turns: number): number {
  const square = (2 * Math.PI * turns) ** 2;
  let sum = 1;
  for (let term = SERIES_TERMS; term > 0; term -= 2) sum = 1 - (sum * square) / (term * (term - 1));
  return sum;
}

/** The sine of a part of a full turn, up to an eighth of it. */
function smallSine(turns: number): number {
  const angle = 2 * Math.PI * turns;
  let sum = 1;
  for (let term = SERIES_TERMS + 1; term > 1; term -= 2) sum = 1 - (sum * angle * angle) / (term * (term - 1));
  return sum * angle;
}

/** Cosine and sine of an angle in turns (1 is a full turn). */
export function exactCosineAndSineOfTurns(turns: number): { cosine: number; sine: number } {
  const quarters = Math.round(4 * turns);
  const remainder = turns - quarters / 4;
  const [cosine, sine] = [smallCosine(remainder), smallSine(remainder)];
  const rotations = [
    { cosine, sine },
    { cosine: -sine, sine: cosine },
    { cosine: -cosine, sine: -sine },
  ];
  return rotations[((quarters % 4) + 4) % 4] ?? { cosine: sine, sine: -cosine };
}
