import { textsOfItem } from '#engine/video/drawing/drawable-items.ts';
import type { DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';
import {
  type DrawnLayout,
  doesLayoutShowItems,
  doesLayoutShowSlideNumber,
} from '#engine/video/drawing/layout/layout-facts.ts';

/** Letters and digits, which are drawn as they are: signs and spaces may be drawn in another form. */
const lettersOf = (text: string): string => text.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '');

/** The texts of its fields that a slide without marks shows in a layout. The numbers of charts are not among them. */
function textsOf(slide: DrawableSlide, layout: DrawnLayout): string[] {
  const { title, bullet_points, table, chart, code, items, footer } = slide;
  const foot = footer !== undefined && doesLayoutShowSlideNumber(layout) ? [footer] : [];
  if (layout === 'empty' || layout === 'page') return [];
  if (layout === 'table' && table)
    return [title, ...bullet_points, ...(table.header ?? []), ...table.rows.flat(), ...foot];
  if (layout === 'chart' && chart) return [title, ...bullet_points, ...foot];
  if (layout === 'code' && code) return [title, code.text, ...foot];
  // Seeds have no pictures of items, so that a gallery shows those of the slide.
  if (layout === 'gallery') return [title, ...foot];
  if (doesLayoutShowItems(layout) && items) return [title, ...items.flatMap(textsOfItem), ...foot];
  return [title, ...bullet_points, ...foot];
}

/** The words of a slide's fields that are in none of the drawn texts. */
export function lostWords(slide: DrawableSlide, layout: DrawnLayout, drawn: readonly string[]): string[] {
  const letters = lettersOf(drawn.join(' '));
  return textsOf(slide, layout)
    .flatMap((text) => text.split(/\s+/u))
    .filter((word) => !letters.includes(lettersOf(word)));
}
