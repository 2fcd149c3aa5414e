import type { ComponentChildren } from 'preact';
import type { LoadState } from '../load.ts';
import { fieldPathInWords, toShownError } from '../to-shown-error.ts';

/** The message of an error, with its faults, its code and the id of the request, and a button to retry if `retry` is given. */
export function ErrorNotice({ error, retry }: { error: unknown; retry?: (() => void) | undefined }) {
  const { message, code, requestId, faults } = toShownError(error);
  return (
    <div class="failure" role="alert">
      <p>{message}</p>
      {faults.length > 0 && (
        <ul>
          {faults.map((fault) => (
            <li key={fault.param}>
              {fieldPathInWords(fault.param)}: {fault.message}
            </li>
          ))}
        </ul>
      )}
      {(code !== undefined || requestId !== undefined) && (
        <p class="fine">
          {code !== undefined && <code>{code}</code>} {requestId !== undefined && <code>{requestId}</code>}
        </p>
      )}
      {retry && (
        <button type="button" class="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

/** The text that is shown instead of an empty list. */
export const EmptyState = ({ title, children }: { title: string; children?: ComponentChildren }) => (
  <div class="empty">
    <p class="empty-title">{title}</p>
    {children}
  </div>
);

/** Placeholders of rows or cards that are loading. */
export const LoadingPlaceholder = ({ rows = 4, kind = 'row' }: { rows?: number; kind?: 'row' | 'card' }) => (
  <div class={`skeletons skeletons-${kind}`} role="status">
    <span class="unseen">Loading…</span>
    {Array.from({ length: rows }, (_, index) => (
      <div class="skeleton" key={`place-${String(index)}`} />
    ))}
  </div>
);

/** Shows loaded data, a placeholder while it is loading, or the error. */
export function WhenLoaded<T>({
  loadState,
  kind,
  heading,
  children,
}: {
  loadState: LoadState<T>;
  /** The heading while there is no data, for a view whose heading is part of the data. */
  heading?: string;
  kind?: 'row' | 'card';
  children: (data: T) => ComponentChildren;
}) {
  if (loadState.state === 'ready') return <>{children(loadState.data)}</>;
  return (
    <>
      {heading !== undefined && <h1 class="view-head">{heading}</h1>}
      {loadState.state === 'loading' ? (
        <LoadingPlaceholder {...(kind ? { kind } : {})} />
      ) : (
        <ErrorNotice error={loadState.error} retry={loadState.reload} />
      )}
    </>
  );
}
