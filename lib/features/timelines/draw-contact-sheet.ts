import { createHash } from 'node:crypto';
import { z } from 'zod';
import { DrawingError } from '#engine/video/drawing/drawable-slide.ts';
import { slidePictureKey } from '#engine/video/drawing/slide-picture-key.ts';
import type { Principal } from '#features/accounts/public.ts';
import { readTemplateOfTimeline } from '#features/templates/public.ts';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { invalidValueError, ServiceError, serviceUnavailableError } from '#kernel/shared/errors.ts';
import { parseJsonIfValid } from '#kernel/shared/parse-json.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import { loadTimeline, noSlidesError } from './change-timeline.ts';
import { drawableSlideAt, readTimelineSlidePictures } from './drawn-slide.ts';
import {
  type ContactSheetOptions,
  type ContactSheetSlidePosition,
  planContactSheetLayout,
} from './plan-contact-sheet-layout.ts';
import type { PreviewDeps } from './preview-slide.ts';
import type { VariableValues } from './settings/about.ts';
import type { LoadedTimeline } from './timeline.ts';
import { fillVariables } from './variables.ts';

/** Dependencies of small pictures of slides (tiles). */
export interface SlideThumbnailDeps extends PreviewDeps {
  /** Storage of the tiles that were drawn before. */
  tiles: {
    /** Reads a file; undefined if it does not exist. */
    read(key: string): Promise<Uint8Array | undefined>;
    write(key: string, bytes: Uint8Array): Promise<void>;
  };
  /** Milliseconds of a monotonic clock. */
  elapsed(): number;
}

/** Dependencies of contact sheets. */
export interface ContactSheetDeps extends SlideThumbnailDeps {
  /** Joins tiles into one PNG of at most `maxBytes`; undefined if it would be larger. */
  join(
    sheet: { width: number; height: number; tiles: readonly (ContactSheetSlidePosition & { png: Uint8Array })[] },
    maxBytes: number,
  ): Promise<Uint8Array | undefined>;
}

/** The maximum size of a sheet, so that it fits in base64 into an answer of Lambda (6 MB). */
const MAX_SHEET_BYTES = 4 * 2 ** 20;
/** Milliseconds after which no further tile is drawn: a request may take 29 s. */
const MAX_DRAWING_MS = 18_000;
const CONCURRENT_TILES = 4;

/** Schema of stored tiles: PNG files in base64, by the hash of their drawing. */
const storedTilesSchema = z.object({ version: z.literal(1), tiles: z.record(z.string(), z.string()) });

/** Reads the tiles that were drawn before, by the hash of their drawing. */
async function readStoredTiles({ tiles }: SlideThumbnailDeps, key: string): Promise<Map<string, Uint8Array>> {
  const bytes = await tiles.read(key);
  // Tiles of another version do not match the schema, and are drawn again.
  const storedTiles = bytes && parseJsonIfValid(storedTilesSchema, Buffer.from(bytes).toString());
  return new Map(Object.entries(storedTiles?.tiles ?? {}).map(([name, png]) => [name, Buffer.from(png, 'base64')]));
}

/**
 * Draws the slides of a timeline as small PNG files, in order. Tiles are stored in one file, so that unchanged slides are not drawn again.
 * @param key storage key of that file
 * @throws ServiceError `image_invalid`; `unavailable` when drawing takes too long, after storing the tiles so far for the next request
 */
export async function drawSlideThumbnails(
  deps: SlideThumbnailDeps,
  principal: Principal,
  loaded: LoadedTimeline,
  size: { width: number; height: number },
  key: string,
): Promise<Uint8Array[]> {
  try {
    return await drawTiles(deps, principal, loaded, size, key);
  } catch (error) {
    if (!(error instanceof DrawingError)) throw error;
    throw new ServiceError(
      'image_invalid',
      'A slide cannot be drawn: its image is not readable. GET /timelines/{id}/check names the slide; upload its image again.',
      { cause: error },
    );
  }
}

/** The work of `drawSlideThumbnails`. @throws DrawingError; ServiceError `unavailable` */
async function drawTiles(
  deps: SlideThumbnailDeps,
  principal: Principal,
  { timeline, slides }: LoadedTimeline,
  size: { width: number; height: number },
  key: string,
): Promise<Uint8Array[]> {
  const deadlineMs = deps.elapsed() + MAX_DRAWING_MS;
  const [template, tilesByName] = await Promise.all([
    readTemplateOfTimeline(deps.templates, principal.account_id, timeline.template_id),
    readStoredTiles(deps, key),
  ]);
  const namedSlides = slides.map((_, position) => {
    const slide = drawableSlideAt(slides, position, timeline, template);
    const name = createHash('sha256')
      .update(slidePictureKey(slide, size, template.design))
      .digest('hex');
    return { slide, name };
  });
  const missingSlides = new Map(
    namedSlides.filter(({ name }) => !tilesByName.has(name)).map(({ slide, name }) => [name, slide]),
  );
  let isLate = false;
  if (missingSlides.size > 0) {
    const painter = await deps.painter();
    await forEachConcurrent(missingSlides, CONCURRENT_TILES, async ([name, slide]) => {
      isLate ||= deps.elapsed() > deadlineMs;
      if (isLate) return;
      const drawable = await readTimelineSlidePictures(slide, deps.readFile, true);
      tilesByName.set(name, await painter.paintPng(drawable, size, template.design));
    });
    const tilesToStore = Object.fromEntries(
      namedSlides.flatMap(({ name }) => {
        const png = tilesByName.get(name);
        return png ? [[name, Buffer.from(png).toString('base64')]] : [];
      }),
    );
    await deps.tiles.write(key, Buffer.from(JSON.stringify({ version: 1, tiles: tilesToStore })));
  }
  return namedSlides.map(({ name }) => {
    const png = tilesByName.get(name);
    if (!png) throw serviceUnavailableError('The slides take long to draw; send the request again to continue.');
    return png;
  });
}

/**
 * Draws all slides of a timeline as one PNG. Variables without values are shown as names in braces, as in previews.
 * @throws ServiceError 400, 404, `timeline_empty`, `image_invalid`; `unavailable` when drawing takes too long; the next request continues
 */
export async function drawContactSheet(
  deps: ContactSheetDeps,
  principal: Principal,
  id: string,
  { variables = {}, ...layoutOptions }: ContactSheetOptions & { variables?: VariableValues | undefined },
): Promise<Uint8Array> {
  const timelineWithVariables = await loadTimeline(deps.store, principal, id);
  const filledTimeline = fillVariables(timelineWithVariables, variables, { path: 'query.variables', missing: 'keep' });
  const { timeline, slides } = filledTimeline;
  if (slides.length === 0) throw noSlidesError();
  const plan = planContactSheetLayout(slides.length, timeline.format, layoutOptions);
  const key = storageKeys.slideTiles(principal.account_id, timeline.id);
  const pngs = await drawSlideThumbnails(deps, principal, filledTimeline, plan.tile, key);
  const tiles = plan.tiles.flatMap((tile, index) => {
    const png = pngs[index];
    return png ? [{ ...tile, png }] : [];
  });
  const sheet = await deps.join({ ...plan.size, tiles }, MAX_SHEET_BYTES);
  if (!sheet) throw invalidValueError('query.width', 'The picture is too large for an answer; use a smaller width.');
  return sheet;
}
