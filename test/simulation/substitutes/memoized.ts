const MOST_REMEMBERED = 5000;

/** Freezes a value and all that it has: what is remembered must be the same for all who ask. */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value) || ArrayBuffer.isView(value)) return value;
  for (const field of Object.values(value)) deepFreeze(field);
  return Object.freeze(value);
}

/**
 * A pure function that remembers its results. They are frozen: a use case that changes one gets an error, rather than
 * changing what another one reads.
 */
export function memoized<Args extends readonly unknown[], Result>(
  compute: (...args: Args) => Result,
  keyOf: (...args: Args) => string,
): (...args: Args) => Result {
  const known = new Map<string, Result>();
  return (...args) => {
    const key = keyOf(...args);
    if (known.has(key)) return known.get(key) as Result;
    const result = deepFreeze(compute(...args));
    if (known.size >= MOST_REMEMBERED) known.clear();
    known.set(key, result);
    return result;
  };
}
