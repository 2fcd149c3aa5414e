import { limitsOf, noRoomForFileError, type Principal } from '#features/accounts/public.ts';
import { noSuchTemplate } from '#features/templates/public.ts';
import { versionTag } from '#kernel/contract/entity-tag-text.ts';
import type { Backoff } from '#kernel/shared/backoff.ts';
import { type Clock, timestamp } from '#kernel/shared/clock.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { checkPrecondition, type Expected } from '#kernel/shared/precondition.ts';
import { type PrepareAnswer, prepareNoAnswer } from '#kernel/shared/prepared-answer.ts';
import { retryOnConflict } from '#kernel/shared/retry-on-conflict.ts';
import { sameContent } from '#kernel/shared/same-content.ts';
import { type Tombstone, type TombstoneChange, tombstoneFor, tombstonesOfFiles } from '#platform/erasure/public.ts';
import type { SlideFiles, TimelineStore } from './ports.ts';
import type { Slide } from './slide.ts';
import { picturesOf } from './slide-builds.ts';
import type { LoadedTimeline, TimelineSettings } from './timeline.ts';
import { checkShown, checkTimelineBytes, timelineBytes } from './timeline-bytes.ts';
import { estimateOf } from './view.ts';

export interface TimelineDeps {
  store: TimelineStore;
  files: SlideFiles;
  clock: Clock;
  /** Waits between two attempts of a change that another one overtook. */
  backoff: Backoff;
}

/** The outcome of a change: new settings, new slides, or both. */
export interface TimelineRevision {
  settings?: Partial<TimelineSettings>;
  slides?: Slide[];
  /** The answer shows all of the timeline, so it must fit even where the change makes it smaller. */
  isShownWhole?: true;
}

/**
 * The attempts of a change for which the client names no version. One of several concurrent writers succeeds, so the
 * attempts must suffice for many writers: 20 writers at once needed up to 7 with the waits in between, and up to 16 without.
 */
export const CONFLICT_ATTEMPTS = 16;

const overtaken = () =>
  new ServiceError(
    'version_conflict',
    'The timeline has changed meanwhile. Read it again, repeat the change, and send its new version.',
    { param: 'version' },
  );

/** @throws ServiceError `timeline_not_found`, also for another account's timeline. */
export async function loadTimeline(
  store: TimelineStore,
  principal: Pick<Principal, 'account_id'>,
  id: string,
): Promise<LoadedTimeline> {
  const loaded = await store.load(principal.account_id, id);
  if (!loaded)
    throw new ServiceError(
      'timeline_not_found',
      'There is no such timeline. GET /timelines lists those of the account.',
    );
  return loaded;
}

/** The refusal to show or render a timeline without slides, be it stored or new. */
export const noSlides = (): ServiceError =>
  new ServiceError(
    'timeline_empty',
    'The timeline has no slides. Add one with POST /timelines/{id}/slides, or send slides with a new timeline.',
  );

/** The position of a slide in its timeline. @throws ServiceError `slide_not_found`. */
export function positionOf(loaded: LoadedTimeline, slideId: string): number {
  const position = loaded.slides.findIndex((slide) => slide.id === slideId);
  if (position < 0)
    throw new ServiceError(
      'slide_not_found',
      'There is no such slide in this timeline. GET /timelines/{id}/slides lists its slides.',
    );
  return position;
}

/** The slide at a position that exists. */
export function slideAt(loaded: LoadedTimeline, position: number): Slide {
  const slide = loaded.slides[position];
  if (!slide) throw new RangeError(`no slide at ${position}`);
  return slide;
}

/** The part of a timeline's tag that names what clients have written: its version, which counts every change of its slides too. */
export const timelineTag = ({ timeline }: LoadedTimeline): string => versionTag(timeline);

/**
 * The tags with which a change of a slide can be asked for: that of the slide, and that of its timeline. A change of another slide is
 * in the way of the second one only.
 */
export const slideTags = (loaded: LoadedTimeline, slide: Slide): string[] => [slide.rev, timelineTag(loaded)];

/** The files that belong to a timeline and go with it. */
export const fileKeys = ({ timeline, slides }: LoadedTimeline): string[] => [
  ...(timeline.background_audio ? [timeline.background_audio.key] : []),
  ...slides.flatMap((slide) => picturesOf(slide).map(({ key }) => key)),
  // Speech that was generated is shared by all slides that say the same; a recording is its slide's own.
  ...slides.flatMap(({ audio }) => (audio?.source === 'uploaded' ? (audio.key ?? []) : [])),
];

