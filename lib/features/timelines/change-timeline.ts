import { limitsOfPlan, type Principal, storedBytesExceededError } from '#features/accounts/public.ts';
import { unknownTemplateIdError } from '#features/templates/public.ts';
import { entityTagOfVersion } from '#kernel/contract/entity-tag-text.ts';
import { type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { hasSameJsonContent } from '#kernel/shared/has-same-json-content.ts';
import { checkPrecondition, type ExpectedResourceState } from '#kernel/shared/precondition.ts';
import { type PrepareIdempotentAnswer, prepareNoIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import { retryOnConflict } from '#kernel/shared/retry-on-conflict.ts';
import type { WaitBeforeRetry } from '#kernel/shared/wait-before-retry.ts';
import {
  createRemovalTombstone,
  type Tombstone,
  type TombstoneChange,
  tombstonesForFileChange,
} from '#platform/erasure/public.ts';
import { spokenTextOfSlide } from './duration.ts';
import type { SlideFilePresigner, TimelineStore } from './ports.ts';
import type { Slide } from './slide.ts';
import { filesOfSlide } from './timed-slide-states.ts';
import type { LoadedTimeline, TimelineSettings } from './timeline.ts';
import { assertTimelineNotTooLarge, assertWholeTimelineFitsAnswer, timelineBytes } from './timeline-bytes.ts';
import { TIMELINE_VIDEO_NAMES } from './timeline-video.ts';
import { estimateVideoSeconds } from './view.ts';

/** Dependencies of the use cases of timelines. */
export interface TimelineDeps {
  store: TimelineStore;
  files: SlideFilePresigner;
  clock: Clock;
  /** Waits between attempts of a change after a conflict. */
  backoff: WaitBeforeRetry;
}

/** The outcome of a change: new settings, new slides, or both; what is absent is unchanged. */
export interface ChangedTimelineParts {
  settings?: Partial<TimelineSettings>;
  slides?: Slide[];
  /** Present if the answer contains the whole timeline, which must fit even if the change makes it smaller. */
  isShownWhole?: true;
}

/**
 * The number of attempts of a change for which the client names no version. Only one of several concurrent writers succeeds at a time: with
 * 20 writers up to 7 attempts were needed with waits in between, and up to 16 without.
 */
export const MAX_TIMELINE_WRITE_ATTEMPTS = 16;

const versionConflictError = () =>
  new ServiceError(
    'version_conflict',
    'The timeline has changed meanwhile. Read it again, repeat the change, and send its new version.',
    { param: 'version' },
  );

/**
 * Reads a timeline with its slides.
 * @param param path of the field that names it; absent: it is named by the path of the request
 * @throws ServiceError `timeline_not_found`, also for another account's timeline
 */
export async function loadTimeline(
  store: Pick<TimelineStore, 'load'>,
  principal: Pick<Principal, 'account_id'>,
  id: string,
  param?: string,
): Promise<LoadedTimeline> {
  const loaded = await store.load(principal.account_id, id);
  if (!loaded)
    throw new ServiceError(
      'timeline_not_found',
      'There is no such timeline. GET /timelines lists those of the account.',
      { param },
    );
  return loaded;
}

/** The error for showing or rendering a timeline without slides. */
export const noSlidesError = (): ServiceError =>
  new ServiceError(
    'timeline_empty',
    'The timeline has no slides. Add one with POST /timelines/{id}/slides, or send slides with a new timeline.',
  );

/**
 * The position of a slide in its timeline, from 0.
 * @param param path of the field that names it; absent: it is named by the path of the request
 * @throws ServiceError `slide_not_found`
 */
export function requireSlidePositionInTimeline(loaded: LoadedTimeline, slideId: string, param?: string): number {
  const position = loaded.slides.findIndex((slide) => slide.id === slideId);
  if (position < 0)
    throw new ServiceError(
      'slide_not_found',
      'There is no such slide in this timeline. GET /timelines/{id}/slides lists its slides.',
      { param },
    );
  return position;
}

/** The slide at a position. @throws RangeError for a position that does not exist */
export function requireSlideAtTimelinePosition(loaded: LoadedTimeline, position: number): Slide {
  const slide = loaded.slides[position];
  if (!slide) throw new RangeError(`no slide at ${position}`);
  return slide;
}

/** The version in a timeline's ETag, which rises with every change of the timeline or a slide. */
export const timelineVersionTag = ({ timeline }: LoadedTimeline): string => entityTagOfVersion(timeline);

/** The tags that a precondition of a slide's change may name: the slide's tag, or its timeline's, which also changes with other slides. */
export const slidePreconditionTags = (loaded: LoadedTimeline, slide: Slide): string[] => [
  slide.rev,
  timelineVersionTag(loaded),
];

/** The files of the presenter, the intro and the outro of a timeline. */
const filesOfTimeline = (timeline: TimelineSettings) => [
  ...filesOfSlide({ presenter: timeline.presenter }),
  ...TIMELINE_VIDEO_NAMES.flatMap((name) => filesOfSlide({ video: timeline[name] })),
];

/** The storage keys of the files that belong to a timeline and are removed with it. */
export const fileKeysOfTimeline = ({ timeline, slides }: LoadedTimeline): string[] => [
  ...(timeline.background_audio ? [timeline.background_audio.key] : []),
  ...filesOfTimeline(timeline).map(({ key }) => key),
  ...slides.flatMap((slide) => filesOfSlide(slide).map(({ key }) => key)),
  // Only recordings: all slides with the same synthesized speech share its file.
  ...slides.flatMap(({ audio }) => (audio?.source === 'uploaded' ? (audio.key ?? []) : [])),
];

/** The bytes of the music, the images and the videos of a timeline. Recordings are counted separately, with the audio of their slides. */
export const bytesOfTimelineFiles = ({ timeline, slides }: LoadedTimeline): number =>
  [...filesOfTimeline(timeline), ...slides.flatMap(filesOfSlide)].reduce(
    (sum, { size_bytes }) => sum + size_bytes,
    timeline.background_audio?.size_bytes ?? 0,
  );

/** The bytes of a slide's recording; 0 for synthesized audio, which is counted with the record of the speech. */
export const byteCountOfRecording = (audio: Slide['audio']): number =>
  audio?.source === 'uploaded' ? audio.size_bytes : 0;

/** The tombstone for the speech of slides that a change removes; undefined if none of them has speech. */
function createSpeechTombstone({ timeline, slides }: LoadedTimeline, after: LoadedTimeline, now: Date) {
  const remainingIds = new Set(after.slides.map(({ id }) => id));
  const removedSlides = slides.filter(
    (slide) =>
      !remainingIds.has(slide.id) &&
      (spokenTextOfSlide(slide, timeline).trim() !== '' || slide.audio?.source === 'generated'),
  );
  if (removedSlides.length === 0) return undefined;
  const hashes = removedSlides.flatMap(({ audio }) => (audio?.source === 'generated' ? [audio.speech_hash] : []));
  const { id: timeline_id, account_id } = timeline;
  const ids = removedSlides.map(({ id }) => id);
  return createRemovalTombstone(account_id, { kind: 'slide_speech', timeline_id, slides: ids, hashes }, now);
}

const withSpeechTombstone = (
  files: TombstoneChange | undefined,
  speech: Tombstone | undefined,
): TombstoneChange | undefined => (speech ? { ...files, added: [...[files?.added ?? []].flat(), speech] } : files);

/** Reports whether a change leaves the content of a timeline unchanged. */
function isUnchanged(before: LoadedTimeline, { settings, slides = before.slides }: ChangedTimelineParts): boolean {
  const content = ({ rev: _, updated_at: __, ...slide }: Slide) => slide;
  return (
    hasSameJsonContent(before.timeline, { ...before.timeline, ...settings }) &&
    hasSameJsonContent(before.slides.map(content), slides.map(content))
  );
}

/**
 * Loads a timeline, lets `decide` change it, and saves the result as the next version in one conditional write. In the same transaction,
 * files that it no longer names get a tombstone, and those of new files are lifted. A change that changes nothing is not written, and the
 * timeline keeps its version. With `version`, the version that the client knows, there is only one attempt. `precondition` is checked in each
 * attempt.
 * @param decide may run several times, so it must have no side effects
 * @throws ServiceError `entitlement_required` when its files need more bytes than the plan has left; `timeline_too_large`
 */
export async function changeTimeline(
  { store, clock, backoff }: TimelineDeps,
  principal: Pick<Principal, 'account_id' | 'plan'>,
  id: string,
  { version, precondition = {} }: ExpectedResourceState,
  decide: (loaded: LoadedTimeline, now: Date) => ChangedTimelineParts,
  prepareAnswer: PrepareIdempotentAnswer<LoadedTimeline> = prepareNoIdempotentAnswer,
): Promise<LoadedTimeline> {
  const attempts = version === undefined ? MAX_TIMELINE_WRITE_ATTEMPTS : 1;
  const limits = limitsOfPlan(principal.plan);
  return retryOnConflict({ attempts, backoff, exhausted: versionConflictError }, async () => {
    const before = await loadTimeline(store, principal, id);
    if (version !== undefined && before.timeline.version !== version) throw versionConflictError();
    checkPrecondition(precondition, [timelineVersionTag(before)]);
    const now = clock();
    const changeResult = decide(before, now);
    if (isUnchanged(before, changeResult)) return before;
    const slides = changeResult.slides ?? before.slides;
    const settings = { ...before.timeline, ...changeResult.settings };
    const after: LoadedTimeline = {
      timeline: {
        ...settings,
        slides: slides.map(({ id: slideId, rev }) => ({ id: slideId, rev })),
        duration_seconds: estimateVideoSeconds(slides, settings),
        version: before.timeline.version + 1,
        updated_at: formatUtcTimestamp(now),
      },
      slides,
    };
    const bytes = timelineBytes(after.timeline, slides);
    assertTimelineNotTooLarge(limits, bytes, timelineBytes(before.timeline, before.slides));
    if (changeResult.isShownWhole) assertWholeTimelineFitsAnswer(limits, bytes);
    const timelineRef = { account_id: principal.account_id, timeline_id: id };
    const tombstones = withSpeechTombstone(
      tombstonesForFileChange(timelineRef, fileKeysOfTimeline(before), fileKeysOfTimeline(after), now),
      createSpeechTombstone(before, after, now),
    );
    const outcome = await store.save({ before, after, tombstones }, limits, await prepareAnswer(after));
    if (outcome === 'no_template') throw unknownTemplateIdError();
    if (outcome === 'no_room') throw storedBytesExceededError(limits);
    return after;
  });
}
