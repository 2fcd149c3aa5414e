import {
  charactersReservedByAudio,
  usageChangeOfDiscardedAudio,
  usageChangeOfRefundedAudio,
} from '#adapters/aws/narration/audio-reservation.ts';
import type { DueAudio, SlideAudioStore } from '#features/narration/ports.ts';
import { firstAudioCheckTime } from '#features/narration/sweep-audio.ts';
import type { TimelineStore } from '#features/timelines/ports.ts';
import { byteCountOfRecording } from '#features/timelines/public.ts';
import type { GeneratedAudio, SlideAudio, SlideAudioRequestRef } from '#features/timelines/slide-audio.ts';
import { attemptConditionalWrite, WriteConflictError } from '#kernel/shared/errors.ts';
import { sweeperCheckAfterLease } from '#platform/leases/lease-rules.ts';
import { copyStored } from './copy.ts';
import { duePage, type Listed } from './due-page.ts';
import { memoryLedger } from './ledger.ts';
import { type MemoryTombstones, memoryTombstoneStore } from './tombstone-store.ts';

type SlideKey = Pick<SlideAudioRequestRef, 'account_id' | 'timeline_id' | 'slide_id'>;

const keyOf = ({ account_id, timeline_id, slide_id }: SlideKey): string => `${account_id} ${timeline_id} ${slide_id}`;

/**
 * The audio of slides in memory, under the same conditions as in the table.
 * @param slides where the slides are: audio is stored for a revision that exists
 * @param ledger shared with the other stores whose work is counted
 * @param tombstones change with it
 * @returns `timelines` is the same store as `slides`, and gives every slide its audio
 */
