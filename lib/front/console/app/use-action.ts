import { useState } from 'preact/hooks';

/** State of an action of the user: whether it is running, and why it failed. */
export interface ActionState {
  isBusy: boolean;
  /** Cause of its failure; undefined: it did not fail. */
  error?: unknown;
}

/** Hook with the state of a view's actions, of which one runs at a time. `attempt` runs one; an error that it throws becomes `error`. */
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