/** Bytes of the music and the pictures of a timeline. Its recordings are counted with the audio of their slides. */
export const bytesOfFiles = ({ timeline, slides }: LoadedTimeline): number =>
  slides
    .flatMap(picturesOf)
    .reduce((sum, { size_bytes }) => sum + size_bytes, timeline.background_audio?.size_bytes ?? 0);

/** Bytes of the recording that a slide speaks with; 0 for speech, which is shared, and counted with its own record. */
export const bytesOfRecording = (audio: Slide['audio']): number =>
  audio?.source === 'uploaded' ? audio.size_bytes : 0;

/** Tombstone for the speech of slides that a change removes; undefined if none of them has speech. */
function tombstoneOfSpeech({ timeline, slides }: LoadedTimeline, after: LoadedTimeline, now: Date) {
  const staying = new Set(after.slides.map(({ id }) => id));
  const gone = slides.filter(
    ({ id, speaker_notes, audio }) =>
      !staying.has(id) && (speaker_notes.trim() !== '' || audio?.source === 'generated'),
  );
  if (gone.length === 0) return undefined;
  const hashes = gone.flatMap(({ audio }) => (audio?.source === 'generated' ? [audio.speech_hash] : []));
  const { id: timeline_id, account_id } = timeline;
  const ids = gone.map(({ id }) => id);
  return tombstoneFor(account_id, { kind: 'slide_speech', timeline_id, slides: ids, hashes }, now);
}

const withSpeech = (files: TombstoneChange | undefined, speech: Tombstone | undefined): TombstoneChange | undefined =>
  speech ? { ...files, added: [...[files?.added ?? []].flat(), speech] } : files;

/** Reports whether a change leaves a timeline as it was: what is sent again, or nothing at all. */
function changesNothing(before: LoadedTimeline, { settings, slides = before.slides }: TimelineRevision): boolean {
  const content = ({ rev: _, updated_at: __, ...slide }: Slide) => slide;
  return (
    sameContent(before.timeline, { ...before.timeline, ...settings }) &&
    sameContent(before.slides.map(content), slides.map(content))
  );
}

/**
 * Loads a timeline, lets `decide` change it, and saves the result as the next version in one conditional write. Files that
 * it no longer names get a tombstone in the same write; those that it names for the first time were announced.
 * `decide` may run several times and must not have its own effects. A change that changes nothing is not written: the
 * timeline keeps its version.
 * @param expected the version that the client knows: then nothing is tried again; and its conditions, which are looked at in each attempt.
 * @throws ServiceError `entitlement_required` when its files need more bytes than the plan has left; `timeline_too_large`
 */
export async function changeTimeline(
  { store, clock, backoff }: TimelineDeps,
  principal: Pick<Principal, 'account_id' | 'plan'>,
  id: string,
  { version, precondition = {} }: Expected,
  decide: (loaded: LoadedTimeline, now: Date) => TimelineRevision,
  prepareAnswer: PrepareAnswer<LoadedTimeline> = prepareNoAnswer,
): Promise<LoadedTimeline> {
  const attempts = version === undefined ? CONFLICT_ATTEMPTS : 1;
  const limits = limitsOf(principal.plan);
  return retryOnConflict({ attempts, backoff, exhausted: overtaken }, async () => {
    const before = await loadTimeline(store, principal, id);
    if (version !== undefined && before.timeline.version !== version) throw overtaken();
    checkPrecondition(precondition, [timelineTag(before)]);
    const now = clock();
    const revised = decide(before, now);
    if (changesNothing(before, revised)) return before;
    const slides = revised.slides ?? before.slides;
    const settings = { ...before.timeline, ...revised.settings };
    const after: LoadedTimeline = {
      timeline: {
        ...settings,
        slides: slides.map(({ id: slideId, rev }) => ({ id: slideId, rev })),
        duration_seconds: estimateOf(slides, settings),
        version: before.timeline.version + 1,
        updated_at: timestamp(now),
      },
      slides,
    };
    const bytes = timelineBytes(after.timeline, slides);
    checkTimelineBytes(limits, bytes, timelineBytes(before.timeline, before.slides));
    if (revised.isShownWhole) checkShown(limits, bytes);
    const place = { account_id: principal.account_id, timeline_id: id };
    const tombstones = withSpeech(
      tombstonesOfFiles(place, fileKeys(before), fileKeys(after), now),
      tombstoneOfSpeech(before, after, now),
    );
    const outcome = await store.save({ before, after, tombstones }, limits, await prepareAnswer(after));
    if (outcome === 'no_template') throw noSuchTemplate();
    if (outcome === 'no_room') throw noRoomForFileError(limits);
    return after;
  });
}
