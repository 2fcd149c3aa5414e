import { limitsOfPlan, type Principal } from '#features/accounts/public.ts';
import { loadTimeline } from './change-timeline.ts';
import type { TimelineStore } from './ports.ts';
import type { LoadedTimeline } from './timeline.ts';
import { assertWholeTimelineFitsAnswer, timelineBytes } from './timeline-bytes.ts';

/**
 * Reads a timeline with all its slides for an answer.
 * @throws ServiceError `timeline_not_found`; `timeline_too_large` for one that was stored before timelines had a limit of bytes
 */
export async function getTimeline(store: TimelineStore, principal: Principal, id: string): Promise<LoadedTimeline> {
  const loaded = await loadTimeline(store, principal, id);
  assertWholeTimelineFitsAnswer(limitsOfPlan(principal.plan), timelineBytes(loaded.timeline, loaded.slides));
  return loaded;
}
