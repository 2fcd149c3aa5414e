import { timestamp } from '../shared/clock.ts';
import type { Fault } from '../shared/errors.ts';
import { newId, newToken } from '../shared/ids.ts';
import type { SlideInput, SlideReplacement } from './contract.ts';
import { changedContent, keptContent, sentBesideContent } from './rich-content.ts';
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
function changedImage(
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

/** Fields of a slide that a client sends; what is absent stays. */
type SentFields = Omit<SlideReplacement, 'id'>;

/**
 * What the fields that were sent change of a slide, and the faults that the slide has then. Null takes an optional field
 * away.
 * @param awaited the image that was sent with it, where one was
 * @param path what stands before the fields: `slides[3].`
 */
export function slideChange(
  slide: Slide,
  sent: SentFields,
  awaited?: ImageRequest | undefined,
  path = '',
): { change: Partial<Slide>; faults: Fault[] } {
  const { duration_seconds, transition, image, image_variable, ...others } = sent;
  const { content, faults } = changedContent(slide, others, path);
  const named = Object.fromEntries(
    Object.entries(sentBesideContent(others)).filter(([, value]) => value !== undefined),
  );
  return {
    faults,
    change: {
      ...named,
      ...changedImage(image, awaited),
      ...(image_variable === undefined ? {} : { image_variable: image_variable ?? undefined }),
      ...content,
      ...(duration_seconds === undefined ? {} : { duration_seconds: duration_seconds ?? undefined }),
      ...(transition === undefined ? {} : { transition: transition ?? undefined }),
    },
  };
}

/** The next revision of a slide. */
export const revisedSlide = (slide: Slide, change: Partial<Slide>, now: Date): Slide => ({
  ...slide,
  ...change,
  id: slide.id,
  rev: newToken(now),
  updated_at: timestamp(now),
});
