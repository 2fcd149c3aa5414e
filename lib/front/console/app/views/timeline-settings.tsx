import { useRef, useState } from 'preact/hooks';
import { RESOLUTION_NAMES } from '#engine/video/format.ts';
import { TRANSITION_TYPES } from '#engine/video/transitions/transition-types.ts';
import type { Schemas } from '#front/client/client.ts';
import { FORMAT_OPTIONS } from '../format-options.ts';
import { useLoad } from '../load.ts';
import { Checkbox, SelectField, TextField } from '../parts/fields.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { WhenLoaded } from '../parts/states.tsx';
import { signedIn, video } from '../session.ts';
import { fieldFault } from '../shown-error.ts';
import { useAction } from '../use-action.ts';
import { MusicField } from './music-field.tsx';

/** The URL of a template's preview in a format, preferably of the layout `bullets`; any preview if it has none in the format. */
export const previewOf = ({ previews }: Schemas['Template'], format: Schemas['Format']): string | undefined =>
  (
    previews.find((each) => each.format === format && each.layout === 'bullets') ??
    previews.find((each) => each.format === format) ??
    previews[0]
  )?.url;

/** All templates, built-in and custom. */
export async function allTemplates(): Promise<Schemas['Template'][]> {
  const found = await Array.fromAsync(signedIn().quiet.items('/templates', { query: { limit: 100 } }));
  // The inferred type has arrays instead of pairs of colours.
  return found as Schemas['Template'][];
}

type Fields = Omit<Schemas['UpdateTimelineBody'], 'version' | 'slides'>;

/** The texts that a voice may speak. */
const NARRATION: readonly (readonly [Schemas['Timeline']['narration_source'], string])[] = [
  ['notes', 'Speaker notes'],
  ['slide', 'Titles and points'],
  ['none', 'Nothing'],
];

/** The labels of the fields of the form. */
const FIELD_LABELS = {
  title: 'Title',
  template_id: 'Template',
  language: 'Language',
  voice: 'Voice',
  narration_source: 'Narration',
  transition: 'Transition',
  footer: 'Footer',
  slide_numbers: 'Slide numbers',
  format: 'Format',
  resolution: 'Resolution',
} as const satisfies Partial<Record<keyof Fields, string>>;
type Name = keyof typeof FIELD_LABELS;

/** The changed fields of the form that another client has changed to another value since the form was opened. */
const changedElsewhere = (body: Fields, before: Schemas['Timeline'], now: Schemas['Timeline']): Name[] =>
  (Object.keys(FIELD_LABELS) as Name[]).filter((name) => {
    if (body[name] === undefined) return false;
    const isTransition = name === 'transition';
    const [was, is] = isTransition ? [before.transition.type, now.transition.type] : [before[name], now[name]];
    const wanted = isTransition ? body.transition?.type : body[name];
    return was !== is && is !== wanted;
  });

