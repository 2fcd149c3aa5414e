import { useEffect, useState } from 'preact/hooks';

/** A hook that returns a value with a delay: it changes once the given value has stayed the same for `idleMs` milliseconds. */
export function useSettledValue<T>(value: T, idleMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), idleMs);
    return () => clearTimeout(timer);
  }, [value, idleMs]);
  return settled;
}
