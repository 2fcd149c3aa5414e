import { useRef, useState } from 'preact/hooks';
import { ApiError } from '#front/client/api-error.ts';
import type { Schemas } from '#front/client/client.ts';
import { findFontTypeByExtension, requireImageType } from '../deck-type.ts';
import { useLoadedData } from '../load.ts';
import { ColorField } from '../parts/color-field.tsx';
import { ConfirmDialog } from '../parts/dialog.tsx';
import { identifierInWords, SelectField, TextField } from '../parts/fields.tsx';
import { Icon } from '../parts/icons.tsx';
import { showNotice } from '../parts/notices.tsx';
import { ErrorNotice, WhenLoaded } from '../parts/states.tsx';
import { UploadField } from '../parts/upload-field.tsx';
import { downloadSignedFile } from '../read-file.ts';
import { requireSession, requireSessionRecordingClient } from '../session.ts';
import {
  TEMPLATE_COLORS,
  TEMPLATE_FONT_USES,
  type TemplateDraft,
  templateDraftOf,
  updateTemplateBodyOfDraft,
} from '../template-draft.ts';
import { useAction } from '../use-action.ts';

type Template = Schemas['Template'];

const LOGO_PLACES: readonly Schemas['LogoPlace'][] = ['top_left', 'top_right', 'bottom_left', 'bottom_right'];
const LOGO_SLIDE_OPTIONS = [
  ['all', 'On every slide'],
  ['title', 'On titles and last pages'],
  ['none', 'None'],
] as const;
const IMAGE_TREATMENT_OPTIONS = [
  ['none', 'As they are'],
  ['tint', 'Tinted'],
  ['duotone', 'In two colors'],
] as const;
const FONT_LABELS = { heading: 'Font of headings', body: 'Font of text', code: 'Font of code' } as const;
const SLIDE_NUMBER_OPTIONS = [
  ['timeline', 'As set in the timeline'],
  ['on', 'On every slide'],
  ['off', 'None'],
] as const;

/** The contrast ratios of pairs of colours, and whether they pass WCAG 2.2 AA. */
const ContrastList = ({ pairs }: { pairs: NonNullable<Template['contrast']> }) => (
  <ul class="contrasts" aria-label="Contrast">
    {pairs.map(({ pair: [front, back], ratio, passes }) => (
      <li key={`${front} ${back}`} class={passes ? 'contrast' : 'contrast contrast-low'}>
        <Icon name={passes ? 'check' : 'warn'} /> {front === 'on_accent' ? 'Text' : identifierInWords(front)} on{' '}
        {identifierInWords(back).toLowerCase()}: {ratio.toFixed(1)}
        {passes ? '' : ', hard to read'}
      </li>
    ))}
  </ul>
);

/** The origins of the values of a template that was made of a website, a logo or a deck. */
const ValueSourceList = ({ sources }: { sources: NonNullable<Template['sources']> }) => (
  <details>
    <summary>Where colours and fonts come from</summary>
    <ul class="fine">
      {sources.map(({ field, value, note }) => (
        <li key={field}>
          {identifierInWords(field.replace(/^\w+\./, ''))}
          {value === null ? '' : ` (${value})`}: {note}
        </li>
      ))}
    </ul>
  </details>
);

function LogoField({ template, onSaved }: { template: Template; onSaved: (template: Template) => void }) {
  const params = { path: { id: template.id } };
  const uploadLogo = async (file: Blob) => {
    const contentType = requireImageType(file);
    onSaved(
      (await requireSessionRecordingClient().upload('/templates/{id}/logo', file, { contentType, params })) as Template,
    );
  };
  const { logo } = template;
  const remove = async () => {
    if (!logo) return;
    const file = await downloadSignedFile(logo.url);
    onSaved((await requireSessionRecordingClient().delete('/templates/{id}/logo', { params })) as Template);
    showNotice('The logo is removed.', {
      label: 'Undo',
      run: () =>
        void uploadLogo(file).catch(() => showNotice('The logo could not be restored. Choose its file again.')),
    });
  };
  return (
    <UploadField
      title="Logo"
      label="Logo"
      accept="image/*"
      hint="JPEG, PNG, WebP, GIF or AVIF"
      onFile={uploadLogo}
      onRemove={remove}
    >
      {logo && <img class="media-thumb" src={logo.url} alt="The logo" />}
    </UploadField>
  );
}

