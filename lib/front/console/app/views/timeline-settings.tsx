import { useRef, useState } from 'preact/hooks';
import { RESOLUTION_NAMES } from '#engine/video/format.ts';
import { TRANSITION_TYPES } from '#engine/video/transitions/transition-types.ts';
import type { Schemas } from '#front/client/client.ts';
import { ASPECT_RATIO_OPTIONS } from '../format-options.ts';
import { useLoadedData } from '../load.ts';
import { loadVoicesOf } from '../load-voices.ts';
import { Checkbox, SelectField, TextField } from '../parts/fields.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { WhenLoaded } from '../parts/states.tsx';
import { requireSession, requireSessionRecordingClient } from '../session.ts';
import {
  changedTimelineSettings,
  hasSettingsDraftFaults,
  type SettingsDraft,
  type SettingsDraftField,
  settingsChangedByOthers,
  settingsDraftOf,
} from '../settings-draft.ts';
import { errorMessageForField } from '../to-shown-error.ts';
import { useAction } from '../use-action.ts';
import { MusicField } from './music-field.tsx';
import { SpeakersField } from './speakers-field.tsx';
import { SpeedField } from './speed-field.tsx';
import { TimelineVideosFields } from './timeline-videos-fields.tsx';
import { VoiceField } from './voice-field.tsx';

/** The URL of a template's preview in a format, preferably of the layout `bullets`; any preview if it has none in the format. */
export const templatePreviewUrlOf = (
  { previews }: Schemas['Template'],
  format: Schemas['Format'],
): string | undefined =>
  (
    previews.find((each) => each.format === format && each.layout === 'bullets') ??
    previews.find((each) => each.format === format) ??
    previews[0]
  )?.url;

/** All templates, built-in and custom. */
export async function listAllTemplates(): Promise<Schemas['Template'][]> {
  const templates = await Array.fromAsync(requireSession().quietClient.items('/templates', { query: { limit: 100 } }));
  // The inferred type has arrays instead of pairs of colours.
  return templates as Schemas['Template'][];
}

/** The texts that a voice may speak. */
const NARRATION_OPTIONS: readonly (readonly [Schemas['Timeline']['narration_source'], string])[] = [
  ['notes', 'Speaker notes'],
  ['slide', 'Titles, points and items'],
  ['none', 'Nothing'],
];

/** The ways in which slides move. */
const MOTION_OPTIONS: readonly (readonly [Schemas['Timeline']['motion'], string])[] = [
  ['none', 'Nothing'],
  ['calm', 'Calmly'],
  ['lively', 'Lively'],
];

/** The ways in which quotation marks and dashes are drawn. */
const TYPOGRAPHY_OPTIONS: readonly (readonly [Schemas['Timeline']['typography'], string])[] = [
  ['smart', 'By the habits of the language'],
  ['plain', 'As typed'],
];

/** The labels of the fields of the form. */
const FIELD_LABELS = {
  title: 'Title',
  template_id: 'Template',
  language: 'Language',
  voice: 'Voice',
  speed: 'Speed',
  speakers: 'Speakers',
  narration_source: 'Narration',
  motion: 'What moves',
  transition: 'Transition',
  footer: 'Footer',
  typography: 'Quotation marks and dashes',
  slide_numbers: 'Slide numbers',
  format: 'Format',
  resolution: 'Resolution',
} as const satisfies Record<SettingsDraftField, string>;

/** Settings whose fields show their errors themselves. */
const FIELDS_WITH_ERRORS: readonly SettingsDraftField[] = ['title', 'resolution', 'language', 'voice', 'speed'];

