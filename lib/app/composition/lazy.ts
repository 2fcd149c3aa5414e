/** Makes a function that calls `make` the first time and returns the same value every time. A call that throws is repeated the next time. */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
