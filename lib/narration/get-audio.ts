import type { Principal } from '../accounts/account.ts';
import { loadTimeline, positionOf, slideAt } from '../timelines/change-timeline.ts';
import type { TimelineStore } from '../timelines/ports.ts';
import type { Slide } from '../timelines/slide.ts';
import type { Timeline } from '../timelines/timeline.ts';

/** A slide with its narration, and the lexicon of its timeline. */
export async function getAudio(
  { timelines }: { timelines: TimelineStore },
  principal: Principal,
  { id, sid }: { id: string; sid: string },
): Promise<{ slide: Slide; audio: Slide['audio']; lexicon: Timeline['lexicon'] }> {
  const loaded = await loadTimeline(timelines, principal, id);
  const slide = slideAt(loaded, positionOf(loaded, sid));
  return { slide, audio: slide.audio, lexicon: loaded.timeline.lexicon };
}
