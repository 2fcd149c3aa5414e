import { useEffect, useRef, useState } from 'preact/hooks';
import { CALLOUT_LINE_SYNTAX } from '#engine/video/drawing/callouts/callout-line.ts';
import { doesLayoutShowItems, SLIDE_LAYOUTS } from '#engine/video/drawing/layout/layout-facts.ts';
import { BUILD_STYLES } from '#engine/video/transitions/transition-types.ts';
import type { Schemas } from '#front/client/client.ts';
import { CONSOLE_SLIDE_FIELDS } from '../console-field-definitions.ts';
import { initialSlideDataDraft } from '../data-draft.ts';
import { Checkbox, SelectField, TextArea, TextField } from '../parts/fields.tsx';
import { Icon } from '../parts/icons.tsx';
import { SlidePreview } from '../parts/picture.tsx';
import { ErrorNotice } from '../parts/states.tsx';
import { storeSlideDraft, type UnsavedSlideDraft } from '../read-unsaved-slide-drafts.ts';
import { sendRequestDuringPageUnload } from '../session.ts';
import { currentSlideFieldValues, type SlideRequestFields, slideContentForRequest } from '../slide-content.ts';
import {
  rebaseSlideDraft,
  type SlideDraft,
  slideDraftChanges,
  slideDraftFaults,
  slideDraftOf,
} from '../slide-draft.ts';
import { EditConflictError, type TimelineEditorModel } from '../timeline-editor-model.ts';
import { areAllFaultsAboutFields, errorMessageForField } from '../to-shown-error.ts';
import { SlideDataField } from './data-field.tsx';
import { NarrationField } from './narration-field.tsx';
import { PresenterField } from './presenter-field.tsx';
import { SlideImageField } from './slide-image-field.tsx';
import { SlideVideoField } from './slide-video-field.tsx';
import { SlideVoiceFields } from './slide-voice-fields.tsx';

/** Milliseconds without input after which changes are saved. */
const IDLE_MS = 700;

const DATA_LAYOUTS = ['code', 'table', 'chart'] as const;
/** The layouts that draw items; `auto` chooses one by them. */
const drawsItems = (layout: Schemas['SlideLayout']): boolean => layout !== 'auto' && doesLayoutShowItems(layout);

type SavingState = { state: 'saved' | 'waiting' | 'saving' } | { state: 'failed'; error: unknown };
const SAVING_TEXTS = { saved: 'Saved', waiting: 'Not saved yet', saving: 'Saving…', failed: 'Not saved' };

/** Fields of a request that show their errors themselves. */
const FIELDS_WITH_ERRORS = [
  'title',
  'bullet_points',
  'speaker_notes',
  'voice',
  'speed',
  'duration_seconds',
  'layout',
  'chart',
  'table',
  'code',
  'items',
  'callouts',
];

/** The form with another layout. A layout for data of another kind replaces the data by the initial data of its kind. */
function withLayout(
  draft: SlideDraft,
  layout: Schemas['SlideLayout'],
  initialData: (kind: SlideDraft['data']['kind']) => SlideDraft['data'],
): SlideDraft {
  const kind = DATA_LAYOUTS.find((each) => each === layout);
  return kind === undefined || draft.data.kind === kind
    ? { ...draft, layout }
    : { ...draft, layout, data: initialData(kind) };
}

/** The form with other data. A layout for another kind of data becomes `auto`. */
function withData(draft: SlideDraft, data: SlideDraft['data']): SlideDraft {
  const isForData = DATA_LAYOUTS.some((each) => each === draft.layout);
  const isUnfit = (isForData && draft.layout !== data.kind) || (data.kind === 'items' && !drawsItems(draft.layout));
  return { ...draft, data, layout: isUnfit ? 'auto' : draft.layout };
}

