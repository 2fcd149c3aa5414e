import type { ComponentChildren } from 'preact';
import type { Loaded } from '../load.ts';
import { fieldInWords, shownError } from '../shown-error.ts';

/** A failure with its code and the id of the request, which support asks for. */
export function Failure({ error, retry }: { error: unknown; retry?: (() => void) | undefined }) {
  const { message, code, requestId, faults } = shownError(error);
  return (
    <div class="failure" role="alert">
      <p>{message}</p>
      {faults.length > 0 && (
        <ul>
          {faults.map((fault) => (
            <li key={fault.param}>
              {fieldInWords(fault.param)}: {fault.message}
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

/** Text of an empty list. */
export const Empty = ({ title, children }: { title: string; children?: ComponentChildren }) => (
  <div class="empty">
    <p class="empty-title">{title}</p>
    {children}
  </div>
);

/** Placeholders of rows or cards that are loading. */
export const Skeleton = ({ rows = 4, kind = 'row' }: { rows?: number; kind?: 'row' | 'card' }) => (
  <div class={`skeletons skeletons-${kind}`} role="status">
    <span class="unseen">Loading…</span>
    {Array.from({ length: rows }, (_, index) => (
      <div class="skeleton" key={`place-${String(index)}`} />
    ))}
  </div>
);

/** Shows data from the API, that it is loading, or why it failed. */
export function Shown<T>({
  loaded,
  kind,
  heading,
  children,
}: {
  loaded: Loaded<T>;
  /** Given by a view whose own heading is part of what is read. */
  heading?: string;
  kind?: 'row' | 'card';
  children: (data: T) => ComponentChildren;
}) {
  if (loaded.state === 'ready') return <>{children(loaded.data)}</>;
  return (
    <>
      {heading !== undefined && <h1 class="view-head">{heading}</h1>}
      {loaded.state === 'loading' ? (
        <Skeleton {...(kind ? { kind } : {})} />
      ) : (
        <Failure error={loaded.error} retry={loaded.reload} />
      )}
    </>
  );
}
