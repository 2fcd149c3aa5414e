import { useEffect, useRef, useState } from 'preact/hooks';
import type { Schemas } from '#front/client/client.ts';
import { formatDuration } from '../amounts.ts';
import { noticeOfVideosLeftOutOfCopy } from '../copied-videos.ts';
import { notesOfImportReport } from '../import-notes.ts';
import {
  type RememberedImport,
  readRememberedTimelineImport,
  storeTimelineImportInBrowser,
} from '../import-reports.ts';
import { useLoadedData } from '../load.ts';
import { ConfirmDialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icons.tsx';
import { Menu } from '../parts/menu.tsx';
import { showNotice } from '../parts/notices.tsx';
import { EmptyState, ErrorNotice, WhenLoaded } from '../parts/states.tsx';
import { VariableValueFields } from '../parts/variable-value-fields.tsx';
import { readUnsavedSlideDrafts } from '../read-unsaved-slide-drafts.ts';
import { requireSession, requireSessionRecordingClient, sendRequestDuringPageUnload } from '../session.ts';
import { addShortcutHandler } from '../shortcuts.ts';
import { downloadSlideCopyWithVideos, duplicateTimeline } from '../slide-files.ts';
import { loadTimelineEditorModel, type TimelineEditorModel } from '../timeline-editor-model.ts';
import { settingsAffectingSlidePictures } from '../timeline-settings.ts';
import { enteredVariableValues } from '../variable-names.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { ImportReportPanel } from './import-report.tsx';
import { NewBatchDialog } from './new-batch.tsx';
import { SlidePlayerDialog } from './player.tsx';
import { RenderDialog } from './render-dialog.tsx';
import { SlideEditor } from './slide-editor.tsx';
import { SlidePreviewList } from './slide-preview-list.tsx';
import { TimelineChecksPanel } from './timeline-checks-panel.tsx';
import { TimelineSettingsForm } from './timeline-settings.tsx';
import { VariablesDialog } from './variables-dialog.tsx';

type Timeline = Schemas['Timeline'];
type DialogName = 'render' | 'settings' | 'delete' | 'variables' | 'player' | 'batch';

/** Milliseconds without input after which previews show the entered values of variables. */
const VALUES_IDLE_MS = 600;

/** A key of the settings on which the pictures of slides depend. */
const settingsKeyOf = (timeline: Timeline): string => JSON.stringify(settingsAffectingSlidePictures(timeline));

/** A hook that loads the report of the import that made a timeline, if this browser has stored its id. */
function useImportReport(timelineId: string) {
  const [rememberedImport, setRememberedImport] = useState<RememberedImport | undefined>(() =>
    readRememberedTimelineImport(timelineId),
  );
  const importLoad = useLoadedData(async () => {
    if (!rememberedImport) return undefined;
    return requireSession()
      .quietClient.get('/imports/{id}', { params: { path: { id: rememberedImport.importId } } })
      .catch(() => undefined);
  }, [rememberedImport?.importId]);
  const setIsDismissed = (isDismissed: boolean) => {
    if (!rememberedImport) return;
    const changedImport = { ...rememberedImport, isDismissed };
    storeTimelineImportInBrowser(timelineId, changedImport);
    setRememberedImport(changedImport);
  };
  const report = importLoad.state === 'ready' && importLoad.data?.report ? importLoad.data : undefined;
  return { report, isShown: report !== undefined && rememberedImport?.isDismissed === false, setIsDismissed };
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
  const [typedValues, setTypedValues] = useState(values);
  useEffect(() => {
    const timer = setTimeout(() => onValues(typedValues), VALUES_IDLE_MS);
    return () => clearTimeout(timer);
  }, [typedValues]);
  return (
    <details class="preview-values">
      <summary>Preview with values</summary>
      <VariableValueFields variables={timeline.variables} values={typedValues} onValues={setTypedValues} />
    </details>
  );
}

function TimelineEditor({ model }: { model: TimelineEditorModel }) {
  const { history } = model;
  const timeline = model.timeline.value;
  const { id, slides } = timeline;
  // A slide with an unsaved form is chosen first.
  const [chosenId, setChosenId] = useState<string | undefined>(() => [...readUnsavedSlideDrafts(id).keys()][0]);
  const [openDialog, setOpenDialog] = useState<DialogName | undefined>();
  const [changeCount, setChangeCount] = useState(0);
  const [estimatedSeconds, setEstimatedSeconds] = useState<number | undefined>();
  const [typedValues, setTypedValues] = useState<ReadonlyMap<string, string>>(new Map());
  const [copiedSlideCount, setCopiedSlideCount] = useState<number | undefined>();
  const importReport = useImportReport(id);
  const chosenSlide = slides.find((slide) => slide.id === chosenId) ?? slides[0];
  const enteredValues = enteredVariableValues(typedValues, timeline.variables);
  const enteredValuesJson = Object.keys(enteredValues).length === 0 ? '' : JSON.stringify(enteredValues);
  useEffect(() => {
    document.title = `${timeline.title} · Video console`;
  }, [timeline.title]);
  // Each change of the slides can change the result of the checks.
  useEffect(() => setChangeCount((count) => count + 1), [slides, timeline.version]);

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
      const position = chosenSlide === undefined ? 0 : chosenSlide.position + 1;
      const slide = await model.add({ content: { title: 'New slide' } }, position, `New slide ${String(position + 1)}`);
      setChosenId(slide.id);
    });
  const duplicate = (slide: Schemas['Slide']) =>
    attempt(async () => {
      const slideCopy = await model.add(
        await downloadSlideCopyWithVideos(slide),
        slide.position + 1,
        `Copy of slide ${String(slide.position + 1)}`,
      );
      setChosenId(slideCopy.id);
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
      setCopiedSlideCount(0);
      try {
        await model.deleteHiddenSlides();
        const timelineCopy = await duplicateTimeline(model.timeline.value, setCopiedSlideCount);
        location.hash = `#/timelines/${timelineCopy.id}`;
        const { slides: originals } = model.timeline.value;
        showNotice(`The timeline is duplicated${noticeOfVideosLeftOutOfCopy([model.timeline.value, ...originals])}.`);
      } finally {
        setCopiedSlideCount(undefined);
      }
    });
  /** Opens a dialog that uses the timeline of the service: hidden slides are deleted first. */
  const showDialog = (dialog: DialogName) =>
    attempt(async () => {
      await model.deleteHiddenSlides();
      setOpenDialog(dialog);
    });

  const actions = useRef({ undo, redo, add, remove, duplicate, show: showDialog, chosen: chosenSlide });
  actions.current = { undo, redo, add, remove, duplicate, show: showDialog, chosen: chosenSlide };
  useEffect(() => {
    const removeHandler = addShortcutHandler((name) => {
      const latestActions = actions.current;
      if (name === 'undo') void latestActions.undo();
      else if (name === 'redo') void latestActions.redo();
      else if (name === 'new slide') void latestActions.add();
      else if (name === 'play' && latestActions.chosen) void latestActions.show('player');
      else return false;
      return true;
    });
    /** Deletes hidden slides when the user leaves the page, with requests that outlive it. */
    const deleteHiddenSlidesOnLeave = () => {
      for (const sid of model.hiddenSlideIds()) sendRequestDuringPageUnload('DELETE', `/timelines/${id}/slides/${sid}`);
    };
    addEventListener('pagehide', deleteHiddenSlidesOnLeave);
    return () => {
      removeHandler();
      removeEventListener('pagehide', deleteHiddenSlidesOnLeave);
      void model.deleteHiddenSlides();
    };
  }, []);

  const importNotes = (slideId: string): readonly string[] =>
    importReport.report?.report && importReport.isShown
      ? (notesOfImportReport(importReport.report.report).slides.find((each) => each.slideId === slideId)?.notes ?? [])
      : [];
  const close = () => setOpenDialog(undefined);
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
            {formatDuration(estimatedSeconds ?? timeline.duration_seconds)} · {timeline.format}, {timeline.resolution}
          </p>
        </div>
        <div class="view-actions">
          <button
            type="button"
            class="button-icon"
            aria-label={history.undoLabel.value === undefined ? 'Undo' : `Undo: ${history.undoLabel.value}`}
            title="Undo (Ctrl+Z)"
            disabled={history.undoLabel.value === undefined}
            onClick={undo}
          >
            <Icon name="undo" />
          </button>
          <button
            type="button"
            class="button-icon"
            aria-label={history.redoLabel.value === undefined ? 'Redo' : `Redo: ${history.redoLabel.value}`}
            title="Redo (Ctrl+Shift+Z)"
            disabled={history.redoLabel.value === undefined}
            onClick={redo}
          >
            <Icon name="redo" />
          </button>
          <Menu
            label="More"
            items={[
              ['Variables', () => void showDialog('variables')],
              ['New batch', () => void showDialog('batch')],
              ['Duplicate timeline', () => void copyTimeline()],
              ...(importReport.report && !importReport.isShown
                ? [['Import report', () => importReport.setIsDismissed(false)] as const]
                : []),
              ['Delete timeline', () => setOpenDialog('delete')],
            ]}
          />
          <button type="button" class="button" onClick={() => setOpenDialog('settings')}>
            <Icon name="templates" /> Look and voice
          </button>
          <button type="button" class="button" disabled={slides.length === 0} onClick={() => void showDialog('player')}>
            <Icon name="play" /> Preview
          </button>
          <button
            type="button"
            class="button button-main"
            disabled={slides.length === 0}
            onClick={() => void showDialog('render')}
          >
            <Icon name="renders" /> Render
          </button>
        </div>
      </header>
      {copiedSlideCount !== undefined && (
        <div role="status" class="work">
          <p>Duplicating the timeline…</p>
          <progress value={copiedSlideCount} max={slides.length} aria-label="Slides that are copied" />
        </div>
      )}
      {model.failure.value !== undefined && <ErrorNotice error={model.failure.value} />}
      {importReport.isShown && importReport.report && (
        <ImportReportPanel
          report={importReport.report}
          slides={slides}
          onChoose={setChosenId}
          onDismiss={() => {
            importReport.setIsDismissed(true);
            showNotice('The report stays under “More”.');
          }}
        />
      )}
      {Object.keys(timeline.variables).length > 0 && (
        <PreviewValues timeline={timeline} values={typedValues} onValues={setTypedValues} />
      )}
      {chosenSlide === undefined ? (
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
            enteredValuesJson={enteredValuesJson}
            chosenId={chosenSlide.id}
            onChoose={setChosenId}
            onMove={reorder}
            onAdd={add}
            onDelete={(slideId) => {
              const slide = slides.find((each) => each.id === slideId);
              if (slide) remove(slide);
            }}
          />
          <SlideEditor
            key={`${chosenSlide.id} ${String(model.formResets.value)}`}
            model={model}
            slide={chosenSlide}
            settingsKey={settingsKeyOf(timeline)}
            enteredValuesJson={enteredValuesJson}
            restoredDraft={readUnsavedSlideDrafts(id).get(chosenSlide.id)}
            importNotes={importNotes(chosenSlide.id)}
            onSaved={model.applySlide}
            onDuplicate={() => duplicate(chosenSlide)}
            onDelete={() => remove(chosenSlide)}
          />
          <TimelineChecksPanel
            timeline={timeline}
            enteredValuesJson={enteredValuesJson}
            changeKey={`${String(changeCount)} ${settingsKeyOf(timeline)} ${enteredValuesJson}`}
            onChoose={setChosenId}
            onEstimatedSeconds={setEstimatedSeconds}
            onVariables={() => void showDialog('variables')}
          />
        </div>
      )}
      {openDialog === 'settings' && (
        <TimelineSettingsForm
          timeline={timeline}
          onClose={close}
          onFiles={model.applyTimeline}
          onSaved={(savedTimeline) => {
            model.applyTimeline(savedTimeline);
            close();
            showNotice('Saved.');
          }}
        />
      )}
      {openDialog === 'variables' && (
        <VariablesDialog
          timeline={timeline}
          onClose={close}
          onSaved={(savedTimeline) => {
            model.applyTimeline(savedTimeline);
            close();
            showNotice('The variables are saved.');
          }}
        />
      )}
      {openDialog === 'render' && <RenderDialog timeline={timeline} values={typedValues} onClose={close} />}
      {openDialog === 'batch' && <NewBatchDialog timelineId={id} onClose={close} />}
      {openDialog === 'player' && (
        <SlidePlayerDialog
          timeline={timeline}
          settingsKey={settingsKeyOf(timeline)}
          enteredValuesJson={enteredValuesJson}
          estimatedSeconds={estimatedSeconds}
          startIndex={chosenSlide?.position ?? 0}
          onClose={close}
        />
      )}
      {model.conflict.value && <ConflictDialog model={model} conflict={model.conflict.value} />}
      {openDialog === 'delete' && (
        <ConfirmDialog
          title="Delete this timeline?"
          action="Delete"
          onClose={close}
          onConfirm={() =>
            attempt(async () => {
              close();
              await requireSessionRecordingClient().delete('/timelines/{id}', { params: { path: { id } } });
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
  const loadedModel = useLoadedData(() => loadTimelineEditorModel(id), [id]);
  return (
    <WhenLoaded loadState={loadedModel} heading="Timeline">
      {(model) => <TimelineEditor model={model} />}
    </WhenLoaded>
  );
}
