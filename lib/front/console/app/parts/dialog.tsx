import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Icon } from './icons.tsx';
import { CurrentNotice } from './notices.tsx';

/** Selector of the fields of a dialog that can get the focus. */
const FIELD_SELECTOR = '.dialog-body :is(input:not([type=file], [tabindex="-1"]), select, textarea):not(:disabled)';
/** Selectors of the elements that can get the focus in a dialog without fields, in order of preference. */
const ACTION_SELECTORS = ['.dialog-foot .button-main', '.dialog-foot .button', '.dialog-body button'];

/**
 * Focuses the first field of a dialog. A dialog without fields gets the focus on a button, which moves to the first field that is added.
 * @returns a function that stops waiting for a field
 */
function focusFirst(dialog: HTMLDialogElement): () => void {
  const field = dialog.querySelector<HTMLElement>(FIELD_SELECTOR);
  if (field) {
    field.focus();
    return () => undefined;
  }
  const action = ACTION_SELECTORS.map((selector) =>
    dialog.querySelector<HTMLElement>(`${selector}:not(:disabled)`),
  ).find((button) => button !== null);
  action?.focus();
  const focusedElement = document.activeElement;
  const observer = new MutationObserver(() => {
    const addedField = dialog.querySelector<HTMLElement>(FIELD_SELECTOR);
    if (!addedField) return;
    observer.disconnect();
    // The focus stays where it is if the user has moved it meanwhile.
    if (document.activeElement === focusedElement) addedField.focus();
  });
  observer.observe(dialog, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** A modal dialog: it traps the focus, which starts at its first field, and Escape closes it. */
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
  const headingId = useId();
  useEffect(() => {
    const previouslyFocused = document.activeElement;
    element.current?.showModal();
    const stopWaiting = element.current ? focusFirst(element.current) : undefined;
    return () => {
      stopWaiting?.();
      if (previouslyFocused instanceof HTMLElement && previouslyFocused.isConnected) previouslyFocused.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={wide ? 'dialog dialog-wide' : 'dialog'}
      aria-labelledby={headingId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header class="dialog-head">
        <h2 id={headingId}>{title}</h2>
        <button type="button" class="button-icon" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      {children}
      {/* The dialog shows messages itself: behind a modal dialog they would be inert, and their buttons could not be pressed. */}
      <CurrentNotice />
    </dialog>
  );
}

/** A dialog that asks for confirmation of an action that cannot be undone. */
export function ConfirmDialog({
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
