import { deleteFontContract } from '../../../lib/fonts/contract.ts';
import { deleteFont } from '../../../lib/fonts/own-fonts.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { services } from '../../../lib/runtime/services.ts';

export const handler = endpoint(deleteFontContract, async ({ principal, params }) => {
  await deleteFont({ fonts: services().fonts, clock: services().clock }, principal, params.id);
  return { id: params.id, deleted: true as const };
});
