import { createHash } from 'node:crypto';
import type { TokenSubject } from './access-token.ts';
import type { LinkedIdentity, Plan } from './account.ts';

/** The SHA-256 (hex) by which an identity is found. JSON separates issuer and subject, so that different pairs have different bytes. */
export const hashIdentity = ({ issuer, subject }: TokenSubject): string =>
  createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex');

/** Makes an identity, with which the tokens of a user are valid for an account. */
export const newLinkedIdentity = (
  user: TokenSubject,
  account: { id: string; plan: Plan },
  createdAt: string,
): LinkedIdentity => ({
  hash: hashIdentity(user),
  issuer: user.issuer,
  subject: user.subject,
  account_id: account.id,
  plan: account.plan,
  created_at: createdAt,
});
