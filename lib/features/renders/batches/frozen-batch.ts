import { z } from 'zod';
import type { MonthlyAmounts } from '#features/accounts/public.ts';
import { type ChosenTemplate, storedLookSchema } from '#features/templates/public.ts';
import {
  type Slide,
  storedSlideSchema,
  storedTimelineSettingsSchema,
  type TimelineSettings,
} from '#features/timelines/public.ts';
import type { FileStore } from '../ports.ts';
import type { SealedSecret } from '../render.ts';
import { encodeVersionedRenderFile, parseRenderFile } from '../timeline-snapshot.ts';
import type { BatchRow } from './batch.ts';

/** A row of a frozen batch. */
export interface FrozenBatchRow extends BatchRow {
  /** Sealed signing secret of the row's `webhook_url`. */
  webhook_secret?: SealedSecret | undefined;
  /** Its share of the batch's reservation; absent when an earlier version of the program, without such reservations, created the batch. */
  reserved?: MonthlyAmounts | undefined;
}

/** The content of a batch: its timeline as it was when the batch was created, with its variables unfilled, and the rows. */
export interface FrozenBatch {
  timeline: TimelineSettings;
  slides: Slide[];
  template: Omit<ChosenTemplate, 'design'>;
  rows: FrozenBatchRow[];
}

const storedBatchSchema = z.object({
  timeline: storedTimelineSettingsSchema,
  slides: z.array(storedSlideSchema),
  template: z.object({
    look: storedLookSchema.optional(),
    slide_numbers: z.boolean().optional(),
    footer: z.string().optional(),
  } satisfies Record<keyof FrozenBatch['template'], z.ZodType>),
  rows: z.array(
    z.object({
      variables: z.record(z.string(), z.string().nullable()),
      external_id: z.string().optional(),
      metadata: z.record(z.string(), z.string()).optional(),
      webhook_url: z.string().optional(),
      webhook_secret: z.string().optional(),
      reserved: z.object({ render_seconds: z.number(), narration_characters: z.number() }).optional(),
    } satisfies Record<keyof FrozenBatchRow, z.ZodType>),
  ),
} satisfies Record<keyof FrozenBatch, z.ZodType>);

/**
 * Stores the timeline and the rows of a batch, before the batch is written. Later edits of the timeline do not change the file.
 */
export const writeFrozenBatch = (files: Pick<FileStore, 'putBytes'>, key: string, frozen: FrozenBatch): Promise<void> =>
  files.putBytes(key, encodeVersionedRenderFile(frozen), 'application/json');

/** Reads the timeline and the rows of a batch. @throws FileMissingError; NonRetryableRenderError `internal_error` for a file of another version */
export const readFrozenBatch = async (files: Pick<FileStore, 'getBytes'>, key: string): Promise<FrozenBatch> =>
  parseRenderFile(await files.getBytes(key), key, storedBatchSchema);
