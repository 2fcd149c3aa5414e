import type { Upload, UploadStore } from '../uploads/public.ts';
import { entityOf } from './table/item.ts';
import { keys } from './table/keys.ts';
import type { Table } from './table/table.ts';

export const uploadRepository = (table: Table): UploadStore => ({
  async insert(upload) {
    await table.put({
      ...keys.upload(upload.account_id, upload.id),
      entity: 'upload',
      ...upload,
      expires_at_epoch: Math.floor(Date.parse(upload.expires_at) / 1000),
    });
  },
  async find(accountId, uploadId) {
    const item = await table.get(keys.upload(accountId, uploadId));
    return item && entityOf<Upload>(item);
  },
  async remove(accountId, uploadId) {
    await table.delete(keys.upload(accountId, uploadId));
  },
});
