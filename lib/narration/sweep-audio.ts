import { type Clock, timestamp } from '../shared/clock.ts';
import { forEachConcurrent } from '../shared/concurrency.ts';
import { WriteConflict } from '../shared/errors.ts';
import { AUDIO_CLAIMS, type SlideAudio } from '../timelines/public.ts';
import type { AudioQueue, AudioStore } from './ports.ts';

/** A message that is older than this, in seconds, may never have been sent. */
export const QUEUED_SECONDS = 60;
/** A lease that ended so long ago, in seconds, had time enough for its message to come back. */
const LAPSED_SECONDS = 45;

/** So many are seen to side by side. */
const AT_ONCE = 10;

const secondsSince = (time: string, now: Date): number => (now.getTime() - Date.parse(time)) / 1000;

/** The queue holds a message back for so long at most, in seconds. */
const MAX_QUEUED_SECONDS = 900;

/**
 * Seconds after which the message of audio that waits may have been lost: as many as it had waited already when that was
 * sent, so that a queue which is merely long is not multiplied by messages.
 */
const patience = ({ enqueued_at, created_at }: SlideAudio): number =>
  Math.min(MAX_QUEUED_SECONDS, Math.max(QUEUED_SECONDS, secondsSince(created_at, new Date(enqueued_at))));

/** What it needs: nothing, another message, or an end. Pure. */
export function audioNeeds(audio: SlideAudio, now: Date): 'nothing' | 'message' | 'end' {
  const lapsed = audio.lease_until !== undefined && secondsSince(audio.lease_until, now) > LAPSED_SECONDS;
  const isStuck = audio.status === 'queued' ? secondsSince(audio.enqueued_at, now) > patience(audio) : lapsed;
  if (!isStuck) return 'nothing';
  if (audio.attempt >= AUDIO_CLAIMS) return 'end';
  return secondsSince(audio.enqueued_at, now) > LAPSED_SECONDS ? 'message' : 'nothing';
}

/** Re-drives the narration of slides that a crash left behind. */
export async function sweepAudio(
  { audio: store, queue, clock }: { audio: AudioStore; queue: AudioQueue; clock: Clock },
  onError: (audio: SlideAudio, error: unknown) => void,
): Promise<number> {
  const unfinished = await store.listUnfinished();
  await forEachConcurrent(unfinished, AT_ONCE, async (audio) => {
    const now = clock();
    try {
      const needs = audioNeeds(audio, now);
      if (needs === 'end') await store.fail(audio, { code: 'internal_error', message: 'The narration broke off.' });
      if (needs === 'message') {
        await store.noteEnqueued(audio, timestamp(now));
        await queue.send(audio);
      }
    } catch (error) {
      // Somebody else saw to it.
      if (!(error instanceof WriteConflict)) onError(audio, error);
    }
  });
  return unfinished.length;
}
