import type { SceneKind } from '../design.ts';
import type { DrawableSlide } from '../drawable-slide.ts';
import type { ArrangedText } from './arrange-text.ts';
import type { HeldContent, HoldingContext } from './held-content.ts';
import type { ImageDisplay } from './image-placement.ts';
import type { RegionChoice, Regions } from './regions.ts';
import type { SlideToArrange } from './slide-to-arrange.ts';
import type { TextRules } from './text-group.ts';

/** Content that a layout shows instead of points. */
interface HeldKind {
  /** Its words, which tell the direction of a slide where title and points do not. */
  texts(slide: DrawableSlide): string[];
  /** Sets it; undefined if the slide has none. The code that draws it is loaded with the first slide that has it. */
  hold(slide: DrawableSlide, context: HoldingContext): Promise<HeldContent | undefined>;
}

/** The drawing of a layout. What is known of it without drawing is in `layout-facts.ts`. */
export interface Layout {
  /** The scene of a template that it is drawn in. */
  scene: SceneKind;
  text: TextRules;
  /** Display of the image of a slide; absent: it shows none. */
  image?: ImageDisplay;
  held?: HeldKind;
  /** The boxes of the parts of a slide. */
  regions(choice: RegionChoice): Regions;
  /** Gives everything on a slide its place and its size. */
  arrange(slide: SlideToArrange): Promise<ArrangedText>;
}
