import { useState } from 'preact/hooks';
/** State of a view's actions. `attempt` runs one; what it throws becomes `error`. */
export function useWork() {
  const [work, setWork] = useState({ isBusy: false });
  const attempt = async (act) => {
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
