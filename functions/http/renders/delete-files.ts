import { deleteRenderFilesContract } from '../../../lib/renders/contract.ts';
import { deleteRenderFiles } from '../../../lib/renders/delete-files.ts';
import { renderView } from '../../../lib/renders/view.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { services } from '../../../lib/runtime/services.ts';

export const handler = endpoint(deleteRenderFilesContract, async ({ principal, params, precondition }) => {
  const { renders, files, clock } = services();
  const deleted = await deleteRenderFiles({ renders, files, clock }, principal, params.id, precondition);
  return renderView(deleted, files, clock());
});
