import { CHART_LIMITS } from '#engine/video/drawing/drawable-chart.ts';
import { TABLE_LIMITS } from '#engine/video/drawing/drawable-table.ts';
import { SLIDE_LIMITS } from '#engine/video/drawing/slide-limits.ts';

/**
 * Limits of a deck. Real decks have 0.02 to 7 MB, at most 411 entries, and XML parts of at most 0.33 MB with 10,776 elements, nested 24
 * deep. Measured: 100,000 shapes are 33 MB of XML; 400,000 elements take 0.5 s and 231 MB of memory.
 */
export const DECK_LIMITS = {
  file_bytes: 100 * 2 ** 20,
  /** Files in a zip. */
  entries: 10_000,
  /** Uncompressed size of all entries together, as the directory of the zip declares it. */
  expanded_bytes: 512 * 2 ** 20,
  /** Size of one XML part. */
  part_bytes: 16 * 2 ** 20,
  /** Sum of all XML parts that are read. */
  read_bytes: 96 * 2 ** 20,
  /** Size of one Markdown or HTML file. Real ones have up to 0.2 MB, and more with pictures as data URLs. */
  text_bytes: 8 * 2 ** 20,
  /** Size of one picture or sound. */
  medium_bytes: 50 * 2 ** 20,
  /** Size of one video: that of the largest deck. */
  video_bytes: 100 * 2 ** 20,
  /** Videos of a deck that are taken. */
  videos: 20,
  /** Sound files in the recording of one slide. */
  clips: 20,
  /** Elements in one XML part. */
  elements: 400_000,
  /** Depth to which elements of an XML part are nested. */
  depth: 128,
} as const;

/** Maximum lengths, in characters, and numbers of the texts that a slide of the API may have. */
export const SLIDE_TEXT_LIMITS = {
  ...SLIDE_LIMITS,
  cell: TABLE_LIMITS.cell,
  table_columns: TABLE_LIMITS.columns,
  table_rows: TABLE_LIMITS.rows,
  categories: CHART_LIMITS.categories,
  series: CHART_LIMITS.series,
  category: CHART_LIMITS.category,
  chart_points: CHART_LIMITS.points,
  point_label: CHART_LIMITS.pointLabel,
  axis_title: CHART_LIMITS.axisTitle,
} as const;

/** Maximum length of the name of a font, in characters. */
export const MAX_FONT_NAME_CHARACTERS = 80;

/** Maximum number of slides that one long list, table or listing of a deck becomes. */
export const MAX_SLIDES_PER_CONTENT = 4;
