import { createHash } from 'node:crypto';
import type { Principal } from '#features/accounts/public.ts';
import {
  changeSlide,
  displayOfImage,
  type ImageOptions,
  loadTimeline,
  requireSlideAtTimelinePosition,
  requireSlidePositionInTimeline,
  type SlideImage,
  type SlideInTimeline,
  type SlidePathParameters,
  slidePreconditionTags,
  type TimelineDeps,
} from '#features/timelines/public.ts';
import { type ReceiveFileDeps, storeFileThenWriteReference, type UploadOperation } from '#features/uploads/public.ts';
import { createOpaqueToken } from '#kernel/shared/ids.ts';
import { checkPrecondition, type Precondition } from '#kernel/shared/precondition.ts';
import type { PrepareIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import { type TombstoneStore, writeTombstoneBeforeFile } from '#platform/erasure/public.ts';
import { imageFormSchema } from './contract.ts';
import { IMAGE_FILE_RULES } from './image-rules.ts';
import type { ReencodeImage } from './ports.ts';

/** Dependencies of the upload of a slide's image. */
export interface SlideImageUploadDeps extends TimelineDeps, ReceiveFileDeps {
  reencodeImage: ReencodeImage;
  tombstones: Pick<TombstoneStore, 'insert'>;
}

/** The operation that makes an uploaded file the image of a slide. */
export const imageUploadOperation = (
  deps: SlideImageUploadDeps,
  principal: Principal,
  slidePath: SlidePathParameters,
  prepareAnswer: PrepareIdempotentAnswer<SlideInTimeline>,
  precondition: Precondition = {},
): UploadOperation<ImageOptions> => ({
  target: `/timelines/${slidePath.id}/slides/${slidePath.sid}/images`,
  rules: IMAGE_FILE_RULES,
  form: imageFormSchema,
  check: async () => {
    const loadedTimeline = await loadTimeline(deps.store, principal, slidePath.id);
    const slide = requireSlideAtTimelinePosition(
      loadedTimeline,
      requireSlidePositionInTimeline(loadedTimeline, slidePath.sid),
    );
    checkPrecondition(precondition, slidePreconditionTags(loadedTimeline, slide));
  },
  place: (bytes, options) => setSlideImage(deps, principal, slidePath, bytes, options, prepareAnswer, precondition),
});

/**
 * Makes a client's file the image of a slide. The file that the decoder encoded again is stored, never the client's bytes.
 * @throws ServiceError `image_invalid`, `unavailable`, `timeline_not_found`, `slide_not_found`, `precondition_failed`, `version_conflict`, and
 * `entitlement_required` when the plan has no room for it
 */
export async function setSlideImage(
  deps: SlideImageUploadDeps,
  principal: Principal,
  slidePath: SlidePathParameters,
  bytes: Uint8Array,
  options: ImageOptions,
  prepareAnswer: PrepareIdempotentAnswer<SlideInTimeline>,
  precondition: Precondition = {},
): Promise<SlideInTimeline> {
  const { bytes: encodedBytes, ...facts } = await deps.reencodeImage(bytes, principal.account_id);
  const { content_type } = facts;
  const extension = content_type === 'image/png' ? 'png' : 'jpg';
  const key = storageKeys.slideImage(principal.account_id, slidePath.id, createOpaqueToken(deps.clock()), extension);
  await writeTombstoneBeforeFile(deps, { account_id: principal.account_id, timeline_id: slidePath.id }, key);
  const image: SlideImage = {
    key,
    sha256: createHash('sha256').update(encodedBytes).digest('hex'),
    size_bytes: encodedBytes.length,
    ...facts,
    ...displayOfImage(options, facts),
  };
  return storeFileThenWriteReference(deps.blobs, { key, bytes: encodedBytes, content_type }, () =>
    changeSlide(
      deps,
      principal,
      slidePath,
      { precondition },
      () => ({ image, image_request: undefined }),
      prepareAnswer,
    ),
  );
}

/**
 * Removes the image of a slide and its request for one, if it has them.
 * @throws ServiceError `timeline_not_found`, `slide_not_found`, `precondition_failed`, `version_conflict`
 */
export async function deleteSlideImage(
  deps: TimelineDeps,
  principal: Principal,
  slidePath: SlidePathParameters,
  precondition: Precondition = {},
): Promise<SlideInTimeline> {
  return changeSlide(deps, principal, slidePath, { precondition }, () => ({
    image: undefined,
    image_request: undefined,
  }));
}
