import { useEffect, useState } from 'preact/hooks';
import { DEFAULT_MOTION_LEVEL } from '#engine/video/motion/motions.ts';
import type { Schemas } from '#front/client/client.ts';
import {
  canDeckComeWithPdf,
  DECK_FILE_ACCEPT_ATTRIBUTE,
  mediaTypeOfDeckName,
  unsupportedDeckAdvice,
} from '../deck-type.ts';
import { ASPECT_RATIO_OPTIONS } from '../format-options.ts';
import { importSummaryText, notesOfImportReport } from '../import-notes.ts';
import { storeTimelineImportInBrowser } from '../import-reports.ts';
import { DropZone } from '../parts/drop-zone.tsx';
import { SelectField, TextArea, TextField } from '../parts/fields.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { showNotice } from '../parts/notices.tsx';
import { uploadDeckOrPdf } from '../send-upload.ts';
import { requireSession, requireSessionRecordingClient } from '../session.ts';

const SAMPLE_MARKDOWN = `# High water

- Twice a day
- Moved by the moon

Note: The sea rises and falls twice a day.

---

# Why it moves

- The moon pulls the water
- The earth turns beneath it

Note: The moon pulls, and the earth turns beneath the bulge.
`;
/** Milliseconds between two reads of an import. */
const POLL_MS = 700;

type Source = 'markdown' | 'deck' | 'empty';
const SOURCES: readonly [Source, string][] = [
  ['markdown', 'Markdown'],
  ['deck', 'Deck'],
  ['empty', 'Empty'],
];
type WorkState =
  | { state: 'ready' }
  | { state: 'sending'; name: string }
  | { state: 'importing'; name: string; progress: number }
  | { state: 'failed'; error: unknown };

interface DeckFiles {
  deck: File;
  /** The PDF that was exported from the deck, and shows how its slides look. */
  pdf?: File | undefined;
}

