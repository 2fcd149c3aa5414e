import type { AnnouncedUpload, AnnouncedUploads } from '../../uploads/public.ts';
import { entityOf } from '../table/item.ts';
import { keys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';

/** Announced uploads in the table; an item expires with its upload. */
export const uploadRepository = (table: Table): AnnouncedUploads => ({
  async insert(upload, answer) {
    const expires_at_epoch = Math.floor(Date.parse(upload.expires_at) / 1000);
    await table.put(
      { ...keys.upload(upload.account_id, upload.id), entity: 'upload', ...upload, expires_at_epoch },
      { answer },
    );
  },
  async find(accountId, uploadId) {
    const item = await table.get(keys.upload(accountId, uploadId));
    return item && entityOf<AnnouncedUpload>(item);
  },
  async remove(accountId, uploadId) {
    await table.delete(keys.upload(accountId, uploadId));
  },
});
