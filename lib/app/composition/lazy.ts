/** Makes a function that calls `make` the first time and returns the same value every time. A call that throws is repeated the next time. */
export function lazy<T>(make: () => T): () => T {
  let cached: { value: T } | undefined;
  return () => {
    cached ??= { value: make() };
    return cached.value;
  };
}
