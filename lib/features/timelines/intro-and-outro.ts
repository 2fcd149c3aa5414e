import { slideInputSchema } from './contract.ts';
import { createFirstSlideRevision } from './create-first-slide-revision.ts';
import type { Slide } from './slide.ts';
import {
  hasTimelineVideo,
  TIMELINE_VIDEO_NAMES,
  type TimelineVideoName,
  type TimelineVideos,
  timelineVideoAsSlideVideo,
} from './timeline-video.ts';

let empty: Slide | undefined;

/** A slide without content. Its times are not shown. */
const emptySlide = (): Slide => {
  empty ??= createFirstSlideRevision('', slideInputSchema.parse({}), new Date(0));
  return empty;
};

/** The video of a timeline as a slide that shows only the video; none without it. Slides of clients have other ids. */
const slideOfVideo = (settings: TimelineVideos, name: TimelineVideoName): Slide[] =>
  hasTimelineVideo(settings, name)
    ? [{ ...emptySlide(), id: name, rev: name, ...timelineVideoAsSlideVideo(settings, name) }]
    : [];

/** The video of the timeline that a slide stands for; undefined for a slide of a client. */
export const timelineVideoOfSlide = ({ id }: Pick<Slide, 'id'>): TimelineVideoName | undefined =>
  TIMELINE_VIDEO_NAMES.find((name) => name === id);

/**
 * The slides of a video: those of the timeline, with its intro before the first and its outro after the last, as slides that show only a
 * video. A timeline without slides has no video. Pure.
 * @param shown the videos of the timeline that are shown; absent: all
 */
export function slidesWithIntroAndOutro(
  slides: readonly Slide[],
  settings: TimelineVideos,
  shown: Readonly<Record<TimelineVideoName, boolean>> = { intro: true, outro: true },
): Slide[] {
  if (slides.length === 0) return [];
  const shownAs = (name: TimelineVideoName) => (shown[name] ? slideOfVideo(settings, name) : []);
  return [...shownAs('intro'), ...slides, ...shownAs('outro')];
}
