import { z } from 'zod';
import { VIDEO_CODEC_IDS } from '#engine/video/codecs/codec-facts.ts';
import { ASPECT_RATIO_NAMES, RESOLUTION_NAMES } from '#engine/video/format.ts';
import { FRAME_RATES } from '#engine/video/settings.ts';
import { variableValuesSchema } from '#features/timelines/contract.ts';
import { entityTagOfStatus } from '#kernel/contract/entity-tag-text.ts';
import { defineContract } from '#kernel/contract/operation-contract.ts';
import { creationTimeQueryShape, listAnswerSchemaOf, pageQueryShape } from '#kernel/contract/pagination.ts';
import { pathIdSchema } from '#kernel/contract/path-id.ts';
import { metadataSchema, textSchema, urlTextSchema } from '#kernel/contract/text.ts';
import { captionStyleAnswerSchema } from '../captions/caption-style-contract.ts';
import { defaultedRenderOutputSchema, renderAnswerSchema } from '../contract.ts';
import { CAPTION_MODES, EXTRA_FILE_KINDS, NARRATION_MODES, VIDEO_QUALITIES } from '../render.ts';
import { BATCH_CANCEL_CAUSES, BATCH_STATUSES } from './batch.ts';
import { BATCH_WARNING_CODES } from './batch-warnings.ts';
import { UNKNOWN_COLUMN_TREATMENTS } from './unknown-column-treatment.ts';

const countSchema = z.int().min(0);

