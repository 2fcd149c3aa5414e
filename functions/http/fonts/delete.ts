import { createApiEndpoint } from '#app/composition/api.ts';
import { sharedServices } from '#app/composition/services.ts';
import { deleteFontContract } from '#features/fonts/contract.ts';
import { deleteFont } from '#features/fonts/custom-fonts.ts';

/** Handles `DELETE /fonts/{id}`: deletes a font that no template names. */
export const handler = createApiEndpoint(deleteFontContract, async ({ principal, params, precondition }) => {
  await deleteFont(
    { fonts: sharedServices().fonts, clock: sharedServices().clock },
    principal,
    params.id,
    precondition,
  );
  return { id: params.id, deleted: true as const };
});
