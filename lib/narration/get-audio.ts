import type { Principal } from '../accounts/account.ts';
import { loadTimeline, positionOf, slideAt } from '../timelines/change-timeline.ts';
import type { TimelineStore } from '../timelines/ports.ts';
import type { Slide } from '../timelines/slide.ts';

/** A slide with its narration. */
export async function getAudio(
  { timelines }: { timelines: TimelineStore },
  principal: Principal,
  { id, sid }: { id: string; sid: string },
): Promise<Slide> {
  const loaded = await loadTimeline(timelines, principal, id);
  return slideAt(loaded, positionOf(loaded, sid));
}
