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
  /** The table or chart that the slide shows instead of points; absent: it shows points. */
  graphic?: GraphicContent | undefined;
  direction: TextDirection;
  template: SlideTemplate;
  scene: SceneDesign;
  /** Pixels. */
  size: PictureDimensions;
  /** The unit of the slide, in pixels. */
  unit: number;
  measure: MeasureNodes;
  /** The boxes of its layout, with this arrangement of heading and body and this share for an image next to text. */
  regionsFor(arrangement: SlideRegionInputs['arrangement'], share?: number): SlideRegions;
}
