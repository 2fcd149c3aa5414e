import { formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import type { Account } from './account.ts';
import { hashChecksummedSecret } from './checksummed-secret.ts';
import type { AcceptInvitationBody } from './contract.ts';
import { isInvitationTokenShaped } from './invitation-token.ts';
import { FIRST_API_KEY_PROPERTIES, type IssuedApiKey, newAccount, newApiKey } from './manage-accounts.ts';
import { type InvitationDeps, isInvitationExpired } from './manage-invitations.ts';

/** The 404 for a token. It does not say whether there ever was such an invitation. */
const invitationNotFoundError = () =>
  new ServiceError(
    'invitation_not_found',
    'This invitation is not valid: it was used or revoked, or has expired. Ask the operator of the service for another one.',
  );

/**
 * Makes an account with its first key for the holder of an invitation, and deletes the invitation, in one transaction. Two requests with one
 * token make one account: the second one finds no invitation to delete. A kill leaves either both changes or none.
 * @throws ServiceError `invitation_not_found` if the token is malformed, unknown, used or expired
 */
export async function acceptInvitation(
  deps: InvitationDeps,
  { token, name, email }: AcceptInvitationBody,
): Promise<{ account: Account } & IssuedApiKey> {
  if (!isInvitationTokenShaped(token)) throw invitationNotFoundError();
  const invitation = await deps.invitations.find(hashChecksummedSecret(token));
  const now = deps.clock();
  if (!invitation || isInvitationExpired(invitation, now)) throw invitationNotFoundError();
  const { plan } = invitation;
  const account = newAccount(now, { plan, name: name ?? invitation.name, email: email ?? invitation.email });
  const issuedKey = newApiKey(deps, account, FIRST_API_KEY_PROPERTIES);
  const isAccepted = await deps.invitations.accept(
    invitation,
    { account, key: issuedKey.key },
    formatUtcTimestamp(now),
  );
  if (!isAccepted) throw invitationNotFoundError();
  return { account, ...issuedKey };
}
