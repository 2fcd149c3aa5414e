/** The deepest nesting of formulas, and of operations in one formula. */
const MAX_DEPTH = 40;
/** The length of the longest formula that is read, in characters. */
const MAX_FORMULA_CHARACTERS = 1000;
const TOKENS = /[a-z][a-z0-9]*|\?[a-z0-9_.]+|\$\d+|(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?|[-+*/(),]/gi;
/** Functions of formulas (ODF 1.3 part 3, 19.171). */
const FUNCTIONS: ReadonlyMap<string, (...values: number[]) => number> = new Map<
  string,
  (...values: number[]) => number
>([
  ['abs', (a = 0) => Math.abs(a)],
  ['sqrt', (a = 0) => Math.sqrt(Math.max(0, a))],
  ['sin', (a = 0) => Math.sin(a)],
  ['cos', (a = 0) => Math.cos(a)],
  ['tan', (a = 0) => Math.tan(a)],
  ['atan', (a = 0) => Math.atan(a)],
  ['atan2', (a = 0, b = 0) => Math.atan2(a, b)],
  ['min', (a = 0, b = 0) => Math.min(a, b)],
  ['max', (a = 0, b = 0) => Math.max(a, b)],
  ['if', (a = 0, b = 0, c = 0) => (a > 0 ? b : c)],
]);

/** Values of the names in formulas. */
export interface OdfShapeFormulaValues {
  /** Formulas of `?name`. */
  equations: ReadonlyMap<string, string>;
  /** Values of `$0`, `$1` and so on. */
  modifiers: readonly number[];
  /** Values of words such as `width`. */
  names: ReadonlyMap<string, number>;
}

/**
 * Creates a function that evaluates formulas of custom shapes (ODF 1.3 part 3, 19.171). An equation is evaluated once; one that refers to
 * itself, or is nested too deeply, is 0.
 */
export function createShapeFormulaEvaluator({
  equations,
  modifiers,
  names,
}: OdfShapeFormulaValues): (formula: string) => number {
  const results = new Map<string, number>();
  // Names of equations that are being evaluated.
  const equationsInProgress = new Set<string>();
  const tokenValue = (token: string): number => {
    if (token.startsWith('$')) return modifiers[Number(token.slice(1))] ?? 0;
    if (!token.startsWith('?')) return names.get(token.toLowerCase()) ?? 0;
    const name = token.slice(1);
    const result = results.get(name);
    if (result !== undefined) return result;
    const formula = equations.get(name);
    if (formula === undefined || equationsInProgress.has(name) || equationsInProgress.size > MAX_DEPTH) return 0;
    equationsInProgress.add(name);
    const value = evaluate(formula);
    equationsInProgress.delete(name);
    results.set(name, value);
    return value;
  };
  function evaluate(formula: string): number {
    const tokens = formula.slice(0, MAX_FORMULA_CHARACTERS).match(TOKENS) ?? [];
    // Recursive descent: a sum of products of factors.
    let [index, depth] = [0, 0];
    const sum = (): number => {
      let value = product();
      while (tokens[index] === '+' || tokens[index] === '-') value += tokens[index++] === '+' ? product() : -product();
      return value;
    };
    const product = (): number => {
      let value = factor();
      while (tokens[index] === '*' || tokens[index] === '/') {
        const isProduct = tokens[index++] === '*';
        const operand = factor();
        value = isProduct ? value * operand : operand === 0 ? 0 : value / operand;
      }
      return value;
    };
    const factor = (): number => {
      if (++depth > MAX_DEPTH) return 0;
      try {
        const token = tokens[index++] ?? '';
        if (token === '-') return -factor();
        if (token === '+') return factor();
        if (token === '(') {
          const value = sum();
          index += 1;
          return value;
        }
        const formulaFunction = FUNCTIONS.get(token.toLowerCase());
        if (formulaFunction && tokens[index] === '(') {
          const values: number[] = [];
          do {
            index += 1;
            values.push(sum());
          } while (tokens[index] === ',');
          index += 1;
          return formulaFunction(...values);
        }
        return /^[\d.]/.test(token) ? Number(token) : tokenValue(token);
      } finally {
        depth -= 1;
      }
    };
    const value = sum();
    return Number.isFinite(value) ? value : 0;
  }
  return evaluate;
}
