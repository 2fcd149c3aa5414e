import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Icon } from './icons.tsx';
import { Notices } from './notices.tsx';

const FIELD = '.dialog-body :is(input:not([type=file], [tabindex="-1"]), select, textarea):not(:disabled)';
/** Elements that take the focus of a dialog without fields; the first that exists. */
const ACTIONS = ['.dialog-foot .button-main', '.dialog-foot .button', '.dialog-body button'];

/** Gives the focus to the first field, or to an action until a field has been loaded. @returns ends the wait for a field */
function focusFirst(dialog: HTMLDialogElement): () => void {
  const field = dialog.querySelector<HTMLElement>(FIELD);
  if (field) {
    field.focus();
    return () => undefined;
  }
  const action = ACTIONS.map((selector) => dialog.querySelector<HTMLElement>(`${selector}:not(:disabled)`)).find(
    (found) => found !== null,
  );
  action?.focus();
  const held = document.activeElement;
  const observer = new MutationObserver(() => {
    const loaded = dialog.querySelector<HTMLElement>(FIELD);
    if (!loaded) return;
    observer.disconnect();
    // Somebody who has gone on by keys is not taken away from there.
    if (document.activeElement === held) loaded.focus();
  });
  observer.observe(dialog, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** A modal dialog of the browser: it keeps the focus, Escape closes it, and its first field has the focus. */
export function Dialog({
  title,
  onClose,
  wide = false,
  children,
}: {
  title: string;
  onClose: () => void;
  wide?: boolean;
  children: ComponentChildren;
}) {
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const before = document.activeElement;
    element.current?.showModal();
    const stop = element.current ? focusFirst(element.current) : undefined;
    return () => {
      stop?.();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={wide ? 'dialog dialog-wide' : 'dialog'}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header class="dialog-head">
        <h2 id={heading}>{title}</h2>
        <button type="button" class="button-icon" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      {children}
      {/* Messages behind a modal dialog are inert: their buttons could not be pressed. */}
      <Notices />
    </dialog>
  );
}

/** Asks before something is lost for good. */
export function Confirm({
  title,
  action,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  action: string;
  onConfirm: () => void;
  onClose: () => void;
  children: ComponentChildren;
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="dialog-body">{children}</div>
      <footer class="dialog-foot">
        <button type="button" class="button" onClick={onClose}>
          Keep
        </button>
        <button type="button" class="button button-danger" onClick={onConfirm}>
          {action}
        </button>
      </footer>
    </Dialog>
  );
}
