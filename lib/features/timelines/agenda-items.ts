import { type DrawableItem, SLIDE_ITEM_LIMITS } from '#engine/video/drawing/drawable-items.ts';
import { escapeInlineMarks } from '#engine/video/drawing/text/inline-markup.ts';
import { normalizeDrawableText } from '#engine/video/drawing/text/normalize-drawable-text.ts';
import type { TimelineSection, TimelineSectionOutline } from './outline.ts';
import type { Slide } from './slide.ts';

/** Entries that stay visible before the current one, where an outline has more sections than a slide has entries. */
const ENTRIES_BEFORE_CURRENT = 4;

/**
 * The index of the section of a slide: the section that starts with the next slide, else the last section before the slide. It is −1 before
 * the first section, where an agenda is an overview.
 */
function currentSectionIndex(sections: readonly TimelineSection[], position: number): number {
  const lastBefore = sections.findLastIndex((section) => section.position < position);
  if (lastBefore === -1) return -1;
  return sections[lastBefore + 1]?.position === position + 1 ? lastBefore + 1 : lastBefore;
}

/** The index of the first section that is shown. If a slide cannot have an entry for each section, those around the current one are shown. */
const firstShownIndex = (sectionCount: number, currentIndex: number): number =>
  Math.max(0, Math.min(currentIndex - ENTRIES_BEFORE_CURRENT, sectionCount - SLIDE_ITEM_LIMITS.items));

/** The entries of an agenda by the sections of its timeline, the current one highlighted. @param position position of the agenda, from 0 */
function sectionItems({ sections }: TimelineSectionOutline, position: number, markup: Slide['markup']): DrawableItem[] {
  const currentIndex = currentSectionIndex(sections, position);
  const firstIndex = firstShownIndex(sections.length, currentIndex);
  return sections.slice(firstIndex, firstIndex + SLIDE_ITEM_LIMITS.items).map(({ title }, index) => ({
    title: markup === 'inline' ? escapeInlineMarks(title) : title,
    ...(firstIndex > 0 ? { number: firstIndex + index + 1 } : {}),
    ...(firstIndex + index === currentIndex ? { highlight: true } : {}),
  }));
}

/**
 * The drawn items of a slide: an agenda without items and points has the sections of its timeline. Undefined without items.
 * @param position position of the slide in the timeline, from 0
 */
export function itemsOrAgendaSections(
  { layout, items, bullet_points, markup }: Pick<Slide, 'layout' | 'items' | 'bullet_points' | 'markup'>,
  outline: TimelineSectionOutline,
  position: number,
): readonly DrawableItem[] | undefined {
  const isEmpty = (items ?? []).length === 0 && bullet_points.every((point) => normalizeDrawableText(point) === '');
  return layout === 'agenda' && isEmpty ? sectionItems(outline, position, markup) : items;
}
