import { useState } from 'preact/hooks';
import type { Schemas } from '#front/client/client.ts';
import { BRAND_FILE_EXTENSIONS, uploadBrandFile } from '../brand-source.ts';
import { DropZone } from '../parts/drop-zone.tsx';
import { SelectField, TextField } from '../parts/fields.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { requireSessionRecordingClient } from '../session.ts';
import { errorMessageForField } from '../to-shown-error.ts';
import { useAction } from '../use-action.ts';

type Origin = 'base' | 'page' | 'file';
const ORIGINS: readonly [Origin, string][] = [
  ['base', 'From a template'],
  ['page', 'From a website'],
  ['file', 'From a logo or deck'],
];

/** The dialog that creates a custom template: from a built-in one, or with the colours, fonts and logo of a website, a logo or a deck. */
export function NewTemplateDialog({ bases, onClose }: { bases: readonly Schemas['Template'][]; onClose: () => void }) {
  const [origin, setOrigin] = useState<Origin>('base');
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const [base, setBase] = useState(bases.find(({ id }) => id === 'plain')?.id ?? bases[0]?.id ?? '');
  const work = useAction();
  const options = { base: base as Schemas['TemplateBase'], ...(name.trim() === '' ? {} : { name: name.trim() }) };
  const openTemplate = ({ id }: { id: string }) => {
    location.hash = `#/templates/${id}`;
    onClose();
  };
  const submit = () =>
    work.attempt(async () =>
      openTemplate(
        origin === 'page'
          ? await requireSessionRecordingClient().post('/templates/from', { body: { url: url.trim(), ...options } })
          : await requireSessionRecordingClient().post('/templates', { body: { ...options, name: name.trim() } }),
      ),
    );
  const createFromFile = (file: File) =>
    work.attempt(async () =>
      openTemplate(
        await requireSessionRecordingClient().post('/templates/from', {
          body: { upload_id: await uploadBrandFile(file), ...options },
        }),
      ),
    );
  return (
    <FormDialog
      title="New template"
      action={origin === 'file' ? undefined : 'Create'}
      busyAction={origin === 'page' ? 'Reading the page…' : 'Creating…'}
      fields={origin === 'page' ? ['name', 'url'] : ['name']}
      work={work}
      onSubmit={submit}
      onClose={onClose}
    >
      <div class="tabs">
        {ORIGINS.map(([each, label]) => (
          <button
            type="button"
            key={each}
            class="tab"
            aria-pressed={each === origin}
            disabled={work.isBusy}
            onClick={() => setOrigin(each)}
          >
            {label}
          </button>
        ))}
      </div>
      {origin === 'page' && (
        <TextField
          label="Address"
          type="url"
          value={url}
          maxLength={2048}
          placeholder="https://example.com"
          error={errorMessageForField(work.error, 'url')}
          onText={setUrl}
          hint="Its colours, its fonts and its logo are read. You can change them afterwards."
        />
      )}
      <TextField
        label="Name"
        value={name}
        maxLength={80}
        error={errorMessageForField(work.error, 'name')}
        onText={setName}
        hint={origin === 'base' ? undefined : 'If empty, the name of the site or the deck.'}
      />
      <SelectField
        label="Base"
        value={base}
        options={bases.map((each) => [each.id, each.name] as const)}
        onSelect={setBase}
        hint="Everything that you do not change comes from it."
      />
      {origin === 'file' && !work.isBusy && (
        <DropZone
          label="Logo or deck"
          hint="A logo (PNG, JPEG, WebP, GIF, AVIF), or a deck with a theme (PPTX, ODP)"
          accept={BRAND_FILE_EXTENSIONS}
          onFile={(file) => void createFromFile(file)}
        />
      )}
      {origin === 'file' && work.isBusy && <p role="status">Reading the file…</p>}
    </FormDialog>
  );
}
