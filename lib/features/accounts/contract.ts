import { z } from 'zod';
import { VIDEO_CODEC_IDS } from '#engine/video/codecs/codec-facts.ts';
import { RESOLUTION_NAMES } from '#engine/video/format.ts';
import { deletedAnswerSchema } from '#kernel/contract/deleted.ts';
import { entityTagOfVersion } from '#kernel/contract/entity-tag-text.ts';
import { KEY_SCOPES } from '#kernel/contract/key-scope.ts';
import { defineContract } from '#kernel/contract/operation-contract.ts';
import { listAnswerSchemaOf, pageQueryShape } from '#kernel/contract/pagination.ts';
import { pathIdSchema } from '#kernel/contract/path-id.ts';
import { textSchema } from '#kernel/contract/text.ts';
import { AUTH_METHODS, PLAN_NAMES } from './account.ts';
import { ENTITLEMENTS } from './entitlements.ts';

export { ENTITLEMENTS };

const timeSchema = z.iso.datetime();
const accountFields = {
  id: z.string(),
  name: z.string(),
  email: z.string(),
  plan: z.enum(PLAN_NAMES),
  created_at: timeSchema,
};

/** The answer about the account of the caller. */
export const meAnswerSchema = z
  .object({
    ...accountFields,
    auth: z.object({ method: z.enum(AUTH_METHODS), key_id: z.string().optional() }).meta({ id: 'Authentication' }),
  })
  .meta({ id: 'Account' });

/** Contract of reading the account of the credentials. */
export const getMeContract = defineContract({
  operation: 'getMe',
  tag: 'account',
  summary: 'The account that the credentials belong to',
  method: 'GET',
  path: '/me',
  answer: meAnswerSchema,
  errors: [],
});

const countSchema = z.int().min(0);

const limitsSchema = z
  .object({
    requests_per_minute: countSchema,
    render_creations_per_minute: countSchema,
    running_renders: countSchema,
    queued_renders: countSchema,
    slides_per_timeline: countSchema,
    timeline_bytes: countSchema,
    video_seconds: countSchema,
    resolution: z.enum(RESOLUTION_NAMES),
    codecs: z.array(z.enum(VIDEO_CODEC_IDS)),
    fps: countSchema,
    render_seconds_per_month: countSchema,
    narration_characters_per_month: countSchema,
    timelines: countSchema,
    own_templates: countSchema,
    own_fonts: countSchema,
    stored_bytes: countSchema,
    imports_waiting: countSchema,
    open_batches: countSchema,
    batch_rows: countSchema,
    output_retention_days: countSchema,
  })
  .meta({ id: 'Limits' });

/** The answer with limits and usage. */
export const entitlementsAnswerSchema = z
  .object({
    plan: z.enum(PLAN_NAMES),
    api_access: z.boolean(),
    limits: limitsSchema,
    usage: z
      .object({
        period_start: z.iso.datetime(),
        period_end: z.iso.datetime(),
        render_seconds: z.number().min(0),
        renders: countSchema,
        narration_characters: countSchema,
        running_renders: countSchema,
        queued_renders: countSchema,
        timelines: countSchema,
        own_templates: countSchema,
        own_fonts: countSchema,
        stored_bytes: countSchema,
        speech_bytes: countSchema,
        open_batches: countSchema,
      })
      .meta({ id: 'Usage' }),
  })
  .meta({ id: 'Entitlements' });

/** Contract of reading the limits of the account's plan, and their use. */
export const getEntitlementsContract = defineContract({
  operation: 'getEntitlements',
  tag: 'account',
  summary: 'Limits of the plan of the account, and their use this month',
  method: 'GET',
  path: '/entitlements',
  answer: entitlementsAnswerSchema,
  errors: [],
});

/** The answer about the account of the caller, on any plan, and about all plans: whether each allows the API, and its limits. */
export const accountWithPlansAnswerSchema = z
  .object({
    ...accountFields,
    api_access: z.boolean(),
    auth: z
      .object({ method: z.enum(AUTH_METHODS), key_id: z.string().optional(), scope: z.enum(KEY_SCOPES) })
      .meta({ id: 'Access' }),
    plans: z.array(
      z
        .object({ plan: z.enum(PLAN_NAMES), api_access: z.boolean(), limits: limitsSchema.nullable() })
        .meta({ id: 'OfferedPlan' }),
    ),
  })
  .meta({ id: 'AccountWithPlans' });

