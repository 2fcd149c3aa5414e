import type { SceneKind, TypeRole } from '../design.ts';
import { SLIDE_LAYOUTS, type SlideLayout } from './slide-layouts.ts';

const isChosen = (layout: SlideLayout): layout is Exclude<SlideLayout, 'auto'> => layout !== 'auto';

/** The layouts that are drawn. `image_top` takes the place of the side layouts where a slide is too narrow for two columns. */
export const DRAWN_LAYOUTS = [...SLIDE_LAYOUTS.filter(isChosen), 'image_top', 'empty'] as const;
export type DrawnLayout = (typeof DRAWN_LAYOUTS)[number];

/** Type role of the title of a slide in each layout. */
export const HEADING_ROLE_OF_LAYOUT = {
  title: 'display',
  section: 'section',
  quote: 'quote',
  number: 'figure',
  bullets: 'heading',
  code: 'heading',
  image_left: 'heading',
  image_right: 'heading',
  image_top: 'heading',
  image_full: 'heading',
  two_columns: 'heading',
  figure: 'heading',
  table: 'heading',
  chart: 'heading',
  empty: 'heading',
} as const satisfies Record<DrawnLayout, TypeRole>;

/** The scene of a template that each layout is drawn in. */
export const SCENE_OF_LAYOUT = {
  title: 'title',
  section: 'section',
  quote: 'quote',
  number: 'number',
  code: 'code',
  image_full: 'image',
  bullets: 'content',
  image_left: 'content',
  image_right: 'content',
  image_top: 'content',
  two_columns: 'content',
  figure: 'content',
  table: 'content',
  chart: 'content',
  empty: 'content',
} as const satisfies Record<DrawnLayout, SceneKind>;

/** Reports whether the points of a slide are a list; elsewhere they are lines under the title. */
export const listsPoints = (layout: DrawnLayout): boolean =>
  HEADING_ROLE_OF_LAYOUT[layout] === 'heading' && !WITH_LINES.has(layout);

/** Layouts with a heading whose points are lines under it, because something else has the room of a list. */
const WITH_LINES: ReadonlySet<DrawnLayout> = new Set(['code', 'figure', 'table', 'chart']);

const WITH_IMAGE: ReadonlySet<DrawnLayout> = new Set([
  'image_left',
  'image_right',
  'image_top',
  'image_full',
  'figure',
]);
const WITHOUT_FOLIO: ReadonlySet<DrawnLayout> = new Set(['title', 'image_full']);

/** Reports whether the layout has a place for the image of the slide. */
export const showsImage = (layout: DrawnLayout): boolean => WITH_IMAGE.has(layout);

/** Reports whether the layout has a place for the number of the slide. */
export const showsFolio = (layout: DrawnLayout): boolean => !WITHOUT_FOLIO.has(layout);
