import type { Principal } from '../accounts/public.ts';
import { type BeforeCommit, unannounced } from '../shared/before-commit.ts';
import type { PlacedSlide } from '../timelines/public.ts';
import type { UploadAnswer } from '../uploads/contract.ts';
import { announceUpload, completeUpload, type Destination } from '../uploads/public.ts';
import type { ImageAnnouncement, ImageCompletion } from './contract.ts';
import { IMAGE_FILE } from './image-rules.ts';
import { checkPlace, type ImageDeps, type Place, placeImage } from './place-image.ts';

const destination = (deps: ImageDeps, principal: Principal, place: Place): Destination => ({
  target: `/timelines/${place.id}/slides/${place.sid}/images`,
  kind: IMAGE_FILE,
  check: () => checkPlace(deps, principal, place),
});

/** Gives a presigned PUT that takes exactly the announced bytes. Nothing about the slide changes yet. */
export async function announceImage(
  deps: ImageDeps,
  principal: Principal,
  place: Place,
  asked: ImageAnnouncement,
  beforeCommit: BeforeCommit<UploadAnswer> = unannounced,
): Promise<UploadAnswer> {
  return announceUpload(deps, principal, destination(deps, principal, place), asked, beforeCommit);
}

/** Makes the uploaded bytes the slide's image. What is stored and drawn is our own re-encoded file, never the bytes sent. */
export async function completeImage(
  deps: ImageDeps,
  principal: Principal,
  place: Place,
  asked: ImageCompletion,
  beforeCommit: BeforeCommit<PlacedSlide> = unannounced,
): Promise<PlacedSlide> {
  return completeUpload(deps, principal, destination(deps, principal, place), asked.upload_id, (bytes) =>
    placeImage(deps, principal, place, bytes, asked, beforeCommit),
  );
}
