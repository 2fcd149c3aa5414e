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
export interface ContactSheetSlidePosition {
  left: number;
  top: number;
}

/** The layout of a sheet, in pixels. */
export interface ContactSheetPlan {
  size: PictureDimensions;
  /** Size of each slide on the sheet. */
  tile: PictureDimensions;
  /** Places of the slides, in the order of the slides. */
  tiles: ContactSheetSlidePosition[];
}

/** Width divided by height of a sheet whose number of columns was not requested. */
const DEFAULT_SHEET_RATIO = 4 / 3;
/** Space between slides and around them, as a fraction of the width of the sheet. */
const GAP_SHARE = 0.008;
/** The minimum space between slides. */
const MIN_GAP_PIXELS = 2;
/** The minimum width of a slide on a sheet. */
const MIN_TILE_WIDTH_PIXELS = 16;
/** The maximum number of pixels of a sheet. Each takes 4 bytes of memory while the sheet is put together. */
const MAX_SHEET_PIXELS = 24_000_000;
/** The maximum height of a sheet. */
const MAX_SHEET_HEIGHT_PIXELS = 16_000;

/**
 * Computes the places of the slides on a contact sheet. Pure.
 * @throws ServiceError `validation_failed` for more columns than fit, and for a sheet that is too high
 */
export function planContactSheetLayout(
  count: number,
  format: AspectRatioName,
  { columns: requestedColumns, width }: ContactSheetOptions,
): ContactSheetPlan {
  const [ratioWidth, ratioHeight] = ASPECT_RATIOS[format];
  const columns =
    requestedColumns ?? Math.min(count, Math.ceil(Math.sqrt((count * DEFAULT_SHEET_RATIO * ratioHeight) / ratioWidth)));
  const gap = Math.max(MIN_GAP_PIXELS, Math.round(width * GAP_SHARE));
  const tileWidth = Math.floor((width - gap) / columns) - gap;
  if (tileWidth < MIN_TILE_WIDTH_PIXELS)
    throw invalidValueError(
      requestedColumns === undefined ? 'query.width' : 'query.columns',
      `The slides would be narrower than ${MIN_TILE_WIDTH_PIXELS} pixels: use fewer columns, or a larger width.`,
    );
  const tile = { width: tileWidth, height: Math.max(1, Math.round((tileWidth * ratioHeight) / ratioWidth)) };
  const rows = Math.ceil(count / columns);
  const height = rows * (tile.height + gap) + gap;
  if (height > MAX_SHEET_HEIGHT_PIXELS || height * width > MAX_SHEET_PIXELS)
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
