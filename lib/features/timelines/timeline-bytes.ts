import type { PlanLimits } from '#features/accounts/public.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import type { Slide } from './slide.ts';
import { pickSlideContent } from './slide-content.ts';
import type { StoredOrRequestedPicture } from './slide-pictures.ts';
import { pickTimelineSettings, type TimelineSettings } from './timeline.ts';
import { TIMELINE_VIDEO_NAMES } from './timeline-video.ts';

/**
 * Bytes that each slide counts in addition to its content: for the names of its fields, its ids, times and states, and the signed address
 * of its image. With temporary credentials, that address has up to 2 KB.
 */
export const SLIDE_OVERHEAD_BYTES = 3100;

/** Bytes that each state of a slide counts in addition to its words, mostly for the signed address of its picture. */
const BUILD_BYTES = 2300;

/** Bytes that each further picture of a slide counts in addition to its texts, for the names of its fields and its signed address. */
const PICTURE_BYTES = 2900;

/** Bytes that a video or a presenter counts in addition to its options, for the names of its fields and the signed address of its poster. */
const VIDEO_BYTES = 3000;

/** Bytes that a chart or a table counts in addition to its content: answers also have the fields that a client left out. */
const GRAPHIC_BYTES = 400;
/** Bytes that code counts in addition to its content, for the same reason. */
const CODE_BYTES = 60;
/** Bytes that each point of a chart counts in addition to its numbers, for the same reason. */
const POINT_BYTES = 20;
/** Bytes that each item counts in addition to its texts, for the same reason. */
const ITEM_BYTES = 100;

/** Bytes that each callout counts in addition to its content, for the same reason. */
const CALLOUT_BYTES = 260;

/** The bytes of a value in an answer. Lambda puts the JSON of an answer into JSON again: a quotation mark in a text takes four bytes. */
export const jsonBytesInAnswer = (value: unknown): number =>
  Buffer.byteLength(JSON.stringify(JSON.stringify(value) ?? ''));

function captionOfPicture({ image, image_request }: StoredOrRequestedPicture): { caption?: string } {
  const { caption } = image_request ?? image ?? {};
  return caption ? { caption } : {};
}

const textsOfPicture = (picture: StoredOrRequestedPicture) => ({
  alt: (picture.image_request ?? picture.image)?.alt,
  ...captionOfPicture(picture),
});

/** Fields of a slide whose bytes are counted: those that clients set and that answers show. */
const countedFields = (slide: Slide) => ({
  ...pickSlideContent(slide),
  ...textsOfPicture(slide),
  ...(slide.pictures ? { pictures: slide.pictures.map(textsOfPicture) } : {}),
  ...(slide.builds ? { builds: slide.builds.map(({ text }) => text) } : {}),
});

/** Bytes of revisions that were measured. Revisions never change, and a batch measures the same slides for each of its rows. */
const measuredBytes = new WeakMap<Slide, number>();

/** The bytes that a slide counts. */
export function slideBytes(slide: Slide): number {
  const knownBytes = measuredBytes.get(slide);
  if (knownBytes !== undefined) return knownBytes;
  const points = (slide.chart?.series ?? []).reduce((sum, series) => sum + (series.points?.length ?? 0), 0);
  const graphicBytes = (slide.chart || slide.table ? GRAPHIC_BYTES : 0) + POINT_BYTES * points;
  const codeBytes = slide.code ? CODE_BYTES : 0;
  const listBytes = ITEM_BYTES * (slide.items?.length ?? 0) + CALLOUT_BYTES * (slide.callouts?.length ?? 0);
  const leftOutBytes = graphicBytes + codeBytes + listBytes;
  const pictureBytes = BUILD_BYTES * (slide.builds?.length ?? 0) + PICTURE_BYTES * (slide.pictures?.length ?? 0);
  const slideVideos = [slide.video ?? slide.video_request, slide.presenter ?? slide.presenter_request];
  const videoBytes = VIDEO_BYTES * slideVideos.filter((video) => video).length;
  const bytes =
    SLIDE_OVERHEAD_BYTES + leftOutBytes + pictureBytes + videoBytes + jsonBytesInAnswer(countedFields(slide));
  measuredBytes.set(slide, bytes);
  return bytes;
}

/** The videos of a timeline that its answer shows. */
const videosOf = (settings: TimelineSettings) =>
  [settings.presenter, ...TIMELINE_VIDEO_NAMES.map((name) => settings[name])].flatMap((videoBytes) => videoBytes ?? []);

/** Number of bytes that a timeline counts: those of its settings and slides. An answer with the whole timeline never has more. */
export const timelineBytes = (settings: TimelineSettings, slides: readonly Slide[]): number =>
  slides.reduce(
    (sum, slide) => sum + slideBytes(slide),
    SLIDE_OVERHEAD_BYTES + VIDEO_BYTES * videosOf(settings).length + jsonBytesInAnswer(pickTimelineSettings(settings)),
  );

/** Describes by how much a timeline is too large; undefined if it is not too large. */
export function findTimelineTooLargeMessage(
  { timeline_bytes: maxBytes }: Pick<PlanLimits, 'timeline_bytes'>,
  bytes: number,
): string | undefined {
  if (bytes <= maxBytes) return undefined;
  return `${bytes} bytes, ${bytes - maxBytes} more than the ${maxBytes} of one timeline`;
}

/**
 * Refuses a change after which a timeline would be too large for an answer.
 * @param before bytes of the timeline before the change; a timeline that was too large before may stay as large, or become smaller
 * @throws ServiceError `timeline_too_large`
 */
export function assertTimelineNotTooLarge(limits: Pick<PlanLimits, 'timeline_bytes'>, bytes: number, before = 0): void {
  const excessMessage = findTimelineTooLargeMessage(limits, bytes);
  if (excessMessage !== undefined && bytes > before)
    throw new ServiceError(
      'timeline_too_large',
      `The timeline would count ${excessMessage}: ${SLIDE_OVERHEAD_BYTES} for each slide, and its texts. Shorten texts, or make two timelines.`,
      { param: 'slides' },
    );
}

/** Refuses to show a whole timeline that is too large: it was stored before there was a limit. @throws ServiceError `timeline_too_large` */
export function assertWholeTimelineFitsAnswer(limits: Pick<PlanLimits, 'timeline_bytes'>, bytes: number): void {
  const excessMessage = findTimelineTooLargeMessage(limits, bytes);
  if (excessMessage !== undefined)
    throw new ServiceError(
      'timeline_too_large',
      `The timeline counts ${excessMessage}, and no answer can hold it. Read its slides with GET /timelines/{id}/slides, and shorten or delete some with PUT and DELETE /timelines/{id}/slides/{sid}.`,
    );
}
