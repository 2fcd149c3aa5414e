import { z } from 'zod';
import { VIDEO_CODEC_IDS } from '#engine/video/codecs/codec-facts.ts';
import { RESOLUTION_NAMES } from '#engine/video/format.ts';
import { defineContract } from '#kernel/contract/contract.ts';
import { AUTH_METHODS, PLANS } from './account.ts';
import { ENTITLEMENTS } from './entitlements.ts';

export { ENTITLEMENTS };

/** The answer about the account of the caller. */
export const meAnswerSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    plan: z.enum(PLANS),
    created_at: z.iso.datetime(),
    auth: z.object({ method: z.enum(AUTH_METHODS), key_id: z.string().optional() }).meta({ id: 'Authentication' }),
  })
  .meta({ id: 'Account' });

export const getMeContract = defineContract({
  operation: 'getMe',
  tag: 'account',
  summary: 'The account that the credentials belong to',
  method: 'GET',
  path: '/me',
  answer: meAnswerSchema,
  errors: [],
});

const count = z.int().min(0);

/** The answer with limits and usage. */
export const entitlementsAnswerSchema = z
  .object({
    plan: z.enum(PLANS),
    api_access: z.boolean(),
    limits: z
      .object({
        requests_per_minute: count,
        render_creations_per_minute: count,
        running_renders: count,
        queued_renders: count,
        slides_per_timeline: count,
        timeline_bytes: count,
        video_seconds: count,
        resolution: z.enum(RESOLUTION_NAMES),
        codecs: z.array(z.enum(VIDEO_CODEC_IDS)),
        fps: count,
        render_seconds_per_month: count,
        narration_characters_per_month: count,
        timelines: count,
        own_templates: count,
        own_fonts: count,
        stored_bytes: count,
        imports_waiting: count,
        open_batches: count,
        batch_rows: count,
        output_retention_days: count,
      })
      .meta({ id: 'Limits' }),
    usage: z
      .object({
        period_start: z.iso.datetime(),
        period_end: z.iso.datetime(),
        render_seconds: z.number().min(0),
        renders: count,
        narration_characters: count,
        running_renders: count,
        queued_renders: count,
        timelines: count,
        own_templates: count,
        own_fonts: count,
        stored_bytes: count,
        speech_bytes: count,
        open_batches: count,
      })
      .meta({ id: 'Usage' }),
  })
  .meta({ id: 'Entitlements' });

export const getEntitlementsContract = defineContract({
  operation: 'getEntitlements',
  tag: 'account',
  summary: 'Limits of the plan of the account, and their use this month',
  method: 'GET',
  path: '/entitlements',
  answer: entitlementsAnswerSchema,
  errors: [],
});
