import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

/** The state of data from the API. While it is loaded again, the previous data stays. */
export type LoadState<T> = (
  | { state: 'loading' }
  | { state: 'failed'; error: unknown }
  | { state: 'ready'; data: T }
) & {
  /** Loads the data again. */
  reload(): void;
  /** Replaces the data, for example by the answer to a change. */
  set(data: T): void;
};

type State<T> = { state: 'loading' } | { state: 'failed'; error: unknown } | { state: 'ready'; data: T };

/** A hook that loads data from the API, again when one of the keys changes. An answer that a later load overtakes is ignored. */
export function useLoadedData<T>(read: () => Promise<T>, keys: readonly unknown[]): LoadState<T> {
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

/** A hook that calls `tick` repeatedly while `isOn`. @param ms milliseconds from the end of a call to the next one */
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
