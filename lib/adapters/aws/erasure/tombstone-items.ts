import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { parseJson } from '#kernel/shared/parse-json.ts';
import type { Tombstone, TombstoneChange } from '#platform/erasure/public.ts';
import { createItemCodec } from '../table/item.ts';
import { dueItemsIndex, type TableKey, tableKeys } from '../table/keys.ts';
import type { Table, TableItem } from '../table/table.ts';
import type { TransactItem } from '../table/transaction.ts';

const saidSpeechSchema = z.array(z.object({ hash: z.string(), slide_id: z.string() }));

/** Stored form of a tombstone. */
export const tombstoneCodec = createItemCodec<Tombstone>('tombstone').of(
  z.object({
    id: z.string(),
    account_id: z.string(),
    remains: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('files'), timeline_id: z.string(), keys: z.array(z.string()) }),
      z.object({ kind: z.literal('own_files'), keys: z.array(z.string()) }),
      z.object({
        kind: z.literal('slides'),
        timeline_id: z.string(),
        refs: z.array(z.string()),
        is_uncounted: z.boolean().optional(),
      }),
      z.object({ kind: z.literal('timeline'), timeline_id: z.string() }),
      z.object({
        kind: z.literal('render'),
        render_id: z.string(),
        timeline_id: z.string(),
        prefixes: z.array(z.string()),
        keys: z.array(z.string()),
        shared_keys: z.array(z.string()),
        began_at: z.string(),
        ended_at: z.string(),
      }),
      z.object({
        kind: z.literal('slide_speech'),
        timeline_id: z.string(),
        slides: z.array(z.string()),
        hashes: z.array(z.string()),
      }),
      z.object({
        kind: z.literal('speech'),
        timeline_id: z.string(),
        // Compressed, which halves the write units of a speech use with 60 slides.
        said: z
          .instanceof(Uint8Array)
          .transform((bytes) => parseJson(saidSpeechSchema, inflateRawSync(bytes).toString())),
        noted_at: z.string(),
      }),
      z.object({ kind: z.literal('receiver'), receiver_id: z.string() }),
    ]),
    due_at: z.string(),
    taken: z.boolean().optional(),
  }),
);

/** The item of a tombstone. */
export const tombstoneItem = (tombstone: Tombstone): TableKey & TableItem =>
  tombstoneCodec.toItem(tableKeys.tombstone(tombstone.account_id, tombstone.id), tombstone, {
    ...compressedAttributes(tombstone),
    ...dueItemsIndex.tombstones.attributes(tombstone.id, tombstone.due_at),
  });

/** The attributes of a tombstone that are stored compressed. */
const compressedAttributes = ({ remains }: Tombstone): TableItem =>
  remains.kind === 'speech' ? { remains: { ...remains, said: deflateRawSync(JSON.stringify(remains.said)) } } : {};

/** Part of a transaction: inserts a tombstone. */
export const tombstoneInsertWrite = (table: Table, tombstone: Tombstone): TransactItem => ({
  Put: { TableName: table.name, Item: tombstoneItem(tombstone) },
});

/** Part of a transaction: deletes a tombstone, on condition that the sweeper has not taken it. */
export const tombstoneDeleteWrite = (table: Table, accountId: string, id: string): TransactItem => ({
  Delete: {
    TableName: table.name,
    Key: tableKeys.tombstone(accountId, id),
    ConditionExpression: 'attribute_exists(PK) AND attribute_not_exists(taken)',
  },
});

/** Part of a transaction: deletes the tombstones that a change makes unnecessary, and inserts those that it adds. */
export const tombstoneChangeWrites = (
  table: Table,
  accountId: string,
  change: TombstoneChange = {},
): TransactItem[] => [
  ...(change.lifted ?? []).map((id) => tombstoneDeleteWrite(table, accountId, id)),
  ...[change.added ?? []].flat().map((tombstone) => tombstoneInsertWrite(table, tombstone)),
];
