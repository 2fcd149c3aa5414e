import { useState } from 'preact/hooks';
import type { Schemas } from '../../../client/client.ts';
import { imageTypeOf } from '../deck-type.ts';
import { useLoad } from '../load.ts';
import { Confirm } from '../parts/dialog.tsx';
import { DropZone } from '../parts/drop-zone.tsx';
import { Choice, inWords, TextField } from '../parts/fields.tsx';
import { Icon } from '../parts/icons.tsx';
import { tell } from '../parts/notices.tsx';
import { Failure, Shown } from '../parts/states.tsx';
import { signedIn, video } from '../session.ts';
import { bodyOfTemplate, COLORS, draftOfTemplate, FONT_PLACES, type TemplateDraft } from '../template-draft.ts';

type Template = Schemas['Template'];

const PLACES: readonly Schemas['LogoPlace'][] = ['top_left', 'top_right', 'bottom_left', 'bottom_right'];
const NUMBERS = [
  ['timeline', 'As the timeline says'],
  ['on', 'On every slide'],
  ['off', 'None'],
] as const;

/** Whether the pairs of colours can be read (WCAG 2.2 AA). */
const Contrast = ({ pairs }: { pairs: NonNullable<Template['contrast']> }) => (
  <ul class="contrasts" aria-label="Contrast">
    {pairs.map(({ pair: [front, back], ratio, passes }) => (
      <li key={`${front} ${back}`} class={passes ? 'contrast' : 'contrast contrast-low'}>
        <Icon name={passes ? 'check' : 'warn'} /> {front === 'on_accent' ? 'Text' : inWords(front)} on{' '}
        {inWords(back).toLowerCase()}: {ratio.toFixed(1)}
        {passes ? '' : ', hard to read'}
      </li>
    ))}
  </ul>
);

function Logo({ template, onSaved }: { template: Template; onSaved: (template: Template) => void }) {
  const params = { path: { id: template.id } };
  const [work, setWork] = useState<{ isBusy: boolean; error?: unknown }>({ isBusy: false });
  const attempt = async (make: () => Promise<Template>) => {
    setWork({ isBusy: true });
    try {
      onSaved(await make());
      setWork({ isBusy: false });
    } catch (error) {
      setWork({ isBusy: false, error });
    }
  };
  const send = (file: File) =>
    attempt(async () => {
      const contentType = imageTypeOf(file.type);
      if (contentType === undefined)
        throw new Error('This is no image that can be taken: JPEG, PNG, WebP, GIF or AVIF.');
      return (await video().upload('/templates/{id}/logo', file, { contentType, params })) as Template;
    });
  return (
    <div class="media-field">
      <h2>Logo</h2>
      {template.logo ? (
        <div class="media-row">
          <img class="media-thumb" src={template.logo.url} alt="The logo" />
          <button
            type="button"
            class="button button-small"
            disabled={work.isBusy}
            onClick={() => attempt(async () => (await video().delete('/templates/{id}/logo', { params })) as Template)}
          >
            Remove
          </button>
        </div>
      ) : (
        <DropZone label="Logo" accept="image/*" hint="JPEG, PNG, WebP, GIF or AVIF" onFile={send} />
      )}
      {work.error !== undefined && <Failure error={work.error} />}
    </div>
  );
}

