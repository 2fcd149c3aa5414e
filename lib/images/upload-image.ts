import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Principal } from '../accounts/account.ts';
import { type BeforeCommit, unannounced } from '../before-commit.ts';
import { plusSeconds, timestamp } from '../clock.ts';
import { ServiceError } from '../errors.ts';
import { newId } from '../ids.ts';
import { storageKeys } from '../storage-keys.ts';
import type { PlacedSlide } from '../timelines/edit-slides.ts';
import type { ImageAnnouncement, ImageCompletion, uploadAnswer } from './contract.ts';
import { IMAGE_MAX_BYTES, UPLOAD_SECONDS } from './image-rules.ts';
import { checkPlace, type ImageTools, type Place, placeImage, tooLarge } from './place-image.ts';
import type { ImageUpload } from './ports.ts';

/** Gives a presigned PUT that takes exactly the announced bytes. Nothing about the slide changes yet. */
export async function announceImage(
  tools: ImageTools,
  principal: Principal,
  place: Place,
  asked: ImageAnnouncement,
  beforeCommit: BeforeCommit<z.input<typeof uploadAnswer>> = unannounced,
): Promise<z.input<typeof uploadAnswer>> {
  if (asked.size_bytes > IMAGE_MAX_BYTES) throw tooLarge('size_bytes');
  await checkPlace(tools, principal, place);
  const now = tools.clock();
  const upload: ImageUpload = {
    id: newId('upload', now),
    account_id: principal.account_id,
    timeline_id: place.id,
    slide_id: place.sid,
    ...asked,
    created_at: timestamp(now),
    expires_at: timestamp(plusSeconds(now, UPLOAD_SECONDS)),
  };
  const url = await tools.blobs.presignPut(storageKeys.upload(principal.account_id, upload.id), asked, UPLOAD_SECONDS);
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
  await tools.uploads.insert(upload);
  return announced;
}

/** The bytes that were put, checked against what was announced. */
async function uploadedBytes(tools: ImageTools, upload: ImageUpload): Promise<Uint8Array> {
  const key = storageKeys.upload(upload.account_id, upload.id);
  const size = await tools.blobs.sizeOf(key);
  if (size === undefined) throw new ServiceError('image_invalid', 'Nothing was uploaded yet.', { param: 'upload_id' });
  if (size > IMAGE_MAX_BYTES) throw tooLarge();
  const bytes = await tools.blobs.getBytes(key);
  if (upload.sha256 !== undefined && createHash('sha256').update(bytes).digest('hex') !== upload.sha256)
    throw new ServiceError('image_invalid', 'The bytes do not have the announced SHA-256.', { param: 'sha256' });
  return bytes;
}

/** Makes the uploaded bytes the slide's image. What is stored and drawn is our own re-encoded file, never the bytes sent. */
export async function completeImage(
  tools: ImageTools,
  principal: Principal,
  place: Place,
  asked: ImageCompletion,
  beforeCommit: BeforeCommit<PlacedSlide> = unannounced,
): Promise<PlacedSlide> {
  const upload = await tools.uploads.find(principal.account_id, asked.upload_id);
  const here = upload?.timeline_id === place.id && upload.slide_id === place.sid;
  if (!upload || !here || upload.expires_at < timestamp(tools.clock()))
    throw new ServiceError('upload_not_found', 'There is no such upload for this slide.', {
      param: 'upload_id',
    });
  await checkPlace(tools, principal, place);
  const placed = await placeImage(tools, principal, place, await uploadedBytes(tools, upload), asked, beforeCommit);
  await tools.uploads.remove(principal.account_id, upload.id);
  await tools.blobs.remove(storageKeys.upload(principal.account_id, upload.id));
  return placed;
}
