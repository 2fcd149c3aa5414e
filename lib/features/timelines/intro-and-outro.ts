import { slideInputSchema } from './contract.ts';
import { createFirstSlideRevision } from './create-first-slide-revision.ts';
import type { Slide } from './slide.ts';
import {
  hasTimelineVideo,
  TIMELINE_VIDEO_NAMES,
  type TimelineIntroAndOutro,
  type TimelineVideoName,
  timelineVideoAsSlideVideo,
} from './timeline-video.ts';

let cachedEmptySlide: Slide | undefined;

/** A slide without content. Its times are not shown. */
const emptySlide = (): Slide => {
  cachedEmptySlide ??= createFirstSlideRevision('', slideInputSchema.parse({}), new Date(0));
  return cachedEmptySlide;
};

/** A slide, in a list, that shows only a video of the timeline; empty without the video. Slides of clients have other ids. */
const slidesOfVideo = (settings: TimelineIntroAndOutro, name: TimelineVideoName): Slide[] =>
  hasTimelineVideo(settings, name)
    ? [{ ...emptySlide(), id: name, rev: name, ...timelineVideoAsSlideVideo(settings, name) }]
    : [];

/** The video of the timeline that a slide represents; undefined for a slide of a client. */
export const findTimelineVideoName = ({ id }: Pick<Slide, 'id'>): TimelineVideoName | undefined =>
  TIMELINE_VIDEO_NAMES.find((name) => name === id);

/**
 * The slides of a video: those of the timeline, with its intro before the first and its outro after the last, as slides that show only a
 * video. A timeline without slides has no video. Pure.
 * @param isShown the videos of the timeline that are shown; absent: all
 */
export function slidesWithIntroAndOutro(
  slides: readonly Slide[],
  settings: TimelineIntroAndOutro,
  isShown: Readonly<Record<TimelineVideoName, boolean>> = { intro: true, outro: true },
): Slide[] {
  if (slides.length === 0) return [];
  const slidesOf = (name: TimelineVideoName) => (isShown[name] ? slidesOfVideo(settings, name) : []);
  return [...slidesOf('intro'), ...slides, ...slidesOf('outro')];
}
