import { formatTimestamp } from '#kernel/shared/clock.ts';
import type { RequestFault } from '#kernel/shared/errors.ts';
import { createOpaqueToken, newId } from '#kernel/shared/ids.ts';
import { NO_PICTURE_REQUESTS } from './announce-media-fetches.ts';
import type { SlideInput, SlideInReplacementList } from './contract.ts';
import { type FileRequestsOfSlide, type PictureRequestsOfSlide, picturesAfterRequest } from './sent-pictures.ts';
import type { Slide } from './slide.ts';
import { computeSlideContentChange, newSlideContent } from './slide-content.ts';
import { slideStatesWithSentTimes } from './slide-state-fields.ts';

/** Change of a slide's image by a request: unchanged, removed, or replaced by one that is still fetched. @param awaited the image that was sent */
function changedImage(
  sent: SlideInput['image'],
  awaited: PictureRequestsOfSlide,
): Pick<Slide, 'image' | 'image_request'> {
  if (sent === undefined) return {};
  return { image: undefined, image_request: sent ? awaited.get('image') : undefined };
}

/** Change of a slide's video by a request, like that of its image. */
function changedVideo(
  sent: SlideInput['video'],
  { video }: FileRequestsOfSlide,
): Pick<Slide, 'video' | 'video_request'> {
  if (sent === undefined) return {};
  return { video: undefined, video_request: sent ? video : undefined };
}

/** Change of a slide's presenter by a request, like that of its image. */
function changedPresenter(
  sent: SlideInput['presenter'],
  { presenter }: FileRequestsOfSlide,
): Pick<Slide, 'presenter' | 'presenter_request'> {
  if (sent === undefined) return {};
  return { presenter: undefined, presenter_request: sent ? presenter : undefined };
}

/** The first revision of a new slide. @param awaited the requests for the files that were sent with it; absent: none were sent */
export const createFirstSlideRevision = (
  timelineId: string,
  input: SlideInput,
  now: Date,
  awaited: FileRequestsOfSlide = NO_PICTURE_REQUESTS,
): Slide => {
  const own = awaited.pictures.get('image');
  const { pictures } = picturesAfterRequest({}, input, awaited.pictures);
  return {
    id: newId('slide', now),
    rev: createOpaqueToken(now),
    timeline_id: timelineId,
    ...newSlideContent(input),
    ...(own ? { image_request: own } : {}),
    ...(pictures ? { pictures } : {}),
    ...(awaited.video ? { video_request: awaited.video } : {}),
    ...(awaited.presenter ? { presenter_request: awaited.presenter } : {}),
    created_at: formatTimestamp(now),
    updated_at: formatTimestamp(now),
  };
};

/** Fields of a slide that a client sends; absent ones stay unchanged. */
type SentFields = Omit<SlideInReplacementList, 'id'>;

/**
 * Computes the change of a slide by the sent fields, and the faults that the slide then has. Null removes an optional
 * field.
 * @param awaited the requests for the files that were sent with it; absent: none were sent
 * @param path prefix of the field names in the faults: `slides[3].`
 */
export function computeSlideChange(
  slide: Slide,
  { image, images, builds, video, presenter, ...sent }: SentFields,
  awaited: FileRequestsOfSlide = NO_PICTURE_REQUESTS,
  path = '',
): { change: Partial<Slide>; faults: RequestFault[] } {
  const { content, faults } = computeSlideContentChange(slide, sent, path);
  const timed = builds === undefined ? undefined : slideStatesWithSentTimes(slide, builds, path);
  const changed =
    images === undefined && sent.items === undefined
      ? undefined
      : picturesAfterRequest(slide, { images, items: sent.items }, awaited.pictures, path);
  return {
    faults: [...faults, ...(timed?.faults ?? []), ...(changed?.faults ?? [])],
    change: {
      ...changedImage(image, awaited.pictures),
      ...changedVideo(video, awaited),
      ...changedPresenter(presenter, awaited),
      ...content,
      ...(timed ? { builds: timed.builds } : {}),
      ...(changed ? { pictures: changed.pictures } : {}),
    },
  };
}

/** The change, extended: the states of a slide belong to its image, so they are removed with it or when another replaces it. */
function withoutStatesOfAnother(slide: Slide, change: Partial<Slide>): Partial<Slide> {
  const isAnother = Object.hasOwn(change, 'image') && change.image?.key !== slide.image?.key;
  return slide.builds && isAnother ? { ...change, builds: undefined } : change;
}

/** The next revision of a slide. */
export const createNextSlideRevision = (slide: Slide, change: Partial<Slide>, now: Date): Slide => ({
  ...slide,
  ...withoutStatesOfAnother(slide, change),
  id: slide.id,
  rev: createOpaqueToken(now),
  updated_at: formatTimestamp(now),
});
