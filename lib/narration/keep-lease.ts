import { type Clock, plusSeconds, timestamp } from '../shared/clock.ts';
import { WriteConflict } from '../shared/errors.ts';
import {
  AUDIO_HEARTBEAT_SECONDS,
  AUDIO_LEASE_SECONDS,
  AUDIO_WORK_SECONDS,
  type SlideAudio,
} from '../timelines/public.ts';
import type { AudioStore } from './ports.ts';

export interface HoldDeps {
  audio: AudioStore;
  clock: Clock;
  /** Repeats `beat` every so many seconds until it is stopped. */
  every(seconds: number, beat: () => Promise<void>): { stop(): void };
}

/** Work that is being done under a lease. */
export interface Hold {
  /** Aborted when the lease is lost or the work takes too long. */
  signal: AbortSignal;
  /** Whether somebody else may have it by now. */
  isLost(): boolean;
  stop(): void;
}

/** A message is hidden for so long, in seconds: it comes back a moment after the lease ended, to find the work free. */
export const HIDDEN_SECONDS = AUDIO_LEASE_SECONDS + 2;

/**
 * Keeps a claimed narration and its message for as long as the work goes on. Short leases are safe: a worker that lives
 * but could not renew in time is shut out by the next claim, which counts `attempt` up; what it makes after that are files
 * under the names of their content, the same that the next one makes.
 */
export function holdAudio(
  { audio: store, clock, every }: HoldDeps,
  audio: SlideAudio,
  hideFor: (seconds: number) => Promise<void>,
): Hold {
  const lost = new AbortController();
  let renewedAt = clock().getTime();
  const heart = every(AUDIO_HEARTBEAT_SECONDS, async () => {
    try {
      // The message first: it must not come back while the lease still holds, for then it would be deleted.
      await hideFor(HIDDEN_SECONDS);
      const now = clock();
      await store.renew(audio, timestamp(plusSeconds(now, AUDIO_LEASE_SECONDS)));
      renewedAt = now.getTime();
    } catch (error) {
      const isOverdue = clock().getTime() - renewedAt > AUDIO_LEASE_SECONDS * 1000;
      if (error instanceof WriteConflict || isOverdue) lost.abort(error);
    }
  });
  return {
    signal: AbortSignal.any([lost.signal, AbortSignal.timeout(AUDIO_WORK_SECONDS * 1000)]),
    isLost: () => lost.signal.aborted,
    stop: () => heart.stop(),
  };
}
