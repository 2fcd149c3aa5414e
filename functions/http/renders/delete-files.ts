import { endpoint } from '#app/composition/api.ts';
import { services } from '#app/composition/services.ts';
import { deleteRenderFilesContract } from '#features/renders/contract.ts';
import { deleteRenderFiles } from '#features/renders/delete-files.ts';
import { renderView } from '#features/renders/view.ts';

/** Handles `DELETE /renders/{id}/files`: deletes the files of a render that has ended. */
export const handler = endpoint(deleteRenderFilesContract, async ({ principal, params, precondition }) => {
  const { renders, files, clock } = services();
  const deleted = await deleteRenderFiles({ renders, files, clock }, principal, params.id, precondition);
  return renderView(deleted, files, clock());
});