export function memoryAudioStore(
  slides: TimelineStore,
  ledger = memoryLedger(),
  tombstones: MemoryTombstones = memoryTombstoneStore(),
): {
  audio: SlideAudioStore;
  timelines: TimelineStore;
  /** What is stored, as it is now, by slide. */
  stored: ReadonlyMap<string, SlideAudio>;
} {
  const stored = new Map<string, SlideAudio>();
  /** Time of the sweeper's next check. */
  const checks = new Map<string, string>();
  const listedAs = (key: string): string => `${checks.get(key) ?? ''}#${key}`;
  const isUnfinished = ({ status }: SlideAudio): boolean => status === 'queued' || status === 'processing';
  const refuse = (why: string): never => {
    throw new WriteConflictError(`condition: ${why}`);
  };

  /** The stored audio, if the worker of this claim still has it. */
  function claimedBy(audio: SlideAudio): SlideAudio | undefined {
    const present = stored.get(keyOf(audio));
    const isLast = present?.job === audio.job && present.attempt === audio.attempt;
    return isLast && present.status === 'processing' ? present : undefined;
  }
  ledger.hasClaim = (claimed) => claimedBy(claimed) !== undefined;
  /** A change by the worker of one claim. */
  async function settle(audio: SlideAudio, change: Partial<GeneratedAudio>): Promise<void> {
    const present = claimedBy(audio);
    if (!present) return refuse('the audio has another worker');
    stored.set(keyOf(audio), copyStored(without({ ...present, ...change } as SlideAudio)));
  }
  /** The table stores no attribute that is undefined. */
  const without = (audio: SlideAudio): SlideAudio =>
    Object.fromEntries(Object.entries(audio).filter(([, value]) => value !== undefined)) as unknown as SlideAudio;
  const ended = { text: undefined, lexicon: undefined, lease_until: undefined, reserved_characters: undefined };
  /** The end of the work of one claim: what is left of its reservation is given back. */
  async function end(audio: SlideAudio, change: Partial<GeneratedAudio>): Promise<void> {
    const present = stored.get(keyOf(audio));
    await settle(audio, { ...ended, ...change });
    if (present) ledger.book(present.account_id, [usageChangeOfRefundedAudio(present)]);
  }
  ledger.takeFromAudio = (audio) => {
    const present = stored.get(keyOf(audio));
    if (present?.job !== audio.job || charactersReservedByAudio(present) === 0) return false;
    stored.set(keyOf(audio), without({ ...present, reserved_characters: undefined } as SlideAudio));
    return true;
  };
  /** Whether stored audio is as it was seen, its reservation included. */
  const isUnchanged = (present: SlideAudio | undefined, seen: SlideAudio | undefined): boolean =>
    present?.job === seen?.job &&
    charactersReservedByAudio(present) === charactersReservedByAudio(seen) &&
    (charactersReservedByAudio(seen) === 0 || present?.status === seen?.status);

  const audio: SlideAudioStore = {
    async request(wanted, rev, seen, limits, { answer, tombstones: change } = {}) {
      if (ledger.deleted.has(wanted.account_id)) return 'account_deleted';
      const loaded = await slides.load(wanted.account_id, wanted.timeline_id);
      if (!loaded?.timeline.slides.some((slide) => slide.id === wanted.slide_id && slide.rev === rev))
        refuse('the slide has another revision');
      if (!isUnchanged(stored.get(keyOf(wanted)), seen)) refuse('the slide has other audio');
      const commit = tombstones.prepare(wanted.account_id, change);
      const booked = { narration_characters: charactersReservedByAudio(wanted) };
      const usage = [...(seen ? [usageChangeOfDiscardedAudio(seen)] : []), { at: wanted.created_at, booked }];
      const added = { stored_bytes: byteCountOfRecording(wanted) - byteCountOfRecording(seen) };
      const month = { narration_characters: limits.narration_characters_per_month };
      if (ledger.short(wanted.account_id, usage, month)) return 'quota_used';
      if (!ledger.hold(wanted.account_id, added, { stored_bytes: limits.stored_bytes })) return 'no_room';
      ledger.book(wanted.account_id, usage);
      commit();
      stored.set(keyOf(wanted), without(copyStored(wanted)));
      if (wanted.status !== 'ready') checks.set(keyOf(wanted), firstAudioCheckTime(wanted));
      answer?.committed();
      return 'requested';
    },
    async adopt(adopted) {
      const limits = { narration_characters_per_month: 0, stored_bytes: 0 };
      for (const { audio: wanted, rev, seen } of adopted)
        await attemptConditionalWrite(() => audio.request(wanted, rev, seen, limits));
    },
    async find(ref) {
      return copyStored(stored.get(keyOf(ref)));
    },
    async claim(ref, { now, lease_until, message_id, max_claims }) {
      const present = stored.get(keyOf(ref));
      if (present?.job !== ref.job || present.source !== 'generated') return refuse('other audio was asked for');
      const isFree =
        present.status === 'queued' || (present.status === 'processing' && (present.lease_until ?? '') < now);
      if (!isFree || present.attempt >= (present.claims_allowed ?? max_claims)) return refuse('a worker has the audio');
      const attempt = present.attempt + 1;
      const { sent_again: _, ...unsent } = present;
      const claimed: GeneratedAudio = { ...unsent, status: 'processing', lease_until, message_id, attempt };
      checks.set(keyOf(ref), sweeperCheckAfterLease(lease_until));
      stored.set(keyOf(ref), claimed);
      return copyStored(claimed);
    },
    renew: (claimed, lease_until) => settle(claimed, { lease_until }),
    finish: (claimed, made) => end(claimed, { ...made, status: 'ready' }),
    fail: (claimed, error) => end(claimed, { error, status: 'failed' }),
    async failAbandoned(seen, error) {
      if (stored.get(keyOf(seen))?.lease_until !== seen.lease_until) refuse('the lease of the audio was renewed');
      await end(seen, { error, status: 'failed' });
    },
    async release(claimed) {
      const failures = (stored.get(keyOf(claimed))?.failures ?? 0) + 1;
      await settle(claimed, { status: 'queued', lease_until: undefined, failures });
    },
    postpone: (claimed, at, counts) =>
      settle(claimed, { status: 'queued', enqueued_at: at, lease_until: undefined, ...counts }),
    async listDue(request) {
      const listed = [...stored].flatMap(([key, one]): Listed<DueAudio>[] =>
        isUnfinished(one) ? [{ listed_as: listedAs(key), entry: { audio: one, listed_as: listedAs(key) } }] : [],
      );
      return duePage(listed, request);
    },
    async noteCheck({ audio: seen, listed_as }, next, sentAt) {
      const key = keyOf(seen);
      const present = stored.get(key);
      if (present?.job !== seen.job || present.enqueued_at !== seen.enqueued_at || !isUnfinished(present))
        return refuse('the audio was changed');
      if (listedAs(key) !== listed_as) return refuse('another sweeper took it');
      checks.set(key, next);
      if (sentAt === undefined) return;
      stored.set(key, { ...present, enqueued_at: sentAt, sent_again: (present.sent_again ?? 0) + 1 });
    },
  };

  /** The audio of slides that go, goes with them. @throws WriteConflictError for audio that came meanwhile */
  function drop(
    accountId: string,
    gone: readonly { id: string; timeline_id: string; audio?: SlideAudio | undefined }[],
  ) {
    const keys = gone.map((slide) => {
      const key = keyOf({ account_id: accountId, timeline_id: slide.timeline_id, slide_id: slide.id });
      if (!isUnchanged(stored.get(key), slide.audio)) refuse('the slide has other audio');
      return key;
    });
    return () => {
      for (const key of keys) stored.delete(key);
      for (const { audio } of gone) {
        if (audio) ledger.book(accountId, [usageChangeOfDiscardedAudio(audio)]);
        ledger.hold(accountId, { stored_bytes: -byteCountOfRecording(audio) });
      }
    };
  }
  const timelines: TimelineStore = {
    ...slides,
    async load(accountId, timelineId) {
      const loaded = await slides.load(accountId, timelineId);
      if (!loaded) return undefined;
      return {
        ...loaded,
        slides: loaded.slides.map(({ audio: _, ...slide }) => {
          const own = stored.get(keyOf({ account_id: accountId, timeline_id: timelineId, slide_id: slide.id }));
          return own ? { ...slide, audio: copyStored(own) } : slide;
        }),
      };
    },
    async save(change, limits, answer) {
      const staying = new Set(change.after.slides.map(({ id }) => id));
      const gone = change.before.slides.filter(({ id }) => !staying.has(id));
      const dropNow = drop(change.before.timeline.account_id, gone);
      const outcome = await slides.save(change, limits, answer);
      if (outcome === 'saved') dropNow();
      return outcome;
    },
    async remove(loaded, tombstone) {
      const dropNow = drop(loaded.timeline.account_id, loaded.slides);
      await slides.remove(loaded, tombstone);
      dropNow();
    },
  };
  return { audio, timelines, stored };
}
