import { z } from 'zod';
import {
  type Account,
  type ApiKey,
  type Invitation,
  type LinkedIdentity,
  PLAN_NAMES,
} from '#features/accounts/public.ts';
import { KEY_SCOPES } from '#kernel/contract/key-scope.ts';
import { createItemCodec } from '../table/item.ts';
import type { TableKey } from '../table/keys.ts';

/** Stored form of an account. */
export const accountCodec = createItemCodec<Account>('account').of(
  z.object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    plan: z.enum(PLAN_NAMES),
    created_at: z.string(),
  }),
);

/** Stored form of an API key. */
export const apiKeyCodec = createItemCodec<ApiKey>('api_key').of(
  z.object({
    id: z.string(),
    account_id: z.string(),
    plan: z.enum(PLAN_NAMES),
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
export const invitationCodec = createItemCodec<Invitation>('invitation').of(
  z.object({
    id: z.string(),
    hash: z.string(),
    plan: z.enum(PLAN_NAMES),
    name: z.string(),
    email: z.string(),
    created_at: z.string(),
    expires_at: z.string(),
  }),
);

/** Stored form of an identity. */
export const identityCodec = createItemCodec<LinkedIdentity>('identity').of(
  z.object({
    hash: z.string(),
    issuer: z.string(),
    subject: z.string(),
    account_id: z.string(),
    plan: z.enum(PLAN_NAMES),
    created_at: z.string(),
  }),
);

/** Stored form of an entry in the list of an account's credentials; `of` is the key of the credential's item. */
export const credentialListEntryCodec = createItemCodec<{ of: TableKey }>('credential').of(
  z.object({ of: z.object({ PK: z.string(), SK: z.string() }) }),
);
