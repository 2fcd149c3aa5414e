import type { SceneName } from '../design.ts';

/** The facts of a layout, apart from its drawing, which is an object in `layouts/<layout>-layout.ts`, found by `layout-of.ts`. */
interface LayoutFacts {
  /** Content that it shows, for the guide. Absent: slides cannot request it, but other layouts are drawn as it. */
  shows?: string;
  /** Content without which a slide is drawn in another layout; absent: none. A layout that needs an image shows it. */
  needs?: 'image' | 'pictures' | 'table' | 'chart' | 'two points' | 'items';
  /** The layout on slides without room for two columns; absent: the same. */
  whenNarrow?: 'bullets' | 'image_top';
  /** True if it shows the image of a slide that has one, but needs no image. */
  mayShowImage?: true;
  /** The scene of a template that it is drawn in; absent: that of content. */
  scene?: SceneName;
  /** False if it has no bottom line, with the number of the slide and the footer; absent: true. */
  hasBottomLine?: false;
}

/** The layouts, in the order in which they are listed. */
const LAYOUT_FACTS = {
  title: { scene: 'title', shows: 'a title, and short lines under it', hasBottomLine: false },
  bullets: { shows: 'a heading and a list' },
  image_left: {
    shows: 'an image to the left of the text; mirrored in right-to-left languages',
    needs: 'image',
    whenNarrow: 'image_top',
  },
  image_right: {
    shows: 'an image to the right of the text; mirrored likewise',
    needs: 'image',
    whenNarrow: 'image_top',
  },
  image_full: {
    scene: 'image',
    shows: 'an image that fills the slide, with text on it',
    needs: 'image',
    hasBottomLine: false,
  },
  quote: { scene: 'quote', shows: 'a quotation, and who said it' },
  section: { scene: 'section', shows: 'the title of a part of the video' },
  code: { scene: 'code', shows: '`code`; without it, the points as lines of code' },
  number: { scene: 'number', shows: 'the title as a large figure' },
  two_columns: { shows: 'a heading and the points in two columns', needs: 'two points', whenNarrow: 'bullets' },
  figure: { shows: 'the whole image under a heading', needs: 'image' },
  page: {
    scene: 'image',
    shows: 'the whole image alone, as a picture of the slide',
    needs: 'image',
    hasBottomLine: false,
  },
  table: { shows: 'a heading and a `table`', needs: 'table' },
  chart: { shows: 'a heading and a `chart`', needs: 'chart' },
  cards: { shows: '`items` as cards; without items, the points', needs: 'items' },
  process: { shows: '`items` as steps, with arrows between them', needs: 'items' },
  timeline: { shows: '`items` with dates along a line', needs: 'items' },
  comparison: {
    shows: '`items` as columns with heads; lines of a text that start with + or - are pros and cons',
    needs: 'items',
  },
  stats: { shows: '`items` as large figures with captions', needs: 'items' },
  agenda: {
    shows:
      '`items` as a numbered list; those before the highlighted one are done. Without items and points, the titles of the slides in the layout `section`',
    needs: 'items',
  },
  team: { shows: '`items` as people, with an icon or their initials', needs: 'items' },
  statement: {
    scene: 'statement',
    shows: 'the title as one strong sentence that fills the page, its bold and highlighted words in the accent',
    mayShowImage: true,
    hasBottomLine: false,
  },
  closing: {
    scene: 'closing',
    shows: 'the last page: thanks, or what comes next, with contacts or steps under it',
    mayShowImage: true,
    hasBottomLine: false,
  },
  gallery: {
    shows:
      '`image` and `images`, or the images of `items`, in rows with their captions; two are side by side, as before and after',
    needs: 'pictures',
  },
  image_background: {
    scene: 'image',
    shows:
      'title and points on an image that fills the slide, away from its focus, darkened or lightened as little as they need to be read',
    needs: 'image',
    hasBottomLine: false,
  },
  device: { shows: 'the whole image on a screen, next to the text; `device_kind` says which', needs: 'image' },
  image_top: { needs: 'image' },
  empty: {},
} as const satisfies Readonly<Record<string, LayoutFacts>>;

/** The layouts that are drawn. `image_top` replaces the side layouts where a slide is too narrow for two columns. */
export type DrawnLayout = keyof typeof LAYOUT_FACTS;

/** The layouts that slides can request by name. */
export type RequestableLayout = {
  [Name in DrawnLayout]: (typeof LAYOUT_FACTS)[Name] extends { shows: string } ? Name : never;
}[DrawnLayout];

/** A layout of a slide; `auto` lets the renderer choose by the content. */
export type SlideLayout = 'auto' | RequestableLayout;

/** The names of all layouts that are drawn. */
export const DRAWN_LAYOUT_NAMES = Object.keys(LAYOUT_FACTS) as readonly DrawnLayout[];

/** The facts of a layout. */
export const factsOfLayout = (layout: DrawnLayout): LayoutFacts => LAYOUT_FACTS[layout];

/** Reports whether slides can request a layout. */
const isRequestable = (layout: DrawnLayout): layout is RequestableLayout => factsOfLayout(layout).shows !== undefined;

/** The names of the layouts that slides can request. */
export const REQUESTABLE_LAYOUTS: readonly RequestableLayout[] = DRAWN_LAYOUT_NAMES.filter(isRequestable);

/** The values of `layout` of a slide. */
export const SLIDE_LAYOUTS: readonly SlideLayout[] = ['auto', ...REQUESTABLE_LAYOUTS];

/** Reports whether the layout has a place for the image of the slide alone; a gallery shows it among its pictures. */
export function doesLayoutShowImage(layout: DrawnLayout): boolean {
  const { needs, mayShowImage } = factsOfLayout(layout);
  return needs === 'image' || mayShowImage === true;
}

/** The scene of a template that the layout is drawn in. */
export const sceneNameOfLayout = (layout: DrawnLayout): SceneName => factsOfLayout(layout).scene ?? 'content';

/** Reports whether the layout has a place for the number of the slide. */
export const doesLayoutShowSlideNumber = (layout: DrawnLayout): boolean =>
  factsOfLayout(layout).hasBottomLine !== false;

/** Reports whether the layout draws the items of the slide, or its points as items. */
export const doesLayoutShowItems = (layout: DrawnLayout): boolean =>
  factsOfLayout(layout).needs === 'items' || layout === 'gallery';

/** Reports whether the image of the slide may move in the layout: an image on the screen of a device does not. */
export const doesLayoutMoveImage = (layout: DrawnLayout): boolean => doesLayoutShowImage(layout) && layout !== 'device';
