import { useEffect, useRef, useState } from 'preact/hooks';
import { jsx as _jsx, jsxs as _jsxs } from 'preact/jsx-runtime';
import { startingData } from '../data-draft.ts';
import { Choice, TextArea, TextField, Tick } from '../parts/fields.tsx';
import { Icon } from '../parts/icons.tsx';
import { SlidePicture } from '../parts/picture.tsx';
import { Failure } from '../parts/states.tsx';
import { sendWhileLeaving } from '../session.ts';
import { fieldFault, isShownAt } from '../shown-error.ts';
import { contentOf, fieldsOf } from '../slide-content.ts';
import { changesIn, draftFaults, draftOf, rebased } from '../slide-draft.ts';
import { storeDraft } from '../stored-drafts.ts';
import { EditConflict } from '../timeline-model.ts';
import { DataField } from './data-field.tsx';
import { Narration } from './narration.tsx';
import { SlideImageField } from './slide-image-field.tsx';

/** The pause in typing after which a change is sent. */
const IDLE_MS = 700;
const LAYOUTS = [
  'auto',
  'title',
  'bullets',
  'two_columns',
  'image_left',
  'image_right',
  'image_full',
  'figure',
  'quote',
  'section',
  'number',
  'code',
  'table',
  'chart',
];
const DATA_LAYOUTS = ['code', 'table', 'chart'];
const SAVING_WORDS = { saved: 'Saved', waiting: 'Not saved yet', saving: 'Saving…', failed: 'Not saved' };
/** Fields whose faults are shown beside them. */
const SHOWN_FAULTS = [
  'title',
  'bullet_points',
  'speaker_notes',
  'duration_seconds',
  'layout',
  'chart',
  'table',
  'code',
];
/** A draft with another layout; a layout of data brings the data that it shows. */
function withLayout(draft, layout, starting) {
  const kind = DATA_LAYOUTS.find((each) => each === layout);
  return kind === undefined || draft.data.kind === kind
    ? { ...draft, layout }
    : { ...draft, layout, data: starting(kind) };
}
/** A draft with other data; a layout for data of another kind gives way. */
function withData(draft, data) {
  const isOther = DATA_LAYOUTS.some((each) => each === draft.layout) && draft.layout !== data.kind;
  return { ...draft, data, layout: isOther ? 'auto' : draft.layout };
}
/** One slide: its preview, its fields, its image, its narration. Changes are saved as they are made. */
export function SlideEditor({ model, slide, look, variables, restored, importNotes, onSaved, onDuplicate, onDelete }) {
  const { id, format } = model.timeline.value;
  const [draft, setDraft] = useState(() =>
    restored ? rebased(restored.draft, draftOf(restored.slide), draftOf(slide)) : draftOf(slide),
  );
  const [saving, setSaving] = useState({ state: 'saved' });
  const now = useRef({ slide, draft });
  now.current = { slide, draft };
  /** The fields as they were when they were edited: what somebody else changed since is not overwritten. */
  const base = useRef(
    restored
      ? { ...contentOf(slide), ...fieldsOf(restored.slide, changesIn(restored.slide, restored.draft)) }
      : contentOf(slide),
  );
  const shown = useRef(slide);
  const isSaving = useRef(false);
  const baseOf = (body) => Object.fromEntries(Object.keys(body).map((name) => [name, base.current[name]]));
  // The slide was saved here, changed elsewhere, or by an undo.
  useEffect(() => {
    const before = shown.current;
    if (before === slide) return;
    shown.current = slide;
    const content = contentOf(slide);
    if (model.isOwn(slide)) {
      base.current = content;
      if (Object.keys(changesIn(slide, now.current.draft)).length === 0) setSaving({ state: 'saved' });
      return;
    }
    const edited = changesIn(before, now.current.draft);
    base.current = { ...content, ...baseOf(edited) };
    setDraft((each) => rebased(each, draftOf(before), draftOf(slide)));
  }, [slide]);
  /** Saves the fields that differ, one request after another: the last one wins. */
  const save = async () => {
    if (isSaving.current || model.conflict.value) return;
    isSaving.current = true;
    try {
      for (;;) {
        const { slide: known, draft: wanted } = now.current;
        const body = changesIn(known, wanted);
        if (Object.keys(body).length === 0) break;
        setSaving({ state: 'saving' });
        const before = baseOf(body);
        const fields = model.overlap(before, known, body);
        if (fields.length > 0) throw new EditConflict(known, fields);
        const saved = await model.save(slide.id, body, before).catch((error) => {
          if (error instanceof EditConflict)
            model.conflict.value = { slide: known, body, theirs: error.theirs, fields: error.fields };
          throw error;
        });
        base.current = contentOf(saved);
        now.current.slide = saved;
      }
      const isFaulty = Object.keys(draftFaults(now.current.draft)).length > 0;
      if (!isFaulty) storeDraft(id, slide.id, undefined);
      setSaving({ state: isFaulty ? 'waiting' : 'saved' });
    } catch (error) {
      if (error instanceof EditConflict && !model.conflict.value) {
        const { slide: known, draft: wanted } = now.current;
        model.conflict.value = {
          slide: known,
          body: changesIn(known, wanted),
          theirs: error.theirs,
          fields: error.fields,
        };
      }
      setSaving({ state: 'failed', error });
    } finally {
      isSaving.current = false;
    }
  };
  const faults = draftFaults(draft);
  const isFaulty = Object.keys(faults).length > 0;
  useEffect(() => {
    if (Object.keys(changesIn(now.current.slide, draft)).length === 0 && !isFaulty) {
      if (!isSaving.current) {
        storeDraft(id, slide.id, undefined);
        setSaving({ state: 'saved' });
      }
      return undefined;
    }
    storeDraft(id, slide.id, { draft, slide: now.current.slide });
    setSaving((each) => (each.state === 'saving' ? each : { state: 'waiting' }));
    const timer = setTimeout(save, IDLE_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  useEffect(() => {
    // The page that was left sent these: the service may have them already.
    if (restored) model.noteSent(slide.id, changesIn(restored.slide, restored.draft));
    /** The page goes: the browser sends the change after it. A reload finds it in the storage of the tab as well. */
    const leave = () => {
      const body = changesIn(now.current.slide, now.current.draft);
      if (Object.keys(body).length === 0) return;
      const { version } = model.timeline.value;
      sendWhileLeaving('PUT', `/timelines/${id}/slides/${slide.id}`, { ...body, version });
    };
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      // Another slide is chosen, or another view.
      if (model.wasDiscarded(slide.id)) storeDraft(id, slide.id, undefined);
      else void save();
    };
  }, []);
  const change = (changed) => setDraft({ ...draft, ...changed });
  const error = saving.state === 'failed' ? saving.error : undefined;
  const fault = (field) => fieldFault(error, field);
  const hasPoints = slide.bullet_points.length > 0;
  const number = String(slide.position + 1);
  return _jsxs('section', {
    class: 'slide-editor',
    'aria-label': `Slide ${number}`,
    children: [
      _jsx('div', {
        class: 'stage',
        children: _jsx(SlidePicture, {
          timelineId: id,
          slideId: slide.id,
          version: `${slide.updated_at} ${look}`,
          format: format,
          alt: `Preview of slide ${number}`,
          width: 960,
          variables: variables,
        }),
      }),
      _jsxs('div', {
        class: 'slide-bar',
        children: [
          _jsx('p', {
            class: 'fine',
            role: 'status',
            children: isFaulty ? 'Not saved: correct the marked field' : SAVING_WORDS[saving.state],
          }),
          _jsxs('button', {
            type: 'button',
            class: 'button button-small',
            onClick: onDuplicate,
            children: [_jsx(Icon, { name: 'copy' }), ' Duplicate'],
          }),
          _jsxs('button', {
            type: 'button',
            class: 'button button-small',
            onClick: onDelete,
            children: [_jsx(Icon, { name: 'trash' }), ' Delete slide'],
          }),
        ],
      }),
      error !== undefined && !isShownAt(error, SHOWN_FAULTS) && _jsx(Failure, { error: error, retry: save }),
      importNotes.length > 0 &&
        _jsxs('section', {
          class: 'import-notes',
          'aria-label': 'Notes of the import',
          children: [
            _jsx('h2', { children: 'From the import' }),
            _jsx('ul', { children: importNotes.map((note) => _jsx('li', { children: note }, note)) }),
          ],
        }),
      _jsxs('div', {
        class: 'slide-fields',
        children: [
          _jsx(TextField, {
            label: 'Title',
            value: draft.title,
            maxLength: 200,
            error: fault('title'),
            onText: (title) => change({ title }),
          }),
          _jsx(TextArea, {
            label: 'Points',
            rows: 4,
            value: draft.points,
            hint: 'One on each line, at most 12',
            error: faults.points ?? fault('bullet_points'),
            onText: (points) => change({ points }),
          }),
          _jsx(TextArea, {
            label: 'Speaker notes',
            rows: 4,
            maxLength: 5000,
            value: draft.notes,
            hint: 'The narration of the slide',
            error: fault('speaker_notes'),
            onText: (notes) => change({ notes }),
          }),
          _jsxs('div', {
            class: 'pair',
            children: [
              _jsx(Choice, {
                label: 'Layout',
                value: draft.layout,
                options: LAYOUTS,
                error: fault('layout'),
                onChoice: (layout) => setDraft(withLayout(draft, layout, startingData)),
              }),
              _jsx(TextField, {
                label: 'Seconds',
                type: 'number',
                min: 1,
                max: 300,
                step: 'any',
                value: draft.seconds,
                placeholder: 'as long as the narration',
                error: faults.seconds ?? fault('duration_seconds'),
                onText: (seconds) => change({ seconds }),
              }),
            ],
          }),
          hasPoints &&
            _jsx(Tick, {
              label: 'Show points one by one',
              isOn: draft.build === 'by_bullet',
              onTick: (isOn) => change({ build: isOn ? 'by_bullet' : 'none' }),
            }),
          _jsx(DataField, {
            data: draft.data,
            error: faults.data ?? fault('chart') ?? fault('table') ?? fault('code'),
            onData: (data) => setDraft(withData(draft, data)),
          }),
          _jsx(SlideImageField, {
            model: model,
            slide: slide,
            motion: draft.motion,
            variable: draft.imageVariable,
            onMotion: (motion) => change({ motion }),
            onVariable: (imageVariable) => change({ imageVariable }),
          }),
          _jsx(Narration, { path: { id, sid: slide.id }, slide: slide, onSaved: onSaved }),
        ],
      }),
    ],
  });
}
