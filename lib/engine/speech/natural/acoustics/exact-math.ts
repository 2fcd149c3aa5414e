// Functions whose exact bits JavaScript does not define. These are made only of sums, products and quotients, whose bits it defines.

const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;
const TERMS = 18;

/** e to the power of `x`, for −700 to 700. */
export function exactExponential(x: number): number {
  const whole = Math.round(x / Math.LN2);
  const rest = x - whole * LN2_HIGH - whole * LN2_LOW;
  let sum = 1;
  for (let term = TERMS; term > 0; term--) sum = 1 + (sum * rest) / term;
  return sum * 2 ** whole;
}

/** The natural logarithm of a number from 1 to 2^30. */
export function exactLogarithm(x: number): number {
  let [rest, halvings] = [x, 0];
  for (; rest > Math.SQRT2; halvings++) rest /= 2;
  // ln x = 2 artanh((x − 1) / (x + 1))
  const ratio = (rest - 1) / (rest + 1);
  let sum = 0;
  for (let power = 2 * TERMS - 1; power > 0; power -= 2) sum = sum * ratio * ratio + 1 / power;
  return 2 * ratio * sum + halvings * Math.LN2;
}

/** The cosine of a part of a full turn, up to an eighth of it. */
function smallCosine(turns: number): number {
  const square = (2 * Math.PI * turns) ** 2;
  let sum = 1;
  for (let term = TERMS; term > 0; term -= 2) sum = 1 - (sum * square) / (term * (term - 1));
  return sum;
}

/** The sine of a part of a full turn, up to an eighth of it. */
function smallSine(turns: number): number {
  const angle = 2 * Math.PI * turns;
  let sum = 1;
  for (let term = TERMS + 1; term > 1; term -= 2) sum = 1 - (sum * angle * angle) / (term * (term - 1));
  return sum * angle;
}

/** Cosine and sine of an angle in turns (1 is a full turn). */
export function exactCosineAndSineOfTurns(turns: number): { cosine: number; sine: number } {
  const quarters = Math.round(4 * turns);
  const rest = turns - quarters / 4;
  const [cosine, sine] = [smallCosine(rest), smallSine(rest)];
  const turned = [
    { cosine, sine },
    { cosine: -sine, sine: cosine },
    { cosine: -cosine, sine: -sine },
  ];
  return turned[((quarters % 4) + 4) % 4] ?? { cosine: sine, sine: -cosine };
}