/** The form of a timeline's settings: template, format, voice, transition, music and more. */
export function TimelineSettingsForm({
  timeline,
  onClose,
  onSaved,
  onMusic,
}: {
  timeline: Schemas['Timeline'];
  onClose: () => void;
  /** Called when the music was changed, which is saved at once; the dialog stays open. */
  onMusic: (timeline: Schemas['Timeline']) => void;
  onSaved: (timeline: Schemas['Timeline']) => void;
}) {
  const templates = useLoad(allTemplates, []);
  const [title, setTitle] = useState(timeline.title);
  const [template, setTemplate] = useState(timeline.template_id);
  const [language, setLanguage] = useState(timeline.language);
  const [voice, setVoice] = useState(timeline.voice ?? '');
  const [source, setSource] = useState(timeline.narration_source);
  const [transition, setTransition] = useState(timeline.transition.type);
  const [footer, setFooter] = useState(timeline.footer ?? '');
  const [hasNumbers, setHasNumbers] = useState(timeline.slide_numbers === true);
  const [format, setFormat] = useState(timeline.format);
  const [resolution, setResolution] = useState(timeline.resolution);
  /** The timeline when the form was opened. `timeline` is replaced when music is saved, and may then have changes of other clients. */
  const opened = useRef(timeline);
  const [otherVersion, setOtherVersion] = useState<{ now: Schemas['Timeline']; fields: Name[] } | undefined>();
  const work = useAction();
  const voices = useLoad(async () => {
    const found = signedIn().quiet.items('/voices', { query: { limit: 100, language } });
    return Array.fromAsync(found).catch(() => []);
  }, [language]);

  const save = async () => {
    const before = opened.current;
    const body: Fields = {};
    if (title !== before.title) body.title = title;
    if (template !== before.template_id) body.template_id = template;
    if (language !== before.language) body.language = language;
    if (voice !== (before.voice ?? '')) body.voice = voice === '' ? null : voice;
    if (source !== before.narration_source) body.narration_source = source;
    if (transition !== before.transition.type) body.transition = { type: transition };
    if (footer !== (before.footer ?? '')) body.footer = footer === '' ? null : footer;
    if (hasNumbers !== (before.slide_numbers === true)) body.slide_numbers = hasNumbers;
    if (format !== before.format) body.format = format;
    if (resolution !== before.resolution) body.resolution = resolution;
    const params = { path: { id: timeline.id } };
    if (Object.keys(body).length === 0) return onSaved(timeline);
    // The timeline is loaded first, so that settings which other clients have changed are not overwritten unseen.
    const now = await signedIn().quiet.get('/timelines/{id}', { params });
    const fields = changedElsewhere(body, before, now);
    if (fields.length > 0 && otherVersion?.now.version !== now.version) return setOtherVersion({ now, fields });
    onSaved(await video().put('/timelines/{id}', { params, body: { ...body, version: now.version } }));
  };
  const submit = () => work.attempt(save);
  const reload = ({ now }: { now: Schemas['Timeline'] }) => {
    opened.current = now;
    setOtherVersion(undefined);
    setTitle(now.title);
    setTemplate(now.template_id);
    setLanguage(now.language);
    setVoice(now.voice ?? '');
    setSource(now.narration_source);
    setTransition(now.transition.type);
    setFooter(now.footer ?? '');
    setHasNumbers(now.slide_numbers === true);
    setFormat(now.format);
    setResolution(now.resolution);
  };
  const sample = (voices.state === 'ready' ? voices.data : []).find(({ id }) => id === voice)?.sample;
  const choices = voices.state === 'ready' ? voices.data : [];
  const isKnown = voice === '' || choices.some(({ id }) => id === voice);
  const voiceOptions: (readonly [string, string])[] = [
    ['', 'Default voice of the language'],
    ...(isKnown ? [] : [[voice, voice] as const]),
    ...choices.map(({ id, name }) => [id, name] as const),
  ];
  return (
    <FormDialog
      title="Look and voice"
      action="Save"
      busyAction="Saving…"
      work={work}
      onSubmit={submit}
      onClose={onClose}
      wide
    >
      <TextField
        label="Title"
        value={title}
        maxLength={200}
        error={fieldFault(work.error, 'title')}
        onText={setTitle}
      />
      {otherVersion && (
        <div class="note" role="alert">
          <p>
            Changed elsewhere since you opened this dialog:{' '}
            {otherVersion.fields.map((name) => FIELD_LABELS[name]).join(', ')}. Save again to keep your version, or load
            the other one.
          </p>
          <button type="button" class="button button-small" onClick={() => reload(otherVersion)}>
            Load the other version
          </button>
        </div>
      )}
      <div class="pair">
        <SelectField label="Format" value={format} options={FORMAT_OPTIONS} onSelect={setFormat} />
        <SelectField
          label="Resolution"
          value={resolution}
          options={RESOLUTION_NAMES}
          error={fieldFault(work.error, 'resolution')}
          onSelect={setResolution}
        />
      </div>
      <fieldset class="template-choice">
        <legend>Template</legend>
        <WhenLoaded loaded={templates} kind="card">
          {(all) => (
            <div class="template-grid">
              {all.map((each) => (
                <label key={each.id} class="template-option">
                  <input
                    type="radio"
                    name="template"
                    value={each.id}
                    checked={each.id === template}
                    onChange={() => setTemplate(each.id)}
                  />
                  <span class={`template-picture picture picture-${timeline.format}`}>
                    <img src={previewOf(each, timeline.format)} alt="" loading="lazy" />
                  </span>
                  <span class="template-name">{each.name}</span>
                </label>
              ))}
            </div>
          )}
        </WhenLoaded>
      </fieldset>
      <div class="pair">
        <TextField
          label="Language"
          value={language}
          onText={setLanguage}
          error={fieldFault(work.error, 'language')}
          hint="A language code such as en, de or pt-BR"
        />
        <SelectField
          label="Voice"
          value={voice}
          options={voiceOptions}
          error={fieldFault(work.error, 'voice')}
          onSelect={setVoice}
        />
      </div>
      {sample && (
        <div class="media-row">
          {/* biome-ignore lint/a11y/useMediaCaption: the sentence is shown next to it. */}
          <audio key={sample.url} controls preload="none" src={sample.url} aria-label="Sample of the voice" />
          <span class="fine">“{sample.text}”</span>
        </div>
      )}
      {voice !== '' && sample === null && (
        <p class="fine">The sample of this voice is being prepared. Open the dialog again to hear it.</p>
      )}
      <SelectField label={FIELD_LABELS.narration_source} value={source} options={NARRATION} onSelect={setSource} />
      <div class="pair">
        <SelectField label="Transition" value={transition} options={TRANSITION_TYPES} onSelect={setTransition} />
        <TextField label="Footer" value={footer} maxLength={80} onText={setFooter} />
      </div>
      <MusicField timeline={timeline} onSaved={onMusic} />
      <Checkbox label="Number the slides" isOn={hasNumbers} onCheck={setHasNumbers} />
    </FormDialog>
  );
}
