import { recordingReportSentence } from '#features/imports/recording-line.ts';
import type { Schemas } from '#front/client/client.ts';

type Report = Schemas['ImportReport'];

/** The notes of an import report on one slide of the deck. */
export interface ImportNotesOnSlide {
  /** The number of the slide in the deck, from 1. */
  source: number;
  /** The id of the slide in the timeline; null if it was left out. */
  slideId: string | null;
  notes: string[];
}

const LOOKS = { original: 'Shown as a picture of the original slide', redesign: 'Redrawn in the template' } as const;

/** The notes of a report: those of the deck as a whole, and those of each slide that has any. */
export function notesOfImportReport({ slides, warnings }: Report): { deck: string[]; slides: ImportNotesOnSlide[] } {
  const bySource = new Map<number, ImportNotesOnSlide>();
  for (const { source, slide_id, reason, look, recording } of slides) {
    // A slide of the deck that became several slides has one entry, with the id of the first.
    const slideNotes = bySource.get(source) ?? { source, slideId: slide_id, notes: [] };
    bySource.set(source, slideNotes);
    const notes = [
      ...(slide_id === null ? [`Left out${reason === null ? '' : `: ${reason}`}`] : []),
      ...(slide_id !== null && reason !== null && look !== null ? [`${LOOKS[look]}: ${reason}`] : []),
      ...(recording ? [recordingReportSentence(recording)] : []),
    ];
    slideNotes.notes.push(...notes.filter((note) => !slideNotes.notes.includes(note)));
  }
  const deck: string[] = [];
  for (const { slide, message } of warnings) {
    const slideNotes = slide === null ? undefined : bySource.get(slide);
    if (slideNotes) slideNotes.notes.push(message);
    else deck.push(message);
  }
  return { deck, slides: [...bySource.values()].filter(({ notes }) => notes.length > 0) };
}

/** A sentence that sums up an import; empty without a report. */
export function importSummaryText({ report, source }: Pick<Schemas['Import'], 'report' | 'source'>): string {
  if (!report) return '';
  const slides = (count: number): string => (count === 1 ? '1 slide' : `${String(count)} slides`);
  const parts = [
    `${slides(report.slides_imported)} imported${source.name === null ? '' : ` from ${source.name}`}`,
    ...(report.slides_skipped > 0 ? [`${slides(report.slides_skipped)} left out`] : []),
    ...(report.pictures_found > 0
      ? [`${String(report.pictures_taken)} of ${String(report.pictures_found)} pictures taken`]
      : []),
    `${String(report.summary.whole)} whole`,
    ...(report.summary.approximate > 0 ? [`${String(report.summary.approximate)} approximate`] : []),
    ...(report.summary.lost > 0 ? [`${String(report.summary.lost)} with something lost`] : []),
  ];
  return `${parts.join(', ')}.`;
}
