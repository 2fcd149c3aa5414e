import { formatUtcTimestamp } from '#kernel/shared/clock.ts';
import type { RequestFault } from '#kernel/shared/errors.ts';
import { createOpaqueToken, newId } from '#kernel/shared/ids.ts';
import { NO_FILE_REQUESTS } from './announce-media-fetches.ts';
import type { SlideInput, SlideInReplacementList } from './contract.ts';
import { type FileRequestsOfSlide, type PictureRequestsOfSlide, picturesAfterRequest } from './sent-pictures.ts';
import type { Slide } from './slide.ts';
import { computeSlideContentChange, newSlideContent } from './slide-content.ts';
import { slideStatesWithSentTimes } from './slide-state-fields.ts';

/**
 * Change of a slide's image by a request: unchanged, removed, or replaced by one that is still fetched.
 * @param pictureRequests has the request for the sent image
 */
function imageChangeOf(
  sent: SlideInput['image'],
  pictureRequests: PictureRequestsOfSlide,
): Pick<Slide, 'image' | 'image_request'> {
  if (sent === undefined) return {};
  return { image: undefined, image_request: sent ? pictureRequests.get('image') : undefined };
}

/** Change of a slide's video by a request, like that of its image. */
function videoChangeOf(
  sent: SlideInput['video'],
  { video }: FileRequestsOfSlide,
): Pick<Slide, 'video' | 'video_request'> {
  if (sent === undefined) return {};
  return { video: undefined, video_request: sent ? video : undefined };
}

/** Change of a slide's presenter by a request, like that of its image. */
function presenterChangeOf(
  sent: SlideInput['presenter'],
  { presenter }: FileRequestsOfSlide,
): Pick<Slide, 'presenter' | 'presenter_request'> {
  if (sent === undefined) return {};
  return { presenter: undefined, presenter_request: sent ? presenter : undefined };
}

/** The first revision of a new slide. @param fileRequests the requests for the files that were sent with it; absent: none were sent */
export const createFirstSlideRevision = (
  timelineId: string,
  input: SlideInput,
  now: Date,
  fileRequests: FileRequestsOfSlide = NO_FILE_REQUESTS,
): Slide => {
  const imageRequest = fileRequests.pictures.get('image');
  const { pictures } = picturesAfterRequest({}, input, fileRequests.pictures);
  return {
    id: newId('slide', now),
    rev: createOpaqueToken(now),
    timeline_id: timelineId,
    ...newSlideContent(input),
    ...(imageRequest ? { image_request: imageRequest } : {}),
    ...(pictures ? { pictures } : {}),
    ...(fileRequests.video ? { video_request: fileRequests.video } : {}),
    ...(fileRequests.presenter ? { presenter_request: fileRequests.presenter } : {}),
    created_at: formatUtcTimestamp(now),
    updated_at: formatUtcTimestamp(now),
  };
};

/** Fields of a slide that a client sends; absent ones stay unchanged. */
type SentSlideFields = Omit<SlideInReplacementList, 'id'>;

/**
 * Computes the change of a slide by the sent fields, and the faults that the slide then has. Null removes an optional
 * field.
 * @param fileRequests the requests for the files that were sent with it; absent: none were sent
 * @param path prefix of the field names in the faults: `slides[3].`
 */
export function computeSlideChange(
  slide: Slide,
  { image, images, builds, video, presenter, ...sent }: SentSlideFields,
  fileRequests: FileRequestsOfSlide = NO_FILE_REQUESTS,
  path = '',
): { change: Partial<Slide>; faults: RequestFault[] } {
  const { content, faults } = computeSlideContentChange(slide, sent, path);
  const statesChange = builds === undefined ? undefined : slideStatesWithSentTimes(slide, builds, path);
  const picturesChange =
    images === undefined && sent.items === undefined
      ? undefined
      : picturesAfterRequest(slide, { images, items: sent.items }, fileRequests.pictures, path);
  return {
    faults: [...faults, ...(statesChange?.faults ?? []), ...(picturesChange?.faults ?? [])],
    change: {
      ...imageChangeOf(image, fileRequests.pictures),
      ...videoChangeOf(video, fileRequests),
      ...presenterChangeOf(presenter, fileRequests),
      ...content,
      ...(statesChange ? { builds: statesChange.builds } : {}),
      ...(picturesChange ? { pictures: picturesChange.pictures } : {}),
    },
  };
}

/** The change, extended: the states of a slide belong to its image, so they are removed with it or when another replaces it. */
function withoutStatesOfReplacedImage(slide: Slide, change: Partial<Slide>): Partial<Slide> {
  const isImageReplaced = Object.hasOwn(change, 'image') && change.image?.key !== slide.image?.key;
  return slide.builds && isImageReplaced ? { ...change, builds: undefined } : change;
}

/** The next revision of a slide. */
export const createNextSlideRevision = (slide: Slide, change: Partial<Slide>, now: Date): Slide => ({
  ...slide,
  ...withoutStatesOfReplacedImage(slide, change),
  id: slide.id,
  rev: createOpaqueToken(now),
  updated_at: formatUtcTimestamp(now),
});
