import { z } from 'zod';
import type { AnnouncedUpload, AnnouncedUploads } from '#features/uploads/public.ts';
import { epochSecondsOfTimestamp } from '#kernel/shared/clock.ts';
import { attemptConditionalWrite } from '#kernel/shared/errors.ts';
import { idBoundsBetween } from '#kernel/shared/ids.ts';
import { createItemCodec } from '../table/item.ts';
import { tableKeys } from '../table/keys.ts';
import { queryPageByPrefix } from '../table/page-under.ts';
import type { Table } from '../table/table.ts';

const uploadCodec = createItemCodec<AnnouncedUpload>('upload').of(
  z.object({
    id: z.string(),
    account_id: z.string(),
    target: z.string(),
    key: z.string(),
    content_type: z.string(),
    size_bytes: z.number(),
    sha256: z.string().optional(),
    created_at: z.string(),
    expires_at: z.string(),
  }),
);

/** Announced uploads in the table; an item expires with its upload. */
export const uploadRepository = (table: Table): AnnouncedUploads => ({
  async insert(upload, answer) {
    const expires_at_epoch = epochSecondsOfTimestamp(upload.expires_at);
    const key = tableKeys.upload(upload.account_id, upload.id);
    await table.put(uploadCodec.toItem(key, upload, { expires_at_epoch }), { answer });
  },
  async find(accountId, uploadId) {
    const item = await table.get(tableKeys.upload(accountId, uploadId));
    return item && uploadCodec.parse(item);
  },
  list: (accountId, created, page) =>
    queryPageByPrefix(
      table,
      {
        PK: tableKeys.upload(accountId, '').PK,
        prefix: tableKeys.upload(accountId, '').SK,
        ...idBoundsBetween('upload', created),
      },
      (item) => uploadCodec.parse(item),
      page,
    ),
  async remove(accountId, uploadId) {
    await table.delete(tableKeys.upload(accountId, uploadId));
  },
  async claim(accountId, uploadId, { token, now, until }) {
    await table.update({
      Key: tableKeys.upload(accountId, uploadId),
      UpdateExpression: 'SET claim_token = :token, claimed_until = :until',
      ConditionExpression: 'attribute_exists(PK) AND (attribute_not_exists(claimed_until) OR claimed_until < :now)',
      ExpressionAttributeValues: { ':token': token, ':until': until, ':now': now },
    });
  },
  async release(accountId, uploadId, token) {
    await attemptConditionalWrite(() =>
      table.update({
        Key: tableKeys.upload(accountId, uploadId),
        UpdateExpression: 'REMOVE claim_token, claimed_until',
        ConditionExpression: 'claim_token = :token',
        ExpressionAttributeValues: { ':token': token },
      }),
    );
  },
});
