import type { DrawableSlide } from '../drawable-slide.ts';
import type { ArrangedText } from './arrange-text.ts';
import type { GraphicContent, GraphicContext } from './graphic-content.ts';
import type { ImagePlacementKind } from './image-placement.ts';
import type { SlideRegionInputs, SlideRegions } from './regions.ts';
import type { SlideToArrange } from './slide-to-arrange.ts';
import type { LayoutTextRules } from './text-group.ts';

/** The kind of graphic that a layout shows instead of points: a table, a chart or items. */
interface GraphicKind {
  /** Returns its texts, by which the direction of a slide is decided if title and points have no letters. */
  texts(slide: DrawableSlide): string[];
  /**
   * Typesets the graphic of a slide and chooses its fonts; undefined if the slide has none. The code that draws a graphic is loaded with
   * the first slide that has one.
   */
  typeset(slide: DrawableSlide, context: GraphicContext): Promise<GraphicContent | undefined>;
}

/** The rules and functions by which the slides of a layout are drawn. Facts that need no drawing are in `layout-facts.ts`. */
export interface LayoutDrawing {
  /** Rules by which its text is set. */
  text: LayoutTextRules;
  /** Returns the points that are drawn as points; absent: all are. */
  pointsShown?(slide: Pick<DrawableSlide, 'items' | 'bullet_points'>): readonly string[];
  /** Display of the image of a slide; absent if it shows none. */
  image?: ImagePlacementKind;
  /** True if the image is on the screen of a device. Absent: false. */
  isOnScreen?: true;
  /** True if the shade between the image and the text on it follows from the pixels of the image. Absent: false. */
  hasMeasuredScrim?: true;
  /** The graphic that it shows instead of points; absent: none. */
  graphic?: GraphicKind;
  /** Chooses the boxes of the parts of a slide. */
  regions(choice: SlideRegionInputs): SlideRegions;
  /** Gives everything on a slide its place and its size. */
  arrange(slide: SlideToArrange): Promise<ArrangedText>;
}
