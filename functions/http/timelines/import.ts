import { createApiEndpoint } from '#app/composition/api.ts';
import { createImportDeps } from '#app/composition/imports.ts';
import { importTimelineContract } from '#features/imports/contract.ts';
import { deckUploadOperation } from '#features/imports/create-import.ts';
import { toImportAnswer } from '#features/imports/view.ts';
import { receiveFile } from '#features/uploads/receive-file.ts';

/** Handles `POST /timelines/import`: makes a timeline of a deck. */
export const handler = createApiEndpoint(
  importTimelineContract,
  async ({ principal, query, body, file, prepareAnswer }) => {
    const deps = createImportDeps();
    const url = file === undefined && 'url' in body ? body.url : undefined;
    const operation = deckUploadOperation(deps, principal, { query, file, url }, async (deckImport) =>
      prepareAnswer(toImportAnswer(deckImport)),
    );
    await receiveFile(deps, principal, operation, file ?? body, prepareAnswer);
  },
);
