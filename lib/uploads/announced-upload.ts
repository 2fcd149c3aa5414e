import { createHash } from 'node:crypto';
import type { Principal } from '../accounts/public.ts';
import type { BeforeCommit } from '../shared/before-commit.ts';
import { type Clock, plusSeconds, timestamp } from '../shared/clock.ts';
import { ServiceError } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
import { storageKeys } from '../shared/storage-keys.ts';
import type { Announcement, UploadAnswer } from './contract.ts';
import { type FileKind, tooLarge } from './file-kind.ts';
import type { Upload, UploadBlobs, UploadStore } from './ports.ts';

export interface UploadDeps {
  uploads: UploadStore;
  blobs: UploadBlobs;
  clock: Clock;
}

/** A presigned upload can be made and completed for so long, in seconds. */
export const UPLOAD_SECONDS = 3600;

/** What a client's file is for. */
export interface Destination {
  /** The path of the operation that takes it: an upload for one cannot be completed at another. */
  target: string;
  kind: FileKind;
  /** @throws ServiceError when what is to hold the file is not there: before the file is looked at. */
  check(): Promise<unknown>;
}

/** Gives a presigned PUT that takes exactly the announced bytes. Nothing else changes yet. */
export async function announceUpload(
  { uploads, blobs, clock }: UploadDeps,
  principal: Principal,
  { target, kind, check }: Destination,
  asked: Announcement,
  beforeCommit: BeforeCommit<UploadAnswer>,
): Promise<UploadAnswer> {
  if (asked.size_bytes > kind.max_bytes) throw tooLarge(kind, 'size_bytes');
  await check();
  const now = clock();
  const upload: Upload = {
    id: newId('upload', now),
    account_id: principal.account_id,
    target,
    ...asked,
    created_at: timestamp(now),
    expires_at: timestamp(plusSeconds(now, UPLOAD_SECONDS)),
  };
  const url = await blobs.presignPut(storageKeys.upload(principal.account_id, upload.id), asked, UPLOAD_SECONDS);
  const announced = {
    upload: {
      id: upload.id,
      method: 'PUT' as const,
      url,
      headers: { 'content-type': asked.content_type, 'content-length': String(asked.size_bytes) },
      expires_at: upload.expires_at,
    },
  };
  await beforeCommit(announced);
  await uploads.insert(upload);
  return announced;
}

/** @throws ServiceError `upload_not_found` for another account's, another target's, or one that was announced too long ago. */
async function findUpload(
  { uploads, clock }: UploadDeps,
  principal: Principal,
  target: string,
  id: string,
): Promise<Upload> {
  const upload = await uploads.find(principal.account_id, id);
  if (upload?.target !== target || upload.expires_at < timestamp(clock()))
    throw new ServiceError('upload_not_found', 'There is no such upload here.', { param: 'upload_id' });
  return upload;
}

/** The bytes that were put, checked against what was announced. @throws ServiceError with the kind's codes. */
async function uploadedBytes({ blobs }: UploadDeps, kind: FileKind, upload: Upload): Promise<Uint8Array> {
  const key = storageKeys.upload(upload.account_id, upload.id);
  const size = await blobs.sizeOf(key);
  if (size === undefined) throw new ServiceError(kind.invalid, 'Nothing was uploaded yet.', { param: 'upload_id' });
  if (size > kind.max_bytes) throw tooLarge(kind);
  const bytes = await blobs.getBytes(key);
  if (upload.sha256 !== undefined && createHash('sha256').update(bytes).digest('hex') !== upload.sha256)
    throw new ServiceError(kind.invalid, 'The bytes do not have the announced SHA-256.', { param: 'sha256' });
  return bytes;
}

/**
 * Places the bytes that were put. Killed after that, the upload can be completed once more, with the same result; it goes
 * with its time.
 */
export async function completeUpload<Placed>(
  deps: UploadDeps,
  principal: Principal,
  { target, kind, check }: Destination,
  id: string,
  place: (bytes: Uint8Array) => Promise<Placed>,
): Promise<Placed> {
  const upload = await findUpload(deps, principal, target, id);
  await check();
  const placed = await place(await uploadedBytes(deps, kind, upload));
  await forgetUpload(deps, upload);
  return placed;
}

/** An upload can be completed once. */
async function forgetUpload({ uploads, blobs }: UploadDeps, upload: Upload): Promise<void> {
  await uploads.remove(upload.account_id, upload.id);
  await blobs.remove(storageKeys.upload(upload.account_id, upload.id));
}
