import { limitsOf, noRoomForFileError, type Principal, quotaExceeded, refusalOf } from '#features/accounts/public.ts';
import {
  loadTimeline,
  positionOf,
  type Slide,
  type SlideAudio,
  type SlidePath,
  slideAt,
  slideTags,
  type Timeline,
  type TimelineStore,
} from '#features/timelines/public.ts';
import type { Clock } from '#kernel/shared/clock.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { checkPrecondition, type Precondition } from '#kernel/shared/precondition.ts';
import type { PrepareAnswer } from '#kernel/shared/prepared-answer.ts';
import { retryOnConflict } from '#kernel/shared/retry-on-conflict.ts';
import { tombstonesOfFiles } from '#platform/erasure/public.ts';
import type { AudioStore } from './ports.ts';

/** A slide, and its narration from now on. */
export interface SlideWithAudio<Audio extends SlideAudio = SlideAudio> {
  slide: Slide;
  audio: Audio;
  /** The timeline's. */
  lexicon: Timeline['lexicon'];
}

export interface ReplaceDeps {
  timelines: TimelineStore;
  audio: AudioStore;
  clock: Clock;
}

/** The part of the tag of a slide's narration that names what clients have asked for. It stays while the narration is made. */
export const audioTag = (audio: SlideAudio | undefined): string => audio?.job ?? 'none';

const CONFLICT_ATTEMPTS = 8;

/** The file that belongs to the slide alone: a recording. */
const ownFile = (audio: SlideAudio | undefined): string[] =>
  audio?.source === 'uploaded' && audio.key !== undefined ? [audio.key] : [];

/**
 * Gives a slide other audio. A recording that was in its place gets a tombstone in the same transaction: its file belongs
 * to this slide alone. What an engine said stays, for it is shared by all slides that say the same.
 * @throws ServiceError `quota_exceeded` when the month has too few characters left for it, `entitlement_required` when the plan
 * has no room for its file.
 * @param decide may run several times; gives the slide's present audio back to leave it.
 */
export async function replaceAudio<Audio extends SlideAudio>(
  { timelines, audio: store, clock }: ReplaceDeps,
  principal: Principal,
  { id, sid, precondition = {} }: SlidePath & { precondition?: Precondition },
  decide: (timeline: Timeline, slide: Slide) => Promise<Audio>,
  prepareAnswer: PrepareAnswer<SlideWithAudio>,
): Promise<SlideWithAudio<Audio> & { isNew: boolean }> {
  const limits = limitsOf(principal.plan);
  const refusal = (audio: SlideAudio, outcome: 'quota_used' | 'no_room' | 'account_deleted'): ServiceError => {
    if (outcome === 'account_deleted') return refusalOf(principal);
    if (outcome === 'no_room' || audio.source === 'uploaded') return noRoomForFileError(limits);
    return quotaExceeded('narration_characters', audio.reserved_characters ?? 0, limits, clock());
  };
  const exhausted = (cause: Error) =>
    new ServiceError('version_conflict', 'The slide keeps changing; try again.', { cause });
  // A conflict means that the slide or its audio changed or was deleted in between: decide again on what is there now.
  return retryOnConflict({ attempts: CONFLICT_ATTEMPTS, exhausted }, async () => {
    const loaded = await loadTimeline(timelines, principal, id);
    const slide = slideAt(loaded, positionOf(loaded, sid));
    checkPrecondition(precondition, [audioTag(slide.audio), ...slideTags(loaded, slide)]);
    const audio = await decide(loaded.timeline, slide);
    const { lexicon } = loaded.timeline;
    const answer = await prepareAnswer({ slide, audio, lexicon });
    if (slide.audio?.job === audio.job) return { slide, audio, lexicon, isNew: false };
    const place = { account_id: principal.account_id, timeline_id: id };
    const tombstones = tombstonesOfFiles(place, ownFile(slide.audio), ownFile(audio), clock());
    const outcome = await store.request(audio, slide.rev, slide.audio, limits, { answer, tombstones });
    if (outcome !== 'requested') throw refusal(audio, outcome);
    return { slide, audio, lexicon, isNew: true };
  });
}
