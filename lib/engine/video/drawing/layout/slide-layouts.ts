/** Layouts of a slide; `auto` lets the renderer choose by the content. */
export const SLIDE_LAYOUTS = [
  'auto',
  'title',
  'bullets',
  'image_left',
  'image_right',
  'image_full',
  'quote',
  'section',
  'code',
  'number',
  'two_columns',
  'figure',
  'table',
  'chart',
] as const;
export type SlideLayout = (typeof SLIDE_LAYOUTS)[number];
