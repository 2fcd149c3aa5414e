import { useRef, useState } from 'preact/hooks';
import { Icon } from './icons.tsx';

/** An area onto which a file can be dropped, with a button for the file dialog of the browser. */
export function DropZone({
  label,
  hint,
  accept,
  onFile,
}: {
  label: string;
  hint: string;
  accept: string;
  onFile: (file: File) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files are dropped here; the button inside does the same by keyboard.
    <div
      class={isDraggedOver ? 'drop drop-over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setIsDraggedOver(true);
      }}
      onDragLeave={() => setIsDraggedOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsDraggedOver(false);
        const file = event.dataTransfer?.files[0];
        if (file) onFile(file);
      }}
    >
      <Icon name="file" />
      <p>
        Drop a file, or{' '}
        <button type="button" class="link" onClick={() => input.current?.click()}>
          choose one
        </button>
      </p>
      <p class="hint">{hint}</p>
      <input
        ref={input}
        type="file"
        class="unseen"
        tabIndex={-1}
        aria-label={label}
        accept={accept}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
    </div>
  );
}
