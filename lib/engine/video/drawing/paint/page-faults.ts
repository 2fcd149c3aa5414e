import type { MeasuredNode, Node } from '@takumi-rs/core';
import type { PictureDimensions } from '../../format.ts';
import type { LayoutBox } from '../layout/boxes.ts';
import { insetByMargins, slideTextMarginsOf } from '../layout/slide-text-margins.ts';
import { MIN_FONT_SIZE_SHARE_OF_HEIGHT } from '../layout/slide-unit-in-pixels.ts';
import { inkExtentsOfRuns } from '../text/run-extent.ts';

/** Faults of an arranged slide that can only be found from all its parts together. */
export interface ArrangedSlideFaults {
  /** True if text lies over other text. */
  hasOverlap: boolean;
  /** The size of its smallest text, a part of the height of the slide; absent: no text is below the smallest size that can be read. */
  smallText?: number | undefined;
  /** The part of the text area that its content covers, 0–1. */
  coverage: number;
  /** True if its presenter is in front of text. Absent: no text is covered. */
  isCovered?: true | undefined;
}

/** The part of a line's height, around its middle, in which letters certainly have ink: half of the height of small letters. */
const CORE_SHARE = 0.2;
/** The overlap of cores in both directions, as a fraction of the height of the slide, above which text is over other text. */
const MAX_TOUCH = 0.002;

/** The height of letters, from the top of the tallest to the end of descenders, as a fraction of the type size. */
const LETTER_HEIGHT = 0.95;

/** A block of text: its lines, as boxes in pixels of the slide, and its size of type in pixels. */
interface PlacedText {
  size: number;
  lines: LayoutBox[];
  /** True if it is turned by an angle. */
  isTurned: boolean;
}

/** The visible content of nodes. */
interface PlacedContent {
  texts: PlacedText[];
  /** Boxes of panels, lines and pictures. */
  shapes: LayoutBox[];
}

/** CSS properties of a node. */
type Style = Readonly<Record<string, unknown>>;
/** The CSS properties of a node; empty without any. */
const styleOf = (node: Node): Style => ('style' in node ? ((node.style ?? {}) as Style) : {});

/** The boxes of the lines of text in a node and its descendants that have letters or digits. */
function linesOf({ runs, children, transform }: MeasuredNode): LayoutBox[] {
  const [, , , , left, top] = transform;
  const extents = inkExtentsOfRuns(runs);
  const ownLines = runs.flatMap(({ text, y, height }, i) => {
    const { x, width } = extents[i] ?? { x: 0, width: 0 };
    return /[\p{L}\p{N}]/u.test(text) ? [{ x: left + x, y: top + y, width, height }] : [];
  });
  return [...ownLines, ...children.flatMap(linesOf)];
}

/** Adds the visible content of a node and its descendants to `placed`, and returns it. */
function addVisibleContent(node: Node, measured: MeasuredNode, placed: PlacedContent): PlacedContent {
  const style = styleOf(node);
  const [, skew, , , x, y] = measured.transform;
  if (typeof style.fontSize === 'number') {
    const lines = linesOf(measured);
    if (lines.length > 0) placed.texts.push({ size: style.fontSize, lines, isTurned: Math.abs(skew) > 1e-6 });
    return placed;
  }
  const isVisible =
    node.type === 'image' ||
    [style.backgroundColor, style.backgroundImage, style.borderColor].some((value) => value !== undefined);
  if (isVisible) placed.shapes.push({ x, y, width: measured.width, height: measured.height });
  for (const [i, child] of ('children' in node ? (node.children ?? []) : []).entries()) {
    const measuredChild = measured.children[i];
    if (measuredChild) addVisibleContent(child, measuredChild, placed);
  }
  return placed;
}

/** The boxes of the lines of text in nodes, in pixels of the slide. @param measured the nodes as the layout engine placed them */
export function textLineBoxesOfNodes(nodes: readonly Node[], measured: readonly MeasuredNode[]): LayoutBox[] {
  const placed: PlacedContent = { texts: [], shapes: [] };
  for (const [i, node] of nodes.entries()) {
    const measuredNode = measured[i];
    if (measuredNode) addVisibleContent(node, measuredNode, placed);
  }
  return placed.texts.flatMap(({ lines }) => lines);
}

