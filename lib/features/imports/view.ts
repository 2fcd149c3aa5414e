import type { z } from 'zod';
import type { importAnswerSchema } from './contract.ts';
import type { Import, ImportReport } from './import.ts';
import { verdictsOfReport } from './verdict.ts';

/** The report of an import in answers. */
function toReportAnswer(
  report: ImportReport,
  deckImport: Import,
): NonNullable<z.output<typeof importAnswerSchema>['report']> {
  const { slides, ...summaryFields } = verdictsOfReport(report, deckImport);
  return {
    ...report,
    brand: report.brand ?? null,
    ...summaryFields,
    slides: slides.map(({ states = 1, recording = null, ...slide }) => ({ ...slide, states, recording })),
  };
}

/** An import in answers. */
export const toImportAnswer = (deckImport: Import): z.output<typeof importAnswerSchema> => ({
  id: deckImport.id,
  status: deckImport.status,
  progress: deckImport.progress,
  timeline_id: deckImport.status === 'completed' ? deckImport.timeline_id : null,
  source: {
    kind: deckImport.kind,
    name: deckImport.name,
    size_bytes: deckImport.size_bytes,
    pages: deckImport.pages ?? null,
  },
  report: deckImport.report ? toReportAnswer(deckImport.report, deckImport) : null,
  error: deckImport.error ?? null,
  created_at: deckImport.created_at,
  completed_at: deckImport.completed_at ?? null,
});
