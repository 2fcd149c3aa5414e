import type { ComponentChildren } from 'preact';
import { useAction } from '../use-action.ts';
import { DropZone } from './drop-zone.tsx';
import { ErrorNotice } from './states.tsx';
import { VideoUrlField } from './video-url-field.tsx';

/** A field for a file of a resource: it shows the file with a button that removes it, or an area for a new file. */
export function UploadField({
  title,
  label,
  accept,
  hint,
  onFile,
  onAddress,
  onRemove,
  children,
}: {
  title: string;
  /** Name of the file, as a noun: the label of the file field, and a part of the labels of the buttons. */
  label: string;
  /** Media types or endings of names, as in the attribute `accept` of an input. */
  accept: string;
  /** A line in the area for a new file, such as formats and the largest size. */
  hint: string;
  /** Uploads a file. An error that it throws is shown. */
  onFile: (file: File) => Promise<void>;
  /** Has the service fetch the file from an address. Absent: there is no field for one. An error that it throws is shown. */
  onAddress?: ((url: string) => Promise<void>) | undefined;
  /** Removes the file. Absent: there is no button for that. An error that it throws is shown. */
  onRemove?: (() => Promise<void>) | undefined;
  /** The views of the current file, passed one by one; each false, null or undefined if there is none. A fragment would count as a view. */
  children: ComponentChildren;
}) {
  const { attempt, ...action } = useAction();
  const hasFile = [children].flat().some((view) => view !== false && view !== null && view !== undefined);
  return (
    <div class="media-field">
      <h2>{title}</h2>
      {hasFile && (
        <div class="media-row">
          {children}
          {onRemove && (
            <button
              type="button"
              class="button button-small"
              aria-label={`Remove the ${label.toLowerCase()}`}
              disabled={action.isBusy}
              onClick={() => attempt(onRemove)}
            >
              Remove
            </button>
          )}
        </div>
      )}
      {!hasFile && !action.isBusy && (
        <DropZone label={label} accept={accept} hint={hint} onFile={(file) => void attempt(() => onFile(file))} />
      )}
      {!hasFile && !action.isBusy && onAddress && (
        <VideoUrlField
          label={`Address of the ${label.toLowerCase()}`}
          onAddress={(url) => void attempt(() => onAddress(url))}
        />
      )}
      {action.isBusy && (
        <p class="fine" role="status">
          Working…
        </p>
      )}
      {action.error !== undefined && <ErrorNotice error={action.error} />}
    </div>
  );
}
