import { importTimelineContract } from '../../../lib/imports/contract.ts';
import { deckUploadOperation } from '../../../lib/imports/create-import.ts';
import { importView } from '../../../lib/imports/view.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { createImportDeps } from '../../../lib/runtime/imports.ts';
import { receiveFile } from '../../../lib/uploads/receive-file.ts';

export const handler = endpoint(importTimelineContract, async ({ principal, query, body, file, prepareAnswer }) => {
  const deps = createImportDeps();
  const url = file === undefined && 'url' in body ? body.url : undefined;
  const destination = deckUploadOperation(deps, principal, { query, file, url }, async (made) =>
    prepareAnswer(importView(made)),
  );
  await receiveFile(deps, principal, destination, file ?? body, prepareAnswer);
});
