import type { Limits } from '#features/accounts/public.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import type { Slide } from './slide.ts';
import { contentIn } from './slide-content.ts';
import { settingsOf, type TimelineSettings } from './timeline.ts';

/**
 * Bytes that each slide counts in addition to its content: the names of its fields, ids, times, states, and the signed address of its
 * image, which has up to 2 KB with temporary credentials.
 */
export const SLIDE_BYTES = 3000;

/** Bytes that each state of a slide counts in addition to its words: the signed address of its picture above all. */
const BUILD_BYTES = 2300;

/** The bytes of a value in an answer. An answer is JSON that Lambda puts into JSON: a quotation mark in it becomes four bytes. */
export const answerBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(JSON.stringify(value) ?? ''));

/** Fields of a slide that clients set, and see again. */
const counted = (slide: Slide) => ({
  ...contentIn(slide),
  alt: (slide.image_request ?? slide.image)?.alt,
  ...(slide.builds ? { builds: slide.builds.map(({ text }) => text) } : {}),
});

/** Revisions never change, so each is measured once: a batch measures the same slides for each of its rows. */
const measured = new WeakMap<Slide, number>();

/** The bytes that a slide counts. */
export function slideBytes(slide: Slide): number {
  const known = measured.get(slide);
  if (known !== undefined) return known;
  const bytes = SLIDE_BYTES + BUILD_BYTES * (slide.builds?.length ?? 0) + answerBytes(counted(slide));
  measured.set(slide, bytes);
  return bytes;
}

/** Number of bytes that a timeline counts: those of its settings and slides. An answer with all of the timeline never needs more. */
export const timelineBytes = (settings: TimelineSettings, slides: readonly Slide[]): number =>
  slides.reduce((sum, slide) => sum + slideBytes(slide), SLIDE_BYTES + answerBytes(settingsOf(settings)));

/** Describes how much too large a timeline is; undefined if it is not. */
export function excessOf({ timeline_bytes: most }: Pick<Limits, 'timeline_bytes'>, bytes: number): string | undefined {
  if (bytes <= most) return undefined;
  return `${bytes} bytes, ${bytes - most} more than the ${most} of one timeline`;
}

/**
 * Refuses a timeline that an answer could not show.
 * @param before what it counted before the change; it may become smaller, or stay as it is
 * @throws ServiceError `timeline_too_large`
 */
export function checkTimelineBytes(limits: Pick<Limits, 'timeline_bytes'>, bytes: number, before = 0): void {
  const excess = excessOf(limits, bytes);
  if (excess !== undefined && bytes > before)
    throw new ServiceError(
      'timeline_too_large',
      `The timeline would count ${excess}: ${SLIDE_BYTES} for each slide, and its texts. Shorten texts, or make two timelines.`,
      { param: 'slides' },
    );
}

/** Refuses to show all of a timeline that was stored before its bytes had a limit. @throws ServiceError `timeline_too_large` */
export function checkShown(limits: Pick<Limits, 'timeline_bytes'>, bytes: number): void {
  const excess = excessOf(limits, bytes);
  if (excess !== undefined)
    throw new ServiceError(
      'timeline_too_large',
      `The timeline counts ${excess}, and no answer can hold it. Read its slides with GET /timelines/{id}/slides, and shorten or delete some with PUT and DELETE /timelines/{id}/slides/{sid}.`,
    );
}
