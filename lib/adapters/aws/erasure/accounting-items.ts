import { z } from 'zod';
import type { DeletedAccountRecord } from '#platform/erasure/public.ts';
import { createItemCodec } from '../table/item.ts';
import { dueItemsIndex, type TableKey, tableKeys } from '../table/keys.ts';
import type { TableItem } from '../table/table.ts';

/** Stored form of an accounting record. */
export const deletedAccountRecordCodec = createItemCodec<DeletedAccountRecord>('accounting').of(
  z.object({
    account_id: z.string(),
    created_at: z.string(),
    deleted_at: z.string(),
    months: z.record(
      z.string(),
      z.object({ renders: z.number(), render_seconds: z.number(), narration_characters: z.number() }),
    ),
    phase: z.enum(['erasing', 'waiting', 'erased']),
    due_at: z.string().optional(),
    second_pass_at: z.string().optional(),
    erased_at: z.string().optional(),
    changes: z.number(),
  }),
);

/** The item of an accounting record. */
export const deletedAccountRecordItem = (record: DeletedAccountRecord): TableKey & TableItem =>
  deletedAccountRecordCodec.toItem(
    tableKeys.accounting(record.account_id),
    record,
    record.due_at === undefined ? {} : dueItemsIndex.erasures.attributes(record.account_id, record.due_at),
  );
