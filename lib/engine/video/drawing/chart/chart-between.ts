import type { Node } from '@takumi-rs/core';
import { areEqualBoxes, boxNode, interpolateBoxes, interpolateNumbers, type LayoutBox } from '../layout/boxes.ts';
import { mixTransparentColors } from '../mix-colors.ts';
import { paragraphBetweenAmounts } from '../text/counting.ts';
import { textOfRuns } from '../text/text-runs.ts';
import type { TypesetParagraph } from '../text/typesetting.ts';
import type { ChartMarkForm, ChartShape } from './chart-model.ts';
import type { MorphableChart, MorphableLabel } from './morphable-chart.ts';
import { svgNode } from './svg-node.ts';

/** A moment between two charts; all numbers are 0–1. */
export interface ChartMoment {
  /** The part of their way that the marks of both have gone. */
  progress: number;
  /** The opacities of what only the first chart has, and of what only the second one has: one of them is 0. */
  old: number;
  next: number;
}

/** A chart that turns into another one. */
export interface ChartBetween {
  /** The rooms of both, in pixels of the slide. */
  room: LayoutBox;
  /** The marks and their texts at a moment, in pixels of the slide. */
  nodes(moment: ChartMoment): Node[];
}

function boxAroundBoth(one: LayoutBox, other: LayoutBox): LayoutBox {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  return {
    ...{ x, y },
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  };
}

/** A group of SVG elements of a room. */
function roomGroup(elements: string, { x, y, width }: LayoutBox, isMirrored: boolean, opacity = 1): string {
  if (opacity <= 0 || elements === '') return '';
  const mirror = isMirrored ? `translate(${x + width} ${y}) scale(-1 1)` : `translate(${x} ${y})`;
  return `<g transform="${mirror}"${opacity < 1 ? ` opacity="${opacity.toFixed(3)}"` : ''}>${elements}</g>`;
}

/** The forms of shapes by their keys. */
const formsOf = (shapes: readonly ChartShape[]): Map<string, ChartMarkForm> =>
  new Map(shapes.flatMap(({ form }) => (form ? [[form.key, form]] : [])));

/** The mark on the way from one form to the other. */
function markBetween(one: ChartMarkForm, other: ChartMarkForm, progress: number): string {
  const numbers = other.numbers.map((number, i) => interpolateNumbers(one.numbers[i] ?? number, number, progress));
  return other.draw(numbers, mixTransparentColors(one.color, other.color, progress));
}

/** The shapes of two charts, as SVG elements at a moment. */
function shapesBetween(from: MorphableChart, to: MorphableChart): (moment: ChartMoment) => string {
  const [before, after] = [formsOf(from.shapes), formsOf(to.shapes)];
  const drawnBefore = new Set(from.shapes.map(({ svg }) => svg));
  const drawnAfter = new Set(to.shapes.map(({ svg }) => svg));
  const isAlone = ({ form, svg }: ChartShape, others: Map<string, ChartMarkForm>, drawn: Set<string>): boolean =>
    form ? !others.has(form.key) : !drawn.has(svg);
  return ({ progress, old, next }) => {
    const room = interpolateBoxes(from.room, to.room, progress);
    const shared = to.shapes.flatMap(({ form, svg }) => {
      const other = form && before.get(form.key);
      if (form && other) return [roomGroup(markBetween(other, form, progress), room, to.isMirrored)];
      return form || !drawnBefore.has(svg) ? [] : [roomGroup(svg, room, to.isMirrored)];
    });
    const gone = from.shapes
      .filter((shape) => isAlone(shape, after, drawnAfter))
      .map(({ svg }) => roomGroup(svg, from.room, from.isMirrored, old));
    const come = to.shapes
      .filter((shape) => isAlone(shape, before, drawnBefore))
      .map(({ svg }) => roomGroup(svg, to.room, to.isMirrored, next));
    return [...shared, ...gone, ...come].join('');
  };
}

const middleOf = ({ x, y, width, height }: LayoutBox) => ({ x: x + width / 2, y: y + height / 2 });