/** Contract of reading the account on any plan. */
export const getAccountContract = defineContract({
  operation: 'getAccount',
  tag: 'account',
  summary: 'The account of the credentials on any plan, their scope, and what each plan allows',
  method: 'GET',
  path: '/account',
  any_plan: true,
  answer: accountWithPlansAnswerSchema,
  errors: [],
});

/** The maximum length of the name of a key, in characters. */
const MAX_KEY_NAME_CHARACTERS = 80;
const keyNameSchema = textSchema(1, MAX_KEY_NAME_CHARACTERS);

/** Schema of an API key in answers. */
export const keyAnswerSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    scope: z.enum(KEY_SCOPES),
    last4: z.string(),
    version: z.int().min(1),
    created_at: timeSchema,
    last_used_at: timeSchema.nullable(),
    is_current: z.boolean(),
  })
  .meta({ id: 'ApiKey' });

/** Contract of listing the keys of an account. */
export const listKeysContract = defineContract({
  operation: 'listKeys',
  tag: 'account',
  summary: 'The API keys of the account, newest first, without their secret parts',
  method: 'GET',
  path: '/account/keys',
  scope: 'admin',
  any_plan: true,
  query: z.strictObject(pageQueryShape),
  answer: listAnswerSchemaOf(keyAnswerSchema),
  errors: ['invalid_cursor'],
});

const newKeySchema = z.strictObject({ name: keyNameSchema, scope: z.enum(KEY_SCOPES).default('write') });
/** A request for a new key. */
export type CreateApiKeyBody = z.output<typeof newKeySchema>;

/** Contract of making a key. */
export const createKeyContract = defineContract({
  operation: 'createKey',
  tag: 'account',
  summary: 'Make an API key; it is in this answer and is never shown again',
  description:
    'Needs an API key with the scope `admin`, or the session of a user: a bearer token makes no keys. An account has at most 50 keys and identities.',
  method: 'POST',
  path: '/account/keys',
  scope: 'admin',
  body: newKeySchema,
  examples: { reader: { name: 'Dashboard', scope: 'read' } },
  answer: keyAnswerSchema.extend({ api_key: z.string() }),
  secret: true,
  written: entityTagOfVersion,
  errors: ['key_limit_reached', 'version_conflict'],
});

/** Contract of renaming a key. */
export const updateKeyContract = defineContract({
  operation: 'updateKey',
  tag: 'account',
  summary: 'Change the name of an API key; its scope stays',
  method: 'PUT',
  path: '/account/keys/{id}',
  scope: 'admin',
  params: pathIdSchema,
  body: z.strictObject({ name: keyNameSchema }),
  examples: { renamed: { name: 'Nightly build' } },
  answer: keyAnswerSchema,
  conditional: true,
  written: entityTagOfVersion,
  errors: ['key_not_found'],
});

/** Contract of revoking a key. */
export const deleteKeyContract = defineContract({
  operation: 'deleteKey',
  tag: 'account',
  summary: 'Revoke an API key; it is refused from the next request on',
  description:
    'A key can revoke itself. If no key with the scope `admin` is left, the operator of the service makes one.',
  method: 'DELETE',
  path: '/account/keys/{id}',
  scope: 'admin',
  any_plan: true,
  params: pathIdSchema,
  answer: deletedAnswerSchema,
  conditional: true,
  errors: ['key_not_found'],
});

/** The maximum length of an e-mail address, in characters (RFC 5321). */
const MAX_EMAIL_CHARACTERS = 254;
const acceptInvitationSchema = z.strictObject({
  token: z.string().min(1).max(200),
  name: keyNameSchema.optional(),
  email: z.email().max(MAX_EMAIL_CHARACTERS).optional(),
});
/** A request to accept an invitation. */
export type AcceptInvitationBody = z.output<typeof acceptInvitationSchema>;

/** Contract of accepting an invitation. */
export const acceptInvitationContract = defineContract({
  operation: 'acceptInvitation',
  tag: 'account',
  summary:
    'Make an account with the token of an invitation; its first API key is in this answer and is never shown again',
  description:
    'The operator of the service makes invitations. One makes one account, and is then gone. The token is in the link after `#`, so that no server and no log gets it with an address.',
  method: 'POST',
  path: '/invitations/accept',
  open: true,
  body: acceptInvitationSchema,
  examples: { named: { token: 'invite_…', name: 'Ada' } },
  answer: z
    .object({ account: z.object(accountFields).meta({ id: 'NewAccount' }), key: keyAnswerSchema, api_key: z.string() })
    .meta({ id: 'AcceptedInvitation' }),
  secret: true,
  errors: ['invitation_not_found'],
});
