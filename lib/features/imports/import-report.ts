import { isDeckKindWithoutOriginalLook, isPictureOnlyDeckKind } from '#engine/deck-reading/deck-formats.ts';
import { effectOfDeckWarning } from '#engine/deck-reading/deck-warning.ts';
import { ASPECT_RATIOS, type PictureDimensions } from '#engine/video/format.ts';
import type { Principal } from '#features/accounts/public.ts';
import {
  drawSlideThumbnails,
  type LoadedTimeline,
  loadTimeline,
  type SlideThumbnailDeps,
} from '#features/timelines/public.ts';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import { getImport } from './get-import.ts';
import type { Import } from './import.ts';
import {
  originalSlidePicturesKey,
  parseOriginalSlidePictures,
  REPORT_PICTURE_SIDE_PIXELS,
  type ShrinkPicture,
} from './original-slide-pictures.ts';
import type { ImportStore } from './ports.ts';
import { importReportPageHtml, type ReportPageSlide, type ReportPictureOrAbsenceReason } from './report-page.ts';
import { verdictsOfReport } from './verdict.ts';

/** Dependencies of `importReportPage`. */
export interface ImportReportDeps extends SlideThumbnailDeps {
  imports: Pick<ImportStore, 'find'>;
  /** Reads the bytes of a file; undefined if there is none. */
  readIf(key: string): Promise<Uint8Array | undefined>;
  shrinkPicture: ShrinkPicture;
}

/** The maximum bytes of all pictures of a page. Encoded in base64 twice, the page fits into the answer of a Lambda function (6 MB). */
const MAX_PICTURE_BYTES = 2_600_000;
const CONCURRENT_SHRINKS = 4;

const NO_LOOK = 'Decks of this kind have no look: they are text.';
const NOT_DRAWN = 'The slide of the deck could not be drawn here.';
const NOT_KEPT = 'No picture of the page was kept.';
const LEFT_OUT = 'The slide is not in the video.';
const NOT_PAINTED = 'No picture of the slide was drawn.';
const SLIDE_DELETED = 'The slide is no longer in the timeline.';
const TIMELINE_DELETED = 'The timeline was deleted, and its pictures with it.';
const TOO_LARGE = 'Left out, because the page would be too large.';

/** The reason why there is no picture of a slide as it was in the deck, as a sentence. */
function reasonForNoPicture({ kind }: Import, isDeleted: boolean): string {
  if (isDeckKindWithoutOriginalLook(kind)) return NO_LOOK;
  if (isDeleted) return TIMELINE_DELETED;
  return isPictureOnlyDeckKind(kind) ? NOT_KEPT : NOT_DRAWN;
}

