import type { Node } from '@takumi-rs/core';
import type { PictureDimensions } from '../../format.ts';
import type { SlideTemplate } from '../design.ts';
import { firstReadableColorOn } from '../items/item-look.ts';
import { boxNode, type LayoutBox } from '../layout/boxes.ts';
import { smallestSlideFontSize } from '../layout/slide-unit-in-pixels.ts';
import { normalizeDrawableText } from '../text/normalize-drawable-text.ts';
import { type MeasureNodes, paragraphNode } from '../text/paragraph-node.ts';
import type { TypesetParagraph, Typesetter } from '../text/typesetting.ts';
import type { TextDirection } from '../text/writing-system.ts';
import type { DrawableCallout } from './callout.ts';
import { intersectionOfBoxes } from './callout-area-in-pixels.ts';
import { calloutArrowEnds, calloutArrowSide, calloutBoxes } from './callout-nodes.ts';

/** The size of type of a label, as a multiple of the smallest one of a slide; space around it, in sizes of type. */
const SIZE = 1.1;
const PADDING = { x: 0.62, y: 0.32 };
const LEADING = 1.24;
/** Space between a label and its callout, and to the edges of the slide, in sizes of type. */
const GAP = 0.4;
const EDGE = 0.3;
/** The part of a label that may cover others before another place is chosen. */
const TOUCH = 0.05;
/** The largest part of the slide's width that a label takes: a longer one is set smaller. */
const MAX_WIDTH = 0.8;
const REFERENCE = 100;

/** The surroundings of a label. */
interface Around {
  slide: PictureDimensions;
  template: SlideTemplate;
  language: string;
  direction: TextDirection;
  labels: readonly LayoutBox[];
}

/** A label, ready to be drawn. */
export interface CalloutLabel {
  /** Its place on the slide. */
  box: LayoutBox;
  nodes: Node[];
  paragraph: TypesetParagraph;
}

/** The middles that a label of this size may have: at the tail of an arrow, below its callout, and above it. */
function middlesOf(
  callout: DrawableCallout,
  area: LayoutBox,
  label: PictureDimensions,
  slide: PictureDimensions,
  gap: number,
): Middle[] {
  const boxes = calloutBoxes(callout, area, slide);
  const top = Math.min(...boxes.map(({ y }) => y));
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
  const [below, above] = [bottom + gap + label.height / 2, top - gap - label.height / 2];
  const x = area.x + area.width / 2;
  if (callout.kind !== 'arrow')
    return [
      { x, y: below },
      { x, y: above },
    ];
  const { tail } = calloutArrowEnds(area, slide);
  const [dx, dy] = AWAY[calloutArrowSide(area, slide)];
  const atTail = { x: tail.x + (dx * label.width) / 2, y: tail.y + (dy * label.height) / 2 };
  return [atTail, { x: tail.x, y: below }, { x: tail.x, y: above }];
}

/** The directions of the sides of an area. */
const AWAY = { left: [-1, 0], right: [1, 0], top: [0, -1], bottom: [0, 1] } as const;

interface Middle {
  x: number;
  y: number;
}

/** The box of a label on the slide, with space to the edges, that covers the least of the areas to be kept visible. */
function placeOf(
  middles: readonly Middle[],
  label: PictureDimensions,
  slide: PictureDimensions,
  space: number,
  clear: readonly LayoutBox[],
) {
  const within = (start: number, length: number, whole: number): number =>
    Math.round(Math.min(Math.max(start, space), Math.max(space, whole - length - space)));
  const boxes = middles.map(({ x, y }) => ({
    x: within(x - label.width / 2, label.width, slide.width),
    y: within(y - label.height / 2, label.height, slide.height),
    ...label,
  }));
  const covered = (box: LayoutBox): number =>
    clear.reduce((sum, each) => {
      const common = intersectionOfBoxes(box, each);
      return sum + (common ? common.width * common.height : 0);
    }, 0);
  // A label may touch its arrow: boxes are of whole pixels.
  const touch = TOUCH * label.width * label.height;
  return boxes.reduce((best, box) => (covered(box) < covered(best) - touch ? box : best));
}

/**
 * Sets the label of a callout on one line, on a background in the callout's colour; undefined without a label.
 * @param labels places of the labels before it, which it leaves visible where there is room
 */
export async function calloutLabel(
  callout: DrawableCallout,
  area: LayoutBox,
  color: string,
  { slide, template, language, direction, labels }: Around,
  { typesetter, measureIn }: { typesetter: Typesetter; measureIn: (families: readonly string[]) => MeasureNodes },
): Promise<CalloutLabel | undefined> {
  const text = normalizeDrawableText(callout.text ?? '');
  if (text === '') return undefined;
  const style = {
    ...template.type.body,
    weight: Math.max(600, template.type.body.weight),
    leading: LEADING,
    italic: false,
  };
  const paragraph = await typesetter.typesetParagraph(text, style, { language, text, direction });
  const look = { side: 'left', color: firstReadableColorOn(color, ['#ffffff', '#111111']), balanced: false } as const;
  const [natural] = await measureIn(paragraph.families)(
    [paragraphNode(paragraph, { ...look, size: REFERENCE })],
    REFERENCE * 1000,
  );
  const wide = (natural?.width ?? 0) / REFERENCE;
  const most = (MAX_WIDTH * slide.width) / (wide + 2 * PADDING.x);
  const size = Math.min(SIZE * smallestSlideFontSize(slide), most);
  const inner = { width: Math.ceil(wide * size) + 2, height: Math.ceil(LEADING * size) };
  const [px, py] = [Math.round(PADDING.x * size), Math.round(PADDING.y * size)];
  const outer = { width: inner.width + 2 * px, height: inner.height + 2 * py };
  const middles = middlesOf(callout, area, outer, slide, GAP * size);
  const clear = [...calloutBoxes(callout, area, slide), ...labels];
  const box = placeOf(middles, outer, slide, Math.round(EDGE * size), clear);
  const inside = boxNode({ x: px, y: py, ...inner }, {}, [
    paragraphNode({ ...paragraph, leading: LEADING }, { ...look, size, width: inner.width }),
  ]);
  return {
    box,
    paragraph,
    nodes: [boxNode(box, { backgroundColor: color, borderRadius: Math.round(0.3 * size) }, [inside])],
  };
}
