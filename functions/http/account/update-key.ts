import { createApiEndpoint } from '#app/composition/api.ts';
import { sharedServices } from '#app/composition/services.ts';
import { updateKeyContract } from '#features/accounts/contract.ts';
import { renameApiKeyOfCaller, toApiKeyAnswer } from '#features/accounts/manage-keys.ts';

/** Handles `PUT /account/keys/{id}`: changes the name of an API key. */
export const handler = createApiEndpoint(updateKeyContract, async ({ principal, params, body, precondition }) =>
  toApiKeyAnswer(
    await renameApiKeyOfCaller(sharedServices().accounts, principal, params.id, body.name, precondition),
    principal,
  ),
);
