import { ASPECT_RATIOS, type AspectRatioName, type PictureDimensions } from '#engine/video/format.ts';
import { invalidValueError } from '#kernel/shared/errors.ts';

/** A client's options for a contact sheet. */
export interface ContactSheetOptions {
  /** Number of columns. Absent: as many as make the sheet about four thirds as wide as it is high. */
  columns?: number | undefined;
  /** Width of the whole sheet, in pixels. */
  width: number;
}

/** Place of a slide on a sheet: its upper left corner, in pixels. */
export interface PlacedSlideThumbnail {
  left: number;
  top: number;
}

/** The layout of a sheet, in pixels. */
export interface ContactSheetPlan {
  size: PictureDimensions;
  /** Size of each slide on the sheet. */
  tile: PictureDimensions;
  /** Places of the slides, in the order of the slides. */
  tiles: PlacedSlideThumbnail[];
}

/** Width divided by height of a sheet whose number of columns was not requested. */
const RATIO = 4 / 3;
/** Space between slides and around them, as a fraction of the width of the sheet. */
const GAP = 0.008;
/** The least space between slides, in pixels. */
const MIN_GAP = 2;
/** The least width of a slide on a sheet, in pixels. */
const MIN_TILE = 16;
/** The most pixels of a sheet. Each takes 4 bytes of memory while the sheet is put together. */
const MAX_PIXELS = 24_000_000;
/** The greatest height of a sheet, in pixels. */
const MAX_HEIGHT = 16_000;

/**
 * Computes the places of the slides on a contact sheet. Pure.
 * @throws ServiceError `validation_failed` for more columns than fit, and for a sheet that is too high
 */
export function planContactSheetLayout(
  count: number,
  format: AspectRatioName,
  { columns: asked, width }: ContactSheetOptions,
): ContactSheetPlan {
  const [across, down] = ASPECT_RATIOS[format];
  const columns = asked ?? Math.min(count, Math.ceil(Math.sqrt((count * RATIO * down) / across)));
  const gap = Math.max(MIN_GAP, Math.round(width * GAP));
  const tileWidth = Math.floor((width - gap) / columns) - gap;
  if (tileWidth < MIN_TILE)
    throw invalidValueError(
      asked === undefined ? 'query.width' : 'query.columns',
      `The slides would be narrower than ${MIN_TILE} pixels: use fewer columns, or a larger width.`,
    );
  const tile = { width: tileWidth, height: Math.max(1, Math.round((tileWidth * down) / across)) };
  const rows = Math.ceil(count / columns);
  const height = rows * (tile.height + gap) + gap;
  if (height > MAX_HEIGHT || height * width > MAX_PIXELS)
    throw invalidValueError(
      'query.width',
      `The sheet would be ${height} pixels high: use more columns, or a smaller width.`,
    );
  const tiles = Array.from({ length: count }, (_, index) => ({
    left: gap + (index % columns) * (tile.width + gap),
    top: gap + Math.floor(index / columns) * (tile.height + gap),
  }));
  return { size: { width, height }, tile, tiles };
}
