import { timestamp } from '../shared/clock.ts';
import { newId, newToken } from '../shared/ids.ts';
import type { SlideInput } from './contract.ts';
import { keptContent } from './rich-content.ts';
import type { Slide, SlideContent } from './slide.ts';

const contentOf = (input: SlideInput): SlideContent => ({
  title: input.title,
  bullet_points: input.bullet_points,
  speaker_notes: input.speaker_notes,
  layout: input.layout,
  build: input.build,
  duration_seconds: input.duration_seconds ?? undefined,
  transition: input.transition ?? undefined,
  image_motion: input.image_motion,
  cut_speech: input.cut_speech,
  ...keptContent(input),
});

/** The first revision of a new slide. */
export const newSlide = (timelineId: string, input: SlideInput, now: Date): Slide => ({
  id: newId('slide', now),
  rev: newToken(now),
  timeline_id: timelineId,
  ...contentOf(input),
  created_at: timestamp(now),
  updated_at: timestamp(now),
});

/** A slide whose content is replaced; it keeps its id, its image and its time of creation. */
export const replacedSlide = (slide: Slide, input: SlideInput, now: Date): Slide =>
  revisedSlide(slide, contentOf(input), now);

/** The next revision of a slide. */
export const revisedSlide = (slide: Slide, change: Partial<Slide>, now: Date): Slide => ({
  ...slide,
  ...change,
  id: slide.id,
  rev: newToken(now),
  updated_at: timestamp(now),
});
