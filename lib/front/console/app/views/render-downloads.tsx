import type { Schemas } from '#front/client/client.ts';
import { ErrorNotice } from '../parts/states.tsx';
import { saveAsDownload } from '../save-file.ts';
import { requireSessionRecordingClient } from '../session.ts';
import { useAction } from '../use-action.ts';

/** A button that saves the transcript of a completed render as a page. */
function TranscriptButton({ id }: { id: string }) {
  const work = useAction();
  const save = () =>
    work.attempt(async () => {
      const page: unknown = await requireSessionRecordingClient().get('/renders/{id}/transcript', {
        params: { path: { id }, query: { format: 'html' } },
        parseAs: 'blob',
      });
      if (page instanceof Blob) saveAsDownload(`${id}-transcript.html`, page);
    });
  return (
    <>
      <button type="button" class="button button-small" disabled={work.isBusy} onClick={save}>
        Transcript
      </button>
      {work.error !== undefined && <ErrorNotice error={work.error} />}
    </>
  );
}

/** Links to the files of a completed render, and its transcript. */
export function RenderDownloads({ render: { id, output } }: { render: Schemas['Render'] }) {
  const { captions, extras } = output;
  const files: readonly (readonly [string, string | null])[] = [
    ['Video', output.download_url ?? output.url],
    ['Captions (VTT)', captions.vtt_url],
    ['Captions (SRT)', captions.srt_url],
    ['Words (JSON)', captions.words_url],
    ['Chapters (VTT)', output.chapters_url],
    ['Poster', output.poster_url],
    ['GIF', extras.gif_url],
    ['MP3', extras.mp3_url],
    ['PDF', extras.pdf_url],
  ];
  return (
    <ul class="downloads">
      {files.map(
        ([name, url]) =>
          url !== null && (
            <li key={name}>
              <a class="button button-small" href={url} download target="_blank" rel="noopener noreferrer">
                {name}
              </a>
            </li>
          ),
      )}
      {output.url !== null && (
        <li>
          <TranscriptButton id={id} />
        </li>
      )}
    </ul>
  );
}
