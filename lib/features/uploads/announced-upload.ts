import { createHash } from 'node:crypto';
import type { Principal } from '#features/accounts/public.ts';
import { addSeconds, type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { attemptConditionalWrite, ServiceError } from '#kernel/shared/errors.ts';
import { createOpaqueToken, newId } from '#kernel/shared/ids.ts';
import { ITEM_LIFETIMES } from '#kernel/shared/lifetimes.ts';
import type { PrepareIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import type { UploadAnnouncement, UploadAnswer } from './contract.ts';
import type { AnnouncedUpload, AnnouncedUploads, UploadBlobs } from './ports.ts';
import { fileTooLargeError, type SentFileRules } from './sent-file-rules.ts';

/** Dependencies of announcing and completing uploads. */
export interface UploadDeps {
  uploads: AnnouncedUploads;
  blobs: UploadBlobs;
  clock: Clock;
}

/** Seconds for which an announced upload can be sent and completed. */
export const UPLOAD_VALID_SECONDS = ITEM_LIFETIMES.upload.seconds;

/** Announces an upload: answers with a presigned PUT that accepts only the announced type and number of bytes. */
export async function announceUpload(
  { uploads, blobs, clock }: UploadDeps,
  { account_id }: Principal,
  target: string,
  announcement: UploadAnnouncement,
  prepareAnswer: PrepareIdempotentAnswer<UploadAnswer>,
): Promise<void> {
  const now = clock();
  const id = newId('upload', now);
  const upload: AnnouncedUpload = {
    id,
    account_id,
    key: storageKeys.upload(account_id, id),
    target,
    ...announcement,
    created_at: formatUtcTimestamp(now),
    expires_at: formatUtcTimestamp(addSeconds(now, UPLOAD_VALID_SECONDS)),
  };
  const url = await blobs.presignPut(upload.key, announcement, UPLOAD_VALID_SECONDS);
  const answer = await prepareAnswer({
    upload: {
      id: upload.id,
      method: 'PUT',
      url,
      headers: { 'content-type': announcement.content_type, 'content-length': String(announcement.size_bytes) },
      expires_at: upload.expires_at,
    },
  });
  await uploads.insert(upload, answer);
}

/**
 * Finds an upload that was announced for a target.
 * @param param name of the request's field with its id
 * @throws ServiceError `upload_not_found` when it belongs to another account or target, or has expired.
 */
export async function requireUpload(
  { uploads, clock }: Pick<UploadDeps, 'uploads' | 'clock'>,
  { account_id }: Pick<Principal, 'account_id'>,
  target: string,
  id: string,
  param = 'upload_id',
): Promise<AnnouncedUpload> {
  const upload = await uploads.find(account_id, id);
  if (upload?.target !== target || upload.expires_at < formatUtcTimestamp(clock()))
    throw new ServiceError(
      'upload_not_found',
      'No upload with this id was announced at this address, or it has expired. Announce the file again.',
      { param },
    );
  return upload;
}

/**
 * Reads the uploaded bytes and checks them against the announcement.
 * @param param name of the request's field with the id of the upload
 * @throws ServiceError with the codes of its rules
 */
export async function readUploadedBytes(
  { blobs }: { blobs: Pick<UploadBlobs, 'sizeOf' | 'getBytes'> },
  rules: SentFileRules,
  { key, sha256 }: Pick<AnnouncedUpload, 'key' | 'sha256'>,
  param = 'upload_id',
): Promise<Uint8Array> {
  const sizeBytes = await blobs.sizeOf(key);
  if (sizeBytes === undefined)
    throw new ServiceError(
      rules.invalid_code,
      `No bytes were uploaded for this ${param} yet. PUT them to the url of the upload first.`,
      { param },
    );
  if (sizeBytes > rules.max_bytes) throw fileTooLargeError(rules);
  const bytes = await blobs.getBytes(key);
  if (sha256 !== undefined && createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new ServiceError(
      rules.invalid_code,
      'The SHA-256 of the uploaded bytes differs from the announced one. Announce the file again, or leave out sha256.',
      {
        param: 'sha256',
      },
    );
  return bytes;
}

/** Seconds for which a claim is valid: longer than the 29 s for which the gateway waits for a request. */
const CLAIM_SECONDS = 60;
/** Seconds after which a request that found an upload claimed may try again. */
const RETRY_AFTER_SECONDS = 5;

/**
 * Completes an upload: claims it, does the work, and removes it with its bytes. If several requests complete an upload at the same time,
 * one of them does the work. Work that fails releases the claim; after a kill, the claim ends after a minute, and the upload can be
 * completed again.
 * @param param name of the request's field with its id
 * @returns the result of `work`
 * @throws ServiceError `upload_in_progress` while another request completes it, and what `work` throws
 */
export async function completeUploadWithWork<Result>(
  deps: UploadDeps,
  upload: AnnouncedUpload,
  work: () => Promise<Result>,
  param = 'upload_id',
): Promise<Result> {
  const { uploads, clock } = deps;
  const { account_id, id } = upload;
  const now = clock();
  const token = createOpaqueToken(now);
  const claim = { token, now: formatUtcTimestamp(now), until: formatUtcTimestamp(addSeconds(now, CLAIM_SECONDS)) };
  if (!(await attemptConditionalWrite(() => uploads.claim(account_id, id, claim)))) {
    await requireUpload(deps, { account_id }, upload.target, id, param);
    throw new ServiceError('upload_in_progress', 'Another request is completing this upload.', {
      param,
      headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
    });
  }
  let result: Result;
  try {
    result = await work();
  } catch (error) {
    // A claim that cannot be released ends by itself. The client gets the error of the work.
    await uploads.release(account_id, id, token).catch(() => undefined);
    throw error;
  }
  await forgetUpload(deps, upload);
  return result;
}

/** Removes a completed upload with its bytes, so that it cannot be completed again. */
async function forgetUpload({ uploads, blobs }: UploadDeps, upload: AnnouncedUpload): Promise<void> {
  await uploads.remove(upload.account_id, upload.id);
  await blobs.remove(upload.key);
}
