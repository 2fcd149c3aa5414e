import { useEffect, useRef, useState } from 'preact/hooks';
import { Fragment as _Fragment, jsx as _jsx, jsxs as _jsxs } from 'preact/jsx-runtime';
import { clock } from '../amounts.ts';
import { notesOfReport } from '../import-notes.ts';
import { importOf, rememberImport } from '../import-reports.ts';
import { useLoad } from '../load.ts';
import { Confirm } from '../parts/dialog.tsx';
import { Icon } from '../parts/icons.tsx';
import { Menu } from '../parts/menu.tsx';
import { tell } from '../parts/notices.tsx';
import { Empty, Failure, Shown } from '../parts/states.tsx';
import { ValueFields } from '../parts/value-fields.tsx';
import { sendWhileLeaving, signedIn, video } from '../session.ts';
import { onShortcut } from '../shortcuts.ts';
import { copyOf, duplicateTimeline } from '../slide-files.ts';
import { storedDrafts } from '../stored-drafts.ts';
import { openTimeline } from '../timeline-model.ts';
import { enteredValues } from '../variable-names.ts';
import { Checks } from './checks.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { ImportReportPanel } from './import-report.tsx';
import { NewBatchDialog } from './new-batch.tsx';
import { PlayerDialog } from './player.tsx';
import { RenderDialog } from './render-dialog.tsx';
import { SlideEditor } from './slide-editor.tsx';
import { SlideStrip } from './slide-strip.tsx';
import { TimelineSettingsForm } from './timeline-settings.tsx';
import { VariablesDialog } from './variables-dialog.tsx';

/** The pause after which previews show other values of variables. */
const VALUES_IDLE_MS = 600;
/** Everything that the pictures of a timeline depend on besides their slides. */
const lookOf = ({ template_id, format, footer, slide_numbers, language, variables }) =>
  [template_id, format, footer, slide_numbers, language, JSON.stringify(variables)].join(' ');
