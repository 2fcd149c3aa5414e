import { apiEndpoint } from '#app/composition/api.ts';
import { sharedServices } from '#app/composition/services.ts';
import { updateKeyContract } from '#features/accounts/contract.ts';
import { renameKeyOfCaller, toKeyAnswer } from '#features/accounts/manage-keys.ts';

/** Handles `PUT /account/keys/{id}`: changes the name of an API key. */
export const handler = apiEndpoint(updateKeyContract, async ({ principal, params, body, precondition }) =>
  toKeyAnswer(
    await renameKeyOfCaller(sharedServices().accounts, principal, params.id, body.name, precondition),
    principal,
  ),
);
