import type { Node } from '@takumi-rs/core';
import type { PictureDimensions } from '../../format.ts';
import type { SlideTemplate } from '../design.ts';
import { firstReadableColorOn } from '../items/item-colors.ts';
import { boxNode, type LayoutBox } from '../layout/boxes.ts';
import { smallestSlideFontSize } from '../layout/slide-unit-in-pixels.ts';
import { normalizeDrawableText } from '../text/normalize-drawable-text.ts';
import { type MeasureNodes, paragraphNode } from '../text/paragraph-node.ts';
import type { TypesetParagraph, Typesetter } from '../text/typesetting.ts';
import type { TextDirection } from '../text/writing-system.ts';
import type { DrawableCallout } from './callout.ts';
import { intersectionOfBoxes } from './callout-area-in-pixels.ts';
import { boxesCoveredByCallout, calloutArrowEnds, calloutArrowSide } from './callout-nodes.ts';

/** The size of type of a label, as a multiple of the smallest one of a slide. */
const FONT_SIZE = 1.1;
/** Space between the text and the edges of its label, in sizes of type. */
const PADDING = { x: 0.62, y: 0.32 };
/** Line height, as a multiple of the size of type. */
const LEADING = 1.24;
/** Space between a label and its callout, in sizes of type. */
const GAP = 0.4;
/** Space between a label and the edges of the slide, in sizes of type. */
const EDGE_GAP = 0.3;
/** The part of a label that may cover other boxes before another place is chosen. */
const MAX_COVERED_PART = 0.05;
/** The largest part of the slide's width that a label takes: a longer one is set smaller. */
const MAX_WIDTH_PART = 0.8;
/** The size of type, in pixels, in which the width of a text is measured. */
const REFERENCE_SIZE = 100;

/** The surroundings of a label. */
interface LabelSurroundings {
  slide: PictureDimensions;
  template: SlideTemplate;
  language: string;
  direction: TextDirection;
  /** Places of the labels before it. */
  labels: readonly LayoutBox[];
  /** Lines of text of the slide. */
  lines: readonly LayoutBox[];
}

/** A label, ready to be drawn. */
export interface CalloutLabel {
  /** Its place on the slide. */
  box: LayoutBox;
  nodes: Node[];
  paragraph: TypesetParagraph;
}

/**
 * The points at which the middle of a label may be, the preferred one first: at the tail of an arrow, below its callout, and above it; or
 * below a callout of another kind, above it, and at its sides.
 */
function possibleMiddles(
  callout: DrawableCallout,
  area: LayoutBox,
  label: PictureDimensions,
  slide: PictureDimensions,
  gap: number,
): LabelMiddle[] {
  const boxes = boxesCoveredByCallout(callout, area, slide);
  const top = Math.min(...boxes.map(({ y }) => y));
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
  const [below, above] = [bottom + gap + label.height / 2, top - gap - label.height / 2];
  const x = area.x + area.width / 2;
  if (callout.kind !== 'arrow') {
    const [left, right] = [Math.min(...boxes.map((box) => box.x)), Math.max(...boxes.map((box) => box.x + box.width))];
    const middleY = area.y + area.height / 2;
    const columns = [x, right - label.width / 2, left + label.width / 2];
    return [
      ...columns.flatMap((column) => [below, above].map((y) => ({ x: column, y }))),
      { x: right + gap + label.width / 2, y: middleY },
      { x: left - gap - label.width / 2, y: middleY },
    ];
  }
  const { tail } = calloutArrowEnds(area, slide);
  const [dx, dy] = OUTWARD[calloutArrowSide(area, slide)];
  const atTail = { x: tail.x + (dx * label.width) / 2, y: tail.y + (dy * label.height) / 2 };
  return [atTail, { x: tail.x, y: below }, { x: tail.x, y: above }];
}

/** The directions from the sides of an area outwards, to the right and down. */
const OUTWARD = { left: [-1, 0], right: [1, 0], top: [0, -1], bottom: [0, 1] } as const;

/** The part of a line's height, around its middle, that has letters. */
const LETTERS_PART = 0.84;

/** The part of a line that has letters. */
const lettersOfLine = ({ x, y, width, height }: LayoutBox): LayoutBox => ({
  x,
  y: y + ((1 - LETTERS_PART) / 2) * height,
  width,
  height: LETTERS_PART * height,
});

/** The middle of a label, in pixels of the slide. */
interface LabelMiddle {
  x: number;
  y: number;
}

/** The box of a label on the slide, with space to the edges, that covers the least of the boxes that should stay visible. */
function leastCoveringBox(
  middles: readonly LabelMiddle[],
  label: PictureDimensions,
  slide: PictureDimensions,
  edgeGap: number,
  boxesToKeepVisible: readonly LayoutBox[],
) {
  const clampToSlide = (start: number, length: number, slideLength: number): number =>
    Math.round(Math.min(Math.max(start, edgeGap), Math.max(edgeGap, slideLength - length - edgeGap)));
  const boxes = middles.map(({ x, y }) => ({
    x: clampToSlide(x - label.width / 2, label.width, slide.width),
    y: clampToSlide(y - label.height / 2, label.height, slide.height),
    ...label,
  }));
  const coveredPixels = (box: LayoutBox): number =>
    boxesToKeepVisible.reduce((sum, each) => {
      const overlap = intersectionOfBoxes(box, each);
      return sum + (overlap ? overlap.width * overlap.height : 0);
    }, 0);
  // A label may touch its arrow: boxes are of whole pixels.
  const tolerance = MAX_COVERED_PART * label.width * label.height;
  return boxes.reduce((best, box) => (coveredPixels(box) < coveredPixels(best) - tolerance ? box : best));
}

/**
 * Sets the label of a callout on one line, on a background in the callout's colour; undefined without a label.
 * @param surroundings labels before it, and lines of text, which it leaves visible where there is room
 */
export async function composeCalloutLabel(
  callout: DrawableCallout,
  area: LayoutBox,
  color: string,
  { slide, template, language, direction, labels, lines }: LabelSurroundings,
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
  const [measured] = await measureIn(paragraph.families)(
    [paragraphNode(paragraph, { ...look, size: REFERENCE_SIZE })],
    REFERENCE_SIZE * 1000,
  );
  const widthInSizes = (measured?.width ?? 0) / REFERENCE_SIZE;
  const maxSize = (MAX_WIDTH_PART * slide.width) / (widthInSizes + 2 * PADDING.x);
  const size = Math.min(FONT_SIZE * smallestSlideFontSize(slide), maxSize);
  const textSize = { width: Math.ceil(widthInSizes * size) + 2, height: Math.ceil(LEADING * size) };
  const [paddingX, paddingY] = [Math.round(PADDING.x * size), Math.round(PADDING.y * size)];
  const labelSize = { width: textSize.width + 2 * paddingX, height: textSize.height + 2 * paddingY };
  const middles = possibleMiddles(callout, area, labelSize, slide, GAP * size);
  const boxesToKeepVisible = [...boxesCoveredByCallout(callout, area, slide), ...labels, ...lines.map(lettersOfLine)];
  const box = leastCoveringBox(middles, labelSize, slide, Math.round(EDGE_GAP * size), boxesToKeepVisible);
  const textNode = boxNode({ x: paddingX, y: paddingY, ...textSize }, {}, [
    paragraphNode({ ...paragraph, leading: LEADING }, { ...look, size, width: textSize.width }),
  ]);
  return {
    box,
    paragraph,
    nodes: [boxNode(box, { backgroundColor: color, borderRadius: Math.round(0.3 * size) }, [textNode])],
  };
}
