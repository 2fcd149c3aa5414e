import type { ComponentChildren } from 'preact';
import { areAllFaultsAboutFields } from '../to-shown-error.ts';
import type { ActionState } from '../use-action.ts';
import { Dialog } from './dialog.tsx';
import { ErrorNotice } from './states.tsx';

/** A dialog with a form: its fields, the error of the last attempt, and its buttons. */
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
}: {
  title: string;
  /** Label of the submit button; undefined: the button is not shown. */
  action: string | undefined;
  /** Label of the button while the form is being submitted. */
  busyAction?: string | undefined;
  /** The state of the submission. */
  work: ActionState;
  /** Fields that show errors about them, so that the dialog does not repeat these. */
  fields?: readonly string[];
  canSubmit?: boolean;
  wide?: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ComponentChildren;
}) {
  const submit = (event: Event) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Dialog title={title} onClose={onClose} wide={wide}>
      <form onSubmit={submit} class="dialog-form" noValidate>
        <div class="dialog-body">
          {children}
          {work.error !== undefined && !areAllFaultsAboutFields(work.error, fields) && (
            <ErrorNotice error={work.error} />
          )}
        </div>
        <footer class="dialog-foot">
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          {action !== undefined && (
            <button type="submit" class="button button-main" disabled={work.isBusy || !canSubmit}>
              {work.isBusy ? busyAction : action}
            </button>
          )}
        </footer>
      </form>
    </Dialog>
  );
}
