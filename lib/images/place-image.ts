import { createHash } from 'node:crypto';
import type { Principal } from '../accounts/public.ts';
import type { BeforeCommit } from '../shared/before-commit.ts';
import { newToken } from '../shared/ids.ts';
import { storageKeys } from '../shared/storage-keys.ts';
import {
  changeSlide,
  loadTimeline,
  type PlacedSlide,
  positionOf,
  type SlideImage,
  type TimelineDeps,
} from '../timelines/public.ts';
import type { UploadBlobs, UploadDeps } from '../uploads/public.ts';
import type { Reencode } from './ports.ts';

export interface ImageDeps extends TimelineDeps, UploadDeps {
  reencode: Reencode;
  blobs: UploadBlobs & { putBytes(key: string, bytes: Uint8Array, contentType: string): Promise<void> };
}

/** The timeline and the slide that an image is for. */
export interface Place {
  id: string;
  sid: string;
}

export type ImageOptions = Pick<SlideImage, 'fit' | 'focus' | 'alt'>;

/** @throws ServiceError `timeline_not_found`, `slide_not_found`. */
export async function checkPlace(deps: TimelineDeps, principal: Principal, place: Place): Promise<void> {
  positionOf(await loadTimeline(deps.store, principal, place.id), place.sid);
}

/** Makes bytes the slide's image. What is stored and drawn is our own re-encoded file, never the bytes that were sent. */
export async function placeImage(
  deps: ImageDeps,
  principal: Principal,
  place: Place,
  bytes: Uint8Array,
  { fit, focus, alt }: ImageOptions,
  beforeCommit: BeforeCommit<PlacedSlide>,
): Promise<PlacedSlide> {
  const clean = await deps.reencode(bytes);
  const extension = clean.content_type === 'image/png' ? 'png' : 'jpg';
  const key = storageKeys.slideImage(principal.account_id, place.id, newToken(deps.clock()), extension);
  await deps.blobs.putBytes(key, clean.bytes, clean.content_type);
  const image: SlideImage = {
    key,
    sha256: createHash('sha256').update(clean.bytes).digest('hex'),
    width: clean.width,
    height: clean.height,
    content_type: clean.content_type,
    size_bytes: clean.bytes.length,
    fit,
    focus,
    alt,
  };
  return changeSlide(deps, principal, place, () => ({ image }), beforeCommit);
}

/** Takes the image away; harmless when there is none. */
export async function deleteImage(deps: TimelineDeps, principal: Principal, place: Place): Promise<PlacedSlide> {
  return changeSlide(deps, principal, place, () => ({ image: undefined }));
}
