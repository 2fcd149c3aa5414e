import { type DrawableItem, SLIDE_ITEM_LIMITS } from '#engine/video/drawing/drawable-items.ts';
import { escapeInlineMarks } from '#engine/video/drawing/text/inline-markup.ts';
import { normalizeDrawableText } from '#engine/video/drawing/text/normalize-drawable-text.ts';
import type { TimelineOutline, TimelineSection } from './outline.ts';
import type { Slide } from './slide.ts';

/** Entries that stay visible before the current one, where an outline has more sections than a slide has entries. */
const BEFORE_CURRENT = 4;

/**
 * The index of the section of a slide: the section that starts with the next slide, else the last section before the slide. It is −1 before
 * the first section, where an agenda is an overview.
 */
function currentSection(sections: readonly TimelineSection[], position: number): number {
  const before = sections.findLastIndex((section) => section.position < position);
  if (before === -1) return -1;
  return sections[before + 1]?.position === position + 1 ? before + 1 : before;
}

/** The first section that is shown: all are, or as many as a slide has entries, around the current one. */
const firstShown = (count: number, current: number): number =>
  Math.max(0, Math.min(current - BEFORE_CURRENT, count - SLIDE_ITEM_LIMITS.items));

/** The entries of an agenda by the sections of its timeline, the current one highlighted. @param position of the agenda, from 0 */
function sectionItems({ sections }: TimelineOutline, position: number, markup: Slide['markup']): DrawableItem[] {
  const current = currentSection(sections, position);
  const first = firstShown(sections.length, current);
  return sections.slice(first, first + SLIDE_ITEM_LIMITS.items).map(({ title }, index) => ({
    title: markup === 'inline' ? escapeInlineMarks(title) : title,
    ...(first > 0 ? { number: first + index + 1 } : {}),
    ...(first + index === current ? { highlight: true } : {}),
  }));
}

/**
 * The drawn items of a slide: an agenda without items and points has the sections of its timeline. Undefined without items.
 * @param position of the slide in the timeline, from 0
 */
export function itemsOrAgendaSections(
  { layout, items, bullet_points, markup }: Pick<Slide, 'layout' | 'items' | 'bullet_points' | 'markup'>,
  outline: TimelineOutline,
  position: number,
): readonly DrawableItem[] | undefined {
  const isEmpty = (items ?? []).length === 0 && bullet_points.every((point) => normalizeDrawableText(point) === '');
  return layout === 'agenda' && isEmpty ? sectionItems(outline, position, markup) : items;
}
