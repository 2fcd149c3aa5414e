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
import { checkVoices, type VoiceDeps } from './check-voice.ts';
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
import { newFilesOfTimeline } from './new-files-of-timeline.ts';
import type { PresenterChange } from './presenter-fields.ts';
import type { Slide } from './slide.ts';
import { assertNoContentFaults, slideContentFaultsOf } from './slide-content.ts';
import { slideStatesWithSentTimes } from './slide-state-fields.ts';
import type { LoadedTimeline } from './timeline.ts';
import { computeSettingsChange } from './timeline-settings.ts';
import {
  changeOfTimelineVideo,
  type TimelineVideoName,
  type TimelineVideos,
  timelineVideoAsSlideVideo,
} from './timeline-video.ts';
import type { TimelineVideoChange } from './timeline-video-fields.ts';

type UpdateTimelineBody = z.output<NonNullable<(typeof updateTimelineContract)['body']>>;

/** An entry without an id as the input of a new slide: absent fields get their defaults. */
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
 * The slides that replace the present ones. An entry without an id is a new slide. An entry with the id of a present slide changes
 * that slide by the fields that it has; an entry that has only the id leaves the slide unchanged.
 * @throws ServiceError `validation_failed` with all faults of the entries
 */
function replacementSlides(
  loaded: LoadedTimeline,
  entries: readonly SlideInReplacementList[],
  announced: AnnouncedMediaRequests,
  now: Date,
): Slide[] {
  const slideById = new Map(loaded.slides.map((slide) => [slide.id, slide]));
  const namedIds = new Set<string>();
  const faults: RequestFault[] = [];
  const slides = entries.flatMap((entry, index) => {
    const { id, ...sent } = entry;
    if (id === undefined)
      return createFirstSlideRevision(loaded.timeline.id, toSlideInput(entry), now, announced.of(index));
    if (namedIds.has(id)) faults.push({ param: `slides[${index}].id`, message: 'This slide is named twice.' });
    namedIds.add(id);
    const slide = slideById.get(id);
    if (!slide) {
      faults.push({ param: `slides[${index}].id`, message: 'This timeline has no such slide.' });
      return [];
    }
    if (Object.values(sent).every((value) => value === undefined)) return slide;
    const { change, faults: changeFaults } = computeSlideChange(slide, sent, announced.of(index), `slides[${index}].`);
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

/** The change of a timeline's presenter by the sent value. @param presenterRequest the request for a new presenter */
function presenterChangeOf(
  timeline: StoredOrRequestedPresenter,
  sent: UpdateTimelineBody['presenter'],
  presenterRequest: StoredOrRequestedPresenter['presenter_request'],
): StoredOrRequestedPresenter {
  if (sent === undefined) return {};
  if (sent === null || newVideoOrPresenterInRequest(sent))
    return { presenter: undefined, presenter_request: presenterRequest };
  return presenterWithOptionsChange(timeline, sent as PresenterChange);
}

/** The change of the intro or the outro by the sent value. */
function timelineVideoChangeOf(
  timeline: TimelineVideos,
  name: TimelineVideoName,
  sent: UpdateTimelineBody[TimelineVideoName],
  { videos }: AnnouncedMediaRequests,
): TimelineVideos {
  if (sent === undefined) return {};
  const changesOptions = sent !== null && !newVideoOrPresenterInRequest(sent);
  return changeOfTimelineVideo(
    name,
    changesOptions
      ? videoWithChangedOptions(timelineVideoAsSlideVideo(timeline, name), sent as TimelineVideoChange, name)
      : { video: undefined, video_request: videos.get(name) },
  );
}

/** Changes the fields of a timeline that were sent; the others stay unchanged. */
export async function updateTimeline(
  deps: TimelineDeps & VoiceDeps & TemplateChoiceDeps & AnnounceMediaFetchesDeps,
  principal: Principal,
  id: string,
  body: UpdateTimelineBody,
  precondition: Precondition = {},
): Promise<LoadedTimeline> {
  const { slides: inputs, version, background_audio: music, presenter, intro, outro, ...settings } = body;
  if (settings.template_id !== undefined)
    await checkTemplateExists(deps.templates, principal.account_id, settings.template_id);
  if (inputs) checkSlideCount(limitsOfPlan(principal.plan), inputs.length);
  assertNoContentFaults(newSlideFaults(inputs ?? []));
  const pathOf = (index: number) => `slides[${index}].`;
  const mediaRequests = await announceMediaFetches(deps, principal, id, inputs ?? [], pathOf, newFilesOfTimeline(body));
  const changedTimeline = await changeTimeline(deps, principal, id, { version, precondition }, (loaded, now) => {
    const sentVoices = { ...settings, slides: inputs };
    checkVoices(deps.voices, settings.language ?? loaded.timeline.language, sentVoices, loaded.timeline);
    return {
      settings: {
        ...computeSettingsChange(settings),
        ...(music === undefined ? {} : { background_audio: musicWithSettings(loaded, music) }),
        ...presenterChangeOf(loaded.timeline, presenter, mediaRequests.presenter),
        ...timelineVideoChangeOf(loaded.timeline, 'intro', intro, mediaRequests),
        ...timelineVideoChangeOf(loaded.timeline, 'outro', outro, mediaRequests),
      },
      ...(inputs ? { slides: replacementSlides(loaded, inputs, mediaRequests, now) } : {}),
      isShownWhole: true,
    };
  });
  await mediaRequests.startFetching();
  return changedTimeline;
}