/** A box moved by a part of the way from the middle of one box to that of another. */
function movedBox(box: LayoutBox, from: LayoutBox, to: LayoutBox, part: number): LayoutBox {
  const [one, other] = [middleOf(from), middleOf(to)];
  return { ...box, x: box.x + (other.x - one.x) * part, y: box.y + (other.y - one.y) * part };
}

/** The box in which a text has room for the wider one of both, at the side where it is set. */
function roomyBox(one: MorphableLabel, other: MorphableLabel, progress: number): LayoutBox {
  const box = interpolateBoxes(one.box, other.box, progress);
  const width = Math.max(one.box.width, other.box.width);
  const free = width - box.width;
  return { ...box, width, x: box.x - (other.side === 'center' ? free / 2 : other.side === 'right' ? free : 0) };
}

/** The text between two texts: the same one, or an amount on its way; undefined if they differ in other ways. */
function textBetween(one: MorphableLabel, other: MorphableLabel, progress: number): TypesetParagraph | undefined {
  if (textOfRuns(one.paragraph.runs) === textOfRuns(other.paragraph.runs)) return other.paragraph;
  return paragraphBetweenAmounts(one.paragraph, other.paragraph, progress);
}

const fainter = (node: Node, opacity: number, room: LayoutBox): Node[] =>
  opacity <= 0 ? [] : opacity >= 1 ? [node] : [boxNode({ ...room, x: 0, y: 0 }, { opacity }, [node])];

/** The texts of two charts at a moment. A text that turns into a different one disappears, then the other appears, at the mark of both. */
function labelsBetween(from: MorphableChart, to: MorphableChart, room: LayoutBox): (moment: ChartMoment) => Node[] {
  const before = new Map(from.labels.map((label) => [label.key, label]));
  const after = new Map(to.labels.map((label) => [label.key, label]));
  return ({ progress, old, next }) => [
    ...from.labels.flatMap((label) => {
      const other = after.get(label.key);
      if (other && textBetween(label, other, progress)) return [];
      const box = other ? movedBox(label.box, label.box, other.box, progress) : label.box;
      return fainter(label.node({ ...label, box }), old, room);
    }),
    ...to.labels.flatMap((label) => {
      const other = before.get(label.key);
      const paragraph = other && textBetween(other, label, progress);
      if (other && paragraph) {
        const color = mixTransparentColors(other.color, label.color, progress);
        const look = { paragraph, color, size: interpolateNumbers(other.size, label.size, progress) };
        return [label.node({ ...look, box: roomyBox(other, label, progress) })];
      }
      const box = other ? movedBox(label.box, label.box, other.box, 1 - progress) : label.box;
      return fainter(label.node({ ...label, box }), next, room);
    }),
  ];
}

const textsOf = ({ labels }: MorphableChart): string =>
  JSON.stringify(labels.map(({ key, paragraph, box, size, color }) => [key, paragraph.runs, box, size, color]));

const drawnShapesOf = ({ shapes }: MorphableChart): string => shapes.map(({ svg }) => svg).join('');

/** Reports whether two charts look the same, in the same place. */
const areSameCharts = (one: MorphableChart, other: MorphableChart): boolean =>
  areEqualBoxes(one.room, other.room) && drawnShapesOf(one) === drawnShapesOf(other) && textsOf(one) === textsOf(other);

/**
 * A chart whose marks turn into those of another one: from the old values to the new ones, also on another scale. Undefined if the two do
 * not show the same things, have no mark in common, or look the same. Pure.
 */
export function chartBetween(
  from: MorphableChart | undefined,
  to: MorphableChart | undefined,
): ChartBetween | undefined {
  if (!from || !to || from.name !== to.name || from.isMirrored !== to.isMirrored) return undefined;
  const after = formsOf(to.shapes);
  const isShared = from.shapes.some(({ form }) => form && form.key !== 'base' && after.has(form.key));
  if (!isShared || areSameCharts(from, to)) return undefined;
  const room = boxAroundBoth(from.room, to.room);
  const [shapes, labels] = [shapesBetween(from, to), labelsBetween(from, to, room)];
  return { room, nodes: (moment) => [svgNode(shapes(moment), room, room), ...labels(moment)] };
}
