import type { Slide, SlideImage } from '../timelines/public.ts';
import type { DrawableSlide } from '../video/drawing/drawable-slide.ts';
import { chooseLayout } from '../video/drawing/layout/choose-layout.ts';
import { showsImage } from '../video/drawing/layout/drawn-layout.ts';
import { cleanText } from '../video/drawing/text/clean-text.ts';
import { directionOfSlide } from '../video/drawing/text/writing-system.ts';
import type { ShotTraits } from './plan/frame-schedule.ts';
import type { Render } from './render.ts';
import { type Snapshot, slideNumber } from './snapshot.ts';

/** A slide of a frozen timeline as it is drawn, its image by name. */
export type FrozenSlide = Omit<DrawableSlide, 'image'> & { image?: SlideImage | undefined };

/** @throws RangeError for a position that the frozen timeline does not have */
export function slideOf({ slides }: Pick<Snapshot, 'slides'>, position: number): Slide {
  const slide = slides[position];
  if (!slide) throw new RangeError(`the frozen timeline has no slide ${position}`);
  return slide;
}

/**
 * A slide of a snapshot as it is drawn. Blank bullet points are left out, so that plan and painter count the same visible
 * ones; in code they are blank lines and stay. Its number is that in the timeline, also when a range is rendered.
 */
export function frozenSlide(snapshot: Snapshot, position: number): FrozenSlide {
  const { title, bullet_points, layout, image } = slideOf(snapshot, position);
  const number = slideNumber(snapshot, position);
  return {
    title,
    bullet_points: layout === 'code' ? bullet_points : bullet_points.filter((text) => cleanText(text) !== ''),
    layout,
    language: snapshot.settings.language,
    is_first: number === 1,
    slide_number: snapshot.settings.slide_numbers ? number : undefined,
    image,
  };
}

/** The part of a slide's drawing that decides its shots. */
export function shotTraitsOf(snapshot: Snapshot, position: number, { output }: Render): ShotTraits {
  const frozen = frozenSlide(snapshot, position);
  const { image_motion: motion = 'none' } = slideOf(snapshot, position);
  return {
    bullets: frozen.bullet_points,
    moves: motion !== 'none' && frozen.image !== undefined && showsImage(chooseLayout(frozen, output)),
    direction: directionOfSlide([frozen.title, ...frozen.bullet_points], frozen.language),
  };
}
