import { createHash } from 'node:crypto';
import { z } from 'zod';
import { drawingKey } from '#engine/video/drawing/drawing-key.ts';
import { DRAWN_LAYOUTS } from '#engine/video/drawing/layout/layout-facts.ts';
import type { MeasureSlide, SlideMeasures } from '#engine/video/drawing/paint/measure-slide.ts';
import type { Size } from '#engine/video/format.ts';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { unavailableError } from '#kernel/shared/errors.ts';
import { parseJsonIf } from '#kernel/shared/parse-json.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import { frozenSlide } from '../frozen-slide.ts';
import { FileMissing, type FileStore } from '../ports.ts';
import { type Snapshot, templateOf } from '../snapshot.ts';

export interface MeasureSlidesDeps {
  files: Pick<FileStore, 'getBytes' | 'putBytes'>;
  measure(): Promise<MeasureSlide>;
  /** Milliseconds since some moment: how long this takes. */
  elapsed(): number;
}

/** A request may take 29 s. A slide takes up to some 50 ms on its worst text, and 3 ms usually. */
const MAX_MS = 18_000;
const AT_ONCE = 4;

const measures = z.object({
  layout: z.enum(DRAWN_LAYOUTS),
  fits: z.array(z.object({ part: z.enum(['title', 'points', 'content']), cut: z.boolean(), shrunk: z.boolean() })),
  isFooterCut: z.boolean(),
  missing: z.array(z.string()),
  imageScale: z.number().optional(),
  contrast: z.object({ ratio: z.number(), passes: z.boolean() }).optional(),
} satisfies Record<keyof SlideMeasures, z.ZodType>);

/** Raise it with a change of what is measured; a change of what is drawn is in the name of each measure. */
const MEASURES_VERSION = 3;
/** Sizes of pictures whose measures are kept: a timeline is looked at in few. The one that was measured longest ago goes first. */
const MAX_SIZES = 4;
const stored = z.object({
  version: z.literal(MEASURES_VERSION),
  /** Those measured last come last. */
  sizes: z.array(z.object({ size: z.string(), slides: z.record(z.string(), measures) })).max(MAX_SIZES),
});
type KeptSizes = z.infer<typeof stored>['sizes'];

async function readKept(files: MeasureSlidesDeps['files'], key: string): Promise<KeptSizes> {
  try {
    // What another version wrote is measured again.
    return parseJsonIf(stored, Buffer.from(await files.getBytes(key)).toString())?.sizes ?? [];
  } catch (error) {
    if (error instanceof FileMissing) return [];
    throw error;
  }
}

/**
 * Lays out every slide, and draws none. What was measured is kept next to the timeline, for a few sizes: after an edit one slide is
 * measured, and none where another format was looked at in between.
 * @throws ServiceError `unavailable` when it takes too long; what was measured is kept, and the next request continues
 */
export async function measureSlides(
  { files, measure, elapsed }: MeasureSlidesDeps,
  place: { account_id: string; timeline_id: string },
  snapshot: Snapshot,
  size: Size,
): Promise<SlideMeasures[]> {
  const until = elapsed() + MAX_MS;
  const template = templateOf(snapshot);
  const slides = snapshot.slides.map((_, position) => {
    const slide = frozenSlide(snapshot, position);
    return {
      slide,
      name: createHash('sha256')
        .update(drawingKey(slide, size, template))
        .digest('hex'),
    };
  });
  const key = storageKeys.slideMeasures(place.account_id, place.timeline_id);
  const kept = await readKept(files, key);
  const sizeName = `${size.width}x${size.height}`;
  const known = new Map<string, SlideMeasures>(Object.entries(kept.find((one) => one.size === sizeName)?.slides ?? {}));
  const unknown = new Map(slides.filter(({ name }) => !known.has(name)).map(({ slide, name }) => [name, slide]));
  let isLate = false;
  if (unknown.size > 0) {
    const measureSlide = await measure();
    await forEachConcurrent(unknown, AT_ONCE, async ([name, slide]) => {
      isLate ||= elapsed() > until;
      if (!isLate) known.set(name, await measureSlide(slide, size, template));
    });
    const inUse = new Map(slides.map(({ name }) => [name, known.get(name)]));
    const sizes = [
      ...kept.filter((one) => one.size !== sizeName),
      { size: sizeName, slides: Object.fromEntries(inUse) },
    ];
    const file = JSON.stringify({ version: MEASURES_VERSION, sizes: sizes.slice(-MAX_SIZES) });
    await files.putBytes(key, Buffer.from(file), 'application/json');
  }
  return slides.map(({ name }) => {
    const measured = known.get(name);
    if (!measured) throw unavailableError('The slides take long to measure; send the request again to continue.');
    return measured;
  });
}
