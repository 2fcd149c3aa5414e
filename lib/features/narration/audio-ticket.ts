import type { SlideAudioRequestRef } from '#features/timelines/public.ts';
import { type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import type { FairQueueTicket, TicketWorkState } from '#platform/fair-queue/public.ts';
import { isAudioInProgress } from './find-existing-speech.ts';
import type { SlideAudioStore } from './ports.ts';

/** The ticket of a slide's narration, without its message. Tickets sort by the time of the request. */
export const slideAudioTicket = ({
  account_id,
  timeline_id,
  slide_id,
  job,
}: SlideAudioRequestRef): Omit<FairQueueTicket, 'message'> => ({
  account_id,
  pool: 'narration',
  id: `${job}#${timeline_id}#${slide_id}`,
});

/** Reads the state of a slide's narration; `ended` also when the slide has got other audio since, or has none. */
export async function readSlideAudioTicketState(
  { audio: store, clock }: { audio: Pick<SlideAudioStore, 'find'>; clock: Clock },
  ref: SlideAudioRequestRef,
): Promise<TicketWorkState> {
  const audio = await store.find(ref);
  if (!audio || audio.job !== ref.job || !isAudioInProgress(audio)) return 'ended';
  const isLeased = audio.lease_until !== undefined && audio.lease_until > formatUtcTimestamp(clock());
  return isLeased ? 'working' : 'idle';
}
