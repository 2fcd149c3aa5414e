import { z } from 'zod';
import { epochSeconds } from '../../shared/clock.ts';
import type { AnnouncedUpload, AnnouncedUploads } from '../../uploads/public.ts';
import { itemCodec } from '../table/item.ts';
import { keys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';

const uploadCodec = itemCodec<AnnouncedUpload>('upload').of(
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
    const expires_at_epoch = epochSeconds(upload.expires_at);
    const key = keys.upload(upload.account_id, upload.id);
    await table.put(uploadCodec.toItem(key, upload, { expires_at_epoch }), { answer });
  },
  async find(accountId, uploadId) {
    const item = await table.get(keys.upload(accountId, uploadId));
    return item && uploadCodec.parse(item);
  },
  async remove(accountId, uploadId) {
    await table.delete(keys.upload(accountId, uploadId));
  },
});
