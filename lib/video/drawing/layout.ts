import type { Size } from '../../timelines/format.ts';
import type { SlideLayout } from '../../timelines/slide.ts';

/** What is drawn in the end. `image_top` is what the side layouts become where a slide is not wide enough for two columns. */
export type DrawnLayout = Exclude<SlideLayout, 'auto'> | 'image_top' | 'empty';

export interface LayoutContent {
  layout: SlideLayout;
  /** 0-based. */
  position: number;
  hasTitle: boolean;
  bullets: number;
  hasImage: boolean;
}

/** Narrower than this (width : height), a slide has no room for an image beside text. */
const TWO_COLUMNS_FROM = 1.2;

function byContent({ position, hasTitle, bullets, hasImage }: LayoutContent): Exclude<SlideLayout, 'auto'> {
  if (hasImage) return 'image_right';
  if (bullets > 0) return 'bullets';
  return hasTitle && position === 0 ? 'title' : 'section';
}

/** The layout a slide is drawn in: the one asked for as far as the content allows it, else the one that suits the content. */
export function layoutFor(content: LayoutContent, { width, height }: Size): DrawnLayout {
  const { layout, hasTitle, bullets, hasImage } = content;
  const hasText = hasTitle || bullets > 0;
  if (!hasText) return hasImage ? 'image_full' : 'empty';
  const wantsImage = layout === 'image_left' || layout === 'image_right' || layout === 'image_full';
  const chosen = layout === 'auto' || (wantsImage && !hasImage) ? byContent(content) : layout;
  const beside = chosen === 'image_left' || chosen === 'image_right';
  return beside && width / height < TWO_COLUMNS_FROM ? 'image_top' : chosen;
}
