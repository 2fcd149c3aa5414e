import type { SlideAudio } from '#features/timelines/public.ts';
import { addSeconds, type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { interleaveByGroup } from '#kernel/shared/interleave-by-group.ts';
import { nextSweeperCheck, sweepWorkDecision } from '#platform/leases/public.ts';
import type { RecoverySweep } from '#platform/recovery/public.ts';
import type { DueAudio, SlideAudioBatchQueue, SlideAudioStore } from './ports.ts';
import {
  ABANDONED_NARRATION_FAILURE,
  countUnpostponedClaims,
  NARRATION_ATTEMPT_LIMITS,
} from './synthesize-slide-narration.ts';

/** The seconds after which audio that waits for a worker counts as lost: its message may never have been sent, so the sweeper sends it again. */
export const AUDIO_QUEUE_TIMEOUT_SECONDS = 60;

/** Time of the sweeper's first check of audio whose message was sent at `enqueued_at`. */
export const firstAudioCheckTime = ({ enqueued_at }: Pick<SlideAudio, 'enqueued_at'>): string =>
  formatUtcTimestamp(addSeconds(new Date(enqueued_at), AUDIO_QUEUE_TIMEOUT_SECONDS));

/** Decides what the sweeper does with audio that is neither ready nor failed, and the time of its next check. Pure. */
export function decideAudioSweep(
  audio: SlideAudio,
  now: Date,
): { decision: ReturnType<typeof sweepWorkDecision>; next: string } {
  const work = { ...audio, isWaiting: audio.status === 'queued', claims: countUnpostponedClaims(audio) };
  const rules = { now, patienceSeconds: AUDIO_QUEUE_TIMEOUT_SECONDS };
  const decision = sweepWorkDecision(work, { ...rules, maxClaims: NARRATION_ATTEMPT_LIMITS.claims });
  return { decision, next: nextSweeperCheck(work, decision, rules) };
}

/**
 * Continues the audio of slides that a crash interrupted, and ends audio that its last worker abandoned. Messages are collected and sent
 * in batches at the end, because hundreds of slides may wait.
 * @due 60 s after its message; 45 s after its lease
 */
export function narrationSweep({
  audio: store,
  queue,
  clock,
}: {
  audio: SlideAudioStore;
  queue: Pick<SlideAudioBatchQueue, 'sendAll'>;
  clock: Clock;
}): RecoverySweep<DueAudio> {
  const audioToSend: SlideAudio[] = [];
  return {
    name: 'narration',
    listDue: (request) => store.listDue(request),
    arrange: (due) => interleaveByGroup(due, ({ audio }) => audio.account_id),
    async take(due) {
      const now = clock();
      const { decision, next } = decideAudioSweep(due.audio, now);
      await store.noteCheck(due, next, decision === 'send' ? formatUtcTimestamp(now) : undefined);
      if (decision === 'fail') await store.failAbandoned(due.audio, ABANDONED_NARRATION_FAILURE);
      if (decision === 'send') audioToSend.push(due.audio);
    },
    finish: () => queue.sendAll(audioToSend.splice(0)),
    describe: ({ audio: { timeline_id, slide_id } }) => ({ timeline_id, slide_id }),
  };
}
