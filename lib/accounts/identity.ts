import { createHash } from 'node:crypto';
import type { Subject } from './access-token.ts';
import type { Identity, Plan } from './account.ts';

/** Under what an identity is found. Written as JSON first, so that no other pair of texts comes to the same bytes. */
export const hashIdentity = ({ issuer, subject }: Subject): string =>
  createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex');

export const newIdentity = (who: Subject, account: { id: string; plan: Plan }, createdAt: string): Identity => ({
  hash: hashIdentity(who),
  issuer: who.issuer,
  subject: who.subject,
  account_id: account.id,
  plan: account.plan,
  created_at: createdAt,
});
