import type { PictureDimensions } from '../../format.ts';
import type { SceneDesign, SlideTemplate } from '../design.ts';
import type { DrawableSlide } from '../drawable-slide.ts';
import type { MeasureNodes } from '../text/paragraph-node.ts';
import type { TextDirection } from '../text/writing-system.ts';
import type { GraphicContent } from './graphic-content.ts';
import type { SlideRegionInputs, SlideRegions } from './regions.ts';
import type { TextGroup } from './text-group.ts';

/** Input to the arrangement of a slide: its text with fonts, and the functions that size and place it. */
export interface SlideToArrange {
  slide: Pick<DrawableSlide, 'column_break'>;
  group: TextGroup;
  /** The graphic (a table, a chart or items) that the slide shows instead of points; absent: it shows points. */
  graphic?: GraphicContent | undefined;
  direction: TextDirection;
  template: SlideTemplate;
  scene: SceneDesign;
  /** Pixels of the slide. */
  size: PictureDimensions;
  /** The unit of the slide, in pixels. */
  unit: number;
  measure: MeasureNodes;
  /** Chooses the boxes of its layout. @param share of the slide that an image next to text takes; by default 0 */
  regionsFor(arrangement: SlideRegionInputs['arrangement'], share?: number): SlideRegions;
}
