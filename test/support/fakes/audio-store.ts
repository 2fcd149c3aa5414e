import { lookAfterLease } from '../../../lib/leases/lease-rules.ts';
import type { AudioStore, DueAudio } from '../../../lib/narration/ports.ts';
import { firstAudioLook } from '../../../lib/narration/sweep-audio.ts';
import { WriteConflict } from '../../../lib/shared/errors.ts';
import type { TimelineStore } from '../../../lib/timelines/ports.ts';
import type { AudioRef, GeneratedAudio, SlideAudio } from '../../../lib/timelines/slide-audio.ts';
import { duePage, type Listed } from './due-page.ts';

type SlideKey = Pick<AudioRef, 'account_id' | 'timeline_id' | 'slide_id'>;

const keyOf = ({ account_id, timeline_id, slide_id }: SlideKey): string => `${account_id} ${timeline_id} ${slide_id}`;

/**
 * The audio of slides in memory, under the same conditions as in the table.
 * @param slides where the slides are: audio is stored for a revision that exists
 * @returns `timelines` is the same store as `slides`, and gives every slide its audio
 */
export function memoryAudioStore(slides: TimelineStore): { audio: AudioStore; timelines: TimelineStore } {
  const stored = new Map<string, SlideAudio>();
  /** When the sweeper looks next. */
  const looks = new Map<string, string>();
  const listedAs = (key: string): string => `${looks.get(key) ?? ''}#${key}`;
  const isUnfinished = ({ status }: SlideAudio): boolean => status === 'queued' || status === 'processing';
  const refuse = (why: string): never => {
    throw new WriteConflict(`condition: ${why}`);
  };

  /** A change by the worker of one claim. */
  async function settle(audio: SlideAudio, change: Partial<GeneratedAudio>): Promise<void> {
    const present = stored.get(keyOf(audio));
    if (present?.job !== audio.job || present.attempt !== audio.attempt || present.status !== 'processing')
      return refuse('the audio has another worker');
    stored.set(keyOf(audio), without({ ...present, ...structuredClone(change) } as SlideAudio));
  }
  /** The table stores no attribute that is undefined. */
  const without = (audio: SlideAudio): SlideAudio =>
    Object.fromEntries(Object.entries(audio).filter(([, value]) => value !== undefined)) as unknown as SlideAudio;
  const ended = { text: undefined, lexicon: undefined, lease_until: undefined };

  const audio: AudioStore = {
    async request(wanted, rev, seen, answer) {
      const loaded = await slides.load(wanted.account_id, wanted.timeline_id);
      if (!loaded?.timeline.slides.some((slide) => slide.id === wanted.slide_id && slide.rev === rev))
        refuse('the slide has another revision');
      if (stored.get(keyOf(wanted))?.job !== seen?.job) refuse('the slide has other audio');
      stored.set(keyOf(wanted), without(structuredClone(wanted)));
      if (wanted.status !== 'ready') looks.set(keyOf(wanted), firstAudioLook(wanted));
      answer?.committed();
    },
    async find(ref) {
      return structuredClone(stored.get(keyOf(ref)));
    },
    async claim(ref, { now, lease_until, message_id, max_claims }) {
      const present = stored.get(keyOf(ref));
      if (present?.job !== ref.job || present.source !== 'generated') return refuse('other audio was asked for');
      const isFree =
        present.status === 'queued' || (present.status === 'processing' && (present.lease_until ?? '') < now);
      if (!isFree || present.attempt >= max_claims) return refuse('a worker has the audio');
      const attempt = present.attempt + 1;
      const { sent_again: _, ...unsent } = present;
      const claimed: GeneratedAudio = { ...unsent, status: 'processing', lease_until, message_id, attempt };
      looks.set(keyOf(ref), lookAfterLease(lease_until));
      stored.set(keyOf(ref), claimed);
      return structuredClone(claimed);
    },
    renew: (claimed, lease_until) => settle(claimed, { lease_until }),
    finish: (claimed, made) => settle(claimed, { ...ended, ...made, status: 'ready' }),
    fail: (claimed, error) => settle(claimed, { ...ended, error, status: 'failed' }),
    async release(claimed) {
      const failures = (stored.get(keyOf(claimed))?.failures ?? 0) + 1;
      await settle(claimed, { status: 'queued', lease_until: undefined, failures });
    },
    postpone: (claimed, at) => settle(claimed, { status: 'queued', enqueued_at: at, lease_until: undefined }),
    async listDue(request) {
      const listed = [...stored].flatMap(([key, one]): Listed<DueAudio>[] =>
        isUnfinished(one) ? [{ listed_as: listedAs(key), entry: { audio: one, listed_as: listedAs(key) } }] : [],
      );
      return duePage(listed, request);
    },
    async noteLook({ audio: seen, listed_as }, next, sentAt) {
      const key = keyOf(seen);
      const present = stored.get(key);
      if (present?.job !== seen.job || present.enqueued_at !== seen.enqueued_at || !isUnfinished(present))
        return refuse('the audio was changed');
      if (listedAs(key) !== listed_as) return refuse('another sweeper took it');
      looks.set(key, next);
      if (sentAt === undefined) return;
      stored.set(key, { ...present, enqueued_at: sentAt, sent_again: (present.sent_again ?? 0) + 1 });
    },
  };

  /** The audio of slides that go, goes with them. @throws WriteConflict for audio that came meanwhile */
  function drop(
    accountId: string,
    gone: readonly { id: string; timeline_id: string; audio?: SlideAudio | undefined }[],
  ) {
    const keys = gone.map((slide) => {
      const key = keyOf({ account_id: accountId, timeline_id: slide.timeline_id, slide_id: slide.id });
      if (stored.get(key)?.job !== slide.audio?.job) refuse('the slide has other audio');
      return key;
    });
    return () => {
      for (const key of keys) stored.delete(key);
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
          return own ? { ...slide, audio: structuredClone(own) } : slide;
        }),
      };
    },
    async save(change, answer) {
      const staying = new Set(change.after.slides.map(({ id }) => id));
      const gone = change.before.slides.filter(({ id }) => !staying.has(id));
      const dropNow = drop(change.before.timeline.account_id, gone);
      await slides.save(change, answer);
      dropNow();
    },
    async remove(loaded) {
      const dropNow = drop(loaded.timeline.account_id, loaded.slides);
      await slides.remove(loaded);
      dropNow();
    },
  };
  return { audio, timelines };
}
