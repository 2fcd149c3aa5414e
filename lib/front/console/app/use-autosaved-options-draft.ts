import { useEffect, useRef, useState } from 'preact/hooks';
import { isSameJson } from './slide-content.ts';

/** Milliseconds without input after which changes are saved. */
const IDLE_MS = 600;

/**
 * A hook for a form of options that is saved after a pause, and when the form is closed. A change of the stored options, by an undo or by
 * another client, replaces the form.
 * @param storedDraft the form for the stored options
 * @param optionsIn the options that a form asks for; undefined while they cannot be saved
 * @param save saves options. `before` are the stored ones. An error that it throws becomes `error`
 */
export function useAutosavedOptionsDraft<Draft, Options>(
  storedDraft: Draft,
  optionsIn: (draft: Draft) => Options | undefined,
  save: (options: Options, before: Options) => Promise<unknown>,
) {
  const [draft, setDraft] = useState(storedDraft);
  const [error, setError] = useState<unknown>();
  const latestValues = useRef({ stored: storedDraft, draft, save });
  /** The options that are being saved; undefined after the answer, which does not replace what was entered meanwhile. */
  const optionsBeingSaved = useRef<Options | undefined>(undefined);
  latestValues.current = { stored: storedDraft, draft, save };
  const options = optionsIn(draft);
  const saveChanges = () => {
    const [draftOptions, storedOptions] = [
      optionsIn(latestValues.current.draft),
      optionsIn(latestValues.current.stored),
    ];
    if (draftOptions === undefined || storedOptions === undefined || isSameJson(draftOptions, storedOptions)) return;
    setError(undefined);
    optionsBeingSaved.current = draftOptions;
    latestValues.current.save(draftOptions, storedOptions).catch(setError);
  };
  useEffect(() => {
    const isAnswer =
      optionsBeingSaved.current !== undefined && isSameJson(optionsIn(storedDraft), optionsBeingSaved.current);
    optionsBeingSaved.current = undefined;
    if (!isAnswer) setDraft(storedDraft);
  }, [JSON.stringify(storedDraft)]);
  useEffect(() => {
    const timer = setTimeout(saveChanges, IDLE_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  useEffect(() => saveChanges, []);
  return { draft, options, error, change: (changed: Partial<Draft>) => setDraft({ ...draft, ...changed }) };
}