/** The field for the custom fonts of the account, which can be uploaded and, if no template uses them, deleted. */
function FontsField({ fonts, onChanged }: { fonts: readonly Schemas['Font'][]; onChanged: () => void }) {
  const [error, setError] = useState<unknown>();
  const [fontToDelete, setFontToDelete] = useState<Schemas['Font'] | undefined>();
  const uploadFont = async (file: File) => {
    const contentType = findFontTypeByExtension(file.name);
    if (contentType === undefined) throw new Error('This file type is not supported. Use TTF, OTF or WOFF2.');
    const font = await requireSessionRecordingClient().upload('/fonts', file, { contentType });
    showNotice(`The font ${font.family} is added.`);
    onChanged();
  };
  const remove = async ({ id, family }: Schemas['Font']) => {
    setFontToDelete(undefined);
    setError(undefined);
    try {
      await requireSessionRecordingClient().delete('/fonts/{id}', { params: { path: { id } } });
      showNotice(`The font ${family} is deleted.`);
      onChanged();
    } catch (failure) {
      setError(failure);
    }
  };
  const customFonts = fonts.filter(({ kind }) => kind === 'own');
  return (
    <>
      <UploadField
        title="Custom fonts"
        label="Font"
        accept=".ttf,.otf,.woff2"
        hint="TTF, OTF or WOFF2, at most 10 MB. Send only fonts that you may use in videos."
        onFile={uploadFont}
      >
        {false}
      </UploadField>
      {customFonts.length > 0 && (
        <ul class="font-list">
          {customFonts.map((font) => (
            <li key={font.id}>
              <span>
                {font.family}{' '}
                <span class="fine">
                  {font.weight}, {font.style}
                </span>
              </span>
              <button
                type="button"
                class="button button-small"
                aria-label={`Delete the font ${font.family}, ${String(font.weight)}`}
                onClick={() => setFontToDelete(font)}
              >
                Delete
              </button>
            </li>
          ))}
        </ul>
      )}
      {error !== undefined && <ErrorNotice error={error} />}
      {fontToDelete && (
        <ConfirmDialog
          title={`Delete the font ${fontToDelete.family}?`}
          action="Delete"
          onClose={() => setFontToDelete(undefined)}
          onConfirm={() => void remove(fontToDelete)}
        >
          <p>This cannot be undone. A font that a template uses cannot be deleted.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** The form of a custom template. */
function TemplateForm({ template, onSaved }: { template: Template; onSaved: (template: Template) => void }) {
  const [draft, setDraft] = useState<TemplateDraft>(templateDraftOf(template));
  /** The version of the template that the form was loaded from or saved last. */
  const version = useRef(template.version);
  const work = useAction();
  const fonts = useLoadedData(async () => {
    const allFonts = await Array.fromAsync(requireSession().quietClient.items('/fonts', { query: { limit: 100 } }));
    return allFonts as Schemas['Font'][];
  }, []);
  const change = (changes: Partial<TemplateDraft>) => setDraft({ ...draft, ...changes });
  const fontOptions = new Map(
    (fonts.state === 'ready' ? fonts.data : []).map(({ id, family, kind }) => [
      kind === 'own' ? id : family,
      kind === 'own' ? `${family} (custom)` : family,
    ]),
  );
  const isVersionConflict =
    work.error instanceof ApiError && (work.error.code === 'version_conflict' || work.error.status === 412);
  const readStoredTemplate = async () =>
    (await requireSession().quietClient.get('/templates/{id}', { params: { path: { id: template.id } } })) as Template;
  const loadOtherVersion = () =>
    work.attempt(async () => {
      const storedTemplate = await readStoredTemplate();
      version.current = storedTemplate.version;
      setDraft(templateDraftOf(storedTemplate));
      onSaved(storedTemplate);
    });
  const keepMyVersion = () =>
    work.attempt(async () => {
      version.current = (await readStoredTemplate()).version;
      await save();
    });
  const submit = (event: Event) => {
    event.preventDefault();
    void work.attempt(save);
  };
  const save = async () => {
    const body = updateTemplateBodyOfDraft(draft, version.current);
    const savedTemplate = (await requireSessionRecordingClient().put('/templates/{id}', {
      params: { path: { id: template.id } },
      body,
    })) as Template;
    // The next save must refer to this version, even if the previews of it are not loaded yet.
    version.current = savedTemplate.version;
    onSaved(savedTemplate);
    showNotice('Saved.');
  };
  return (
    <form onSubmit={submit} class="template-form" noValidate>
      <TextField label="Name" value={draft.name} maxLength={80} onText={(name) => change({ name })} />
      <fieldset class="template-choice">
        <legend>Colours</legend>
        <div class="swatches">
          {TEMPLATE_COLORS.map((name) => (
            <ColorField
              key={name}
              label={identifierInWords(name)}
              value={draft.colors[name]}
              placeholder="from the base"
              onText={(text) => change({ colors: { ...draft.colors, [name]: text.trim() } })}
            />
          ))}
        </div>
        {template.contrast !== null && <ContrastList pairs={template.contrast} />}
        {template.sources !== null && template.sources.length > 0 && <ValueSourceList sources={template.sources} />}
      </fieldset>
      <div class="pair">
        {TEMPLATE_FONT_USES.map((use) => (
          <SelectField
            key={use}
            label={FONT_LABELS[use]}
            value={draft.fonts[use]}
            options={[
              ['', 'From the base'],
              ...(draft.fonts[use] === '' || fontOptions.has(draft.fonts[use])
                ? []
                : [[draft.fonts[use], draft.fonts[use]] as const]),
              ...fontOptions,
            ]}
            onSelect={(font) => change({ fonts: { ...draft.fonts, [use]: font } })}
          />
        ))}
      </div>
      <div class="pair">
        <SelectField
          label="Position of the logo"
          value={draft.logoPlace}
          options={LOGO_PLACES}
          onSelect={(logoPlace) => change({ logoPlace })}
        />
        <SelectField
          label="Slides with the logo"
          value={draft.logoOn}
          options={LOGO_SLIDE_OPTIONS}
          onSelect={(logoOn) => change({ logoOn })}
        />
        <SelectField
          label="Photographs"
          value={draft.imageTreatment}
          options={IMAGE_TREATMENT_OPTIONS}
          onSelect={(imageTreatment) => change({ imageTreatment })}
        />
        <SelectField
          label="Slide numbers"
          value={draft.numbers}
          options={SLIDE_NUMBER_OPTIONS}
          onSelect={(numbers) => change({ numbers })}
        />
        <TextField label="Footer" value={draft.footer} maxLength={80} onText={(footer) => change({ footer })} />
      </div>
      {fonts.state === 'ready' && <FontsField fonts={fonts.data} onChanged={fonts.reload} />}
      {isVersionConflict ? (
        <div class="note" role="alert">
          <p>The template was changed elsewhere since you opened it. Nothing was overwritten.</p>
          <div class="view-actions">
            <button type="button" class="button button-small" onClick={() => void loadOtherVersion()}>
              Load the other version
            </button>
            <button type="button" class="button button-small" onClick={() => void keepMyVersion()}>
              Keep my version
            </button>
          </div>
        </div>
      ) : (
        work.error !== undefined && <ErrorNotice error={work.error} />
      )}
      <p>
        <button type="submit" class="button button-main" disabled={work.isBusy}>
          {work.isBusy ? 'Saving…' : 'Save'}
        </button>
      </p>
    </form>
  );
}

/** The view of a template: its previews, and the form of a custom template. */
export function TemplateView({ id }: { id: string }) {
  const params = { path: { id } };
  // The inferred type has arrays instead of pairs of colours.
  const readTemplate = async () =>
    (await requireSessionRecordingClient().get('/templates/{id}', { params })) as Template;
  const templateLoad = useLoadedData(readTemplate, [id]);
  const [isConfirmingDelete, setIsConfirmingDelete] = useState(false);
  const [error, setError] = useState<unknown>();
  // The answer to a change has only the previews of a list; the template is loaded again for all previews.
  const showSaved = (template: Template) => {
    if (templateLoad.state === 'ready') templateLoad.set({ ...template, previews: templateLoad.data.previews });
    void readTemplate().then(templateLoad.set, setError);
  };
  const remove = async () => {
    setIsConfirmingDelete(false);
    try {
      await requireSessionRecordingClient().delete('/templates/{id}', { params });
      showNotice('The template is deleted.');
      location.hash = '#/templates';
    } catch (reason) {
      setError(reason);
    }
  };
  const templateContent = (template: Template) => (
    <>
      <header class="view-head">
        <div class="title-block">
          <a class="up-link" href="#/templates">
            <Icon name="back" /> Templates
          </a>
          <h1>{template.name}</h1>
          <p class="fine">
            {template.base === null ? 'Built-in' : `Custom, based on ${identifierInWords(template.base)}`}
            {template.description === '' ? '' : ` · ${template.description}`}
          </p>
        </div>
        {template.kind === 'own' && (
          <div class="view-actions">
            <button type="button" class="button" onClick={() => setIsConfirmingDelete(true)}>
              <Icon name="trash" /> Delete
            </button>
          </div>
        )}
      </header>
      {error !== undefined && <ErrorNotice error={error} />}
      <div class={template.kind === 'own' ? 'template-view' : undefined}>
        {template.kind === 'own' && (
          <div class="template-edit">
            <TemplateForm template={template} onSaved={showSaved} />
            <LogoField template={template} onSaved={showSaved} />
          </div>
        )}
        <ul class="cards" aria-label="Samples">
          {template.previews
            .filter(({ format }) => format === 'landscape')
            .map(({ layout, url }) => (
              <li class="card" key={layout}>
                <span class="card-picture">
                  <span class="picture picture-landscape">
                    <img src={url} alt={`${identifierInWords(layout)} in this template`} loading="lazy" />
                  </span>
                </span>
                <p class="card-facts">{identifierInWords(layout)}</p>
              </li>
            ))}
        </ul>
      </div>
      {isConfirmingDelete && (
        <ConfirmDialog
          title="Delete this template?"
          action="Delete"
          onClose={() => setIsConfirmingDelete(false)}
          onConfirm={remove}
        >
          <p>This cannot be undone. A template that a timeline uses cannot be deleted.</p>
        </ConfirmDialog>
      )}
    </>
  );
  return (
    <WhenLoaded loadState={templateLoad} heading="Template">
      {templateContent}
    </WhenLoaded>
  );
}
