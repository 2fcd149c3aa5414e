import type { Size } from '../../format.ts';
import type { Scene, Template } from '../design.ts';
import type { DrawableSlide } from '../drawable-slide.ts';
import type { Measure } from '../text/paragraph-node.ts';
import type { Direction } from '../text/writing-system.ts';
import type { GraphicContent } from './graphic-content.ts';
import type { RegionChoice, Regions } from './regions.ts';
import type { TextGroup } from './text-group.ts';

/** Input to the arrangement of a slide: its text with fonts, and the functions that size and place it. */
export interface SlideToArrange {
  slide: Pick<DrawableSlide, 'column_break'>;
  group: TextGroup;
  /** The table or chart that the slide shows instead of points; absent: it shows points. */
  graphic?: GraphicContent | undefined;
  direction: Direction;
  template: Template;
  scene: Scene;
  /** Pixels. */
  size: Size;
  /** The unit of the slide, in pixels. */
  unit: number;
  measure: Measure;
  /** The boxes of its layout, with this arrangement of heading and body and this share for an image next to text. */
  regionsFor(arrangement: RegionChoice['arrangement'], share?: number): Regions;
}
