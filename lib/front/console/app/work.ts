import { useState } from 'preact/hooks';

/** An action of the user: whether it is under way, and why it failed. */
export interface ActionState {
  isBusy: boolean;
  /** undefined: it did not fail. */
  error?: unknown;
}

/** State of a view's actions. `attempt` runs one; what it throws becomes `error`. */
export function useWork() {
  const [work, setWork] = useState<ActionState>({ isBusy: false });
  const attempt = async (act: () => Promise<unknown>): Promise<void> => {
    setWork({ isBusy: true });
    try {
      await act();
      setWork({ isBusy: false });
    } catch (error) {
      setWork({ isBusy: false, error });
    }
  };
  return { ...work, attempt };
}
