import { useState } from 'preact/hooks';
import type { Schemas } from '../../../client/client.ts';
import { deckTypeOf } from '../deck-type.ts';
import { Dialog } from '../parts/dialog.tsx';
import { DropZone } from '../parts/drop-zone.tsx';
import { Choice, TextArea, TextField } from '../parts/fields.tsx';
import { tell } from '../parts/notices.tsx';
import { Failure } from '../parts/states.tsx';
import { signedIn, video } from '../session.ts';

const SAMPLE = `# High water

- Twice a day
- Moved by the moon

Note: The sea rises and falls twice a day.

---

# Why it moves

- The moon pulls the water
- The earth turns beneath it

Note: The moon pulls, and the earth turns beneath the bulge.
`;
const POLL_MS = 700;

type Way = 'markdown' | 'deck' | 'empty';
const WAYS: readonly [Way, string][] = [
  ['markdown', 'Markdown'],
  ['deck', 'Deck'],
  ['empty', 'Empty'],
];
type Work =
  | { state: 'ready' }
  | { state: 'sending'; name: string }
  | { state: 'importing'; name: string; progress: number }
  | { state: 'failed'; error: unknown };

/** Follows an import to its end. @throws Error that tells why it failed */
async function importOf(file: File, title: string, onProgress: (progress: number) => void): Promise<Schemas['Import']> {
  const contentType = deckTypeOf(file.name);
  if (contentType === undefined)
    throw new Error('This is no deck. Take a PPTX, a PDF, a Markdown file, or a ZIP of Markdown and its images.');
  const begun = await video().upload('/timelines/import', file, {
    contentType,
    ...(title === '' ? {} : { fields: { title } }),
  });
  for (;;) {
    const now = await signedIn().quiet.get('/imports/{id}', { params: { path: { id: begun.id } } });
    onProgress(now.progress);
    if (now.status === 'completed') return now;
    if (now.status === 'failed') throw new Error(now.error?.message ?? 'The deck could not be imported.');
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Makes a timeline: of Markdown, of a deck, or without slides. */
export function NewTimelineDialog({ onClose }: { onClose: () => void }) {
  const [way, setWay] = useState<Way>('markdown');
  const [title, setTitle] = useState('');
  const [markdown, setMarkdown] = useState(SAMPLE);
  const [format, setFormat] = useState<Schemas['Format']>('landscape');
  const [work, setWork] = useState<Work>({ state: 'ready' });
  const isBusy = work.state === 'sending' || work.state === 'importing';
  const show = (id: string) => {
    location.hash = `#/timelines/${id}`;
    onClose();
  };

  const take = async (file: File) => {
    setWork({ state: 'sending', name: file.name });
    try {
      const done = await importOf(file, title.trim(), (progress) =>
        setWork({ state: 'importing', name: file.name, progress }),
      );
      const warnings = done.report?.warnings.length ?? 0;
      const slides = done.report?.slides_imported ?? 0;
      tell(`${slides} slides${warnings > 0 ? `, ${String(warnings)} notes on what was not taken as it was` : ''}`);
      if (done.timeline_id !== null) show(done.timeline_id);
    } catch (error) {
      setWork({ state: 'failed', error });
    }
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    if (way === 'markdown') return take(new File([markdown], 'slides.md', { type: 'text/markdown' }));
    setWork({ state: 'sending', name: title });
    try {
      const { id } = await video().post('/timelines', { body: { title: title.trim() || 'Untitled', format } });
      show(id);
    } catch (error) {
      setWork({ state: 'failed', error });
    }
  };

  return (
    <Dialog title="New timeline" onClose={onClose} wide>
      <form onSubmit={submit} class="dialog-form" noValidate>
        <div class="dialog-body">
          <div class="tabs">
            {WAYS.map(([each, text]) => (
              <button
                type="button"
                key={each}
                class="tab"
                aria-pressed={each === way}
                disabled={isBusy}
                onClick={() => setWay(each)}
              >
                {text}
              </button>
            ))}
          </div>
          <TextField
            label="Title"
            value={title}
            maxLength={200}
            onText={setTitle}
            disabled={isBusy}
            hint={way === 'empty' ? undefined : 'Without one, the first heading is the title.'}
          />
          {way === 'markdown' && (
            <TextArea
              label="Slides"
              class="markdown"
              rows={14}
              value={markdown}
              onText={setMarkdown}
              disabled={isBusy}
              spellcheck={false}
              hint="A line of --- begins the next slide. What follows “Note:” is spoken."
            />
          )}
          {way === 'deck' && !isBusy && (
            <DropZone
              label="Deck"
              hint="PPTX, PDF, Markdown of Marp or Slidev, or a ZIP of Markdown and its images"
              accept=".pptx,.pdf,.md,.markdown,.zip"
              onFile={take}
            />
          )}
          {way === 'empty' && (
            <Choice
              label="Format"
              value={format}
              onChoice={setFormat}
              options={[
                ['landscape', 'Landscape, 16:9'],
                ['portrait', 'Portrait, 9:16'],
                ['square', 'Square, 1:1'],
                ['feed', 'Feed, 4:5'],
              ]}
            />
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
          {work.state === 'failed' && <Failure error={work.error} />}
        </div>
        <footer class="dialog-foot">
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          {way !== 'deck' && (
            <button type="submit" class="button button-main" disabled={isBusy}>
              Create
            </button>
          )}
        </footer>
      </form>
    </Dialog>
  );
}
