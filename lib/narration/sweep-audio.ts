import { sweepDecision } from '../leases/lease-rules.ts';
import { type Clock, timestamp } from '../shared/clock.ts';
import { forEachConcurrent } from '../shared/concurrency.ts';
import { type OnUnreadable, WriteConflict } from '../shared/errors.ts';
import type { SlideAudio } from '../timelines/public.ts';
import { ABANDONED, AUDIO_LIMITS } from './narrate-for-slide.ts';
import type { AudioQueue, AudioStore } from './ports.ts';

/** A message of waiting audio that is older than this, in seconds, may never have been sent. */
export const QUEUED_SECONDS = 60;

/** How many are swept at the same time. */
const CONCURRENCY = 10;

/** SQS delays a message by at most this many seconds. */
const MAX_QUEUED_SECONDS = 900;

/**
 * Seconds after which the message of waiting audio counts as lost: the time that the audio had waited when it was sent. The
 * pauses between messages grow, so that messages do not multiply a long queue.
 */
const patienceSeconds = ({ enqueued_at, created_at }: SlideAudio): number => {
  const waited = (Date.parse(enqueued_at) - Date.parse(created_at)) / 1000;
  return Math.min(MAX_QUEUED_SECONDS, Math.max(QUEUED_SECONDS, waited));
};

/** What a sweeper does for audio that is neither ready nor failed. Pure. */
export const sweepAudioDecision = (audio: SlideAudio, now: Date): ReturnType<typeof sweepDecision> =>
  sweepDecision(
    { ...audio, isWaiting: audio.status === 'queued', claims: audio.attempt },
    { now, patienceSeconds: patienceSeconds(audio), maxClaims: AUDIO_LIMITS.claims },
  );

/**
 * Re-drives the audio of slides that a crash left behind. One that cannot be read or swept does not stop the others.
 * @returns how many slides have audio that is neither ready nor failed
 */
export async function sweepAudio(
  { audio: store, queue, clock }: { audio: AudioStore; queue: AudioQueue; clock: Clock },
  onError: (audio: SlideAudio, error: unknown) => void,
  onUnreadable: OnUnreadable,
): Promise<number> {
  const unfinished = await store.listUnfinished(onUnreadable);
  await forEachConcurrent(unfinished, CONCURRENCY, async (audio) => {
    const now = clock();
    try {
      const decision = sweepAudioDecision(audio, now);
      if (decision === 'fail') await store.fail(audio, ABANDONED);
      if (decision === 'send') {
        await store.noteEnqueued(audio, timestamp(now));
        await queue.send(audio);
      }
    } catch (error) {
      // A worker or another sweeper has changed it meanwhile.
      if (!(error instanceof WriteConflict)) onError(audio, error);
    }
  });
  return unfinished.length;
}
