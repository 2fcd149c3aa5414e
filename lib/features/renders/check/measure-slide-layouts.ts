import { createHash } from 'node:crypto';
import { z } from 'zod';
import { DRAWN_LAYOUT_NAMES } from '#engine/video/drawing/layout/layout-facts.ts';
import type { MeasureSlideLayout, SlideMeasures } from '#engine/video/drawing/paint/measure-slide-layout.ts';
import { slidePictureKey } from '#engine/video/drawing/slide-picture-key.ts';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { serviceUnavailableError } from '#kernel/shared/errors.ts';
import { parseJsonIfValid } from '#kernel/shared/parse-json.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import { burnedInCaptionStyleOf } from '../captions/burned-style.ts';
import { drawableSlideOfSnapshot } from '../frozen-slide.ts';
import { FileMissingError, type FileStore } from '../ports.ts';
import type { RenderOutput } from '../render.ts';
import { type TimelineSnapshot, templateOfSnapshot } from '../timeline-snapshot.ts';

/** Dependencies of the measuring of slides. */
export interface MeasureSlideLayoutsDeps {
  files: Pick<FileStore, 'getBytes' | 'putBytes'>;
  /** Loads the function that lays a slide out. */
  measure(): Promise<MeasureSlideLayout>;
  /** Milliseconds of a monotonic clock. */
  elapsed(): number;
}

/** Milliseconds after which no further slide is measured: a request may take 29 s. A slide usually takes 3 ms, with the worst text 50 ms. */
const MAX_MEASURING_MS = 18_000;
const MAX_CONCURRENT_MEASURES = 4;

const measuresSchema = z.object({
  layout: z.enum(DRAWN_LAYOUT_NAMES),
  fits: z.array(z.object({ part: z.enum(['title', 'points', 'content']), cut: z.boolean(), shrunk: z.boolean() })),
  isFooterCut: z.boolean(),
  missing: z.array(z.string()),
  imageScale: z.number().optional(),
  contrast: z.object({ ratio: z.number(), passes: z.boolean() }).optional(),
  called: z
    .object({
      image: z.object({
        width: z.number(),
        height: z.number(),
        fit: z.enum(['cover', 'contain']),
        focus: z.object({ x: z.number(), y: z.number() }),
      }),
      box: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
    })
    .optional(),
  page: z
    .object({
      hasOverlap: z.boolean(),
      smallText: z.number().optional(),
      coverage: z.number(),
      isCovered: z.literal(true).optional(),
    })
    .optional(),
} satisfies Record<keyof SlideMeasures, z.ZodType>);

/** Version of the stored measures. Raise it when the measures change; a change of the drawing changes their names (`slidePictureKey`). */
const MEASURES_VERSION = 7;
/** The most picture sizes whose measures are stored for a timeline. The one that was measured longest ago is dropped first. */
const MAX_STORED_SIZES = 4;
const storedSchema = z.object({
  version: z.literal(MEASURES_VERSION),
  /** Sorted by the time of measuring, the latest last. */
  sizes: z.array(z.object({ size: z.string(), slides: z.record(z.string(), measuresSchema) })).max(MAX_STORED_SIZES),
});
type StoredSizes = z.infer<typeof storedSchema>['sizes'];

async function readStoredSizes(files: MeasureSlideLayoutsDeps['files'], key: string): Promise<StoredSizes> {
  try {
    // Measures of another version do not match the schema, and are made again.
    return parseJsonIfValid(storedSchema, Buffer.from(await files.getBytes(key)).toString())?.sizes ?? [];
  } catch (error) {
    if (error instanceof FileMissingError) return [];
    throw error;
  }
}

/**
 * Lays out every slide, without drawing. The measures are stored with the timeline, for a few sizes, so that only edited slides are
 * measured again. Captions in the picture leave less room for text.
 * @throws ServiceError `unavailable` when it takes too long; the measures so far are stored, and the next request continues
 */
export async function measureSlideLayouts(
  { files, measure, elapsed }: MeasureSlideLayoutsDeps,
  place: { account_id: string; timeline_id: string },
  snapshot: TimelineSnapshot,
  output: RenderOutput,
): Promise<SlideMeasures[]> {
  const size = { width: output.width, height: output.height };
  const options = { captioned: burnedInCaptionStyleOf(output) };
  const deadlineMs = elapsed() + MAX_MEASURING_MS;
  const template = templateOfSnapshot(snapshot);
  const slides = snapshot.slides.map((_, position) => {
    const slide = drawableSlideOfSnapshot(snapshot, position);
    return {
      slide,
      name: createHash('sha256')
        .update(slidePictureKey(slide, size, template, options))
        .digest('hex'),
    };
  });
  const key = storageKeys.slideMeasures(place.account_id, place.timeline_id);
  const storedSizes = await readStoredSizes(files, key);
  const sizeName = `${size.width}x${size.height}${options.captioned ? ' captioned' : ''}`;
  const measuresByName = new Map<string, SlideMeasures>(
    Object.entries(storedSizes.find((stored) => stored.size === sizeName)?.slides ?? {}),
  );
  const unmeasuredSlides = new Map(
    slides.filter(({ name }) => !measuresByName.has(name)).map(({ slide, name }) => [name, slide]),
  );
  let isLate = false;
  if (unmeasuredSlides.size > 0) {
    const measureSlide = await measure();
    await forEachConcurrent(unmeasuredSlides, MAX_CONCURRENT_MEASURES, async ([name, slide]) => {
      isLate ||= elapsed() > deadlineMs;
      if (!isLate) measuresByName.set(name, await measureSlide(slide, size, template, options));
    });
    const currentMeasures = new Map(slides.map(({ name }) => [name, measuresByName.get(name)]));
    const sizes = [
      ...storedSizes.filter((stored) => stored.size !== sizeName),
      { size: sizeName, slides: Object.fromEntries(currentMeasures) },
    ];
    const json = JSON.stringify({ version: MEASURES_VERSION, sizes: sizes.slice(-MAX_STORED_SIZES) });
    await files.putBytes(key, Buffer.from(json), 'application/json');
  }
  return slides.map(({ name }) => {
    const measures = measuresByName.get(name);
    if (!measures)
      throw serviceUnavailableError('The slides take long to measure; send the request again to continue.');
    return measures;
  });
}
