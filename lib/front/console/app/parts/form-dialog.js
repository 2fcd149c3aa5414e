import { jsx as _jsx, jsxs as _jsxs } from 'preact/jsx-runtime';
import { isShownAt } from '../shown-error.ts';
import { Dialog } from './dialog.tsx';
import { Failure } from './states.tsx';
/** A dialog with one form: its fields, why it failed, and its buttons. */
export function FormDialog({
  title,
  action,
  busyAction = action,
  work,
  fields = [],
  canSubmit = true,
  wide = false,
  onSubmit,
  onClose,
  children,
}) {
  const submit = (event) => {
    event.preventDefault();
    onSubmit();
  };
  return _jsx(Dialog, {
    title: title,
    onClose: onClose,
    wide: wide,
    children: _jsxs('form', {
      onSubmit: submit,
      class: 'dialog-form',
      noValidate: true,
      children: [
        _jsxs('div', {
          class: 'dialog-body',
          children: [
            children,
            work.error !== undefined && !isShownAt(work.error, fields) && _jsx(Failure, { error: work.error }),
          ],
        }),
        _jsxs('footer', {
          class: 'dialog-foot',
          children: [
            _jsx('button', { type: 'button', class: 'button', onClick: onClose, children: 'Cancel' }),
            action !== undefined &&
              _jsx('button', {
                type: 'submit',
                class: 'button button-main',
                disabled: work.isBusy || !canSubmit,
                children: work.isBusy ? busyAction : action,
              }),
          ],
        }),
      ],
    }),
  });
}