/** The size of a small picture in the format of a timeline. */
function thumbnailSize({ timeline }: LoadedTimeline): PictureDimensions {
  const [width, height] = ASPECT_RATIOS[timeline.format];
  const scale = REPORT_PICTURE_SIDE_PIXELS / Math.max(width, height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** The timeline of an import; undefined if it does not exist yet, or was deleted. */
async function timelineOf(deps: ImportReportDeps, principal: Principal, deckImport: Import) {
  if (deckImport.status !== 'completed') return undefined;
  return loadTimeline(deps.store, principal, deckImport.timeline_id).catch((error: unknown) => {
    if (error instanceof ServiceError && error.code === 'timeline_not_found') return undefined;
    throw error;
  });
}

/** Small pictures of the slides as the video shows them now, by the ids of the slides. */
async function currentPictures(
  deps: ImportReportDeps,
  principal: Principal,
  loadedTimeline: LoadedTimeline | undefined,
): Promise<Map<string, Uint8Array>> {
  const pictures = new Map<string, Uint8Array>();
  if (!loadedTimeline || loadedTimeline.slides.length === 0) return pictures;
  const tilesKey = storageKeys.reportTiles(principal.account_id, loadedTimeline.timeline.id);
  const tiles = await drawSlideThumbnails(deps, principal, loadedTimeline, thumbnailSize(loadedTimeline), tilesKey);
  await forEachConcurrent([...loadedTimeline.slides.entries()], CONCURRENT_SHRINKS, async ([index, { id }]) => {
    const png = tiles[index];
    if (png) pictures.set(id, await deps.shrinkPicture(png, REPORT_PICTURE_SIDE_PIXELS));
  });
  return pictures;
}

const pictureBytes = (picture: ReportPictureOrAbsenceReason): number => ('webp' in picture ? picture.webp.length : 0);

/** Leaves out pictures beyond `maxBytes`: those of whole slides first, and from the end of the deck. */
export function dropReportPicturesOverBytes(slides: readonly ReportPageSlide[], maxBytes: number): ReportPageSlide[] {
  const rank = ({ verdict }: ReportPageSlide): number => (verdict === 'whole' || verdict === null ? 1 : 0);
  const slidesByPriority = [...slides].sort((a, b) => rank(a) - rank(b));
  const keptSlides = new Set<ReportPageSlide>();
  let bytes = 0;
  for (const slide of slidesByPriority) {
    bytes += pictureBytes(slide.before) + pictureBytes(slide.after);
    if (bytes > maxBytes) break;
    keptSlides.add(slide);
  }
  // A slide that has no picture keeps the reason.
  const replaceByReason = (picture: ReportPictureOrAbsenceReason): ReportPictureOrAbsenceReason =>
    'webp' in picture ? { none: TOO_LARGE } : picture;
  return slides.map((slide) =>
    keptSlides.has(slide)
      ? slide
      : { ...slide, before: replaceByReason(slide.before), after: replaceByReason(slide.after) },
  );
}

/**
 * The page about an import, as HTML: each slide of the deck as it was and as the video shows it today.
 * @throws ServiceError `import_not_found`; `image_invalid`; `unavailable` when drawing takes too long: the next request continues
 */
export async function importReportPage(deps: ImportReportDeps, principal: Principal, id: string): Promise<string> {
  const deckImport = await getImport(deps, principal, id);
  if (!deckImport.report)
    return importReportPageHtml({ made: deckImport, title: '', summary: null, slides: [], warnings: [] });
  const { report } = deckImport;
  const { slides, summary } = verdictsOfReport(report, deckImport);
  const [loadedTimeline, storedPictures] = await Promise.all([
    timelineOf(deps, principal, deckImport),
    deps.readIf(originalSlidePicturesKey(deckImport)),
  ]);
  // The pictures of the deck are removed some time after the timeline was deleted.
  const before = loadedTimeline ? parseOriginalSlidePictures(storedPictures) : new Map<number, Uint8Array>();
  const after = await currentPictures(deps, principal, loadedTimeline);
  const titles = new Map(loadedTimeline?.slides.map((slide) => [slide.id, slide.title]));
  const pictureOf = (webp: Uint8Array | undefined, none: string): ReportPictureOrAbsenceReason =>
    webp ? { webp } : { none };
  const reasonForNoCurrentPicture = (slideId: string): string =>
    !loadedTimeline ? TIMELINE_DELETED : titles.has(slideId) ? NOT_PAINTED : SLIDE_DELETED;
  const pageSlides = slides.map((slide): ReportPageSlide => {
    const { source, slide_id } = slide;
    const verdictMessages = new Set([...slide.lost, ...slide.approximate]);
    return {
      ...slide,
      title: (slide_id !== null && titles.get(slide_id)) || '',
      before: pictureOf(before.get(source), reasonForNoPicture(deckImport, !loadedTimeline)),
      after:
        slide_id === null ? { none: LEFT_OUT } : pictureOf(after.get(slide_id), reasonForNoCurrentPicture(slide_id)),
      notes: report.warnings
        .filter(
          (line) =>
            line.slide === source && effectOfDeckWarning(line.code) === 'none' && !verdictMessages.has(line.message),
        )
        .map(({ message }) => message),
    };
  });
  const warnings = report.warnings.filter((line) => line.slide === null);
  const title = loadedTimeline?.timeline.title ?? '';
  const slidesWithinLimit = dropReportPicturesOverBytes(pageSlides, MAX_PICTURE_BYTES);
  return importReportPageHtml({
    made: deckImport,
    title,
    summary,
    slides: slidesWithinLimit,
    warnings,
    brand: report.brand,
  });
}
