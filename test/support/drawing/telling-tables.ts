import type { DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';
import type { DrawableTable } from '#engine/video/drawing/drawable-table.ts';

const slide = (title: string, table: DrawableTable, language = 'en'): DrawableSlide => ({
  ...{ title, language, table, markup: 'inline' },
  ...{ bullet_points: [], layout: 'auto', is_first: false, slide_number: 12 },
});

/** Slides with tables that have merged cells, heads of two rows, icons and bars; by name. */
export const TELLING_TABLES: Record<string, DrawableSlide> = {
  heads: slide('Plan and result', {
    header: ['Region', '2025', '', '2026', ''],
    header_rows: 2,
    rows: [
      ['', 'Plan', 'Actual', 'Plan', 'Actual'],
      ['North', '4.2', '4.4', '5', '5.25'],
      ['South', '3.1', '2.9', '3', '3.4'],
      ['West', '12', '13.5', '14', '16'],
    ],
    spans: [
      { row: 0, column: 0, rows: 2, columns: 1 },
      { row: 0, column: 1, rows: 1, columns: 2 },
      { row: 0, column: 3, rows: 1, columns: 2 },
    ],
    highlight_columns: [4],
    source: 'Own figures, millions of euros',
  }),
  groups: slide('Who does what, and when', {
    header: ['Phase', 'Task', 'Owner'],
    rows: [
      ['Discovery, in which we ask everybody what they need and write it down', 'Interviews', 'Ada'],
      ['', 'Survey', 'Ben'],
      ['Build', 'Prototype', 'Chen'],
      ['', 'Pilot with two customers', 'Dana'],
      ['', 'Launch', ''],
      ['We meet every Monday at ten, and everybody may come to the meeting', '', ''],
    ],
    spans: [
      { row: 1, column: 0, rows: 2, columns: 1 },
      { row: 3, column: 0, rows: 3, columns: 1 },
      { row: 4, column: 2, rows: 2, columns: 1 },
      { row: 6, column: 0, rows: 1, columns: 3 },
    ],
  }),
  marks: slide('What the plans have', {
    header: ['Feature', 'Free', 'Pro', 'Share of accounts'],
    rows: [
      ['Webhooks', ':x:', ':check:', ':bar 72%: 1,240'],
      ['Batches', ':x:', ':check: up to 100', ':bar 31%: 534'],
      [':star: Own fonts', ':x:', ':check:', ':bar 5.5%: 96'],
      ['Support', ':mail:', ':phone:', ':bar 100%: 1,722'],
    ],
    align: ['left', 'center', 'left', 'left'],
  }),
  arabic: slide(
    'النتائج حسب المنطقة',
    {
      header: ['المنطقة', 'الخطة', '', 'الحصة'],
      header_rows: 2,
      rows: [
        ['', 'المبيعات', 'التكاليف', ''],
        [':check: الشمال', '12.5', '3', ':bar 60%:'],
        ['الجنوب', '9', '14.25', ':bar 20%:'],
      ],
      spans: [
        { row: 0, column: 0, rows: 2, columns: 1 },
        { row: 0, column: 1, rows: 1, columns: 2 },
        { row: 0, column: 3, rows: 2, columns: 1 },
      ],
    },
    'ar',
  ),
};
