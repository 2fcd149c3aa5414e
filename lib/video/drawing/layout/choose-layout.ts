import type { Size } from '../../format.ts';
import type { DrawableSlide, SlideLayout } from '../drawable-slide.ts';
import { cleanText } from '../text/clean-text.ts';
import type { DrawnLayout } from './drawn-layout.ts';

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

/** What of a slide decides its layout. */
export type LayoutFields = Pick<DrawableSlide, 'title' | 'bullet_points' | 'layout' | 'position'> & {
  image?: object | undefined;
};

/** The layout that a slide is drawn in. */
export const layoutOf = ({ title, bullet_points, layout, position, image }: LayoutFields, size: Size): DrawnLayout =>
  layoutFor(
    {
      layout,
      position,
      hasTitle: cleanText(title) !== '',
      bullets: bullet_points.filter((text) => cleanText(text) !== '').length,
      hasImage: image !== undefined,
    },
    size,
  );
