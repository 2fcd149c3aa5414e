import { createApiEndpoint } from '#app/composition/api.ts';
import { sharedServices } from '#app/composition/services.ts';
import { getImportContract } from '#features/imports/contract.ts';
import { getImport } from '#features/imports/get-import.ts';
import { toImportAnswer } from '#features/imports/view.ts';

/** Answers `GET /imports/{id}` with the progress of an import, and its report. */
export const handler = createApiEndpoint(getImportContract, async ({ principal, params }) =>
  toImportAnswer(await getImport(sharedServices(), principal, params.id)),
);