/** The editor of a slide: its preview, fields, image and narration. Changes are saved automatically. */
export function SlideEditor({
  model,
  slide,
  settingsKey,
  enteredValuesJson,
  restoredDraft,
  importNotes,
  onSaved,
  onDuplicate,
  onDelete,
}: {
  model: TimelineEditorModel;
  slide: Schemas['Slide'];
  /** A key of the settings on which pictures depend: a change reloads the preview. */
  settingsKey: string;
  /** Values of variables for the preview, as JSON. */
  enteredValuesJson: string;
  /** The form with unsaved changes from before a reload of the page. */
  restoredDraft: UnsavedSlideDraft | undefined;
  importNotes: readonly string[];
  /** Called when the narration has changed. */
  onSaved: (slide: Schemas['Slide']) => void;
  onDuplicate: () => void;
  onDelete: () => void;
}) {
  const { id, format, language } = model.timeline.value;
  const [draft, setDraft] = useState<SlideDraft>(() =>
    restoredDraft
      ? rebaseSlideDraft(restoredDraft.draft, slideDraftOf(restoredDraft.slide), slideDraftOf(slide))
      : slideDraftOf(slide),
  );
  const [savingState, setSaving] = useState<SavingState>({ state: 'saved' });
  const latest = useRef({ slide, draft });
  latest.current = { slide, draft };
  /** The values of the fields when editing started, by which conflicting changes of other clients are found. */
  const baseFields = useRef<SlideRequestFields>(
    restoredDraft
      ? {
          ...slideContentForRequest(slide),
          ...currentSlideFieldValues(restoredDraft.slide, slideDraftChanges(restoredDraft.slide, restoredDraft.draft)),
        }
      : slideContentForRequest(slide),
  );
  const shownSlide = useRef(slide);
  const isSaving = useRef(false);
  const baseFieldsOf = (body: SlideRequestFields): SlideRequestFields =>
    Object.fromEntries(Object.keys(body).map((name) => [name, baseFields.current[name as keyof SlideRequestFields]]));

  // The slide has changed: it was saved here, undone here, or changed by another client.
  useEffect(() => {
    const previousSlide = shownSlide.current;
    if (previousSlide === slide) return;
    shownSlide.current = slide;
    const content = slideContentForRequest(slide);
    if (model.wasSavedHere(slide)) {
      baseFields.current = content;
      if (Object.keys(slideDraftChanges(slide, latest.current.draft)).length === 0) setSaving({ state: 'saved' });
      return;
    }
    const editedFields = slideDraftChanges(previousSlide, latest.current.draft);
    baseFields.current = { ...content, ...baseFieldsOf(editedFields) };
    setDraft((each) => rebaseSlideDraft(each, slideDraftOf(previousSlide), slideDraftOf(slide)));
  }, [slide]);

  /** Saves the changed fields, and those that change during a request with a further one. */
  const save = async () => {
    if (isSaving.current || model.conflict.value) return;
    isSaving.current = true;
    try {
      for (;;) {
        const { slide: knownSlide, draft: currentDraft } = latest.current;
        const body = slideDraftChanges(knownSlide, currentDraft);
        if (Object.keys(body).length === 0) break;
        setSaving({ state: 'saving' });
        const before = baseFieldsOf(body);
        const fields = model.findConflictingFields(before, knownSlide, body);
        if (fields.length > 0) throw new EditConflictError(knownSlide, fields);
        const savedSlide = await model.save(slide.id, body, before).catch((error: unknown) => {
          if (error instanceof EditConflictError)
            model.conflict.value = { slide: knownSlide, body, theirs: error.theirs, fields: error.fields };
          throw error;
        });
        baseFields.current = slideContentForRequest(savedSlide);
        latest.current.slide = savedSlide;
      }
      const isFaulty = Object.keys(slideDraftFaults(latest.current.draft)).length > 0;
      if (!isFaulty) storeSlideDraft(id, slide.id, undefined);
      setSaving({ state: isFaulty ? 'waiting' : 'saved' });
    } catch (error) {
      if (error instanceof EditConflictError && !model.conflict.value) {
        const { slide: knownSlide, draft: currentDraft } = latest.current;
        model.conflict.value = {
          slide: knownSlide,
          body: slideDraftChanges(knownSlide, currentDraft),
          theirs: error.theirs,
          fields: error.fields,
        };
      }
      setSaving({ state: 'failed', error });
    } finally {
      isSaving.current = false;
    }
  };
  const faults = slideDraftFaults(draft);
  const isFaulty = Object.keys(faults).length > 0;
  useEffect(() => {
    if (Object.keys(slideDraftChanges(latest.current.slide, draft)).length === 0 && !isFaulty) {
      if (!isSaving.current) {
        storeSlideDraft(id, slide.id, undefined);
        setSaving({ state: 'saved' });
      }
      return undefined;
    }
    storeSlideDraft(id, slide.id, { draft, slide: latest.current.slide });
    setSaving((each) => (each.state === 'saving' ? each : { state: 'waiting' }));
    const timer = setTimeout(save, IDLE_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  useEffect(() => {
    // These changes were sent when the page was left, so the service may have them already.
    if (restoredDraft) model.noteKnownValues(slide.id, slideDraftChanges(restoredDraft.slide, restoredDraft.draft));
    /** Sends unsaved changes when the user leaves the page. They are also in the storage of the tab, for a reload. */
    const sendUnsavedChanges = () => {
      const body = slideDraftChanges(latest.current.slide, latest.current.draft);
      if (Object.keys(body).length === 0) return;
      const { version } = model.timeline.value;
      sendRequestDuringPageUnload('PUT', `/timelines/${id}/slides/${slide.id}`, { ...body, version });
    };
    addEventListener('pagehide', sendUnsavedChanges);
    return () => {
      removeEventListener('pagehide', sendUnsavedChanges);
      // The editor is closed because the user has chosen another slide or view.
      if (model.wasFormDiscarded(slide.id)) storeSlideDraft(id, slide.id, undefined);
      else void save();
    };
  }, []);

  const change = (changed: Partial<SlideDraft>) => setDraft({ ...draft, ...changed });
  const error = savingState.state === 'failed' ? savingState.error : undefined;
  const faultOf = (field: string) => errorMessageForField(error, field);
  const hasPoints = slide.bullet_points.length > 0;
  const slideNumber = String(slide.position + 1);
  return (
    <section class="slide-editor" aria-label={`Slide ${slideNumber}`}>
      <div class="stage">
        <SlidePreview
          timelineId={id}
          slideId={slide.id}
          version={`${slide.updated_at} ${settingsKey}`}
          format={format}
          alt={`Preview of slide ${slideNumber}`}
          width={960}
          enteredValuesJson={enteredValuesJson}
        />
      </div>
      <div class="slide-bar">
        <p class="fine" role="status">
          {isFaulty ? 'Not saved: correct the marked field' : SAVING_TEXTS[savingState.state]}
        </p>
        <button type="button" class="button button-small" onClick={onDuplicate}>
          <Icon name="copy" /> Duplicate
        </button>
        <button type="button" class="button button-small" onClick={onDelete}>
          <Icon name="trash" /> Delete slide
        </button>
      </div>
      {error !== undefined && !areAllFaultsAboutFields(error, FIELDS_WITH_ERRORS) && (
        <ErrorNotice error={error} retry={save} />
      )}
      {importNotes.length > 0 && (
        <section class="import-notes" aria-label="Notes of the import">
          <h2>From the import</h2>
          <ul>
            {importNotes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </section>
      )}
      <div class="slide-fields">
        <TextField
          label="Title"
          value={draft.title}
          maxLength={200}
          error={faultOf('title')}
          onText={(title) => change({ title })}
        />
        <TextArea
          label="Points"
          rows={4}
          value={draft.points}
          hint="One on each line, at most 12"
          error={faults.points ?? faultOf('bullet_points')}
          onText={(points) => change({ points })}
        />
        <TextArea
          label="Speaker notes"
          rows={4}
          maxLength={5000}
          value={draft.notes}
          hint="The narration of the slide"
          error={faultOf('speaker_notes')}
          onText={(notes) => change({ notes })}
        />
        <SlideVoiceFields
          language={language}
          voice={draft.voice}
          speed={draft.speed}
          faults={{ voice: faultOf('voice'), speed: faultOf('speed') }}
          onVoice={(voice) => change({ voice })}
          onSpeed={(speed) => change({ speed })}
        />
        <div class="pair">
          <SelectField
            label="Layout"
            value={draft.layout}
            options={SLIDE_LAYOUTS}
            error={faultOf('layout')}
            onSelect={(layout) => setDraft(withLayout(draft, layout, initialSlideDataDraft))}
          />
          <TextField
            label="Seconds"
            type="number"
            min={1}
            max={300}
            step="any"
            value={draft.seconds}
            placeholder="as long as the narration"
            error={faults.seconds ?? faultOf('duration_seconds')}
            onText={(seconds) => change({ seconds })}
          />
        </div>
        {hasPoints && (
          <Checkbox
            label="Show points one by one"
            isOn={draft.build !== 'none'}
            onCheck={(isOn) => change({ build: isOn ? 'by_bullet' : 'none' })}
          />
        )}
        {hasPoints && draft.build !== 'none' && (
          <SelectField
            label={CONSOLE_SLIDE_FIELDS.build_style.label}
            value={draft.buildStyle}
            options={BUILD_STYLES}
            error={faultOf('build_style')}
            onSelect={(buildStyle) => change({ buildStyle })}
          />
        )}
        <SlideDataField
          data={draft.data}
          error={faults.data ?? faultOf('chart') ?? faultOf('table') ?? faultOf('code') ?? faultOf('items')}
          faultOf={faultOf}
          onData={(data) => setDraft(withData(draft, data))}
        />
        <SlideImageField
          model={model}
          slide={slide}
          motion={draft.motion}
          variable={draft.imageVariable}
          onMotion={(motion) => change({ motion })}
          onVariable={(imageVariable) => change({ imageVariable })}
        />
        <SlideVideoField model={model} slide={slide} />
        <PresenterField
          key={slide.id}
          presenter={slide.presenter}
          hint="A recorded person who speaks the notes of this slide"
          onChange={(currentDraft, before) => model.changeVideo(slide, 'presenter', currentDraft, before)}
          onRefresh={model.refresh}
        />
        <TextArea
          label={CONSOLE_SLIDE_FIELDS.callouts.label}
          rows={2}
          value={draft.callouts}
          hint={`One a line, such as: box 80 86 15 8 from show 1 "Export". In full: ${CALLOUT_LINE_SYNTAX}`}
          error={faults.callouts ?? faultOf('callouts')}
          onText={(callouts) => change({ callouts })}
        />
        <NarrationField path={{ id, sid: slide.id }} slide={slide} onSaved={onSaved} />
      </div>
    </section>
  );
}
