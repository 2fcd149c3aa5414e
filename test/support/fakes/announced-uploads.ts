import type { AnnouncedUpload, AnnouncedUploads } from '../../../lib/uploads/ports.ts';
import { copyStored } from './copy.ts';

/** Announced uploads in memory. `stored` has them by their id. */
export function memoryAnnouncedUploads(): AnnouncedUploads & { stored: ReadonlyMap<string, AnnouncedUpload> } {
  const stored = new Map<string, AnnouncedUpload>();
  return {
    stored,
    async insert(upload, answer) {
      stored.set(upload.id, copyStored(upload));
      answer?.committed();
    },
    async find(accountId, uploadId) {
      const upload = stored.get(uploadId);
      return upload?.account_id === accountId ? copyStored(upload) : undefined;
    },
    async remove(accountId, uploadId) {
      if (stored.get(uploadId)?.account_id === accountId) stored.delete(uploadId);
    },
  };
}