/** A batch in answers. */
export const batchAnswerSchema = z
  .object({
    id: z.string(),
    timeline_id: z.string(),
    timeline_version: z.int(),
    status: z.enum(BATCH_STATUSES),
    counts: z
      .object({
        total: countSchema,
        waiting: countSchema,
        running: countSchema,
        completed: countSchema,
        failed: countSchema,
        canceled: countSchema,
      })
      .meta({ id: 'BatchCounts' }),
    output: z
      .object({
        resolution: z.enum(RESOLUTION_NAMES),
        codec: z.enum(VIDEO_CODEC_IDS),
        format: z.enum(ASPECT_RATIO_NAMES),
        fps: z.literal(FRAME_RATES),
        quality: z.enum(VIDEO_QUALITIES),
        captions: z.enum(CAPTION_MODES),
        caption_style: captionStyleAnswerSchema.nullable().describe('Null: captions are not drawn into the picture.'),
        caption_words: z.boolean(),
        extras: z.array(z.enum(EXTRA_FILE_KINDS)),
      })
      .meta({ id: 'BatchOutput' }),
    narration: z.enum(NARRATION_MODES),
    webhook_url: z.string().nullable(),
    webhook_signing_secret: z.string().optional(),
    warnings: z
      .array(
        z
          .object({
            code: z.enum(BATCH_WARNING_CODES),
            message: z.string(),
            param: z.string().nullable().describe('JSON path of the field in the timeline, or the line in the file.'),
          })
          .meta({ id: 'BatchWarning' }),
      )
      .optional()
      .describe(
        'Only in the answer of the request that creates the batch: problems to check, although all rows can be rendered.',
      ),
    begins_until: z.iso.datetime(),
    canceled_by: z
      .enum(BATCH_CANCEL_CAUSES)
      .nullable()
      .describe('`client`: by `DELETE /batches/{id}`. `time_limit`: `begins_until` has passed. Null: not canceled.'),
    created_at: z.iso.datetime(),
    completed_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Batch' });

/** The most rows of a batch in the largest plan. The limit of a smaller plan is checked later, with a message that names the plan's limit. */
export const MAX_BATCH_ROWS = 1000;

/** A row in a request. */
export const batchRowSchema = z
  .strictObject({
    variables: variableValuesSchema.default({}),
    external_id: textSchema(1, 200).optional(),
    metadata: metadataSchema.optional(),
    webhook_url: urlTextSchema.optional(),
  })
  .meta({ id: 'BatchRow' });

/** Options of a batch whose rows are a CSV file: texts in the form or in the query. */
const csvOptions = {
  narration: z.enum(NARRATION_MODES).optional(),
  webhook_url: urlTextSchema.optional(),
  resolution: z.enum(RESOLUTION_NAMES).optional(),
  codec: z.enum(VIDEO_CODEC_IDS).optional(),
  format: z.enum(ASPECT_RATIO_NAMES).optional(),
  fps: z.enum(FRAME_RATES.map(String) as [string, ...string[]]).optional(),
  quality: z.enum(VIDEO_QUALITIES).optional(),
  captions: z.enum(CAPTION_MODES).optional(),
  caption_style: textSchema(1, 400)
    .optional()
    .describe('The look of captions as JSON, such as `{"preset":"karaoke"}`.'),
  caption_words: z.enum(['true', 'false']).optional(),
  extras: textSchema(1, 200).optional(),
  unknown_columns: z
    .enum(UNKNOWN_COLUMN_TREATMENTS)
    .optional()
    .describe('Whether columns that are neither fields of a row nor variables of the timeline are refused or ignored.'),
};
const timelineIdSchema = z.string().min(1).max(64);

/** The form fields next to a CSV file. */
export const csvBatchOptionsSchema = z.strictObject({ timeline_id: timelineIdSchema, ...csvOptions });

/** The most bytes of a CSV file, so that it fits into a request. */
const MAX_CSV_BYTES = 4 * 2 ** 20;

/** Contract of creating a batch of renders. */
export const createBatchContract = defineContract({
  operation: 'createBatch',
  tag: 'batches',
  summary: 'Make one video for each row of values',
  method: 'POST',
  path: '/batches',
  query: z.strictObject({ timeline_id: timelineIdSchema.optional(), ...csvOptions }),
  upload: {
    field: 'file',
    form: csvBatchOptionsSchema,
    types: ['text/csv'],
    max_bytes: MAX_CSV_BYTES,
    too_large: 'body_too_large',
    alone: true,
  },
  body: z.strictObject({
    timeline_id: timelineIdSchema,
    rows: z.array(batchRowSchema).min(1).max(MAX_BATCH_ROWS),
    output: defaultedRenderOutputSchema,
    narration: z.enum(NARRATION_MODES).default('auto'),
    webhook_url: urlTextSchema.optional(),
  }),
  examples: {
    usual: {
      timeline_id: 'tl_01JD7XK3ZV5Q8W9R2T4Y6B0C1E',
      rows: [
        { variables: { name: 'Ada' }, external_id: 'customer-1' },
        { variables: { name: 'Grace' }, external_id: 'customer-2' },
      ],
    },
  },
  answer: batchAnswerSchema,
  secret: true,
  rate_class: 'render_creations',
  written: entityTagOfStatus,
  errors: [
    'body_too_large',
    'unsupported_media_type',
    'timeline_not_found',
    'timeline_empty',
    'variable_unknown',
    'variable_missing',
    'entitlement_required',
    'timeline_too_large',
    'unsupported_codec',
    'webhook_url_forbidden',
    'too_many_batches',
    'quota_exceeded',
  ],
});

/** Contract of listing batches. */
export const listBatchesContract = defineContract({
  operation: 'listBatches',
  tag: 'batches',
  summary: 'The batches of the account, newest first',
  method: 'GET',
  path: '/batches',
  query: z.strictObject({ ...pageQueryShape, ...creationTimeQueryShape, status: z.enum(BATCH_STATUSES).optional() }),
  answer: listAnswerSchemaOf(batchAnswerSchema),
  errors: ['invalid_cursor'],
});

/** Contract of reading a batch. */
export const getBatchContract = defineContract({
  operation: 'getBatch',
  tag: 'batches',
  summary: 'A batch, with the number of its rows in each state',
  method: 'GET',
  path: '/batches/{id}',
  params: pathIdSchema,
  answer: batchAnswerSchema,
  written: entityTagOfStatus,
  errors: ['batch_not_found'],
});

/** Contract of listing the renders of a batch. */
export const listBatchRendersContract = defineContract({
  operation: 'listBatchRenders',
  tag: 'batches',
  summary: 'The renders of a batch, in the order of its rows',
  method: 'GET',
  path: '/batches/{id}/renders',
  params: pathIdSchema,
  query: z.strictObject(pageQueryShape),
  answer: listAnswerSchemaOf(renderAnswerSchema),
  errors: ['batch_not_found', 'invalid_cursor'],
});

/** Contract of reading the rows of a batch as a CSV file. */
export const getBatchResultsContract = defineContract({
  operation: 'getBatchResults',
  tag: 'batches',
  summary: 'All rows of a batch as a CSV file',
  method: 'GET',
  path: '/batches/{id}/results.csv',
  params: pathIdSchema,
  media: 'text/csv',
  file_name: 'results.csv',
  answer: z.custom<Uint8Array>(),
  errors: ['batch_not_found'],
});

/** Contract of canceling the rows of a batch that have not ended. */
export const cancelBatchContract = defineContract({
  operation: 'cancelBatch',
  tag: 'batches',
  summary: 'Cancel the rows of a batch that have not ended',
  method: 'DELETE',
  path: '/batches/{id}',
  params: pathIdSchema,
  answer: batchAnswerSchema,
  conditional: true,
  written: entityTagOfStatus,
  errors: ['batch_not_found', 'batch_not_cancelable'],
});
