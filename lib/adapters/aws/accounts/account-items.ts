import { z } from 'zod';
import { type Account, type ApiKey, type Invitation, type LinkedIdentity, PLANS } from '#features/accounts/public.ts';
import { KEY_SCOPES } from '#kernel/contract/key-scope.ts';
import { itemCodec } from '../table/item.ts';
import type { TableKey } from '../table/keys.ts';

/** Stored form of an account. */
export const accountCodec = itemCodec<Account>('account').of(
  z.object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    plan: z.enum(PLANS),
    created_at: z.string(),
  }),
);

/** Stored form of an API key. */
export const apiKeyCodec = itemCodec<ApiKey>('api_key').of(
  z.object({
    id: z.string(),
    account_id: z.string(),
    plan: z.enum(PLANS),
    name: z.string(),
    scope: z.enum(KEY_SCOPES).optional(),
    hash: z.string(),
    last4: z.string(),
    version: z.number().optional(),
    created_at: z.string(),
    last_used_at: z.string().optional(),
  }),
);

/** Stored form of an invitation. */
export const invitationCodec = itemCodec<Invitation>('invitation').of(
  z.object({
    id: z.string(),
    hash: z.string(),
    plan: z.enum(PLANS),
    name: z.string(),
    email: z.string(),
    created_at: z.string(),
    expires_at: z.string(),
  }),
);

/** Stored form of an identity. */
export const identityCodec = itemCodec<LinkedIdentity>('identity').of(
  z.object({
    hash: z.string(),
    issuer: z.string(),
    subject: z.string(),
    account_id: z.string(),
    plan: z.enum(PLANS),
    created_at: z.string(),
  }),
);

/** Stored form of an entry in the list of an account's credentials; `of` is the key of the credential's item. */
export const credentialListEntryCodec = itemCodec<{ of: TableKey }>('credential').of(
  z.object({ of: z.object({ PK: z.string(), SK: z.string() }) }),
);
