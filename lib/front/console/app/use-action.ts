import { useState } from 'preact/hooks';

/** The state of an action of the user. */
export interface ActionState {
  isBusy: boolean;
  /** The error of the last action; undefined if it did not fail. */
  error?: unknown;
}

/** A hook with the state of the actions of a view. `attempt` runs an action; an error that it throws becomes `error`. */
export function useAction() {
  const [state, setState] = useState<ActionState>({ isBusy: false });
  const attempt = async (act: () => Promise<unknown>): Promise<void> => {
    setState({ isBusy: true });
    try {
      await act();
      setState({ isBusy: false });
    } catch (error) {
      setState({ isBusy: false, error });
    }
  };
  return { ...state, attempt };
}
