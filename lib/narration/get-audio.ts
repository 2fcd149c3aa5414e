import type { Principal } from '../accounts/account.ts';
import { loadTimeline, positionOf, slideAt } from '../timelines/change-timeline.ts';
import type { TimelineStore } from '../timelines/ports.ts';
import type { Slide } from '../timelines/slide.ts';
import type { Sentence } from './engine.ts';

/** A slide with its narration, and the sentences of it once it is ready. */
export async function getAudio(
  { timelines }: { timelines: TimelineStore },
  principal: Principal,
  { id, sid }: { id: string; sid: string },
): Promise<{ slide: Slide; sentences: Sentence[] }> {
  const loaded = await loadTimeline(timelines, principal, id);
  const slide = slideAt(loaded, positionOf(loaded, sid));
  return { slide, sentences: slide.audio?.sentences ?? [] };
}