/** The form of a template of one's own. */
function TemplateForm({ template, onSaved }: { template: Template; onSaved: (template: Template) => void }) {
  const [draft, setDraft] = useState<TemplateDraft>(draftOfTemplate(template));
  const [work, setWork] = useState<{ isBusy: boolean; error?: unknown }>({ isBusy: false });
  const fonts = useLoad(async () => {
    const found = await Array.fromAsync(signedIn().quiet.items('/fonts', { query: { limit: 100 } }));
    return found as Schemas['Font'][];
  }, []);
  const change = (part: Partial<TemplateDraft>) => setDraft({ ...draft, ...part });
  const families = new Map(
    (fonts.state === 'ready' ? fonts.data : []).map(({ id, family, kind }) => [
      kind === 'own' ? id : family,
      kind === 'own' ? `${family} (your own)` : family,
    ]),
  );
  const submit = async (event: Event) => {
    event.preventDefault();
    setWork({ isBusy: true });
    try {
      const body = bodyOfTemplate(draft, template.version);
      onSaved((await video().put('/templates/{id}', { params: { path: { id: template.id } }, body })) as Template);
      tell('Saved');
      setWork({ isBusy: false });
    } catch (error) {
      setWork({ isBusy: false, error });
    }
  };
  return (
    <form onSubmit={submit} class="template-form" noValidate>
      <TextField label="Name" value={draft.name} maxLength={80} onText={(name) => change({ name })} />
      <fieldset class="template-choice">
        <legend>Colours</legend>
        <div class="swatches">
          {COLORS.map((name) => (
            <div class="swatch" key={name}>
              <input
                type="color"
                aria-label={`${inWords(name)}, by eye`}
                value={/^#[0-9a-f]{6}$/i.test(draft.colors[name]) ? draft.colors[name] : '#808080'}
                onInput={(event) => change({ colors: { ...draft.colors, [name]: event.currentTarget.value } })}
              />
              <TextField
                label={inWords(name)}
                value={draft.colors[name]}
                placeholder="that of the base"
                onText={(text) => change({ colors: { ...draft.colors, [name]: text.trim() } })}
              />
            </div>
          ))}
        </div>
        {template.contrast !== null && <Contrast pairs={template.contrast} />}
      </fieldset>
      <div class="pair">
        {FONT_PLACES.map((place) => (
          <Choice
            key={place}
            label={`Font of ${place === 'body' ? 'text' : `${place}s`.replace('codes', 'code')}`}
            value={draft.fonts[place]}
            options={[
              ['', 'That of the base'],
              ...(draft.fonts[place] === '' || families.has(draft.fonts[place])
                ? []
                : [[draft.fonts[place], draft.fonts[place]] as const]),
              ...families,
            ]}
            onChoice={(font) => change({ fonts: { ...draft.fonts, [place]: font } })}
          />
        ))}
      </div>
      <div class="pair">
        <Choice
          label="Place of the logo"
          value={draft.logoPlace}
          options={PLACES}
          onChoice={(logoPlace) => change({ logoPlace })}
        />
        <Choice
          label="Slide numbers"
          value={draft.numbers}
          options={NUMBERS}
          onChoice={(numbers) => change({ numbers })}
        />
        <TextField label="Footer" value={draft.footer} maxLength={80} onText={(footer) => change({ footer })} />
      </div>
      {work.error !== undefined && <Failure error={work.error} />}
      <p>
        <button type="submit" class="button button-main" disabled={work.isBusy}>
          {work.isBusy ? 'Saving…' : 'Save'}
        </button>
      </p>
    </form>
  );
}

/** One template: what it looks like, and the form of one's own. */
export function TemplateView({ id }: { id: string }) {
  const params = { path: { id } };
  // Inference makes arrays of pairs.
  const read = async () => (await video().get('/templates/{id}', { params })) as Template;
  const loaded = useLoad(read, [id]);
  const [isAsking, setIsAsking] = useState(false);
  const [error, setError] = useState<unknown>();
  // Saving answers the few previews of a list; reading again gives all.
  const saved = () => void read().then(loaded.set, setError);
  const remove = async () => {
    setIsAsking(false);
    try {
      await video().delete('/templates/{id}', { params });
      tell('The template is deleted');
      location.hash = '#/templates';
    } catch (reason) {
      setError(reason);
    }
  };
  const shown = (template: Template) => (
    <>
      <header class="view-head">
        <div class="title-block">
          <a class="up-link" href="#/templates">
            <Icon name="back" /> Templates
          </a>
          <h1>{template.name}</h1>
          <p class="fine">
            {template.base === null ? 'Built-in' : `Your own, of ${inWords(template.base)}`}
            {template.description === '' ? '' : ` · ${template.description}`}
          </p>
        </div>
        {template.kind === 'own' && (
          <div class="view-actions">
            <button type="button" class="button" onClick={() => setIsAsking(true)}>
              <Icon name="trash" /> Delete
            </button>
          </div>
        )}
      </header>
      {error !== undefined && <Failure error={error} />}
      <div class={template.kind === 'own' ? 'template-view' : undefined}>
        {template.kind === 'own' && (
          <div class="template-edit">
            <TemplateForm template={template} onSaved={saved} />
            <Logo template={template} onSaved={saved} />
          </div>
        )}
        <ul class="cards" aria-label="Samples">
          {template.previews
            .filter(({ format }) => format === 'landscape')
            .map(({ layout, url }) => (
              <li class="card" key={layout}>
                <span class="card-picture">
                  <span class="picture picture-landscape">
                    <img src={url} alt={`${inWords(layout)} in this look`} loading="lazy" />
                  </span>
                </span>
                <p class="card-facts">{inWords(layout)}</p>
              </li>
            ))}
        </ul>
      </div>
      {isAsking && (
        <Confirm title="Delete this template?" action="Delete" onClose={() => setIsAsking(false)} onConfirm={remove}>
          <p>A template that a timeline uses cannot be deleted.</p>
        </Confirm>
      )}
    </>
  );
  return (
    <Shown loaded={loaded} heading="Template">
      {shown}
    </Shown>
  );
}
