import { CHART_LIMITS } from '#engine/video/drawing/drawable-chart.ts';
import { TABLE_LIMITS } from '#engine/video/drawing/drawable-table.ts';
import { SLIDE_LIMITS } from '#engine/video/drawing/slide-limits.ts';

/**
 * Limits of a deck. Real decks: 0.02–7 MB, at most 411 entries, parts of at most 0.33 MB and 10,776 elements that are nested 24
 * deep. 100,000 shapes are 33 MB; 400,000 elements take 0.5 s and 231 MB.
 */
export const DECK_LIMITS = {
  file_bytes: 100 * 2 ** 20,
  entries: 10_000,
  /** Sum of all entries, by the directory. */
  expanded_bytes: 512 * 2 ** 20,
  /** Size of one XML part. */
  part_bytes: 16 * 2 ** 20,
  /** Sum of all XML parts that are read. */
  read_bytes: 96 * 2 ** 20,
  /** Size of one Markdown file. Real ones have up to 0.2 MB, those with pictures within them more. */
  text_bytes: 8 * 2 ** 20,
  /** Size of one picture or sound. */
  medium_bytes: 50 * 2 ** 20,
  /** Sounds that speak for one slide. */
  clips: 20,
  /** Elements in one XML part. */
  elements: 400_000,
  depth: 128,
} as const;

/** Maximum lengths in characters, and numbers, of what a slide of the API takes from a deck. */
export const TEXT_LIMITS = {
  ...SLIDE_LIMITS,
  cell: TABLE_LIMITS.cell,
  table_columns: TABLE_LIMITS.columns,
  table_rows: TABLE_LIMITS.rows,
  categories: CHART_LIMITS.categories,
  series: CHART_LIMITS.series,
  category: CHART_LIMITS.category,
} as const;

/** Characters of the name of a font, at most. */
export const MAX_FONT_NAME = 80;

/** Slides that one long list, table or listing of a deck may become. */
export const MAX_PARTS = 4;