/** The report of the import that made a timeline, where this browser knows of one. */
function useImportReport(timelineId) {
  const [known, setKnown] = useState(() => importOf(timelineId));
  const loaded = useLoad(async () => {
    if (!known) return undefined;
    return signedIn()
      .quiet.get('/imports/{id}', { params: { path: { id: known.importId } } })
      .catch(() => undefined);
  }, [known?.importId]);
  const show = (isDismissed) => {
    if (!known) return;
    const next = { ...known, isDismissed };
    rememberImport(timelineId, next);
    setKnown(next);
  };
  const report = loaded.state === 'ready' && loaded.data?.report ? loaded.data : undefined;
  return { report, isShown: report !== undefined && known?.isDismissed === false, show };
}
/** Values that previews show in place of variables. */
function PreviewValues({ timeline, values, onValues }) {
  const [entered, setEntered] = useState(values);
  useEffect(() => {
    const timer = setTimeout(() => onValues(entered), VALUES_IDLE_MS);
    return () => clearTimeout(timer);
  }, [entered]);
  return _jsxs('details', {
    class: 'preview-values',
    children: [
      _jsx('summary', { children: 'Preview with values' }),
      _jsx(ValueFields, { variables: timeline.variables, values: entered, onValues: setEntered }),
    ],
  });
}
function TimelineEditor({ model }) {
  const { history } = model;
  const timeline = model.timeline.value;
  const { id, slides } = timeline;
  const drafts = useRef(storedDrafts(id));
  const [chosenId, setChosenId] = useState(() => [...drafts.current.keys()][0]);
  const [open, setOpen] = useState();
  const [changes, setChanges] = useState(0);
  const [seconds, setSeconds] = useState();
  const [values, setValues] = useState(new Map());
  const [copied, setCopied] = useState();
  const imported = useImportReport(id);
  const chosen = slides.find((slide) => slide.id === chosenId) ?? slides[0];
  const given = enteredValues(values, timeline.variables);
  const variables = Object.keys(given).length === 0 ? '' : JSON.stringify(given);
  useEffect(() => {
    document.title = `${timeline.title} · Video console`;
  }, [timeline.title]);
  // Any change of the slides may change the checks.
  useEffect(() => setChanges((count) => count + 1), [slides, timeline.version]);
  const attempt = async (work) => {
    model.failure.value = undefined;
    try {
      await work();
    } catch (error) {
      model.failure.value = error;
    }
  };
  const undo = () =>
    attempt(async () => {
      const label = await history.undo();
      if (label !== undefined) tell(`Undone: ${label}.`);
    });
  const redo = () =>
    attempt(async () => {
      const label = await history.redo();
      if (label !== undefined) tell(`Done again: ${label}.`);
    });
  const add = () =>
    attempt(async () => {
      const position = chosen === undefined ? 0 : chosen.position + 1;
      const slide = await model.add({ content: { title: 'New slide' } }, position, `New slide ${String(position + 1)}`);
      setChosenId(slide.id);
    });
  const duplicate = (slide) =>
    attempt(async () => {
      const made = await model.add(
        await copyOf(slide),
        slide.position + 1,
        `Copy of slide ${String(slide.position + 1)}`,
      );
      setChosenId(made.id);
      tell(`Slide ${String(slide.position + 1)} is duplicated.`, { label: 'Undo', run: () => void undo() });
    });
  const remove = (slide) => {
    model.failure.value = undefined;
    setChosenId((slides[slide.position + 1] ?? slides[slide.position - 1])?.id);
    model.remove(slide);
    tell(`Slide ${String(slide.position + 1)} is deleted.`, { label: 'Undo', run: () => void undo() });
  };
  const reorder = (from, to) =>
    attempt(async () => {
      await model.move(from, to);
      tell(`Slide ${String(from + 1)} is now slide ${String(to + 1)}.`);
    });
  const copyTimeline = () =>
    attempt(async () => {
      setCopied(0);
      try {
        await model.flush();
        const made = await duplicateTimeline(model.timeline.value, setCopied);
        location.hash = `#/timelines/${made.id}`;
        tell('The timeline is duplicated.');
      } finally {
        setCopied(undefined);
      }
    });
  /** Opens a dialog that reads the timeline of the service: what waits to be deleted is deleted first. */
  const show = (which) =>
    attempt(async () => {
      await model.flush();
      setOpen(which);
    });
  const actions = useRef({ undo, redo, add, remove, duplicate, show, chosen });
  actions.current = { undo, redo, add, remove, duplicate, show, chosen };
  useEffect(() => {
    const stop = onShortcut((name) => {
      const now = actions.current;
      if (name === 'undo') void now.undo();
      else if (name === 'redo') void now.redo();
      else if (name === 'new slide') void now.add();
      else if (name === 'play' && now.chosen) void now.show('player');
      else return false;
      return true;
    });
    /** What waits to be deleted is deleted by a request that outlives the page. */
    const leave = () => {
      for (const sid of model.waiting()) sendWhileLeaving('DELETE', `/timelines/${id}/slides/${sid}`);
    };
    addEventListener('pagehide', leave);
    return () => {
      stop();
      removeEventListener('pagehide', leave);
      void model.flush();
    };
  }, []);
  const importNotes = (slideId) =>
    imported.report?.report && imported.isShown
      ? (notesOfReport(imported.report.report).slides.find((each) => each.slideId === slideId)?.notes ?? [])
      : [];
  const close = () => setOpen(undefined);
  return _jsxs(_Fragment, {
    children: [
      _jsxs('header', {
        class: 'view-head',
        children: [
          _jsxs('div', {
            class: 'title-block',
            children: [
              _jsxs('a', {
                class: 'up-link',
                href: '#/timelines',
                children: [_jsx(Icon, { name: 'back' }), ' Timelines'],
              }),
              _jsx('h1', { children: timeline.title }),
              _jsxs('p', {
                class: 'fine',
                children: [
                  slides.length,
                  ' ',
                  slides.length === 1 ? 'slide' : 'slides',
                  ' \u00B7 ',
                  clock(seconds ?? timeline.duration_seconds),
                  ' \u00B7',
                  ' ',
                  timeline.format,
                  ', ',
                  timeline.resolution,
                ],
              }),
            ],
          }),
          _jsxs('div', {
            class: 'view-actions',
            children: [
              _jsx('button', {
                type: 'button',
                class: 'button-icon',
                'aria-label': history.undoable.value === undefined ? 'Undo' : `Undo: ${history.undoable.value}`,
                title: 'Undo (Ctrl+Z)',
                disabled: history.undoable.value === undefined,
                onClick: undo,
                children: _jsx(Icon, { name: 'undo' }),
              }),
              _jsx('button', {
                type: 'button',
                class: 'button-icon',
                'aria-label': history.redoable.value === undefined ? 'Redo' : `Redo: ${history.redoable.value}`,
                title: 'Redo (Ctrl+Shift+Z)',
                disabled: history.redoable.value === undefined,
                onClick: redo,
                children: _jsx(Icon, { name: 'redo' }),
              }),
              _jsx(Menu, {
                label: 'More',
                items: [
                  ['Variables', () => void show('variables')],
                  ['New batch', () => void show('batch')],
                  ['Duplicate timeline', () => void copyTimeline()],
                  ...(imported.report && !imported.isShown ? [['Import report', () => imported.show(false)]] : []),
                  ['Delete timeline', () => setOpen('delete')],
                ],
              }),
              _jsxs('button', {
                type: 'button',
                class: 'button',
                onClick: () => setOpen('settings'),
                children: [_jsx(Icon, { name: 'templates' }), ' Look and voice'],
              }),
              _jsxs('button', {
                type: 'button',
                class: 'button',
                disabled: slides.length === 0,
                onClick: () => void show('player'),
                children: [_jsx(Icon, { name: 'play' }), ' Preview'],
              }),
              _jsxs('button', {
                type: 'button',
                class: 'button button-main',
                disabled: slides.length === 0,
                onClick: () => void show('render'),
                children: [_jsx(Icon, { name: 'renders' }), ' Render'],
              }),
            ],
          }),
        ],
      }),
      copied !== undefined &&
        _jsxs('div', {
          role: 'status',
          class: 'work',
          children: [
            _jsx('p', { children: 'Duplicating the timeline\u2026' }),
            _jsx('progress', { value: copied, max: slides.length, 'aria-label': 'Slides that are copied' }),
          ],
        }),
      model.failure.value !== undefined && _jsx(Failure, { error: model.failure.value }),
      imported.isShown &&
        imported.report &&
        _jsx(ImportReportPanel, {
          report: imported.report,
          slides: slides,
          onChoose: setChosenId,
          onDismiss: () => {
            imported.show(true);
            tell('The report stays under “More”.');
          },
        }),
      Object.keys(timeline.variables).length > 0 &&
        _jsx(PreviewValues, { timeline: timeline, values: values, onValues: setValues }),
      chosen === undefined
        ? _jsxs(Empty, {
            title: 'No slides yet',
            children: [
              _jsx('p', { children: 'A slide has a title, points, and notes that become its narration.' }),
              _jsxs('button', {
                type: 'button',
                class: 'button button-main',
                onClick: add,
                children: [_jsx(Icon, { name: 'plus' }), ' Add a slide'],
              }),
            ],
          })
        : _jsxs('div', {
            class: 'editor',
            children: [
              _jsx(SlideStrip, {
                timeline: timeline,
                look: lookOf(timeline),
                variables: variables,
                chosenId: chosen.id,
                onChoose: setChosenId,
                onMove: reorder,
                onAdd: add,
                onDelete: (slideId) => {
                  const slide = slides.find((each) => each.id === slideId);
                  if (slide) remove(slide);
                },
              }),
              _jsx(
                SlideEditor,
                {
                  model: model,
                  slide: chosen,
                  look: lookOf(timeline),
                  variables: variables,
                  restored: storedDrafts(id).get(chosen.id),
                  importNotes: importNotes(chosen.id),
                  onSaved: model.take,
                  onDuplicate: () => duplicate(chosen),
                  onDelete: () => remove(chosen),
                },
                `${chosen.id} ${String(model.resets.value)}`,
              ),
              _jsx(Checks, {
                timeline: timeline,
                variables: variables,
                changes: `${String(changes)} ${lookOf(timeline)} ${variables}`,
                onChoose: setChosenId,
                onSeconds: setSeconds,
                onVariables: () => void show('variables'),
              }),
            ],
          }),
      open === 'settings' &&
        _jsx(TimelineSettingsForm, {
          timeline: timeline,
          onClose: close,
          onMusic: model.adopt,
          onSaved: (saved) => {
            model.adopt(saved);
            close();
            tell('Saved.');
          },
        }),
      open === 'variables' &&
        _jsx(VariablesDialog, {
          timeline: timeline,
          onClose: close,
          onSaved: (saved) => {
            model.adopt(saved);
            close();
            tell('The variables are saved.');
          },
        }),
      open === 'render' && _jsx(RenderDialog, { timeline: timeline, values: values, onClose: close }),
      open === 'batch' && _jsx(NewBatchDialog, { timelineId: id, onClose: close }),
      open === 'player' &&
        _jsx(PlayerDialog, {
          timeline: timeline,
          look: lookOf(timeline),
          variables: variables,
          seconds: seconds,
          startAt: chosen?.position ?? 0,
          onClose: close,
        }),
      model.conflict.value && _jsx(ConflictDialog, { model: model, conflict: model.conflict.value }),
      open === 'delete' &&
        _jsx(Confirm, {
          title: 'Delete this timeline?',
          action: 'Delete',
          onClose: close,
          onConfirm: () =>
            attempt(async () => {
              close();
              await video().delete('/timelines/{id}', { params: { path: { id } } });
              tell('The timeline is deleted.');
              location.hash = '#/timelines';
            }),
          children: _jsx('p', {
            children:
              'Its slides, images, recordings and music are deleted with it. This cannot be undone. Finished videos stay.',
          }),
        }),
    ],
  });
}
/** One timeline: its slides, what is wrong with them, and the way to a video. */
export function TimelineView({ id }) {
  const opened = useLoad(() => openTimeline(id), [id]);
  return _jsx(Shown, {
    loaded: opened,
    heading: 'Timeline',
    children: (model) => _jsx(TimelineEditor, { model: model }),
  });
}