/** The form of a timeline's settings: template, format, voice, transition, music and more. */
export function TimelineSettingsForm({
  timeline,
  onClose,
  onSaved,
  onFiles,
}: {
  timeline: Schemas['Timeline'];
  onClose: () => void;
  /** Called when the music or a video was changed, which is saved at once; the dialog stays open. */
  onFiles: (timeline: Schemas['Timeline']) => void;
  onSaved: (timeline: Schemas['Timeline']) => void;
}) {
  const templates = useLoadedData(listAllTemplates, []);
  const [draft, setDraft] = useState(() => settingsDraftOf(timeline));
  /** The timeline when the form was opened. `timeline` is replaced when a file is saved, and may then have changes of other clients. */
  const openedTimeline = useRef(timeline);
  const [otherVersion, setOtherVersion] = useState<
    { storedTimeline: Schemas['Timeline']; fields: SettingsDraftField[] } | undefined
  >();
  /** True after an attempt to save, which marks missing values. */
  const [areFaultsShown, setAreFaultsShown] = useState(false);
  const work = useAction();
  const voices = useLoadedData(() => loadVoicesOf(draft.language), [draft.language]);
  const change = (changed: Partial<SettingsDraft>) => setDraft({ ...draft, ...changed });

  const save = async () => {
    const openedDraft = settingsDraftOf(openedTimeline.current);
    const body = changedTimelineSettings(openedDraft, draft);
    const params = { path: { id: timeline.id } };
    if (Object.keys(body).length === 0) return onSaved(timeline);
    // The timeline is loaded first, so that settings which other clients have changed are not overwritten unseen.
    const storedTimeline = await requireSession().quietClient.get('/timelines/{id}', { params });
    const fields = settingsChangedByOthers(openedDraft, draft, settingsDraftOf(storedTimeline));
    if (fields.length > 0 && otherVersion?.storedTimeline.version !== storedTimeline.version)
      return setOtherVersion({ storedTimeline, fields });
    onSaved(
      await requireSessionRecordingClient().put('/timelines/{id}', {
        params,
        body: { ...body, version: storedTimeline.version },
      }),
    );
  };
  const submit = () => {
    setAreFaultsShown(true);
    return hasSettingsDraftFaults(draft) ? Promise.resolve() : work.attempt(save);
  };
  const loadOtherVersion = ({ storedTimeline }: { storedTimeline: Schemas['Timeline'] }) => {
    openedTimeline.current = storedTimeline;
    setOtherVersion(undefined);
    setDraft(settingsDraftOf(storedTimeline));
  };
  const faultOf = (name: SettingsDraftField) => errorMessageForField(work.error, name);
  return (
    <FormDialog
      title="Look and voice"
      action="Save"
      busyAction="Saving…"
      work={work}
      fields={FIELDS_WITH_ERRORS}
      onSubmit={submit}
      onClose={onClose}
      wide
    >
      <TextField
        label="Title"
        value={draft.title}
        maxLength={200}
        error={faultOf('title')}
        onText={(title) => change({ title })}
      />
      {otherVersion && (
        <div class="note" role="alert">
          <p>
            Changed elsewhere since you opened this dialog:{' '}
            {otherVersion.fields.map((name) => FIELD_LABELS[name]).join(', ')}. Save again to keep your version, or load
            the other one.
          </p>
          <button type="button" class="button button-small" onClick={() => loadOtherVersion(otherVersion)}>
            Load the other version
          </button>
        </div>
      )}
      <div class="pair">
        <SelectField
          label="Format"
          value={draft.format}
          options={ASPECT_RATIO_OPTIONS}
          onSelect={(format) => change({ format })}
        />
        <SelectField
          label="Resolution"
          value={draft.resolution}
          options={RESOLUTION_NAMES}
          error={faultOf('resolution')}
          onSelect={(resolution) => change({ resolution })}
        />
      </div>
      <fieldset class="template-choice">
        <legend>Template</legend>
        <WhenLoaded loadState={templates} kind="card">
          {(listedTemplates) => (
            <div class="template-grid">
              {listedTemplates.map((template) => (
                <label key={template.id} class="template-option">
                  <input
                    type="radio"
                    name="template"
                    value={template.id}
                    checked={template.id === draft.template_id}
                    onChange={() => change({ template_id: template.id })}
                  />
                  <span class={`template-picture picture picture-${timeline.format}`}>
                    <img src={templatePreviewUrlOf(template, timeline.format)} alt="" loading="lazy" />
                  </span>
                  <span class="template-name">{template.name}</span>
                </label>
              ))}
            </div>
          )}
        </WhenLoaded>
      </fieldset>
      <div class="pair">
        <TextField
          label="Language"
          value={draft.language}
          onText={(language) => change({ language })}
          error={faultOf('language')}
          hint="A language code such as en, de or pt-BR"
        />
        <SpeedField
          label="Speed"
          value={draft.speed}
          placeholder="1, the usual pace"
          error={faultOf('speed')}
          onText={(speed) => change({ speed })}
        />
      </div>
      <VoiceField
        label="Voice"
        value={draft.voice}
        voices={voices}
        noneLabel="Default voice of the language"
        error={faultOf('voice')}
        onSelect={(voice) => change({ voice })}
      />
      <SpeakersField
        speakers={draft.speakers}
        voices={voices}
        areFaultsShown={areFaultsShown}
        error={work.error}
        onChange={(speakers) => change({ speakers })}
      />
      <SelectField
        label={FIELD_LABELS.narration_source}
        value={draft.narration_source}
        options={NARRATION_OPTIONS}
        onSelect={(narration_source) => change({ narration_source })}
      />
      <SelectField
        label={FIELD_LABELS.motion}
        value={draft.motion}
        options={MOTION_OPTIONS}
        onSelect={(motion) => change({ motion })}
      />
      <div class="pair">
        <SelectField
          label="Transition"
          value={draft.transition}
          options={TRANSITION_TYPES}
          onSelect={(transition) => change({ transition })}
        />
        <TextField label="Footer" value={draft.footer} maxLength={80} onText={(footer) => change({ footer })} />
      </div>
      <SelectField
        label={FIELD_LABELS.typography}
        value={draft.typography}
        options={TYPOGRAPHY_OPTIONS}
        onSelect={(typography) => change({ typography })}
      />
      <Checkbox
        label="Number the slides"
        isOn={draft.slide_numbers}
        onCheck={(slide_numbers) => change({ slide_numbers })}
      />
      <MusicField timeline={timeline} onSaved={onFiles} />
      <TimelineVideosFields timeline={timeline} onSaved={onFiles} />
    </FormDialog>
  );
}
