import { createApiEndpoint } from '#app/composition/api.ts';
import { importReportPageDeps } from '#app/composition/import-report.ts';
import { getImportReportContract } from '#features/imports/contract.ts';
import { importReportPage } from '#features/imports/import-report.ts';

/** Answers `GET /imports/{id}/report.html` with a page that shows each slide before and after the import, and what was lost. */
export const handler = createApiEndpoint(getImportReportContract, async ({ principal, params }) =>
  Buffer.from(await importReportPage(importReportPageDeps(), principal, params.id)),
);
