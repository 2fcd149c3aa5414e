import { createApiEndpoint } from '#app/composition/api.ts';
import { sharedServices } from '#app/composition/services.ts';
import { deleteKeyContract } from '#features/accounts/contract.ts';
import { revokeApiKeyOfCaller } from '#features/accounts/manage-keys.ts';

/** Handles `DELETE /account/keys/{id}`: revokes an API key. */
export const handler = createApiEndpoint(deleteKeyContract, async ({ principal, params, precondition }) => {
  await revokeApiKeyOfCaller(sharedServices().accounts, principal, params.id, precondition);
  return { id: params.id, deleted: true as const };
});
