import type { FilterPattern } from './types.ts';

type Rule = (value: unknown) => boolean;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isText = (value: unknown): value is string => typeof value === 'string';

const COMPARISONS: Readonly<Record<string, (value: number, bound: number) => boolean>> = {
  '=': (value, bound) => value === bound,
  '<': (value, bound) => value < bound,
  '<=': (value, bound) => value <= bound,
  '>': (value, bound) => value > bound,
  '>=': (value, bound) => value >= bound,
};

function numericRule(condition: unknown): Rule {
  if (!Array.isArray(condition) || condition.length === 0 || condition.length % 2 !== 0) {
    throw new Error('a numeric filter takes pairs of an operator and a number');
  }
  const comparisons: Rule[] = [];
  for (let index = 0; index < condition.length; index += 2) {
    const compare = COMPARISONS[String(condition[index])];
    const bound: unknown = condition[index + 1];
    if (compare === undefined || typeof bound !== 'number') throw new Error('a numeric filter is malformed');
    comparisons.push((value) => typeof value === 'number' && compare(value, bound));
  }
  return (value) => comparisons.every((check) => check(value));
}

function textRule(condition: unknown, test: (value: string, argument: string) => boolean): Rule {
  if (!isText(condition)) throw new Error('this filter takes a string');
  return (value) => isText(value) && test(value, condition);
}

function anythingButRule(condition: unknown): Rule {
  if (isObject(condition)) {
    const negatedRule = operatorRule(condition);
    return (value) => !negatedRule(value);
  }
  const refusedValues = new Set<unknown>(Array.isArray(condition) ? condition : [condition]);
  return (value) => !refusedValues.has(value);
}

/** Compiles the rule of an operator for a present value. `exists` is not among the operators, because it is about absence. */
function operatorRule(condition: Record<string, unknown>): Rule {
  const [operator, ...otherOperators] = Object.keys(condition);
  if (operator === undefined || otherOperators.length > 0)
    throw new Error('a filter condition has exactly one operator');
  const argument = condition[operator];
  switch (operator) {
    case 'prefix':
      return textRule(argument, (value, prefix) => value.startsWith(prefix));
    case 'suffix':
      return textRule(argument, (value, suffix) => value.endsWith(suffix));
    case 'equals-ignore-case':
      return textRule(argument, (value, other) => value.toLowerCase() === other.toLowerCase());
    case 'anything-but':
      return anythingButRule(argument);
    case 'numeric':
      return numericRule(argument);
    default:
      throw new Error(`the filter operator "${operator}" is not supported`);
  }
}

/** Compiles a leaf: one of its conditions must be true, for the value or for any element of an array value. */
function compileLeaf(conditions: readonly unknown[]): (isPresent: boolean, value: unknown) => boolean {
  const compiledConditions = conditions.map((condition) => {
    if (isObject(condition) && 'exists' in condition) {
      // `exists` considers only leaves: an object under the key does not count as a value.
      return (isPresent: boolean, value: unknown) => (isPresent && !isObject(value)) === condition.exists;
    }
    const rule: Rule = isObject(condition) ? operatorRule(condition) : (value) => value === condition;
    return (isPresent: boolean, value: unknown) => isPresent && (Array.isArray(value) ? value.some(rule) : rule(value));
  });
  return (isPresent, value) => compiledConditions.some((condition) => condition(isPresent, value));
}

function compilePattern(pattern: FilterPattern): Rule {
  const rules = Object.entries(pattern).map(([key, expected]): Rule => {
    if (key === '$or' && Array.isArray(expected)) {
      const alternatives = expected.map(compilePattern);
      return (value) => alternatives.some((alternative) => alternative(value));
    }
    if (Array.isArray(expected)) {
      const leafRule = compileLeaf(expected);
      return (value) => {
        const isPresent = isObject(value) && Object.hasOwn(value, key);
        return leafRule(isPresent, isPresent ? value[key] : undefined);
      };
    }
    if (!isObject(expected)) throw new Error(`the filter of "${key}" must be a list of values or a nested pattern`);
    const nestedRule = compilePattern(expected);
    return (value) => nestedRule(isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined);
  });
  return (value) => rules.every((rule) => rule(value));
}

/**
 * Compiles the patterns of an event source into one test. Without patterns, every record passes.
 * @throws Error for an unknown operator, so that no record is passed or discarded by mistake
 */
export function compileFilter(patterns: readonly FilterPattern[]): (record: unknown) => boolean {
  if (patterns.length === 0) return () => true;
  const compiledPatterns = patterns.map(compilePattern);
  return (record) => compiledPatterns.some((matches) => matches(record));
}
