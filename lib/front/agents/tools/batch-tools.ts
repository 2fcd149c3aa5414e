import { z } from 'zod';
import {
  type batchAnswerSchema,
  batchRowSchema,
  cancelBatchContract,
  createBatchContract,
  csvBatchOptionsSchema,
  getBatchContract,
  listBatchRendersContract,
} from '#features/renders/batches/contract.ts';
import type { renderAnswerSchema } from '#features/renders/contract.ts';
import { defineAgentTool, type ToolAnswer } from '../define-agent-tool.ts';
import { ServiceRefusal } from '../service-caller.ts';
import { bodySchemaOf } from './body-schema-of.ts';
import { slimValueForModel } from './slim.ts';

type Batch = z.output<typeof batchAnswerSchema>;
type Render = z.output<typeof renderAnswerSchema>;

const batchIdSchema = z.string().min(1).max(64).describe('The id that create_batch gave.');
const EXAMPLE_BATCH_ID = 'bat_01JD7XK3ZV5Q8W9R2T4Y6B0C1E';
const MAX_CSV_CHARACTERS = 500_000;

const batchSummary = ({ id, timeline_id, status, counts, warnings, webhook_signing_secret }: Batch): object => ({
  id,
  timeline_id,
  status,
  counts,
  ...(warnings ? { warnings } : {}),
  ...(webhook_signing_secret === undefined ? {} : { webhook_signing_secret }),
});

const answerOf = (batch: Batch): ToolAnswer => ({
  data: {
    ...batchSummary(batch),
    next: batch.status === 'running' ? 'get_batch reports its progress.' : 'get_batch lists the videos of its rows.',
  },
});

const bodySchema = bodySchemaOf(createBatchContract);

/** The tool `create_batch`. */
export const createBatchTool = defineAgentTool({
  name: 'create_batch',
  title: 'Render a video for each row',
  description:
    'Renders a timeline with variables once for each row of values. All rows are checked first. Each row counts as a render; send the batch once.',
  input: bodySchema.extend({
    rows: z
      .array(batchRowSchema)
      .min(1)
      .max(1000)
      .optional()
      .describe('The rows: each is one video, with values by variable name.'),
    csv: z
      .string()
      .min(1)
      .max(MAX_CSV_CHARACTERS)
      .optional()
      .describe('The rows as CSV, instead of `rows`: columns external_id, webhook_url and one for each variable.'),
    unknown_columns: csvBatchOptionsSchema.shape.unknown_columns,
  }),
  example: {
    timeline_id: 'tl_01JD7XK3ZV5Q8W9R2T4Y6B0C1E',
    rows: [{ variables: { name: 'Ada' }, external_id: 'customer-1' }],
  },
  unlisted: [
    'metadata',
    'fps',
    'quality',
    'captions',
    'caption_style',
    'caption_words',
    'extras',
    'codec',
    'format',
    'unknown_columns',
  ],
  run: async ({ rows, csv, unknown_columns, ...options }, { call }) => {
    if ((rows === undefined) === (csv === undefined))
      throw new ServiceRefusal('validation_failed', 'rows: Send rows, or csv.', [
        { param: 'rows', message: 'Send rows, or csv.' },
      ]);
    if (csv === undefined) return answerOf((await call(createBatchContract, { body: { ...options, rows } })) as Batch);
    const {
      timeline_id,
      narration,
      webhook_url,
      output: { extras, fps, caption_style, caption_words, ...output } = {},
    } = options;
    return answerOf(
      (await call(createBatchContract, {
        query: {
          timeline_id,
          narration,
          webhook_url,
          unknown_columns,
          ...output,
          fps: fps === undefined ? undefined : String(fps),
          extras: extras?.join(','),
          caption_words: caption_words === undefined ? undefined : String(caption_words),
          caption_style: caption_style && JSON.stringify(caption_style),
        },
        file: { type: 'text/csv', bytes: csv },
      })) as Batch,
    );
  },
});

/** Number of videos in one answer; `cursor` continues the list. */
const MAX_VIDEOS = 25;

/** The tool `get_batch`. */
export const getBatchTool = defineAgentTool({
  name: 'get_batch',
  title: 'Get a batch',
  description: 'The number of rows that wait, run and have ended, with some of their videos.',
  input: z.strictObject({
    batch_id: batchIdSchema,
    cursor: z
      .string()
      .max(2000)
      .optional()
      .describe('next_cursor of the previous answer: continues the list of videos.'),
  }),
  example: { batch_id: EXAMPLE_BATCH_ID },
  id: 'batch_id',
  reads_only: true,
  run: async ({ batch_id, cursor }, { call }) => {
    const params = { id: batch_id };
    const batch = (await call(getBatchContract, { params })) as Batch;
    const { data, next_cursor } = (await call(listBatchRendersContract, {
      params,
      query: { limit: String(MAX_VIDEOS), cursor },
    })) as { data: Render[]; next_cursor: string | null };
    const videos = data.map(({ id, external_id, status, output, error }) =>
      slimValueForModel({ render_id: id, external_id, status, url: output.url, error }),
    );
    return {
      data: {
        ...batchSummary(batch),
        videos,
        ...(next_cursor === null ? {} : { next_cursor }),
        next:
          batch.status === 'running'
            ? 'Call get_batch again in a minute; cancel_batch ends it.'
            : 'Give the user the videos; their URLs are valid for one hour.',
      },
    };
  },
});

/** The tool `cancel_batch`. */
export const cancelBatchTool = defineAgentTool({
  name: 'cancel_batch',
  title: 'Cancel a batch',
  description: 'Cancels the rows of a batch that have not ended.',
  input: z.strictObject({ batch_id: batchIdSchema }),
  example: { batch_id: EXAMPLE_BATCH_ID },
  id: 'batch_id',
  destroys: true,
  idempotent: true,
  run: async ({ batch_id }, { call }) =>
    answerOf((await call(cancelBatchContract, { params: { id: batch_id } })) as Batch),
});
