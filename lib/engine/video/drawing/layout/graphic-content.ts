import type { Node } from '@takumi-rs/core';
import type { MorphableChart } from '../chart/morphable-chart.ts';
import type { SceneDesign, SlideTemplate } from '../design.ts';
import type { EnteringPartIndexRange, GraphicEntrance } from '../part-entrance.ts';
import type { MeasureNodes } from '../text/paragraph-node.ts';
import type { TypesetParagraph, Typesetter } from '../text/typesetting.ts';
import type { TextDirection } from '../text/writing-system.ts';
import type { LayoutBox } from './boxes.ts';
import type { PastedPicture } from './pasted-picture.ts';
import type { TextPlacingContext } from './place-text.ts';

/** The room of a graphic (a table, a chart or items), and the slide around it. */
export interface GraphicRoom {
  /** Below the heading, in pixels. */
  room: LayoutBox;
  /** The unit of the slide, in pixels. */
  unit: number;
  /** Height of the slide, in pixels. */
  slideHeight: number;
  /** Smallest size of type, in pixels; text that does not fit at it is cut. */
  smallest: number;
  template: SlideTemplate;
  scene: SceneDesign;
  direction: TextDirection;
  /** Vertical place of a graphic that is lower than its room; `middle` is the optical middle, nearer to the heading. */
  verticalAlign: 'top' | 'middle';
}

/** The part of the free room that is above a graphic in the optical middle. */
const OPTICAL_MIDDLE = 0.36;

/** Top of a graphic of this height in its room, in pixels. */
export function topOfGraphic(
  { room, verticalAlign }: Pick<GraphicRoom, 'room' | 'verticalAlign'>,
  height: number,
): number {
  const freeHeight = Math.max(0, room.height - height);
  return room.y + (verticalAlign === 'top' ? 0 : Math.round(freeHeight * OPTICAL_MIDDLE));
}

/** A table, a chart or items with their place and their size. */
export interface ArrangedGraphic {
  /** Its top and its height, in pixels. */
  top: number;
  height: number;
  /** True if text was left out. */
  cut: boolean;
  /** True if its text is small, and much smaller than in the template; absent: false. */
  shrunk?: boolean | undefined;
  /** Returns its nodes. */
  place(context: TextPlacingContext): Node[];
  /** Returns its pictures, which are drawn over all nodes; absent if it has none. @param revealed the number of parts that are visible */
  pictures?(revealed: number): PastedPicture[];
  /** Returns the entrance of some of its parts, in pixels of the slide; absent: they appear without movement. */
  entrance?(parts: EnteringPartIndexRange): GraphicEntrance;
  /** The chart, if its marks can turn into those of another one; absent: another graphic. */
  chart?: MorphableChart | undefined;
}

/** Loads the function that gives the shapes of an icon by its name, as elements of SVG. */
export type LoadIconDrawings = () => Promise<(name: string) => string | undefined>;

/** Inputs to the typesetting of a graphic, other than the slide. */
export interface GraphicContext {
  template: SlideTemplate;
  scene: SceneDesign;
  direction: TextDirection;
  typesetter: Typesetter;
  /** Absent: icons are only measured. */
  loadIcons?: LoadIconDrawings | undefined;
}

/** A table, a chart or items, which a slide shows instead of points; the text has fonts but no sizes yet. */
export interface GraphicContent {
  /** All its text. */
  paragraphs: readonly TypesetParagraph[];
  /** True if it grows to fill its room, and is then placed in the optical middle in every format. Absent: false. */
  grows?: true;
  /** Arranges the graphic in its room. */
  arrange(graphicRoom: GraphicRoom, measure: MeasureNodes): Promise<ArrangedGraphic>;
}
