import type { AnnouncedUpload, AnnouncedUploads, UploadClaim } from '#features/uploads/ports.ts';
import { passesListFilter } from '#kernel/contract/list-filters.ts';
import { WriteConflictError } from '#kernel/shared/errors.ts';
import { copyStored } from './copy.ts';

/** Announced uploads in memory. `stored` has them by their id. */
export function memoryAnnouncedUploads(): AnnouncedUploads & { stored: ReadonlyMap<string, AnnouncedUpload> } {
  const stored = new Map<string, AnnouncedUpload>();
  const claims = new Map<string, UploadClaim>();
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
    async list(accountId, filter, { limit, after }) {
      const found = [...stored.values()]
        .filter(({ account_id, id }) => account_id === accountId && (after === undefined || id < after))
        .filter((upload) => passesListFilter(upload, filter))
        .sort((a, b) => (a.id < b.id ? 1 : -1));
      return { items: found.slice(0, limit), next: found.length > limit ? found[limit - 1]?.id : undefined };
    },
    async remove(accountId, uploadId) {
      if (stored.get(uploadId)?.account_id === accountId) stored.delete(uploadId);
    },
    async claim(accountId, uploadId, claim) {
      const held = claims.get(uploadId);
      if (stored.get(uploadId)?.account_id !== accountId || (held && held.until >= claim.now))
        throw new WriteConflictError('the upload is claimed, or gone');
      claims.set(uploadId, claim);
    },
    async release(_accountId, uploadId, token) {
      if (claims.get(uploadId)?.token === token) claims.delete(uploadId);
    },
  };
}
