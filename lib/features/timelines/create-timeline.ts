import { checkSlideCount, limitsOfPlan, type Principal, tooManyTimelinesError } from '#features/accounts/public.ts';
import { checkTemplateExists, type TemplateChoiceDeps, unknownTemplateIdError } from '#features/templates/public.ts';
import { formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { newId } from '#kernel/shared/ids.ts';
import { type PrepareIdempotentAnswer, prepareNoIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import { type AnnounceMediaFetchesDeps, announceMediaFetches } from './announce-media-fetches.ts';
import type { TimelineDeps } from './change-timeline.ts';
import { type CheckVoiceDeps, checkVoices } from './check-voice.ts';
import type { TimelineInput } from './contract.ts';
import { createFirstSlideRevision } from './create-first-slide-revision.ts';
import { newTimelineFilesOfRequest } from './new-timeline-files-of-request.ts';
import { assertNoContentFaults, slideContentFaultsOf } from './slide-content.ts';
import type { LoadedTimeline, TimelineSettings } from './timeline.ts';
import { assertTimelineNotTooLarge, timelineBytes } from './timeline-bytes.ts';
import { newTimelineSettings } from './timeline-settings.ts';
import { estimateVideoSeconds } from './view.ts';

/** A new timeline that is not stored yet. */
export interface UnstoredTimeline {
  loaded: LoadedTimeline;
  /** Starts the fetches of its images and videos. To be called after the write that inserts the timeline. */
  startImages(): Promise<void>;
}

/**
 * Checks the input of a new timeline, and makes the timeline with its slides, without storing it.
 * @param path prefix of its fields in the request, such as `timeline.`
 * @throws ServiceError `validation_failed`, `entitlement_required`, `timeline_too_large`, and the errors of images
 */
export async function prepareNewTimeline(
  {
    clock,
    voices,
    templates,
    imageFetches,
  }: Pick<TimelineDeps, 'clock'> & CheckVoiceDeps & TemplateChoiceDeps & AnnounceMediaFetchesDeps,
  principal: Principal,
  body: TimelineInput,
  path = '',
): Promise<UnstoredTimeline> {
  await checkTemplateExists(templates, principal.account_id, body.template_id, path);
  checkVoices(voices, body.language, body, {}, path);
  checkSlideCount(limitsOfPlan(principal.plan), body.slides.length);
  assertNoContentFaults(body.slides.flatMap((input, index) => slideContentFaultsOf(input, `${path}slides[${index}].`)));
  const now = clock();
  const id = newId('timeline', now);
  const inputs = body.slides;
  const settings = newTimelineSettings(body);
  const pathOf = (index: number) => `${path}slides[${index}].`;
  const mediaRequests = await announceMediaFetches(
    { imageFetches },
    principal,
    id,
    inputs,
    pathOf,
    newTimelineFilesOfRequest(body, path),
  );
  const slides = inputs.map((input, index) => createFirstSlideRevision(id, input, now, mediaRequests.ofSlide(index)));
  const settingsWithRequests: TimelineSettings = {
    ...settings,
    ...(mediaRequests.presenter ? { presenter_request: mediaRequests.presenter } : {}),
    ...Object.fromEntries([...mediaRequests.videos].map(([name, request]) => [`${name}_request`, request])),
  };
  const loaded = {
    timeline: {
      id,
      account_id: principal.account_id,
      ...settingsWithRequests,
      slides: slides.map(({ id: slideId, rev }) => ({ id: slideId, rev })),
      duration_seconds: estimateVideoSeconds(slides, settingsWithRequests),
      version: 1,
      created_at: formatUtcTimestamp(now),
      updated_at: formatUtcTimestamp(now),
    },
    slides,
  };
  assertTimelineNotTooLarge(limitsOfPlan(principal.plan), timelineBytes(loaded.timeline, slides));
  return { loaded, startImages: mediaRequests.startFetching };
}

/**
 * Creates a timeline with its slides. The write that inserts it also counts it, so that a request that is repeated with its idempotency key
 * is counted once.
 * @throws ServiceError like `prepareNewTimeline`
 */
export async function createTimeline(
  deps: TimelineDeps & CheckVoiceDeps & TemplateChoiceDeps & AnnounceMediaFetchesDeps,
  principal: Principal,
  body: TimelineInput,
  prepareAnswer: PrepareIdempotentAnswer<LoadedTimeline> = prepareNoIdempotentAnswer,
): Promise<LoadedTimeline> {
  const { loaded, startImages } = await prepareNewTimeline(deps, principal, body);
  const limits = limitsOfPlan(principal.plan);
  const outcome = await deps.store.insert(loaded, limits, await prepareAnswer(loaded));
  if (outcome === 'no_template') throw unknownTemplateIdError();
  if (outcome === 'too_many') throw tooManyTimelinesError(limits);
  await startImages();
  return loaded;
}
