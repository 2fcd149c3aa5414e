import { timestamp } from '../shared/clock.ts';
import { newId, newToken } from '../shared/ids.ts';
import type { SlideInput } from './contract.ts';
import { keptContent } from './rich-content.ts';
import type { Slide, SlideContent } from './slide.ts';
import type { ImageRequest } from './slide-image.ts';

const contentOf = (input: SlideInput): SlideContent => ({
  title: input.title,
  bullet_points: input.bullet_points,
  speaker_notes: input.speaker_notes,
  layout: input.layout,
  build: input.build,
  duration_seconds: input.duration_seconds ?? undefined,
  transition: input.transition ?? undefined,
  image_motion: input.image_motion,
  image_variable: input.image_variable ?? undefined,
  cut_speech: input.cut_speech,
  ...keptContent(input),
});

/** What the image that was sent with a slide changes: nothing, none, or one that is awaited. */
export function changedImage(
  sent: SlideInput['image'],
  awaited: ImageRequest | undefined,
): Pick<Slide, 'image' | 'image_request'> {
  if (sent === undefined) return {};
  return { image: undefined, image_request: sent ? awaited : undefined };
}

/** The first revision of a new slide. @param awaited the image that was sent with it, where one was */
export const newSlide = (
  timelineId: string,
  input: SlideInput,
  now: Date,
  awaited?: ImageRequest | undefined,
): Slide => ({
  id: newId('slide', now),
  rev: newToken(now),
  timeline_id: timelineId,
  ...contentOf(input),
  ...(awaited ? { image_request: awaited } : {}),
  created_at: timestamp(now),
  updated_at: timestamp(now),
});

/** A slide whose content is replaced; it keeps its id, its time of creation, and its image unless one was sent. */
export const replacedSlide = (slide: Slide, input: SlideInput, now: Date, awaited?: ImageRequest | undefined): Slide =>
  revisedSlide(slide, { ...contentOf(input), ...changedImage(input.image, awaited) }, now);

/** The next revision of a slide. */
export const revisedSlide = (slide: Slide, change: Partial<Slide>, now: Date): Slide => ({
  ...slide,
  ...change,
  id: slide.id,
  rev: newToken(now),
  updated_at: timestamp(now),
});
