import type { SceneKind, TypeRole } from '../design.ts';
import type { SlideLayout } from '../drawable-slide.ts';
/** What is drawn in the end. `image_top` is what the side layouts become where a slide is not wide enough for two columns. */
export type DrawnLayout = Exclude<SlideLayout, 'auto'> | 'image_top' | 'empty';

/** How the title of a slide is set in each layout. */
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
  empty: 'heading',
} as const satisfies Record<DrawnLayout, TypeRole>;

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
  empty: 'content',
} as const satisfies Record<DrawnLayout, SceneKind>;

/** Whether the points of a slide are a list; elsewhere they are lines under the title. */
export const listsPoints = (layout: DrawnLayout): boolean =>
  HEADING_ROLE_OF_LAYOUT[layout] === 'heading' && layout !== 'code';
const WITH_IMAGE: ReadonlySet<DrawnLayout> = new Set(['image_left', 'image_right', 'image_top', 'image_full']);
const WITHOUT_FOLIO: ReadonlySet<DrawnLayout> = new Set(['title', 'image_full']);
export const showsImage = (layout: DrawnLayout): boolean => WITH_IMAGE.has(layout);
/** Whether the number of the slide is drawn. */
export const showsFolio = (layout: DrawnLayout): boolean => !WITHOUT_FOLIO.has(layout);
