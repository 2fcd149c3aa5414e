import { FORMATS, type Format, type Size } from '#engine/video/format.ts';
import { invalidValue } from '#kernel/shared/errors.ts';

/** Options of a contact sheet. */
export interface SheetWish {
  /** Absent: as many as make the sheet about as high as it is wide, or a little less. */
  columns?: number | undefined;
  /** Width of the whole sheet, in pixels. */
  width: number;
}

/** Place of a slide on a sheet: its upper left corner, in pixels. */
export interface PlacedTile {
  left: number;
  top: number;
}

/** A sheet by its measures in pixels. */
export interface SheetPlan {
  size: Size;
  /** The size of every slide. */
  tile: Size;
  /** In the order of the slides. */
  tiles: PlacedTile[];
}

/** Width : height of a sheet for which no columns are asked. */
const RATIO = 4 / 3;
/** Between slides, and around them, as a part of the width. */
const GAP = 0.008;
const MIN_GAP = 2;
const MIN_TILE = 16;
/** Pixels of a sheet, at most: 4 bytes each while it is joined. */
const MAX_PIXELS = 24_000_000;
const MAX_HEIGHT = 16_000;

/**
 * Computes the places of the slides on a contact sheet. Pure.
 * @throws ServiceError `validation_failed` for more columns than fit, and for a sheet that is too high
 */
export function planSheet(count: number, format: Format, { columns: asked, width }: SheetWish): SheetPlan {
  const [across, down] = FORMATS[format];
  const columns = asked ?? Math.min(count, Math.ceil(Math.sqrt((count * RATIO * down) / across)));
  const gap = Math.max(MIN_GAP, Math.round(width * GAP));
  const tileWidth = Math.floor((width - gap) / columns) - gap;
  if (tileWidth < MIN_TILE)
    throw invalidValue(
      asked === undefined ? 'query.width' : 'query.columns',
      `The slides would be narrower than ${MIN_TILE} pixels: use fewer columns, or a larger width.`,
    );
  const tile = { width: tileWidth, height: Math.max(1, Math.round((tileWidth * down) / across)) };
  const rows = Math.ceil(count / columns);
  const height = rows * (tile.height + gap) + gap;
  if (height > MAX_HEIGHT || height * width > MAX_PIXELS)
    throw invalidValue(
      'query.width',
      `The sheet would be ${height} pixels high: use more columns, or a smaller width.`,
    );
  const tiles = Array.from({ length: count }, (_, index) => ({
    left: gap + (index % columns) * (tile.width + gap),
    top: gap + Math.floor(index / columns) * (tile.height + gap),
  }));
  return { size: { width, height }, tile, tiles };
}
