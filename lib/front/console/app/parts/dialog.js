import { useEffect, useId, useRef } from 'preact/hooks';
import { jsx as _jsx, jsxs as _jsxs } from 'preact/jsx-runtime';
import { Icon } from './icons.tsx';
import { Notices } from './notices.tsx';

const FIELD = '.dialog-body :is(input:not([type=file], [tabindex="-1"]), select, textarea):not(:disabled)';
/** Elements that take the focus of a dialog without fields; the first that exists. */
const ACTIONS = ['.dialog-foot .button-main', '.dialog-foot .button', '.dialog-body button'];
/** Gives the focus to the first field, or to an action until a field has been loaded. @returns ends the wait for a field */
function focusFirst(dialog) {
  const field = dialog.querySelector(FIELD);
  if (field) {
    field.focus();
    return () => undefined;
  }
  const action = ACTIONS.map((selector) => dialog.querySelector(`${selector}:not(:disabled)`)).find(
    (found) => found !== null,
  );
  action?.focus();
  const held = document.activeElement;
  const observer = new MutationObserver(() => {
    const loaded = dialog.querySelector(FIELD);
    if (!loaded) return;
    observer.disconnect();
    // Somebody who has gone on by keys is not taken away from there.
    if (document.activeElement === held) loaded.focus();
  });
  observer.observe(dialog, { childList: true, subtree: true });
  return () => observer.disconnect();
}
/** A modal dialog of the browser: it keeps the focus, Escape closes it, and its first field has the focus. */
export function Dialog({ title, onClose, wide = false, children }) {
  const element = useRef(null);
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
  return _jsxs('dialog', {
    ref: element,
    class: wide ? 'dialog dialog-wide' : 'dialog',
    'aria-labelledby': heading,
    onCancel: (event) => {
      event.preventDefault();
      onClose();
    },
    children: [
      _jsxs('header', {
        class: 'dialog-head',
        children: [
          _jsx('h2', { id: heading, children: title }),
          _jsx('button', {
            type: 'button',
            class: 'button-icon',
            'aria-label': 'Close',
            onClick: onClose,
            children: _jsx(Icon, { name: 'close' }),
          }),
        ],
      }),
      children,
      _jsx(Notices, {}),
    ],
  });
}
/** Asks before something is lost for good. */
export function Confirm({ title, action, onConfirm, onClose, children }) {
  return _jsxs(Dialog, {
    title: title,
    onClose: onClose,
    children: [
      _jsx('div', { class: 'dialog-body', children: children }),
      _jsxs('footer', {
        class: 'dialog-foot',
        children: [
          _jsx('button', { type: 'button', class: 'button', onClick: onClose, children: 'Keep' }),
          _jsx('button', { type: 'button', class: 'button button-danger', onClick: onConfirm, children: action }),
        ],
      }),
    ],
  });
}
