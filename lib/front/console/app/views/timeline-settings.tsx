import { useRef, useState } from 'preact/hooks';
import { RESOLUTION_NAMES } from '#engine/video/format.ts';
import { TRANSITION_TYPES } from '#engine/video/transitions/transition-types.ts';
import type { Schemas } from '#front/client/client.ts';
import { FORMAT_OPTIONS } from '../format-options.ts';
import { useLoad } from '../load.ts';
import { Choice, TextField, Tick } from '../parts/fields.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { Shown } from '../parts/states.tsx';
import { signedIn, video } from '../session.ts';
import { fieldFault } from '../shown-error.ts';
import { useAction } from '../use-action.ts';
import { MusicField } from './music-field.tsx';

/** The sample of a template in the nearest format. */
export const previewOf = ({ previews }: Schemas['Template'], format: Schemas['Format']): string | undefined =>
  (
    previews.find((each) => each.format === format && each.layout === 'bullets') ??
    previews.find((each) => each.format === format) ??
    previews[0]
  )?.url;

/** All templates, built-in and custom. */
export async function allTemplates(): Promise<Schemas['Template'][]> {
  const found = await Array.fromAsync(signedIn().quiet.items('/templates', { query: { limit: 100 } }));
  // Inference makes arrays of pairs.
  return found as Schemas['Template'][];
}

type Fields = Omit<Schemas['UpdateTimelineBody'], 'version' | 'slides'>;

/** Names of the fields of the form. */
const NAMES = {
  title: 'Title',
  template_id: 'Template',
  language: 'Language',
  voice: 'Voice',
  transition: 'Transition',
  footer: 'Footer',
  slide_numbers: 'Slide numbers',
  format: 'Format',
  resolution: 'Resolution',
} as const satisfies Partial<Record<keyof Fields, string>>;
type Name = keyof typeof NAMES;

/** Fields that somebody else changed to another value since the form was opened. */
const changedElsewhere = (body: Fields, before: Schemas['Timeline'], now: Schemas['Timeline']): Name[] =>
  (Object.keys(NAMES) as Name[]).filter((name) => {
    if (body[name] === undefined) return false;
    const isTransition = name === 'transition';
    const [was, is] = isTransition ? [before.transition.type, now.transition.type] : [before[name], now[name]];
    const wanted = isTransition ? body.transition?.type : body[name];
    return was !== is && is !== wanted;
  });

/** The settings of a timeline: its look, its voice, its music. */
export function TimelineSettingsForm({
  timeline,
  onClose,
  onSaved,
  onMusic,
}: {
  timeline: Schemas['Timeline'];
  onClose: () => void;
  /** The music was changed, which is saved at once; the dialog stays open. */
  onMusic: (timeline: Schemas['Timeline']) => void;
  onSaved: (timeline: Schemas['Timeline']) => void;
}) {
  const templates = useLoad(allTemplates, []);
  const [title, setTitle] = useState(timeline.title);
  const [template, setTemplate] = useState(timeline.template_id);
  const [language, setLanguage] = useState(timeline.language);
  const [voice, setVoice] = useState(timeline.voice ?? '');
  const [transition, setTransition] = useState(timeline.transition.type);
  const [footer, setFooter] = useState(timeline.footer ?? '');
  const [hasNumbers, setHasNumbers] = useState(timeline.slide_numbers === true);
  const [format, setFormat] = useState(timeline.format);
  const [resolution, setResolution] = useState(timeline.resolution);
  /** The timeline that the form was opened with: music is saved by itself, and must not hide what else changed. */
  const opened = useRef(timeline);
  const [elsewhere, setElsewhere] = useState<{ now: Schemas['Timeline']; fields: Name[] } | undefined>();
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
    if (transition !== before.transition.type) body.transition = { type: transition };
    if (footer !== (before.footer ?? '')) body.footer = footer === '' ? null : footer;
    if (hasNumbers !== (before.slide_numbers === true)) body.slide_numbers = hasNumbers;
    if (format !== before.format) body.format = format;
    if (resolution !== before.resolution) body.resolution = resolution;
    const params = { path: { id: timeline.id } };
    if (Object.keys(body).length === 0) return onSaved(timeline);
    // Settings that others changed since are read first: theirs are not overwritten unseen.
    const now = await signedIn().quiet.get('/timelines/{id}', { params });
    const fields = changedElsewhere(body, before, now);
    if (fields.length > 0 && elsewhere?.now.version !== now.version) return setElsewhere({ now, fields });
    onSaved(await video().put('/timelines/{id}', { params, body: { ...body, version: now.version } }));
  };
  const submit = () => work.attempt(save);
  const reload = ({ now }: { now: Schemas['Timeline'] }) => {
    opened.current = now;
    setElsewhere(undefined);
    setTitle(now.title);
    setTemplate(now.template_id);
    setLanguage(now.language);
    setVoice(now.voice ?? '');
    setTransition(now.transition.type);
    setFooter(now.footer ?? '');
    setHasNumbers(now.slide_numbers === true);
    setFormat(now.format);
    setResolution(now.resolution);
  };
  const sample = (voices.state === 'ready' ? voices.data : []).find(({ id }) => id === voice)?.sample;
  const choices = voices.state === 'ready' ? voices.data : [];
  const isKnown = voice === '' || choices.some(({ id }) => id === voice);
  const named: (readonly [string, string])[] = [
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
      {elsewhere && (
        <div class="note" role="alert">
          <p>
            Changed elsewhere since you opened this dialog: {elsewhere.fields.map((name) => NAMES[name]).join(', ')}.
            Save again to keep your version, or load the other one.
          </p>
          <button type="button" class="button button-small" onClick={() => reload(elsewhere)}>
            Load the other version
          </button>
        </div>
      )}
      <div class="pair">
        <Choice label="Format" value={format} options={FORMAT_OPTIONS} onChoice={setFormat} />
        <Choice
          label="Resolution"
          value={resolution}
          options={RESOLUTION_NAMES}
          error={fieldFault(work.error, 'resolution')}
          onChoice={setResolution}
        />
      </div>
      <fieldset class="template-choice">
        <legend>Template</legend>
        <Shown loaded={templates} kind="card">
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
        </Shown>
      </fieldset>
      <div class="pair">
        <TextField
          label="Language"
          value={language}
          onText={setLanguage}
          error={fieldFault(work.error, 'language')}
          hint="A language code such as en, de or pt-BR"
        />
        <Choice
          label="Voice"
          value={voice}
          options={named}
          error={fieldFault(work.error, 'voice')}
          onChoice={setVoice}
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
      <div class="pair">
        <Choice label="Transition" value={transition} options={TRANSITION_TYPES} onChoice={setTransition} />
        <TextField label="Footer" value={footer} maxLength={80} onText={setFooter} />
      </div>
      <MusicField timeline={timeline} onSaved={onMusic} />
      <Tick label="Number the slides" isOn={hasNumbers} onTick={setHasNumbers} />
    </FormDialog>
  );
}
