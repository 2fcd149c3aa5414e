import type { z } from 'zod';
import { checkSlideCount, limitsOfPlan, type Principal } from '#features/accounts/public.ts';
import { invalidValueError, ServiceError } from '#kernel/shared/errors.ts';
import { checkPrecondition, type ExpectedResourceState, type Precondition } from '#kernel/shared/precondition.ts';
import { type PrepareIdempotentAnswer, prepareNoIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import { type AnnounceMediaFetchesDeps, announceMediaFetches } from './announce-media-fetches.ts';
import { presenterWithOptionsChange } from './change-presenter.ts';
import {
  changeTimeline,
  requireSlideAtTimelinePosition,
  requireSlidePositionInTimeline,
  slidePreconditionTags,
  type TimelineDeps,
} from './change-timeline.ts';
import { videoWithChangedOptions } from './change-video.ts';
import { type CheckVoiceDeps, checkSlideVoice } from './check-voice.ts';
import type { createSlideContract, updateSlideContract } from './contract.ts';
import {
  computeSlideChange,
  createFirstSlideRevision,
  createNextSlideRevision,
} from './create-first-slide-revision.ts';
import type { ImageDisplayChange, ImageInput } from './image-fields.ts';
import { newVideoOrPresenterInRequest } from './new-file.ts';
import type { PresenterOptionsChange } from './presenter-fields.ts';
import { showsOnlyImage } from './shown-slide.ts';
import type { Slide, SlidePathParameters } from './slide.ts';
import { assertNoContentFaults, slideContentFaultsOf } from './slide-content.ts';
import type { LoadedTimeline, SlideInTimeline, Timeline } from './timeline.ts';
import type { VideoOptionsChange } from './video-fields.ts';

type CreateSlideBody = z.output<NonNullable<(typeof createSlideContract)['body']>>;
type UpdateSlideBody = z.output<NonNullable<(typeof updateSlideContract)['body']>>;

/** A slide with its position and timeline. */
const toSlideInTimeline = (loaded: LoadedTimeline, slideId: string): SlideInTimeline => {
  const position = requireSlidePositionInTimeline(loaded, slideId);
  const { slides, timeline } = loaded;
  return { slide: requireSlideAtTimelinePosition(loaded, position), position, count: slides.length, timeline };
};

/** Adds a slide at the end, or at `position` (0 to the number of slides). @throws ServiceError like `changeTimeline`, and for invalid content */
export async function createSlide(
  deps: TimelineDeps & AnnounceMediaFetchesDeps & CheckVoiceDeps,
  principal: Principal,
  id: string,
  body: CreateSlideBody,
  prepareAnswer: PrepareIdempotentAnswer<SlideInTimeline> = prepareNoIdempotentAnswer,
  precondition: Precondition = {},
): Promise<SlideInTimeline> {
  const { position, ...input } = body;
  assertNoContentFaults(slideContentFaultsOf(input));
  const mediaRequests = await announceMediaFetches(deps, principal, id, [input], () => '');
  let addedId = '';
  const decide = (before: LoadedTimeline, now: Date) => {
    const insertPosition = position ?? before.slides.length;
    if (insertPosition > before.slides.length)
      throw invalidValueError('position', `At most ${before.slides.length}, the number of slides.`);
    checkSlideCount(limitsOfPlan(principal.plan), before.slides.length + 1);
    checkSlideVoice(deps.voices, before.timeline.language, input, before.timeline);
    const slide = createFirstSlideRevision(id, input, now, mediaRequests.ofSlide(0));
    addedId = slide.id;
    return { slides: before.slides.toSpliced(insertPosition, 0, slide) };
  };
  const loaded = await changeTimeline(deps, principal, id, { precondition }, decide, (after) =>
    prepareAnswer(toSlideInTimeline(after, addedId)),
  );
  await mediaRequests.startFetching();
  return toSlideInTimeline(loaded, addedId);
}

/**
 * Changes fields of one slide. With `version`, the version of the timeline that the client knows, there is only one attempt. `precondition` is
 * checked in each attempt, and may name the tag of the slide or of its timeline.
 */
export async function changeSlide(
  deps: TimelineDeps,
  principal: Principal,
  slidePath: SlidePathParameters,
  { version, precondition = {} }: ExpectedResourceState,
  change: (slide: Slide, timeline: Timeline) => Partial<Slide>,
  prepareAnswer: PrepareIdempotentAnswer<SlideInTimeline> = prepareNoIdempotentAnswer,
): Promise<SlideInTimeline> {
  const decide = (before: LoadedTimeline, now: Date) => {
    const position = requireSlidePositionInTimeline(before, slidePath.sid);
    const slide = requireSlideAtTimelinePosition(before, position);
    checkPrecondition(precondition, slidePreconditionTags(before, slide));
    return {
      slides: before.slides.with(position, createNextSlideRevision(slide, change(slide, before.timeline), now)),
    };
  };
  const loaded = await changeTimeline(deps, principal, slidePath.id, { version }, decide, (after) =>
    prepareAnswer(toSlideInTimeline(after, slidePath.sid)),
  );
  return toSlideInTimeline(loaded, slidePath.sid);
}

type SentImage = UpdateSlideBody['image'];

/** The new image in a request, or null to remove the present one; undefined if the request does neither. */
const newImageInRequest = (sent: SentImage): ImageInput | null | undefined =>
  sent === null || (sent && ('url' in sent || 'upload_id' in sent)) ? sent : undefined;

/** Reports whether an image is, or was, a picture of the slide itself. */
const isPictureOfSlide = ({ kind, was_page }: NonNullable<Slide['image']>): boolean =>
  kind === 'page' || was_page === true;

/**
 * Checks that the sent layout does not contradict `is_whole_slide`.
 * @param sentLayout the layout in the same request
 * @throws ServiceError `validation_failed`
 */
function checkWholeSlideChange(
  image: NonNullable<Slide['image']>,
  isWhole: boolean,
  sentLayout: UpdateSlideBody['layout'],
): void {
  if (!isWhole && sentLayout === 'page')
    throw invalidValueError(
      'image.is_whole_slide',
      'false contradicts `layout: page`, which shows the image alone. Leave out one of the two.',
    );
  if (isWhole && sentLayout !== undefined && sentLayout !== 'page' && isPictureOfSlide(image))
    throw invalidValueError(
      'image.is_whole_slide',
      `true contradicts \`layout: ${sentLayout}\`: the image is a picture of the slide itself, which the layout \`page\` shows. Leave out \`layout\`, or leave out \`is_whole_slide\`.`,
    );
}

/**
 * The change of a slide by `is_whole_slide`. With false, an image that was shown in the layout `page` becomes an ordinary image, and the
 * layout becomes `auto`; with true, it becomes the picture of the slide itself again.
 * @param sentLayout the layout in the same request
 */
function changeByWholeSlide(
  image: NonNullable<Slide['image']>,
  isWhole: boolean,
  { layout }: Slide,
  sentLayout: UpdateSlideBody['layout'],
): Partial<Slide> {
  checkWholeSlideChange(image, isWhole, sentLayout);
  // The request sends the present value, which changes nothing.
  if (isWhole === showsOnlyImage({ image, layout })) return { image };
  if (isWhole && isPictureOfSlide(image))
    return { image: { ...image, kind: 'page', was_page: undefined }, layout: 'page' };
  if (isWhole) return { image: { ...image, is_whole_slide: true } };
  const ordinaryImage = { ...image, is_whole_slide: undefined, kind: undefined };
  return {
    image: isPictureOfSlide(image) ? { ...ordinaryImage, was_page: true } : ordinaryImage,
    ...(layout === 'page' ? { layout: sentLayout ?? 'auto' } : {}),
  };
}

/**
 * The change of a slide by display options of its present image; {} without such options.
 * @throws ServiceError `validation_failed` for a slide without an image
 */
function imageOptionsChange(slide: Slide, sent: SentImage, sentLayout: UpdateSlideBody['layout']): Partial<Slide> {
  if (!sent || newImageInRequest(sent)) return {};
  const { is_whole_slide, ...options } = sent as ImageDisplayChange;
  const { image, image_request } = slide;
  if (!image && !image_request)
    throw invalidValueError(
      'image',
      'The slide has no image. Send one with url or upload_id, together with the options.',
    );
  return {
    ...(image ? { image: { ...image, ...options } } : {}),
    ...(image && is_whole_slide !== undefined
      ? changeByWholeSlide({ ...image, ...options }, is_whole_slide, slide, sentLayout)
      : {}),
    ...(image_request ? { image_request: { ...image_request, ...options } } : {}),
  };
}

/** Changes the sent fields of a slide; null removes an optional field. @throws ServiceError like `changeTimeline`, and for invalid content */
export async function updateSlide(
  deps: TimelineDeps & AnnounceMediaFetchesDeps & CheckVoiceDeps,
  principal: Principal,
  slidePath: SlidePathParameters,
  body: UpdateSlideBody,
  precondition: Precondition = {},
): Promise<SlideInTimeline> {
  const { version, image, video, presenter, ...sent } = body;
  const sentFiles = {
    ...sent,
    image: newImageInRequest(image),
    video: newVideoOrPresenterInRequest(video),
    presenter: newVideoOrPresenterInRequest(presenter),
  };
  const mediaRequests = await announceMediaFetches(deps, principal, slidePath.id, [sentFiles], () => '');
  const changedSlide = await changeSlide(deps, principal, slidePath, { version, precondition }, (slide, timeline) => {
    checkSlideVoice(deps.voices, timeline.language, { voice: slide.voice, ...sent }, timeline);
    const { change, faults } = computeSlideChange(slide, sentFiles, mediaRequests.ofSlide(0));
    assertNoContentFaults(faults);
    const videoOptionsChange =
      video && !newVideoOrPresenterInRequest(video) ? videoWithChangedOptions(slide, video as VideoOptionsChange) : {};
    const presenterOptionsChange =
      presenter && !newVideoOrPresenterInRequest(presenter)
        ? presenterWithOptionsChange(slide, presenter as PresenterOptionsChange)
        : {};
    return {
      ...change,
      ...imageOptionsChange(slide, image, sent.layout),
      ...videoOptionsChange,
      ...presenterOptionsChange,
    };
  });
  await mediaRequests.startFetching();
  return changedSlide;
}

/** Deletes a slide with its files. @throws ServiceError `timeline_not_found`, `slide_not_found`. */
export async function deleteSlide(
  deps: TimelineDeps,
  principal: Principal,
  id: string,
  slideId: string,
  precondition: Precondition = {},
): Promise<void> {
  await changeTimeline(deps, principal, id, {}, (before) => {
    const position = requireSlidePositionInTimeline(before, slideId);
    checkPrecondition(precondition, slidePreconditionTags(before, requireSlideAtTimelinePosition(before, position)));
    return { slides: before.slides.toSpliced(position, 1) };
  });
}

/** Changes the order of the slides to that of `slideIds`. @throws ServiceError `slide_set_mismatch` unless it names each slide exactly once */
export async function reorderSlides(
  deps: TimelineDeps,
  principal: Principal,
  id: string,
  slideIds: readonly string[],
  precondition: Precondition = {},
): Promise<LoadedTimeline> {
  return changeTimeline(deps, principal, id, { precondition }, (before) => {
    const slideById = new Map(before.slides.map((slide) => [slide.id, slide]));
    const slides = slideIds.flatMap((slideId) => slideById.get(slideId) ?? []);
    const isComplete = slides.length === before.slides.length && slideIds.length === slides.length;
    if (!isComplete || new Set(slideIds).size !== slideIds.length)
      throw new ServiceError('slide_set_mismatch', "slide_ids must name each of the timeline's slides exactly once.", {
        param: 'slide_ids',
      });
    return { slides, isShownWhole: true };
  });
}
