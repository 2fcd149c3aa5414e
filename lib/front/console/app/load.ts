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
export function useLoadedData<T>(readData: () => Promise<T>, keys: readonly unknown[]): LoadState<T> {
  const [state, setState] = useState<State<T>>({ state: 'loading' });
  const latestLoad = useRef(0);
  const load = useCallback((isNew: boolean) => {
    latestLoad.current += 1;
    const thisLoad = latestLoad.current;
    if (isNew) setState({ state: 'loading' });
    readData().then(
      (data) => thisLoad === latestLoad.current && setState({ state: 'ready', data }),
      (error: unknown) => thisLoad === latestLoad.current && setState({ state: 'failed', error }),
    );
  }, keys);
  useEffect(() => {
    load(true);
    return () => {
      latestLoad.current += 1;
    };
  }, [load]);
  const set = useCallback((data: T) => {
    latestLoad.current += 1;
    setState({ state: 'ready', data });
  }, []);
  return { ...state, reload: () => load(state.state === 'failed'), set };
}

/**
 * A hook that calls `poll` repeatedly while `isOn`. An error of a call is ignored.
 * @param intervalMs milliseconds from the end of a call to the next one
 * @param keys values on which `poll` depends: a change of one starts the interval again
 */
export function usePolling(
  poll: () => Promise<unknown>,
  intervalMs: number,
  isOn: boolean,
  keys: readonly unknown[],
): void {
  useEffect(() => {
    if (!isOn) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isStopped = false;
    const scheduleNext = () => {
      timer = setTimeout(async () => {
        await poll().catch(() => undefined);
        if (!isStopped) scheduleNext();
      }, intervalMs);
    };
    scheduleNext();
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  }, [isOn, intervalMs, ...keys]);
}
