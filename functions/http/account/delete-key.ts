import { apiEndpoint } from '#app/composition/api.ts';
import { sharedServices } from '#app/composition/services.ts';
import { deleteKeyContract } from '#features/accounts/contract.ts';
import { revokeKeyOfCaller } from '#features/accounts/manage-keys.ts';

/** Handles `DELETE /account/keys/{id}`: revokes an API key. */
export const handler = apiEndpoint(deleteKeyContract, async ({ principal, params, precondition }) => {
  await revokeKeyOfCaller(sharedServices().accounts, principal, params.id, precondition);
  return { id: params.id, deleted: true as const };
});
