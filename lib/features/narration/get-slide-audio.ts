import type { Principal } from '#features/accounts/public.ts';
import {
  loadTimeline,
  type Slide,
  slideAtTimelinePosition,
  slidePositionInTimeline,
  type Timeline,
  type TimelineStore,
} from '#features/timelines/public.ts';

/** Reads a slide with its narration, and its timeline. @throws ServiceError `timeline_not_found`, `slide_not_found` */
export async function getSlideAudio(
  { timelines }: { timelines: TimelineStore },
  principal: Principal,
  { id, sid }: { id: string; sid: string },
): Promise<{ slide: Slide; audio: Slide['audio']; timeline: Timeline }> {
  const loaded = await loadTimeline(timelines, principal, id);
  const slide = slideAtTimelinePosition(loaded, slidePositionInTimeline(loaded, sid));
  return { slide, audio: slide.audio, timeline: loaded.timeline };
}
