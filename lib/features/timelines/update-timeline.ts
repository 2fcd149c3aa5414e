import type { z } from 'zod';
import { checkSlideCount, limitsOfPlan, type Principal } from '#features/accounts/public.ts';
import { checkTemplateExists, type TemplateChoiceDeps } from '#features/templates/public.ts';
import { invalidRequestError } from '#kernel/contract/invalid-request.ts';
import { invalidValueError, type RequestFault } from '#kernel/shared/errors.ts';
import type { Precondition } from '#kernel/shared/precondition.ts';
import {
  type AnnouncedMediaRequests,
  type AnnounceMediaFetchesDeps,
  announceMediaFetches,
} from './announce-media-fetches.ts';
import type { BackgroundAudio } from './background-audio.ts';
import { presenterWithOptionsChange, type StoredOrRequestedPresenter } from './change-presenter.ts';
import { changeTimeline, type TimelineDeps } from './change-timeline.ts';
import { videoWithChangedOptions } from './change-video.ts';
import { type CheckVoiceDeps, checkVoices } from './check-voice.ts';
import {
  type SlideInput,
  type SlideInReplacementList,
  slideInputSchema,
  type updateTimelineContract,
} from './contract.ts';
import {
  computeSlideChange,
  createFirstSlideRevision,
  createNextSlideRevision,
} from './create-first-slide-revision.ts';
import { newVideoOrPresenterInRequest } from './new-file.ts';
import { newTimelineFilesOfRequest } from './new-timeline-files-of-request.ts';
import type { PresenterOptionsChange } from './presenter-fields.ts';
import type { Slide } from './slide.ts';
import { assertNoContentFaults, slideContentFaultsOf } from './slide-content.ts';
import { slideStatesWithSentTimes } from './slide-state-fields.ts';
import type { LoadedTimeline } from './timeline.ts';
import { computeSettingsChange } from './timeline-settings.ts';
import {
  changeOfTimelineVideo,
  type TimelineIntroAndOutro,
  type TimelineVideoName,
  timelineVideoAsSlideVideo,
} from './timeline-video.ts';
import type { TimelineVideoOptionsChange } from './timeline-video-fields.ts';

type UpdateTimelineBody = z.output<NonNullable<(typeof updateTimelineContract)['body']>>;

/** An entry without an id as the input of a new slide: absent fields get their defaults. `builds` is left out: a new slide has no states. */
const toSlideInput = ({ id: _, builds: __, ...sent }: SlideInReplacementList): SlideInput =>
  slideInputSchema.parse(sent);

/** Faults of entries without an id. The other entries are checked together with the slides that they change. */
const newSlideFaults = (entries: readonly SlideInReplacementList[]): RequestFault[] =>
  entries.flatMap((entry, index) => {
    if (entry.id !== undefined) return [];
    const path = `slides[${index}].`;
    const { faults } = slideStatesWithSentTimes({}, entry.builds ?? null, path);
    return [...faults, ...slideContentFaultsOf(toSlideInput(entry), path)];
  });

/**
 * Checks the entries, and returns the slides that replace the present ones. An entry without an id is a new slide. An entry with the id of a
 * present slide changes that slide by the fields that it has; an entry that has only the id leaves the slide unchanged.
 * @throws ServiceError `validation_failed` with all faults of the entries
 */
function replacementSlides(
  current: LoadedTimeline,
  entries: readonly SlideInReplacementList[],
  mediaRequests: AnnouncedMediaRequests,
  now: Date,
): Slide[] {
  const slideById = new Map(current.slides.map((slide) => [slide.id, slide]));
  const namedIds = new Set<string>();
  const faults: RequestFault[] = [];
  const slides = entries.flatMap((entry, index) => {
    const { id, ...sent } = entry;
    if (id === undefined)
      return createFirstSlideRevision(current.timeline.id, toSlideInput(entry), now, mediaRequests.ofSlide(index));
    if (namedIds.has(id)) faults.push({ param: `slides[${index}].id`, message: 'This slide is named twice.' });
    namedIds.add(id);
    const slide = slideById.get(id);
    if (!slide) {
      faults.push({ param: `slides[${index}].id`, message: 'This timeline has no such slide.' });
      return [];
    }
    if (Object.values(sent).every((value) => value === undefined)) return slide;
    const { change, faults: changeFaults } = computeSlideChange(
      slide,
      sent,
      mediaRequests.ofSlide(index),
      `slides[${index}].`,
    );
    faults.push(...changeFaults);
    return createNextSlideRevision(slide, change, now);
  });
  if (faults.length > 0) throw invalidRequestError('validation_failed', faults);
  return slides;
}