/** Imports a deck and waits for the end of the import. @throws Error with the reason of a failure */
async function importDeck(
  { deck: file, pdf }: DeckFiles,
  title: string,
  onProgress: (progress: number) => void,
): Promise<Schemas['Import']> {
  const contentType = mediaTypeOfDeckName(file.name);
  if (contentType === undefined) throw new Error(unsupportedDeckAdvice(file.name));
  const startedImport = await requireSessionRecordingClient().upload('/timelines/import', file, {
    contentType,
    fields: {
      motion: DEFAULT_MOTION_LEVEL,
      ...(title === '' ? {} : { title }),
      ...(pdf === undefined ? {} : { pdf_upload_id: await uploadDeckOrPdf(pdf, 'application/pdf') }),
    },
  });
  for (;;) {
    const currentImport = await requireSession().quietClient.get('/imports/{id}', {
      params: { path: { id: startedImport.id } },
    });
    onProgress(currentImport.progress);
    if (currentImport.status === 'completed') return currentImport;
    if (currentImport.status === 'failed')
      throw new Error(currentImport.error?.message ?? 'The deck could not be imported.');
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** The dialog that creates a timeline: from Markdown, from a deck, or without slides. @param deck a dropped file, which is imported at once */
export function NewTimelineDialog({ deck, onClose }: { deck?: File; onClose: () => void }) {
  const [source, setSource] = useState<Source>(deck ? 'deck' : 'markdown');
  const [title, setTitle] = useState('');
  const [markdown, setMarkdown] = useState(SAMPLE_MARKDOWN);
  /** A chosen PPTX or ODP, to which the user can add a PDF before the import. */
  const [chosenFiles, setChosenFiles] = useState<DeckFiles>();
  const [format, setFormat] = useState<Schemas['Format']>('landscape');
  const [work, setWork] = useState<WorkState>({ state: 'ready' });
  const isBusy = work.state === 'sending' || work.state === 'importing';
  const openTimeline = (id: string) => {
    location.hash = `#/timelines/${id}`;
    onClose();
  };

  const importFiles = async (files: DeckFiles) => {
    const { name } = files.deck;
    setWork({ state: 'sending', name });
    try {
      const finishedImport = await importDeck(files, title.trim(), (progress) =>
        setWork({ state: 'importing', name, progress }),
      );
      showNotice(importSummaryText(finishedImport));
      if (finishedImport.timeline_id === null) return;
      const { deck: notes, slides } = finishedImport.report
        ? notesOfImportReport(finishedImport.report)
        : { deck: [], slides: [] };
      // A report without notes is stored as dismissed: it is not shown automatically.
      storeTimelineImportInBrowser(finishedImport.timeline_id, {
        importId: finishedImport.id,
        isDismissed: notes.length + slides.length === 0,
      });
      openTimeline(finishedImport.timeline_id);
    } catch (error) {
      setWork({ state: 'failed', error });
    }
  };
  const chooseDeck = (deck: File) => {
    setWork({ state: 'ready' });
    if (canDeckComeWithPdf(deck.name)) setChosenFiles({ deck });
    else void importFiles({ deck });
  };
  useEffect(() => {
    if (deck) chooseDeck(deck);
  }, []);
  const submit = async () => {
    if (source === 'markdown')
      return importFiles({ deck: new File([markdown], 'slides.md', { type: 'text/markdown' }) });
    if (source === 'deck') return chosenFiles && importFiles(chosenFiles);
    setWork({ state: 'sending', name: title });
    try {
      const { id } = await requireSessionRecordingClient().post('/timelines', {
        body: { title: title.trim() || 'Untitled', format, motion: DEFAULT_MOTION_LEVEL },
      });
      openTimeline(id);
    } catch (error) {
      setWork({ state: 'failed', error });
    }
  };

  const failure = work.state === 'failed' ? { error: work.error } : {};
  return (
    <FormDialog
      title="New timeline"
      action={source === 'deck' ? chosenFiles && 'Import' : 'Create'}
      work={{ isBusy, ...failure }}
      onSubmit={() => void submit()}
      onClose={onClose}
      wide
    >
      <div class="tabs">
        {SOURCES.map(([each, label]) => (
          <button
            type="button"
            key={each}
            class="tab"
            aria-pressed={each === source}
            disabled={isBusy}
            onClick={() => setSource(each)}
          >
            {label}
          </button>
        ))}
      </div>
      <TextField
        label="Title"
        value={title}
        maxLength={200}
        onText={setTitle}
        disabled={isBusy}
        hint={source === 'empty' ? undefined : 'If empty, the first heading is the title.'}
      />
      {source === 'markdown' && (
        <TextArea
          label="Slides"
          class="markdown"
          rows={14}
          value={markdown}
          onText={setMarkdown}
          disabled={isBusy}
          spellcheck={false}
          hint="A line with --- starts the next slide. The text after “Note:” is its narration."
        />
      )}
      {source === 'deck' && !isBusy && !chosenFiles && (
        <DropZone
          label="Deck"
          hint="PPTX, ODP, PDF, DOCX, Markdown of Marp or Slidev, HTML of reveal.js, or a ZIP of Markdown or HTML and images"
          accept={DECK_FILE_ACCEPT_ATTRIBUTE}
          onFile={chooseDeck}
        />
      )}
      {source === 'deck' && !isBusy && chosenFiles && (
        <>
          <p>
            {chosenFiles.deck.name}
            {chosenFiles.pdf && `, with the look of ${chosenFiles.pdf.name}`}{' '}
            <button type="button" class="link" onClick={() => setChosenFiles(undefined)}>
              Choose another file
            </button>
          </p>
          {!chosenFiles.pdf && (
            <>
              <p class="fine">
                The slides are drawn as they look in the deck, as near as can be. To have them exactly so, export the
                deck as PDF as well, and add that file here.
              </p>
              <DropZone
                label="PDF of the deck"
                hint="A PDF with the same slides"
                accept=".pdf"
                onFile={(pdf) => setChosenFiles({ ...chosenFiles, pdf })}
              />
            </>
          )}
        </>
      )}
      {source === 'empty' && (
        <SelectField label="Format" value={format} onSelect={setFormat} options={ASPECT_RATIO_OPTIONS} />
      )}
      {isBusy && (
        <div role="status" class="work">
          <p>{work.state === 'sending' ? 'Sending…' : `Reading ${work.name}…`}</p>
          <progress
            aria-label="Progress of the import"
            {...(work.state === 'importing' ? { value: work.progress, max: 100 } : {})}
          />
        </div>
      )}
    </FormDialog>
  );
}
