import type { Principal } from '../accounts/account.ts';
import { type BeforeCommit, unannounced } from '../before-commit.ts';
import type { PlacedSlide } from '../timelines/edit-slides.ts';
import { announceUpload, findUpload, forgetUpload, uploadedBytes } from '../uploads/announced-upload.ts';
import type { UploadAnswer } from '../uploads/contract.ts';
import { tooLarge } from '../uploads/file-kind.ts';
import type { ImageAnnouncement, ImageCompletion } from './contract.ts';
import { IMAGE_FILE, IMAGE_MAX_BYTES } from './image-rules.ts';
import { checkPlace, type ImageTools, type Place, placeImage } from './place-image.ts';

const targetOf = ({ id, sid }: Place): string => `/timelines/${id}/slides/${sid}/images`;

/** Gives a presigned PUT that takes exactly the announced bytes. Nothing about the slide changes yet. */
export async function announceImage(
  tools: ImageTools,
  principal: Principal,
  place: Place,
  asked: ImageAnnouncement,
  beforeCommit: BeforeCommit<UploadAnswer> = unannounced,
): Promise<UploadAnswer> {
  if (asked.size_bytes > IMAGE_MAX_BYTES) throw tooLarge(IMAGE_FILE, 'size_bytes');
  await checkPlace(tools, principal, place);
  return announceUpload(tools, principal, targetOf(place), asked, beforeCommit);
}

/** Makes the uploaded bytes the slide's image. What is stored and drawn is our own re-encoded file, never the bytes sent. */
export async function completeImage(
  tools: ImageTools,
  principal: Principal,
  place: Place,
  asked: ImageCompletion,
  beforeCommit: BeforeCommit<PlacedSlide> = unannounced,
): Promise<PlacedSlide> {
  const upload = await findUpload(tools, principal, targetOf(place), asked.upload_id);
  await checkPlace(tools, principal, place);
  const bytes = await uploadedBytes(tools, IMAGE_FILE, upload);
  const placed = await placeImage(tools, principal, place, bytes, asked, beforeCommit);
  await forgetUpload(tools, upload);
  return placed;
}
