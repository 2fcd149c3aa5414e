import { useEffect, useRef, useState } from 'preact/hooks';
import type { Schemas } from '#front/client/client.ts';
import { formatDuration } from '../amounts.ts';
import { noticeOfVideosLeftOutOfCopy } from '../copied-videos.ts';
import { notesOfImportReport } from '../import-notes.ts';
import { type RememberedImport, readStoredTimelineImport, storeTimelineImportInBrowser } from '../import-reports.ts';
import { useLoadedData } from '../load.ts';
import { ConfirmDialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icons.tsx';
import { Menu } from '../parts/menu.tsx';
import { showNotice } from '../parts/notices.tsx';
import { EmptyState, ErrorNotice, WhenLoaded } from '../parts/states.tsx';
import { VariableValueFields } from '../parts/variable-value-fields.tsx';
import { requireCallRecordingClient, requireSession, sendRequestDuringPageUnload } from '../session.ts';
import { addShortcutHandler } from '../shortcuts.ts';
import { downloadSlideCopyWithVideos, duplicateTimeline } from '../slide-files.ts';
import { storedSlideDrafts } from '../stored-slide-drafts.ts';
import { loadTimelineEditorModel, type TimelineEditorModel } from '../timeline-editor-model.ts';
import { settingsAffectingSlidePictures } from '../timeline-settings.ts';
import { enteredVariableValues } from '../variable-names.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { ImportReportPanel } from './import-report.tsx';
import { NewBatchDialog } from './new-batch.tsx';
import { PlayerDialog } from './player.tsx';
import { RenderDialog } from './render-dialog.tsx';
import { SlideEditor } from './slide-editor.tsx';
import { SlidePreviewList } from './slide-preview-list.tsx';
import { TimelineChecksPanel } from './timeline-checks-panel.tsx';
import { TimelineSettingsForm } from './timeline-settings.tsx';
import { VariablesDialog } from './variables-dialog.tsx';

type Timeline = Schemas['Timeline'];
type Open = 'render' | 'settings' | 'delete' | 'variables' | 'player' | 'batch';

/** Milliseconds without input after which previews show the entered values of variables. */
const VALUES_IDLE_MS = 600;

/** A key of the settings on which the pictures of slides depend. */
const settingsKeyOf = (timeline: Timeline): string => JSON.stringify(settingsAffectingSlidePictures(timeline));

/** A hook that loads the report of the import that made a timeline, if this browser has stored its id. */
function useImportReport(timelineId: string) {
  const [known, setKnown] = useState<RememberedImport | undefined>(() => readStoredTimelineImport(timelineId));
  const loaded = useLoadedData(async () => {
    if (!known) return undefined;
    return requireSession()
      .quietClient.get('/imports/{id}', { params: { path: { id: known.importId } } })
      .catch(() => undefined);
  }, [known?.importId]);
  const show = (isDismissed: boolean) => {
    if (!known) return;
    const next = { ...known, isDismissed };
    storeTimelineImportInBrowser(timelineId, next);
    setKnown(next);
  };
  const report = loaded.state === 'ready' && loaded.data?.report ? loaded.data : undefined;
  return { report, isShown: report !== undefined && known?.isDismissed === false, show };
}

/** The fields for the values of variables that previews show. */
function PreviewValues({
  timeline,
  values,
  onValues,
}: {
  timeline: Timeline;
  values: ReadonlyMap<string, string>;
  onValues: (values: ReadonlyMap<string, string>) => void;
}) {
  const [entered, setEntered] = useState(values);
  useEffect(() => {
    const timer = setTimeout(() => onValues(entered), VALUES_IDLE_MS);
    return () => clearTimeout(timer);
  }, [entered]);
  return (
    <details class="preview-values">
      <summary>Preview with values</summary>
      <VariableValueFields variables={timeline.variables} values={entered} onValues={setEntered} />
    </details>
  );
}

function TimelineEditor({ model }: { model: TimelineEditorModel }) {
  const { history } = model;
  const timeline = model.timeline.value;
  const { id, slides } = timeline;
  const drafts = useRef(storedSlideDrafts(id));
  const [chosenId, setChosenId] = useState<string | undefined>(() => [...drafts.current.keys()][0]);
  const [open, setOpen] = useState<Open | undefined>();
  const [changes, setChanges] = useState(0);
  const [seconds, setSeconds] = useState<number | undefined>();
  const [values, setValues] = useState<ReadonlyMap<string, string>>(new Map());
  const [copied, setCopied] = useState<number | undefined>();
  const imported = useImportReport(id);
  const chosen = slides.find((slide) => slide.id === chosenId) ?? slides[0];
  const given = enteredVariableValues(values, timeline.variables);
  const variables = Object.keys(given).length === 0 ? '' : JSON.stringify(given);
  useEffect(() => {
    document.title = `${timeline.title} · Video console`;
  }, [timeline.title]);
  // Each change of the slides can change the result of the checks.
  useEffect(() => setChanges((count) => count + 1), [slides, timeline.version]);

  const attempt = async (work: () => Promise<unknown>) => {
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
      if (label !== undefined) showNotice(`Undone: ${label}.`);
    });
  const redo = () =>
    attempt(async () => {
      const label = await history.redo();
      if (label !== undefined) showNotice(`Done again: ${label}.`);
    });
  const add = () =>
    attempt(async () => {
      const position = chosen === undefined ? 0 : chosen.position + 1;
      const slide = await model.add({ content: { title: 'New slide' } }, position, `New slide ${String(position + 1)}`);
      setChosenId(slide.id);
    });
  const duplicate = (slide: Schemas['Slide']) =>
    attempt(async () => {
      const made = await model.add(
        await downloadSlideCopyWithVideos(slide),
        slide.position + 1,
        `Copy of slide ${String(slide.position + 1)}`,
      );
      setChosenId(made.id);
      showNotice(`Slide ${String(slide.position + 1)} is duplicated${noticeOfVideosLeftOutOfCopy([slide])}.`, {
        label: 'Undo',
        run: () => void undo(),
      });
    });
  const remove = (slide: Schemas['Slide']) => {
    model.failure.value = undefined;
    setChosenId((slides[slide.position + 1] ?? slides[slide.position - 1])?.id);
    model.remove(slide);
    showNotice(`Slide ${String(slide.position + 1)} is deleted.`, { label: 'Undo', run: () => void undo() });
  };
  const reorder = (from: number, to: number) =>
    attempt(async () => {
      await model.move(from, to);
      showNotice(`Slide ${String(from + 1)} is now slide ${String(to + 1)}.`);
    });
  const copyTimeline = () =>
    attempt(async () => {
      setCopied(0);
      try {
        await model.flush();
        const made = await duplicateTimeline(model.timeline.value, setCopied);
        location.hash = `#/timelines/${made.id}`;
        const { slides: originals } = model.timeline.value;
        showNotice(`The timeline is duplicated${noticeOfVideosLeftOutOfCopy([model.timeline.value, ...originals])}.`);
      } finally {
        setCopied(undefined);
      }
    });
  /** Opens a dialog that uses the timeline of the service: hidden slides are deleted first. */
  const show = (which: Open) =>
    attempt(async () => {
      await model.flush();
      setOpen(which);
    });

  const actions = useRef({ undo, redo, add, remove, duplicate, show, chosen });
  actions.current = { undo, redo, add, remove, duplicate, show, chosen };
  useEffect(() => {
    const stop = addShortcutHandler((name) => {
      const now = actions.current;
      if (name === 'undo') void now.undo();
      else if (name === 'redo') void now.redo();
      else if (name === 'new slide') void now.add();
      else if (name === 'play' && now.chosen) void now.show('player');
      else return false;
      return true;
    });
    /** Deletes hidden slides when the user leaves the page, with requests that outlive it. */
    const leave = () => {
      for (const sid of model.waiting()) sendRequestDuringPageUnload('DELETE', `/timelines/${id}/slides/${sid}`);
    };
    addEventListener('pagehide', leave);
    return () => {
      stop();
      removeEventListener('pagehide', leave);
      void model.flush();
    };
  }, []);

  const importNotes = (slideId: string): readonly string[] =>
    imported.report?.report && imported.isShown
      ? (notesOfImportReport(imported.report.report).slides.find((each) => each.slideId === slideId)?.notes ?? [])
      : [];
  const close = () => setOpen(undefined);
  return (
    <>
      <header class="view-head">
        <div class="title-block">
          <a class="up-link" href="#/timelines">
            <Icon name="back" /> Timelines
          </a>
          <h1>{timeline.title}</h1>
          <p class="fine">
            {slides.length} {slides.length === 1 ? 'slide' : 'slides'} ·{' '}
            {formatDuration(seconds ?? timeline.duration_seconds)} · {timeline.format}, {timeline.resolution}
          </p>
        </div>
        <div class="view-actions">
          <button
            type="button"
            class="button-icon"
            aria-label={history.undoable.value === undefined ? 'Undo' : `Undo: ${history.undoable.value}`}
            title="Undo (Ctrl+Z)"
            disabled={history.undoable.value === undefined}
            onClick={undo}
          >
            <Icon name="undo" />
          </button>
          <button
            type="button"
            class="button-icon"
            aria-label={history.redoable.value === undefined ? 'Redo' : `Redo: ${history.redoable.value}`}
            title="Redo (Ctrl+Shift+Z)"
            disabled={history.redoable.value === undefined}
            onClick={redo}
          >
            <Icon name="redo" />
          </button>
          <Menu
            label="More"
            items={[
              ['Variables', () => void show('variables')],
              ['New batch', () => void show('batch')],
              ['Duplicate timeline', () => void copyTimeline()],
              ...(imported.report && !imported.isShown ? [['Import report', () => imported.show(false)] as const] : []),
              ['Delete timeline', () => setOpen('delete')],
            ]}
          />
          <button type="button" class="button" onClick={() => setOpen('settings')}>
            <Icon name="templates" /> Look and voice
          </button>
          <button type="button" class="button" disabled={slides.length === 0} onClick={() => void show('player')}>
            <Icon name="play" /> Preview
          </button>
          <button
            type="button"
            class="button button-main"
            disabled={slides.length === 0}
            onClick={() => void show('render')}
          >
            <Icon name="renders" /> Render
          </button>
        </div>
      </header>
      {copied !== undefined && (
        <div role="status" class="work">
          <p>Duplicating the timeline…</p>
          <progress value={copied} max={slides.length} aria-label="Slides that are copied" />
        </div>
      )}
      {model.failure.value !== undefined && <ErrorNotice error={model.failure.value} />}
      {imported.isShown && imported.report && (
        <ImportReportPanel
          report={imported.report}
          slides={slides}
          onChoose={setChosenId}
          onDismiss={() => {
            imported.show(true);
            showNotice('The report stays under “More”.');
          }}
        />
      )}
      {Object.keys(timeline.variables).length > 0 && (
        <PreviewValues timeline={timeline} values={values} onValues={setValues} />
      )}
      {chosen === undefined ? (
        <EmptyState title="No slides yet">
          <p>A slide has a title, points, and notes that become its narration.</p>
          <button type="button" class="button button-main" onClick={add}>
            <Icon name="plus" /> Add a slide
          </button>
        </EmptyState>
      ) : (
        <div class="editor">
          <SlidePreviewList
            timeline={timeline}
            settingsKey={settingsKeyOf(timeline)}
            variables={variables}
            chosenId={chosen.id}
            onChoose={setChosenId}
            onMove={reorder}
            onAdd={add}
            onDelete={(slideId) => {
              const slide = slides.find((each) => each.id === slideId);
              if (slide) remove(slide);
            }}
          />
          <SlideEditor
            key={`${chosen.id} ${String(model.resets.value)}`}
            model={model}
            slide={chosen}
            settingsKey={settingsKeyOf(timeline)}
            variables={variables}
            restored={storedSlideDrafts(id).get(chosen.id)}
            importNotes={importNotes(chosen.id)}
            onSaved={model.take}
            onDuplicate={() => duplicate(chosen)}
            onDelete={() => remove(chosen)}
          />
          <TimelineChecksPanel
            timeline={timeline}
            variables={variables}
            changes={`${String(changes)} ${settingsKeyOf(timeline)} ${variables}`}
            onChoose={setChosenId}
            onSeconds={setSeconds}
            onVariables={() => void show('variables')}
          />
        </div>
      )}
      {open === 'settings' && (
        <TimelineSettingsForm
          timeline={timeline}
          onClose={close}
          onFiles={model.adopt}
          onSaved={(saved) => {
            model.adopt(saved);
            close();
            showNotice('Saved.');
          }}
        />
      )}
      {open === 'variables' && (
        <VariablesDialog
          timeline={timeline}
          onClose={close}
          onSaved={(saved) => {
            model.adopt(saved);
            close();
            showNotice('The variables are saved.');
          }}
        />
      )}
      {open === 'render' && <RenderDialog timeline={timeline} values={values} onClose={close} />}
      {open === 'batch' && <NewBatchDialog timelineId={id} onClose={close} />}
      {open === 'player' && (
        <PlayerDialog
          timeline={timeline}
          settingsKey={settingsKeyOf(timeline)}
          variables={variables}
          seconds={seconds}
          startAt={chosen?.position ?? 0}
          onClose={close}
        />
      )}
      {model.conflict.value && <ConflictDialog model={model} conflict={model.conflict.value} />}
      {open === 'delete' && (
        <ConfirmDialog
          title="Delete this timeline?"
          action="Delete"
          onClose={close}
          onConfirm={() =>
            attempt(async () => {
              close();
              await requireCallRecordingClient().delete('/timelines/{id}', { params: { path: { id } } });
              showNotice('The timeline is deleted.');
              location.hash = '#/timelines';
            })
          }
        >
          <p>
            Its slides, images, recordings and music are deleted with it. This cannot be undone. Finished videos stay.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** The view of a timeline: its slides, its checks, and the actions for it. */
export function TimelineView({ id }: { id: string }) {
  const opened = useLoadedData(() => loadTimelineEditorModel(id), [id]);
  return (
    <WhenLoaded loaded={opened} heading="Timeline">
      {(model) => <TimelineEditor model={model} />}
    </WhenLoaded>
  );
}
