import type { z } from 'zod';
import { toCaptionStyleAnswer } from '../captions/caption-style-view.ts';
import { type Batch, countsOfBatchRows } from './batch.ts';
import type { batchAnswerSchema } from './contract.ts';

/** A batch in answers. */
export function toBatchAnswer(batch: Batch): z.output<typeof batchAnswerSchema> {
  const { id, timeline_id, timeline_version, status, narration, created_at } = batch;
  const { resolution, codec, format, fps, quality, captions, extras = [] } = batch.output;
  return {
    id,
    timeline_id,
    timeline_version,
    status,
    counts: countsOfBatchRows(batch),
    output: {
      resolution,
      codec,
      format,
      fps,
      quality,
      captions,
      caption_style: toCaptionStyleAnswer(batch.output),
      caption_words: batch.output.caption_words === true,
      extras: [...extras],
    },
    narration,
    webhook_url: batch.webhook_url ?? null,
    begins_until: batch.begins_until,
    canceled_by: batch.canceled_by ?? null,
    created_at,
    completed_at: batch.completed_at ?? null,
  };
}
