import { createHash } from 'node:crypto';
import type { Principal } from '../accounts/account.ts';
import { plusSeconds, timestamp } from '../clock.ts';
import { ServiceError } from '../errors.ts';
import { newId, newToken } from '../ids.ts';
import { storageKeys } from '../storage-keys.ts';
import { loadTimeline, positionOf, type TimelineTools } from '../timelines/change-timeline.ts';
import { changeSlide, type PlacedSlide } from '../timelines/edit-slides.ts';
import type { ImageAnnouncement, ImageCompletion } from './contract.ts';
import { IMAGE_MAX_BYTES, UPLOAD_SECONDS } from './image-rules.ts';
import type { ImageUpload, Reencode, UploadStore } from './ports.ts';

export interface ImageTools extends TimelineTools {
  uploads: UploadStore;
  reencode: Reencode;
  blobs: {
    presignPut(key: string, expected: { content_type: string; size_bytes: number }, seconds: number): Promise<string>;
    sizeOf(key: string): Promise<number | undefined>;
    getBytes(key: string): Promise<Uint8Array>;
    putBytes(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
    remove(key: string): Promise<void>;
  };
}

interface Place {
  id: string;
  sid: string;
}

/** Gives a presigned PUT that takes exactly the announced bytes. Nothing about the slide changes yet. */
export async function announceImage(tools: ImageTools, principal: Principal, place: Place, asked: ImageAnnouncement) {
  if (asked.size_bytes > IMAGE_MAX_BYTES)
    throw new ServiceError('image_too_large', `An image has at most ${IMAGE_MAX_BYTES} bytes.`, {
      param: 'size_bytes',
    });
  positionOf(await loadTimeline(tools.store, principal, place.id), place.sid);
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
  await tools.uploads.insert(upload);
  const url = await tools.blobs.presignPut(storageKeys.upload(principal.account_id, upload.id), asked, UPLOAD_SECONDS);
  return {
    upload: {
      id: upload.id,
      method: 'PUT' as const,
      url,
      headers: { 'content-type': asked.content_type, 'content-length': String(asked.size_bytes) },
      expires_at: upload.expires_at,
    },
  };
}

/** The bytes that were put, checked against what was announced. */
async function uploadedBytes(tools: ImageTools, upload: ImageUpload): Promise<Uint8Array> {
  const key = storageKeys.upload(upload.account_id, upload.id);
  const size = await tools.blobs.sizeOf(key);
  if (size === undefined) throw new ServiceError('image_invalid', 'Nothing was uploaded yet.', { param: 'upload_id' });
  if (size > IMAGE_MAX_BYTES)
    throw new ServiceError('image_too_large', `An image has at most ${IMAGE_MAX_BYTES} bytes.`);
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
): Promise<PlacedSlide> {
  const upload = await tools.uploads.find(principal.account_id, asked.upload_id);
  const here = upload?.timeline_id === place.id && upload.slide_id === place.sid;
  if (!upload || !here || upload.expires_at < timestamp(tools.clock()))
    throw new ServiceError('upload_not_found', 'There is no such upload for this slide.', {
      param: 'upload_id',
    });
  positionOf(await loadTimeline(tools.store, principal, place.id), place.sid);
  const clean = await tools.reencode(await uploadedBytes(tools, upload));
  const extension = clean.content_type === 'image/png' ? 'png' : 'jpg';
  const key = storageKeys.slideImage(principal.account_id, place.id, newToken(tools.clock()), extension);
  await tools.blobs.putBytes(key, clean.bytes, clean.content_type);
  const placed = await changeSlide(tools, principal, place, () => ({
    image: {
      key,
      sha256: createHash('sha256').update(clean.bytes).digest('hex'),
      width: clean.width,
      height: clean.height,
      content_type: clean.content_type,
      size_bytes: clean.bytes.length,
      fit: asked.fit,
      focus: asked.focus,
      alt: asked.alt,
    },
  }));
  await tools.uploads.remove(principal.account_id, upload.id);
  await tools.blobs.remove(storageKeys.upload(principal.account_id, upload.id));
  return placed;
}

/** Takes the image away; harmless when there is none. */
export async function deleteImage(tools: TimelineTools, principal: Principal, place: Place): Promise<PlacedSlide> {
  return changeSlide(tools, principal, place, () => ({ image: undefined }));
}
