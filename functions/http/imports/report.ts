import { apiEndpoint } from '#app/composition/api.ts';
import { importReportPageDeps } from '#app/composition/import-report.ts';
import { getImportReportContract } from '#features/imports/contract.ts';
import { importReport } from '#features/imports/import-report.ts';

/** Answers `GET /imports/{id}/report.html` with a page that shows each slide before and after the import, and what was lost. */
export const handler = apiEndpoint(getImportReportContract, async ({ principal, params }) =>
  Buffer.from(await importReport(importReportPageDeps(), principal, params.id)),
);
