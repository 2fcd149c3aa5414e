import { addSeconds, type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { newId } from '#kernel/shared/ids.ts';
import type { Invitation } from './account.ts';
import { CHECKSUMMED_SECRET_BYTES, hashChecksummedSecret } from './checksummed-secret.ts';
import { formatInvitationToken } from './invitation-token.ts';
import type { InvitationStore } from './ports.ts';

/** Dependencies of the use cases of the operator on invitations. */
export interface InvitationDeps {
  invitations: InvitationStore;
  clock: Clock;
  /** Returns as many random bytes as the argument says. */
  random: (bytes: number) => Uint8Array;
}

/** Reports whether an invitation has expired. */
export const isInvitationExpired = ({ expires_at }: Pick<Invitation, 'expires_at'>, now: Date): boolean =>
  expires_at <= formatUtcTimestamp(now);

/** Makes an invitation. Its token is only in the result; it is not stored. @param validSeconds seconds until it expires */
export async function createInvitation(
  { invitations, clock, random }: InvitationDeps,
  details: Pick<Invitation, 'plan' | 'name' | 'email'>,
  validSeconds: number,
): Promise<{ invitation: Invitation; token: string }> {
  const now = clock();
  const token = formatInvitationToken(random(CHECKSUMMED_SECRET_BYTES));
  const invitation: Invitation = {
    id: newId('invitation', now),
    hash: hashChecksummedSecret(token),
    ...details,
    created_at: formatUtcTimestamp(now),
    expires_at: formatUtcTimestamp(addSeconds(now, validSeconds)),
  };
  await invitations.insert(invitation);
  return { invitation, token };
}

/** The invitations that can be accepted, oldest first. */
export async function listOpenInvitations({
  invitations,
  clock,
}: Pick<InvitationDeps, 'invitations' | 'clock'>): Promise<Invitation[]> {
  const now = clock();
  return (await invitations.list()).filter((invitation) => !isInvitationExpired(invitation, now));
}

/** Revokes an invitation, which cannot be accepted from then on. @returns whether it existed */
export async function revokeInvitation(
  { invitations }: Pick<InvitationDeps, 'invitations'>,
  id: string,
): Promise<boolean> {
  const invitation = (await invitations.list()).find((candidate) => candidate.id === id);
  return invitation !== undefined && invitations.delete(invitation);
}
