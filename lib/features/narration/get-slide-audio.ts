import type { Principal } from '#features/accounts/public.ts';
import {
  loadTimeline,
  requireSlideAtTimelinePosition,
  requireSlidePositionInTimeline,
  type Slide,
  type Timeline,
  type TimelineStore,
} from '#features/timelines/public.ts';

/**
 * Reads a slide, the audio of its narration (undefined if it has none), and its timeline.
 * @throws ServiceError `timeline_not_found`, `slide_not_found`
 */
export async function getSlideAudio(
  { timelines }: { timelines: TimelineStore },
  principal: Principal,
  { id: timelineId, sid: slideId }: { id: string; sid: string },
): Promise<{ slide: Slide; audio: Slide['audio']; timeline: Timeline }> {
  const loaded = await loadTimeline(timelines, principal, timelineId);
  const slide = requireSlideAtTimelinePosition(loaded, requireSlidePositionInTimeline(loaded, slideId));
  return { slide, audio: slide.audio, timeline: loaded.timeline };
}
