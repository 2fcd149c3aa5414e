import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
/** Reads from the API; again when a key changes. */
export function useLoad(read, keys) {
  const [state, setState] = useState({ state: 'loading' });
  const turn = useRef(0);
  const load = useCallback((isNew) => {
    turn.current += 1;
    const mine = turn.current;
    if (isNew) setState({ state: 'loading' });
    read().then(
      (data) => mine === turn.current && setState({ state: 'ready', data }),
      (error) => mine === turn.current && setState({ state: 'failed', error }),
    );
  }, keys);
  useEffect(() => {
    load(true);
    return () => {
      turn.current += 1;
    };
  }, [load]);
  const set = useCallback((data) => {
    turn.current += 1;
    setState({ state: 'ready', data });
  }, []);
  return { ...state, reload: () => load(state.state === 'failed'), set };
}
/** Calls `tick` again and again while `isOn`, each time after the last call has ended. @param ms between two calls */
export function usePolling(tick, ms, isOn, keys) {
  useEffect(() => {
    if (!isOn) return undefined;
    let timer;
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
