import { deleteFontContract } from '../../../lib/fonts/contract.ts';
import { deleteFont } from '../../../lib/fonts/own-fonts.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { services } from '../../../lib/runtime/services.ts';

export const handler = endpoint(deleteFontContract, async ({ principal, params, precondition }) => {
  await deleteFont({ fonts: services().fonts, clock: services().clock }, principal, params.id, precondition);
  return { id: params.id, deleted: true as const };
});
