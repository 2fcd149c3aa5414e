import type { MeasuredNode, Node } from '@takumi-rs/core';
import type { PictureDimensions } from '../../format.ts';
import type { LayoutBox } from '../layout/boxes.ts';
import { insetByMargins, slideTextMarginsOf } from '../layout/slide-text-margins.ts';
import { MIN_FONT_SIZE_SHARE_OF_HEIGHT } from '../layout/slide-unit-in-pixels.ts';
import { measuredRunExtents } from '../text/run-extent.ts';

/** Faults of an arranged page that show only when all its parts are seen together. */
export interface ArrangedPageFaults {
  /** True if text lies over other text. */
  hasOverlap: boolean;
  /** The size of its smallest text, a part of the height of the slide; absent: no text is below the least size. */
  smallText?: number | undefined;
  /** The part of the text area that its content covers, 0–1. */
  coverage: number;
  /** True if its presenter is in front of text. Absent: no text is covered. */
  isCovered?: true | undefined;
}

/** The part of a line's height, around its middle, in which letters certainly have ink: half of the height of small letters. */
const CORE = 0.2;
/** The overlap of cores in both directions, as a fraction of the height of the slide, from which text counts as lying over text. */
const TOUCH = 0.002;

/** The height of letters, from the top of the tallest to the end of descenders, as a fraction of the type size. */
const LETTERS = 0.95;

/** A block of text: its lines, as boxes in pixels of the slide, and its size of type in pixels. */
interface PlacedText {
  size: number;
  lines: LayoutBox[];
  isTurned: boolean;
}

/** Everything that is seen of nodes. */
interface Placed {
  texts: PlacedText[];
  /** Boxes of panels, lines and pictures. */
  shapes: LayoutBox[];
}

type Style = Readonly<Record<string, unknown>>;
const styleOf = (node: Node): Style => ('style' in node ? ((node.style ?? {}) as Style) : {});

/** The lines below a node. */
function linesOf({ runs, children, transform }: MeasuredNode): LayoutBox[] {
  const [, , , , left, top] = transform;
  const extents = measuredRunExtents(runs);
  const own = runs.flatMap(({ text, y, height }, i) => {
    const { x, width } = extents[i] ?? { x: 0, width: 0 };
    return /[\p{L}\p{N}]/u.test(text) ? [{ x: left + x, y: top + y, width, height }] : [];
  });
  return [...own, ...children.flatMap(linesOf)];
}

function collect(node: Node, measured: MeasuredNode, placed: Placed): Placed {
  const style = styleOf(node);
  const [, skew, , , x, y] = measured.transform;
  if (typeof style.fontSize === 'number') {
    const lines = linesOf(measured);
    if (lines.length > 0) placed.texts.push({ size: style.fontSize, lines, isTurned: Math.abs(skew) > 1e-6 });
    return placed;
  }
  const isSeen =
    node.type === 'image' ||
    [style.backgroundColor, style.backgroundImage, style.borderColor].some((value) => value !== undefined);
  if (isSeen) placed.shapes.push({ x, y, width: measured.width, height: measured.height });
  for (const [i, child] of ('children' in node ? (node.children ?? []) : []).entries()) {
    const below = measured.children[i];
    if (below) collect(child, below, placed);
  }
  return placed;
}

/** The middle part of a line. @param part of its height */
const middleOf = ({ x, y, width, height }: LayoutBox, part: number): LayoutBox => ({
  ...{ x, width, y: y + (height * (1 - part)) / 2, height: height * part },
});

const meet = (a: LayoutBox, b: LayoutBox, by: number): boolean =>
  Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) > by &&
  Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) > by;

/** Reports whether the letters of two blocks lie over one another; turned ones are not compared. */
function hasOverlap(texts: readonly PlacedText[], by: number): boolean {
  const straight = texts
    .filter(({ isTurned }) => !isTurned)
    .map(({ lines }) => lines.map((line) => middleOf(line, CORE)));
  return straight.some((lines, i) =>
    straight.slice(i + 1).some((others) => lines.some((line) => others.some((other) => meet(line, other, by)))),
  );
}

/** Reports whether letters lie below what is in front of a slide, which may be round. @param by pixels that do not count */
function isBehind(texts: readonly PlacedText[], { box, radius }: Front, by: number): boolean {
  const lines = texts.flatMap((text) => text.lines.map((line) => middleOf(line, CORE)));
  return lines.some((line) => {
    const room = {
      x: box.x + radius,
      y: box.y + radius,
      width: box.width - 2 * radius,
      height: box.height - 2 * radius,
    };
    const across = Math.max(line.x - (room.x + room.width), room.x - (line.x + line.width), 0);
    const down = Math.max(line.y - (room.y + room.height), room.y - (line.y + line.height), 0);
    return radius > 0 ? radius - Math.hypot(across, down) > by : meet(line, box, by);
  });
}

/** Something in front of a slide: its box in pixels, and the radius of its corners. */
interface Front {
  box: LayoutBox;
  radius: number;
}

/** The part of a room, 0–1, that is in the box around all boxes. */
function coverageOf(boxes: readonly LayoutBox[], room: LayoutBox): number {
  if (boxes.length === 0) return 0;
  const [left, top] = [Math.min(...boxes.map(({ x }) => x)), Math.min(...boxes.map(({ y }) => y))];
  const [right, bottom] = [
    Math.max(...boxes.map(({ x, width }) => x + width)),
    Math.max(...boxes.map(({ y, height }) => y + height)),
  ];
  const wide = Math.min(right, room.x + room.width) - Math.max(left, room.x);
  const high = Math.min(bottom, room.y + room.height) - Math.max(top, room.y);
  return (Math.max(0, wide) * Math.max(0, high)) / (room.width * room.height);
}

/**
 * The faults of an arranged page.
 * @param nodes all nodes of the slide, as measured; `content`: those of its title and content, without footer and logo
 * @param images the boxes of its pictures in pixels; `front`: what is in front of it
 */
export function arrangedPageFaults(
  {
    nodes,
    content,
    images,
    front,
  }: { nodes: readonly Node[]; content: ReadonlySet<Node>; images: readonly LayoutBox[]; front?: Front | undefined },
  measured: readonly MeasuredNode[],
  size: PictureDimensions,
): ArrangedPageFaults {
  const [page, inner]: [Placed, Placed] = [
    { texts: [], shapes: [] },
    { texts: [], shapes: [] },
  ];
  for (const [i, node] of nodes.entries()) {
    const own = measured[i];
    if (!own) continue;
    collect(node, own, page);
    if (content.has(node)) collect(node, own, inner);
  }
  const least = Math.min(...page.texts.map((text) => text.size));
  const boxes = [
    ...inner.texts.flatMap(({ lines, size: type }) =>
      lines.map((line) => middleOf(line, Math.min(1, (LETTERS * type) / line.height))),
    ),
    // What is as wide as the slide is an ornament.
    ...inner.shapes.filter(({ width }) => width < size.width),
    ...images,
  ];
  return {
    hasOverlap: hasOverlap(page.texts, TOUCH * size.height),
    smallText: least < MIN_FONT_SIZE_SHARE_OF_HEIGHT * size.height ? least / size.height : undefined,
    ...(front && isBehind(page.texts, front, TOUCH * size.height) ? { isCovered: true as const } : {}),
    coverage: coverageOf(boxes, insetByMargins({ x: 0, y: 0, ...size }, slideTextMarginsOf(size))),
  };
}