/** The music with the requested settings; undefined: it is removed. @throws ServiceError `validation_failed` if the timeline has no music */
function musicWithSettings(
  { timeline }: LoadedTimeline,
  sentSettings: NonNullable<UpdateTimelineBody['background_audio']> | null,
): BackgroundAudio | undefined {
  if (sentSettings === null) return undefined;
  if (!timeline.background_audio)
    throw invalidValueError(
      'background_audio',
      'This timeline has no music. Upload it first with POST /timelines/{id}/background-audio.',
    );
  return { ...timeline.background_audio, ...sentSettings };
}

/**
 * The change of a timeline's presenter: none if it was not sent; removed by null; a new file replaces it; options change it.
 * @param presenterRequest the request for a new presenter
 * @throws ServiceError `validation_failed` for options where there is no presenter
 */
function timelinePresenterChangeOf(
  timeline: StoredOrRequestedPresenter,
  sent: UpdateTimelineBody['presenter'],
  presenterRequest: StoredOrRequestedPresenter['presenter_request'],
): StoredOrRequestedPresenter {
  if (sent === undefined) return {};
  if (newVideoOrPresenterInRequest(sent) !== undefined)
    return { presenter: undefined, presenter_request: presenterRequest };
  return presenterWithOptionsChange(timeline, sent as PresenterOptionsChange);
}

/** The change of the intro or the outro, like that of the presenter. @throws ServiceError `validation_failed` for options where there is none */
function timelineVideoChangeOf(
  timeline: TimelineIntroAndOutro,
  name: TimelineVideoName,
  sent: UpdateTimelineBody[TimelineVideoName],
  { videos }: AnnouncedMediaRequests,
): TimelineIntroAndOutro {
  if (sent === undefined) return {};
  const changesOptions = newVideoOrPresenterInRequest(sent) === undefined;
  return changeOfTimelineVideo(
    name,
    changesOptions
      ? videoWithChangedOptions(timelineVideoAsSlideVideo(timeline, name), sent as TimelineVideoOptionsChange, name)
      : { video: undefined, video_request: videos.get(name) },
  );
}

/**
 * Changes the fields of a timeline that were sent, in one write; the others stay unchanged. Fetches of new files are announced before the
 * write and started after it: after a kill in between, the sweeper starts them, or they expire.
 * @throws ServiceError like `changeTimeline` and `announceMediaFetches`; `template_not_found`; `validation_failed`, or `icon_unknown`, for
 * content of slides, voices and options; `entitlement_required` for more slides than the plan allows
 */
export async function updateTimeline(
  deps: TimelineDeps & CheckVoiceDeps & TemplateChoiceDeps & AnnounceMediaFetchesDeps,
  principal: Principal,
  id: string,
  body: UpdateTimelineBody,
  precondition: Precondition = {},
): Promise<LoadedTimeline> {
  const { slides: entries, version, background_audio: music, presenter, intro, outro, ...settings } = body;
  if (settings.template_id !== undefined)
    await checkTemplateExists(deps.templates, principal.account_id, settings.template_id);
  if (entries) checkSlideCount(limitsOfPlan(principal.plan), entries.length);
  assertNoContentFaults(newSlideFaults(entries ?? []));
  const pathOf = (index: number) => `slides[${index}].`;
  const mediaRequests = await announceMediaFetches(
    deps,
    principal,
    id,
    entries ?? [],
    pathOf,
    newTimelineFilesOfRequest(body),
  );
  const changedTimeline = await changeTimeline(deps, principal, id, { version, precondition }, (current, now) => {
    const sentVoices = { ...settings, slides: entries };
    checkVoices(deps.voices, settings.language ?? current.timeline.language, sentVoices, current.timeline);
    return {
      settings: {
        ...computeSettingsChange(settings),
        ...(music === undefined ? {} : { background_audio: musicWithSettings(current, music) }),
        ...timelinePresenterChangeOf(current.timeline, presenter, mediaRequests.presenter),
        ...timelineVideoChangeOf(current.timeline, 'intro', intro, mediaRequests),
        ...timelineVideoChangeOf(current.timeline, 'outro', outro, mediaRequests),
      },
      ...(entries ? { slides: replacementSlides(current, entries, mediaRequests, now) } : {}),
      // The answer is the whole timeline.
      isShownWhole: true,
    };
  });
  await mediaRequests.startFetching();
  return changedTimeline;
}
