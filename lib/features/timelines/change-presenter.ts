import { invalidValueError } from '#kernel/shared/errors.ts';
import type { PresenterOptionsChange } from './presenter-fields.ts';
import {
  type PendingOrFailedPresenter,
  type Presenter,
  type PresenterOptions,
  presenterOptionsOf,
} from './slide-presenter.ts';

/** A ready presenter, a requested one, or none. */
export interface StoredOrRequestedPresenter<Ready extends Presenter = Presenter> {
  presenter?: Ready | undefined;
  presenter_request?: PendingOrFailedPresenter | undefined;
}

/** Options after a change: null removes the focus. */
function optionsAfterChange(options: PresenterOptions, { focus, ...change }: PresenterOptionsChange): PresenterOptions {
  const setOptions = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  return presenterOptionsOf({
    ...options,
    ...setOptions,
    focus: focus === undefined ? options.focus : (focus ?? undefined),
  });
}

/**
 * The ready and the requested presenter of a slide or timeline with changed options; options that the change does not name stay.
 * @throws ServiceError `validation_failed` if there is neither
 */
export function presenterWithOptionsChange<Ready extends Presenter>(
  { presenter, presenter_request: request }: StoredOrRequestedPresenter<Ready>,
  change: PresenterOptionsChange,
): StoredOrRequestedPresenter<Ready> {
  if (!presenter && !request)
    throw invalidValueError(
      'presenter',
      'There is no presenter. Send one with url, upload_id or copy_of, together with the options.',
    );
  return {
    ...(presenter ? { presenter: { ...presenter, focus: undefined, ...optionsAfterChange(presenter, change) } } : {}),
    ...(request ? { presenter_request: { ...request, focus: undefined, ...optionsAfterChange(request, change) } } : {}),
  };
}
