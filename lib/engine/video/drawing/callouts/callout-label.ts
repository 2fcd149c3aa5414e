import type { Node } from '@takumi-rs/core';
import type { Size } from '../../format.ts';
import type { Template } from '../design.ts';
import { readableOn } from '../items/item-look.ts';
import { boxNode, type LayoutBox } from '../layout/boxes.ts';
import { leastSize } from '../layout/unit.ts';
import { cleanText } from '../text/clean-text.ts';
import { type Measure, paragraphNode } from '../text/paragraph-node.ts';
import type { Paragraph, Typesetter } from '../text/typesetting.ts';
import type { Direction } from '../text/writing-system.ts';
import type { DrawableCallout } from './callout.ts';
import { arrowEnds, arrowSide } from './callout-nodes.ts';

/** The size of type of a label, as a multiple of the smallest one of a slide; space around it, in sizes of type. */
const SIZE = 1.1;
const PADDING = { x: 0.62, y: 0.32 };
const LEADING = 1.24;
/** Space between a label and its area, in sizes of type. */
const GAP = 0.55;
/** The largest part of the slide's width that a label takes: a longer one is set smaller. */
const MOST_WIDTH = 0.8;
const REFERENCE = 100;

/** A label, ready to be drawn. */
export interface CalloutLabel {
  nodes: Node[];
  paragraph: Paragraph;
}

/** The place of the middle of a label of this size next to its area: below it, or above it; at the tail of an arrow. */
function middleOf(
  { kind }: DrawableCallout,
  area: LayoutBox,
  label: Size,
  slide: Size,
  gap: number,
): { x: number; y: number } {
  if (kind === 'arrow') {
    const { tail } = arrowEnds(area, slide);
    const side = arrowSide(area, slide);
    const [dx, dy] = { left: [-1, 0], right: [1, 0], top: [0, -1], bottom: [0, 1] }[side];
    return { x: tail.x + ((dx ?? 0) * label.width) / 2, y: tail.y + ((dy ?? 0) * label.height) / 2 };
  }
  const x = area.x + area.width / 2;
  const below = area.y + area.height + gap + label.height / 2;
  const above = area.y - gap - label.height / 2;
  if (below + label.height / 2 <= slide.height) return { x, y: below };
  return { x, y: above - label.height / 2 >= 0 ? above : area.y + area.height - gap - label.height / 2 };
}

/** Sets the label of a callout on one line, on a ground of its colour; undefined without a label. */
export async function calloutLabel(
  callout: DrawableCallout,
  area: LayoutBox,
  color: string,
  { slide, template, language, direction }: { slide: Size; template: Template; language: string; direction: Direction },
  { typesetter, measureIn }: { typesetter: Typesetter; measureIn: (families: readonly string[]) => Measure },
): Promise<CalloutLabel | undefined> {
  const text = cleanText(callout.text ?? '');
  if (text === '') return undefined;
  const style = {
    ...template.type.body,
    weight: Math.max(600, template.type.body.weight),
    leading: LEADING,
    italic: false,
  };
  const paragraph = await typesetter.typesetParagraph(text, style, { language, text, direction });
  const look = { side: 'left', color: readableOn(color, ['#ffffff', '#111111']), balanced: false } as const;
  const [natural] = await measureIn(paragraph.families)(
    [paragraphNode(paragraph, { ...look, size: REFERENCE })],
    REFERENCE * 1000,
  );
  const wide = (natural?.width ?? 0) / REFERENCE;
  const most = (MOST_WIDTH * slide.width) / (wide + 2 * PADDING.x);
  const size = Math.min(SIZE * leastSize(slide), most);
  const inner = { width: Math.ceil(wide * size) + 2, height: Math.ceil(LEADING * size) };
  const [px, py] = [Math.round(PADDING.x * size), Math.round(PADDING.y * size)];
  const outer = { width: inner.width + 2 * px, height: inner.height + 2 * py };
  const middle = middleOf(callout, area, outer, slide, GAP * size);
  const within = (start: number, length: number, whole: number): number =>
    Math.round(Math.min(Math.max(start, 0), Math.max(0, whole - length)));
  const box = {
    x: within(middle.x - outer.width / 2, outer.width, slide.width),
    y: within(middle.y - outer.height / 2, outer.height, slide.height),
    ...outer,
  };
  const inside = boxNode({ x: px, y: py, ...inner }, {}, [
    paragraphNode({ ...paragraph, leading: LEADING }, { ...look, size, width: inner.width }),
  ]);
  return {
    paragraph,
    nodes: [boxNode(box, { backgroundColor: color, borderRadius: Math.round(0.3 * size) }, [inside])],
  };
}
