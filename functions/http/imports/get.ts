import { endpoint } from '#app/composition/api.ts';
import { services } from '#app/composition/services.ts';
import { getImportContract } from '#features/imports/contract.ts';
import { getImport } from '#features/imports/get-import.ts';
import { importView } from '#features/imports/view.ts';

/** Answers `GET /imports/{id}` with the progress of an import, and its report. */
export const handler = endpoint(getImportContract, async ({ principal, params }) =>
  importView(await getImport(services(), principal, params.id)),
);
