import { createApiEndpoint } from '#app/composition/api.ts';
import { sharedServices } from '#app/composition/services.ts';
import { deleteRenderFilesContract } from '#features/renders/contract.ts';
import { deleteRenderFiles } from '#features/renders/delete-files.ts';
import { toRenderAnswer } from '#features/renders/view.ts';

/** Handles `DELETE /renders/{id}/files`: deletes the files of a render that has ended. */
export const handler = createApiEndpoint(deleteRenderFilesContract, async ({ principal, params, precondition }) => {
  const { renders, files, clock } = sharedServices();
  const render = await deleteRenderFiles({ renders, files, clock }, principal, params.id, precondition);
  return toRenderAnswer(render, files, clock());
});
