import type { SceneKind, TypeRole } from './design.ts';
import type { DrawnLayout } from './layout.ts';

/** How the title of a slide is set in each layout. */
export const HEADING_ROLE = {
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

export const SCENE_KIND = {
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
export const listsPoints = (layout: DrawnLayout): boolean => HEADING_ROLE[layout] === 'heading' && layout !== 'code';
