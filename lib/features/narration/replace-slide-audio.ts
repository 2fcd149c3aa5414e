import {
  deletedAccountError,
  limitsOfPlan,
  type Principal,
  quotaExceededError,
  storedBytesExceededError,
} from '#features/accounts/public.ts';
import {
  loadTimeline,
  requireSlideAtTimelinePosition,
  requireSlidePositionInTimeline,
  type Slide,
  type SlideAudio,
  type SlidePathParameters,
  slidePreconditionTags,
  type Timeline,
  type TimelineStore,
} from '#features/timelines/public.ts';
import type { Clock } from '#kernel/shared/clock.ts';
import { invalidValueError, ServiceError } from '#kernel/shared/errors.ts';
import { checkPrecondition, type Precondition } from '#kernel/shared/precondition.ts';
import type { PrepareIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import { retryOnConflict } from '#kernel/shared/retry-on-conflict.ts';
import { tombstonesForFileChange } from '#platform/erasure/public.ts';
import type { SlideAudioStore } from './ports.ts';

/** A slide, its new narration, and its timeline. */
export interface SlideWithAudio<Audio extends SlideAudio = SlideAudio> {
  slide: Slide;
  audio: Audio;
  timeline: Timeline;
}

/** Dependencies of the replacement of a slide's audio. */
export interface ReplaceAudioDeps {
  timelines: TimelineStore;
  audio: SlideAudioStore;
  clock: Clock;
}

/** The version in the ETag of a slide's narration: the id of its request. It does not change while the narration is synthesized. */
export const audioVersionTag = (audio: SlideAudio | undefined): string => audio?.job ?? 'none';

/** The maximum number of attempts to write while others change the slide. */
const CONFLICT_ATTEMPTS = 8;

/** The storage key of a slide's recording, as a list; empty for synthesized audio, whose file other slides may share. */
const recordingKeyOf = (audio: SlideAudio | undefined): string[] =>
  audio?.source === 'uploaded' && audio.key !== undefined ? [audio.key] : [];

/**
 * Replaces the audio of a slide. The file of a replaced recording gets a tombstone in the same transaction; that of synthesized audio
 * stays, because all slides with the same speech share it.
 * @param decide makes the new audio; may run several times; returns the slide's present audio to change nothing
 * @throws ServiceError `timeline_not_found`, `slide_not_found`, `precondition_failed`, `version_conflict`; `validation_failed` for a slide
 * with a presenter; `quota_exceeded` when the month has too few characters left; `entitlement_required` when the file exceeds the stored
 * bytes of the plan
 */
export async function replaceSlideAudio<Audio extends SlideAudio>(
  { timelines, audio: store, clock }: ReplaceAudioDeps,
  principal: Principal,
  { id, sid, precondition = {} }: SlidePathParameters & { precondition?: Precondition },
  decide: (timeline: Timeline, slide: Slide) => Promise<Audio>,
  prepareAnswer: PrepareIdempotentAnswer<SlideWithAudio>,
): Promise<SlideWithAudio<Audio> & { isNew: boolean }> {
  const limits = limitsOfPlan(principal.plan);
  const refusalOf = (audio: SlideAudio, outcome: 'quota_used' | 'no_room' | 'account_deleted'): ServiceError => {
    if (outcome === 'account_deleted') return deletedAccountError(principal);
    if (outcome === 'no_room' || audio.source === 'uploaded') return storedBytesExceededError(limits);
    return quotaExceededError('narration_characters', audio.reserved_characters ?? 0, limits, clock());
  };
  const exhausted = (cause: Error) =>
    new ServiceError('version_conflict', 'The slide keeps changing; try again.', { cause });
  // A conflict means that the slide or its audio was changed or deleted meanwhile; the decision is made again for the present state.
  return retryOnConflict({ attempts: CONFLICT_ATTEMPTS, exhausted }, async () => {
    const loadedTimeline = await loadTimeline(timelines, principal, id);
    const slide = requireSlideAtTimelinePosition(loadedTimeline, requireSlidePositionInTimeline(loadedTimeline, sid));
    const slidePresenter = slide.presenter ?? slide.presenter_request;
    if (slidePresenter ?? loadedTimeline.timeline.presenter ?? loadedTimeline.timeline.presenter_request)
      throw invalidValueError(
        'sid',
        'The narration of this slide is the voice of its presenter. Remove the presenter first.',
      );
    checkPrecondition(precondition, [audioVersionTag(slide.audio), ...slidePreconditionTags(loadedTimeline, slide)]);
    const { timeline } = loadedTimeline;
    const audio = await decide(timeline, slide);
    const answer = await prepareAnswer({ slide, audio, timeline });
    if (slide.audio?.job === audio.job) return { slide, audio, timeline, isNew: false };
    const timelineRef = { account_id: principal.account_id, timeline_id: id };
    const tombstones = tombstonesForFileChange(
      timelineRef,
      recordingKeyOf(slide.audio),
      recordingKeyOf(audio),
      clock(),
    );
    const outcome = await store.request(audio, slide.rev, slide.audio, limits, { answer, tombstones });
    if (outcome !== 'requested') throw refusalOf(audio, outcome);
    return { slide, audio, timeline, isNew: true };
  });
}
