import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

/** Data from the API: loading, loaded, or failed. While it is loaded again, the previous data stays. */
export type Loaded<T> = ({ state: 'loading' } | { state: 'failed'; error: unknown } | { state: 'ready'; data: T }) & {
  /** Reads again. */
  reload(): void;
  /** Puts what a change answered in the place of what was read. */
  set(data: T): void;
};

type State<T> = { state: 'loading' } | { state: 'failed'; error: unknown } | { state: 'ready'; data: T };

/** Reads from the API; again when a key changes. */
export function useLoad<T>(read: () => Promise<T>, keys: readonly unknown[]): Loaded<T> {
  const [state, setState] = useState<State<T>>({ state: 'loading' });
  const turn = useRef(0);
  const load = useCallback((isNew: boolean) => {
    turn.current += 1;
    const mine = turn.current;
    if (isNew) setState({ state: 'loading' });
    read().then(
      (data) => mine === turn.current && setState({ state: 'ready', data }),
      (error: unknown) => mine === turn.current && setState({ state: 'failed', error }),
    );
  }, keys);
  useEffect(() => {
    load(true);
    return () => {
      turn.current += 1;
    };
  }, [load]);
  const set = useCallback((data: T) => {
    turn.current += 1;
    setState({ state: 'ready', data });
  }, []);
  return { ...state, reload: () => load(state.state === 'failed'), set };
}

/** Calls `tick` again and again while `isOn`, each time after the last call has ended. @param ms between two calls */
export function usePolling(tick: () => Promise<unknown>, ms: number, isOn: boolean, keys: readonly unknown[]): void {
  useEffect(() => {
    if (!isOn) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const next = () => {
      timer = setTimeout(async () => {
        await tick().catch(() => undefined);
        if (!isOver) next();
      }, ms);
    };
    next();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isOn, ms, ...keys]);
}
