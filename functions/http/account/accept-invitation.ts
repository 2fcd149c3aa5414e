import { createApiEndpoint, invitationDeps } from '#app/composition/api.ts';
import { acceptInvitation } from '#features/accounts/accept-invitation.ts';
import { acceptInvitationContract } from '#features/accounts/contract.ts';
import { toApiKeyAnswer } from '#features/accounts/manage-keys.ts';

/** Handles `POST /invitations/accept`: makes an account with its first key, shown only once. */
export const handler = createApiEndpoint(acceptInvitationContract, async ({ body }) => {
  const { account, key, secret } = await acceptInvitation(invitationDeps(), body);
  return { account, key: toApiKeyAnswer(key, { key_id: undefined }), api_key: secret };
});