/** The middle part of a line. @param part of its height */
const middlePartOf = ({ x, y, width, height }: LayoutBox, part: number): LayoutBox => ({
  x,
  width,
  y: y + (height * (1 - part)) / 2,
  height: height * part,
});

/** Reports whether two boxes overlap in both directions by more than some pixels. */
const doOverlap = (a: LayoutBox, b: LayoutBox, tolerance: number): boolean =>
  Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) > tolerance &&
  Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) > tolerance;

/** Reports whether the letters of two blocks overlap by more than some pixels. Turned blocks are not compared. */
function hasOverlap(texts: readonly PlacedText[], tolerance: number): boolean {
  const coresOfUprightTexts = texts
    .filter(({ isTurned }) => !isTurned)
    .map(({ lines }) => lines.map((line) => middlePartOf(line, CORE_SHARE)));
  return coresOfUprightTexts.some((lines, i) =>
    coresOfUprightTexts
      .slice(i + 1)
      .some((others) => lines.some((line) => others.some((other) => doOverlap(line, other, tolerance)))),
  );
}

/** Reports whether letters are behind the thing in front of a slide, which may be round. @param tolerance pixels of overlap that are ignored */
function isTextBehind(texts: readonly PlacedText[], { box, radius }: Front, tolerance: number): boolean {
  const lines = texts.flatMap((text) => text.lines.map((line) => middlePartOf(line, CORE_SHARE)));
  return lines.some((line) => {
    const innerBox = {
      x: box.x + radius,
      y: box.y + radius,
      width: box.width - 2 * radius,
      height: box.height - 2 * radius,
    };
    const distanceX = Math.max(line.x - (innerBox.x + innerBox.width), innerBox.x - (line.x + line.width), 0);
    const distanceY = Math.max(line.y - (innerBox.y + innerBox.height), innerBox.y - (line.y + line.height), 0);
    return radius > 0 ? radius - Math.hypot(distanceX, distanceY) > tolerance : doOverlap(line, box, tolerance);
  });
}

/** The presenter in front of a slide: the box in pixels, and the radius of its corners. */
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
  const coveredWidth = Math.min(right, room.x + room.width) - Math.max(left, room.x);
  const coveredHeight = Math.min(bottom, room.y + room.height) - Math.max(top, room.y);
  return (Math.max(0, coveredWidth) * Math.max(0, coveredHeight)) / (room.width * room.height);
}

/**
 * The faults of an arranged slide.
 * @param page the slide. `nodes`: all of its nodes; `content`: those of its title and content, without footer and logo; `images`: the boxes
 * of its pictures in pixels; `front`: the presenter in front of it
 * @param measured the measures of `nodes`, in their order
 */
export function faultsOfArrangedSlide(
  page: {
    nodes: readonly Node[];
    content: ReadonlySet<Node>;
    images: readonly LayoutBox[];
    front?: Front | undefined;
  },
  measured: readonly MeasuredNode[],
  size: PictureDimensions,
): ArrangedSlideFaults {
  const { nodes, content, images, front } = page;
  const visibleContent: PlacedContent = { texts: [], shapes: [] };
  const mainContent: PlacedContent = { texts: [], shapes: [] };
  for (const [i, node] of nodes.entries()) {
    const measuredNode = measured[i];
    if (!measuredNode) continue;
    addVisibleContent(node, measuredNode, visibleContent);
    if (content.has(node)) addVisibleContent(node, measuredNode, mainContent);
  }
  const smallestSize = Math.min(...visibleContent.texts.map((text) => text.size));
  const boxes = [
    ...mainContent.texts.flatMap(({ lines, size: type }) =>
      lines.map((line) => middlePartOf(line, Math.min(1, (LETTER_HEIGHT * type) / line.height))),
    ),
    // A shape as wide as the slide is an ornament.
    ...mainContent.shapes.filter(({ width }) => width < size.width),
    ...images,
  ];
  return {
    hasOverlap: hasOverlap(visibleContent.texts, MAX_TOUCH * size.height),
    smallText: smallestSize < MIN_FONT_SIZE_SHARE_OF_HEIGHT * size.height ? smallestSize / size.height : undefined,
    ...(front && isTextBehind(visibleContent.texts, front, MAX_TOUCH * size.height)
      ? { isCovered: true as const }
      : {}),
    coverage: coverageOf(boxes, insetByMargins({ x: 0, y: 0, ...size }, slideTextMarginsOf(size))),
  };
}
