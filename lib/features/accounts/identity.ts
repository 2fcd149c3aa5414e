import { createHash } from 'node:crypto';
import type { Subject } from './access-token.ts';
import type { Identity, Plan } from './account.ts';

/** The hash by which an identity is found. JSON keeps issuer and subject apart: no other pair gives the same bytes. */
export const hashIdentity = ({ issuer, subject }: Subject): string =>
  createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex');

/** An identity that lets the tokens of a user act for an account. */
export const newIdentity = (who: Subject, account: { id: string; plan: Plan }, createdAt: string): Identity => ({
  hash: hashIdentity(who),
  issuer: who.issuer,
  subject: who.subject,
  account_id: account.id,
  plan: account.plan,
  created_at: createdAt,
});
