import { brandOriginClause } from '#features/imports/brand-report-sentence.ts';
import type { Schemas } from '#front/client/client.ts';
import { importSummaryText, notesOfImportReport } from '../import-notes.ts';
import { Icon } from '../parts/icons.tsx';
import { ErrorNotice } from '../parts/states.tsx';
import { saveAsDownload } from '../save-file.ts';
import { requireSessionRecordingClient } from '../session.ts';
import { useAction } from '../use-action.ts';

/** The report of the import that made a timeline: notes on the deck and on each slide. */
export function ImportReportPanel({
  report: deckImport,
  slides,
  onChoose,
  onDismiss,
}: {
  report: Schemas['Import'];
  slides: readonly Schemas['Slide'][];
  onChoose: (slideId: string) => void;
  onDismiss: () => void;
}) {
  const work = useAction();
  if (!deckImport.report) return null;
  const { id } = deckImport;
  const save = () =>
    work.attempt(async () => {
      const page: unknown = await requireSessionRecordingClient().get('/imports/{id}/report.html', {
        params: { path: { id } },
        parseAs: 'blob',
      });
      if (page instanceof Blob) saveAsDownload(`${id}.html`, page);
    });
  const { deck: deckNotes, slides: slidesWithNotes } = notesOfImportReport(deckImport.report);
  return (
    <section class="import-report" aria-label="Import report">
      <header class="import-head">
        <h2>Import report</h2>
        <button type="button" class="button button-small" disabled={work.isBusy} onClick={save}>
          Before and after
        </button>
        <button type="button" class="button button-small" onClick={onDismiss}>
          Dismiss
        </button>
      </header>
      {work.error !== undefined && <ErrorNotice error={work.error} />}
      <p>{importSummaryText(deckImport)}</p>
      {deckImport.report.brand && (
        <p>
          Template <a href={`#/templates/${deckImport.report.brand.template_id}`}>{deckImport.report.brand.name}</a>{' '}
          {brandOriginClause(deckImport.report.brand)}
        </p>
      )}
      {deckNotes.length > 0 && (
        <ul class="import-list">
          {deckNotes.map((note) => (
            <li key={note}>
              <Icon name="warn" /> {note}
            </li>
          ))}
        </ul>
      )}
      {slidesWithNotes.length > 0 && (
        <details open={slidesWithNotes.length <= 8}>
          <summary>
            Notes on {slidesWithNotes.length === 1 ? '1 slide' : `${String(slidesWithNotes.length)} slides`}
          </summary>
          <ol class="import-list">
            {slidesWithNotes.map(({ source, slideId, notes: texts }) => {
              const slide = slides.find(({ id }) => id === slideId);
              return (
                <li key={source}>
                  {slide ? (
                    <button type="button" class="link" onClick={() => onChoose(slide.id)}>
                      Slide {slide.position + 1}
                    </button>
                  ) : (
                    <span>Slide {source} of the deck</span>
                  )}
                  <ul>
                    {texts.map((text) => (
                      <li key={text}>{text}</li>
                    ))}
                  </ul>
                </li>
              );
            })}
          </ol>
        </details>
      )}
    </section>
  );
}
