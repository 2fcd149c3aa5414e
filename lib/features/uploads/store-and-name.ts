import { ServiceError } from '#kernel/shared/errors.ts';
import type { UploadBlobs } from './ports.ts';

/**
 * Stores a file, then makes the write that refers to it. If that write is refused, the file is removed, because nothing refers to it and
 * no usage counts it. After another error the write may have been committed, so the file stays.
 * @throws what `writeReference` throws
 */
export async function storeFileThenWriteReference<Result>(
  blobs: Pick<UploadBlobs, 'putBytes' | 'remove'>,
  file: { key: string; bytes: Uint8Array; content_type: string },
  writeReference: () => Promise<Result>,
): Promise<Result> {
  await blobs.putBytes(file.key, file.bytes, file.content_type);
  try {
    return await writeReference();
  } catch (error) {
    // The client gets the reason of the refusal, even if the file cannot be removed.
    if (error instanceof ServiceError) await blobs.remove(file.key).catch(() => undefined);
    throw error;
  }
}
