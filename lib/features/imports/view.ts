import type { z } from 'zod';
import type { importAnswerSchema } from './contract.ts';
import type { Import, ImportReport } from './import.ts';
import { verdictsOfReport } from './verdict.ts';

/** The report of an import as clients see it. */
function reportView(report: ImportReport, made: Import): NonNullable<z.output<typeof importAnswerSchema>['report']> {
  const { slides, ...judged } = verdictsOfReport(report, made);
  return {
    ...report,
    brand: report.brand ?? null,
    ...judged,
    slides: slides.map(({ states = 1, recording = null, ...slide }) => ({ ...slide, states, recording })),
  };
}

/** An import as clients see it. */
export const toImportAnswer = (made: Import): z.output<typeof importAnswerSchema> => ({
  id: made.id,
  status: made.status,
  progress: made.progress,
  timeline_id: made.status === 'completed' ? made.timeline_id : null,
  source: { kind: made.kind, name: made.name, size_bytes: made.size_bytes, pages: made.pages ?? null },
  report: made.report ? reportView(made.report, made) : null,
  error: made.error ?? null,
  created_at: made.created_at,
  completed_at: made.completed_at ?? null,
});
