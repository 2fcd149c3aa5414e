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
  /** Name of the file field. */
  label: string;
  accept: string;
  hint: string;
  /** Uploads a file. An error that it throws is shown. */
  onFile: (file: File) => Promise<void>;
  /** Takes the file from an address. Absent: there is no field for one. */
  onAddress?: ((url: string) => Promise<void>) | undefined;
  onRemove?: (() => Promise<void>) | undefined;
  /** The views of the current file; each false, null or undefined if there is none. */
  children: ComponentChildren;
}) {
  const { attempt, ...work } = useAction();
  const hasFile = [children].flat().some((each) => each !== false && each !== null && each !== undefined);
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
              disabled={work.isBusy}
              onClick={() => attempt(onRemove)}
            >
              Remove
            </button>
          )}
        </div>
      )}
      {!hasFile && !work.isBusy && (
        <DropZone label={label} accept={accept} hint={hint} onFile={(file) => void attempt(() => onFile(file))} />
      )}
      {!hasFile && !work.isBusy && onAddress && (
        <VideoUrlField
          label={`Address of the ${label.toLowerCase()}`}
          onAddress={(url) => void attempt(() => onAddress(url))}
        />
      )}
      {work.isBusy && (
        <p class="fine" role="status">
          Working…
        </p>
      )}
      {work.error !== undefined && <ErrorNotice error={work.error} />}
    </div>
  );
}
