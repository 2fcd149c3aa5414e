import type { Node } from '@takumi-rs/core';
import { areEqualBoxes, boxNode, interpolateBoxes, interpolateNumbers, type LayoutBox } from '../layout/boxes.ts';
import { mixTransparentColors } from '../mix-colors.ts';
import { interpolateParagraphAmount } from '../text/counting.ts';
import { textOfRuns } from '../text/text-runs.ts';
import type { TypesetParagraph } from '../text/typesetting.ts';
import type { ChartMarkForm, ChartSvgShape } from './chart-model.ts';
import type { MorphableChart, MorphableLabel } from './morphable-chart.ts';
import { svgNode } from './svg-node.ts';

/** A moment between two charts; all numbers are 0–1. */
export interface ChartMorphMoment {
  /** The progress of the marks of both charts, from the form in the first one to the form in the second one. */
  progress: number;
  /** The opacities of content that only the first chart has, and of content that only the second one has. One of them is 0. */
  old: number;
  next: number;
}

/** A chart that turns into another one. */
export interface ChartMorph {
  /** The box around the rooms of both, in pixels of the slide. */
  room: LayoutBox;
  /** The marks and their texts at a moment, in pixels of the slide. */
  nodes(moment: ChartMorphMoment): Node[];
}

/** The smallest box around two boxes. */
function boxAroundBoth(firstBox: LayoutBox, secondBox: LayoutBox): LayoutBox {
  const [x, y] = [Math.min(firstBox.x, secondBox.x), Math.min(firstBox.y, secondBox.y)];
  return {
    x,
    y,
    width: Math.max(firstBox.x + firstBox.width, secondBox.x + secondBox.width) - x,
    height: Math.max(firstBox.y + firstBox.height, secondBox.y + secondBox.height) - y,
  };
}

/** A group of SVG elements in the pixels of a room, as markup. @returns '' for a group that is not visible */
function roomGroup(elements: string, { x, y, width }: LayoutBox, isMirrored: boolean, opacity = 1): string {
  if (opacity <= 0 || elements === '') return '';
  const mirror = isMirrored ? `translate(${x + width} ${y}) scale(-1 1)` : `translate(${x} ${y})`;
  return `<g transform="${mirror}"${opacity < 1 ? ` opacity="${opacity.toFixed(3)}"` : ''}>${elements}</g>`;
}

/** The forms of shapes by their keys. */
const formsOf = (shapes: readonly ChartSvgShape[]): Map<string, ChartMarkForm> =>
  new Map(shapes.flatMap(({ form }) => (form ? [[form.key, form]] : [])));

/** The markup of a mark on the way from one form to the other. */
function markBetween(from: ChartMarkForm, to: ChartMarkForm, progress: number): string {
  const numbers = to.numbers.map((number, i) => interpolateNumbers(from.numbers[i] ?? number, number, progress));
  return to.draw(numbers, mixTransparentColors(from.color, to.color, progress));
}

/** A function that gives the shapes of two charts at a moment, as markup of SVG elements. */
function shapesBetween(from: MorphableChart, to: MorphableChart): (moment: ChartMorphMoment) => string {
  const [formsBefore, formsAfter] = [formsOf(from.shapes), formsOf(to.shapes)];
  const drawnBefore = new Set(from.shapes.map(({ svg }) => svg));
  const drawnAfter = new Set(to.shapes.map(({ svg }) => svg));
  const isUnmatched = (
    { form, svg }: ChartSvgShape,
    otherForms: Map<string, ChartMarkForm>,
    otherSvgs: Set<string>,
  ): boolean => (form ? !otherForms.has(form.key) : !otherSvgs.has(svg));
  return ({ progress, old, next }) => {
    const room = interpolateBoxes(from.room, to.room, progress);
    const shared = to.shapes.flatMap(({ form, svg }) => {
      const formBefore = form && formsBefore.get(form.key);
      if (form && formBefore) return [roomGroup(markBetween(formBefore, form, progress), room, to.isMirrored)];
      return form || !drawnBefore.has(svg) ? [] : [roomGroup(svg, room, to.isMirrored)];
    });
    const leavingShapes = from.shapes
      .filter((shape) => isUnmatched(shape, formsAfter, drawnAfter))
      .map(({ svg }) => roomGroup(svg, from.room, from.isMirrored, old));
    const enteringShapes = to.shapes
      .filter((shape) => isUnmatched(shape, formsBefore, drawnBefore))
      .map(({ svg }) => roomGroup(svg, to.room, to.isMirrored, next));
    return [...shared, ...leavingShapes, ...enteringShapes].join('');
  };
}

const middleOf = ({ x, y, width, height }: LayoutBox) => ({ x: x + width / 2, y: y + height / 2 });

/** A box moved along the way from the middle of one box to that of another. @param part of the way, 0–1 */
function movedBox(box: LayoutBox, from: LayoutBox, to: LayoutBox, part: number): LayoutBox {
  const [start, end] = [middleOf(from), middleOf(to)];
  return { ...box, x: box.x + (end.x - start.x) * part, y: box.y + (end.y - start.y) * part };
}

/** The box between those of two labels, with the width of the wider one, so that both texts have room; it grows away from their side. */
function roomyBox(first: MorphableLabel, second: MorphableLabel, progress: number): LayoutBox {
  const box = interpolateBoxes(first.box, second.box, progress);
  const width = Math.max(first.box.width, second.box.width);
  const addedWidth = width - box.width;
  return {
    ...box,
    width,
    x: box.x - (second.side === 'center' ? addedWidth / 2 : second.side === 'right' ? addedWidth : 0),
  };
}

/** The text between two texts: the same one, or an amount on its way; undefined if they differ in other ways. */
function textBetween(first: MorphableLabel, second: MorphableLabel, progress: number): TypesetParagraph | undefined {
  if (textOfRuns(first.paragraph.runs) === textOfRuns(second.paragraph.runs)) return second.paragraph;
  return interpolateParagraphAmount(first.paragraph, second.paragraph, progress);
}

/** The node in an opacity; empty for an opacity of 0. @param room of the chart */
const withOpacity = (node: Node, opacity: number, room: LayoutBox): Node[] =>
  opacity <= 0 ? [] : opacity >= 1 ? [node] : [boxNode({ ...room, x: 0, y: 0 }, { opacity }, [node])];

/**
 * A function that gives the texts of two charts at a moment. A text that turns into a different one disappears, and then the other one
 * appears. Both move with the mark that they belong to.
 */
function labelsBetween(
  from: MorphableChart,
  to: MorphableChart,
  room: LayoutBox,
): (moment: ChartMorphMoment) => Node[] {
  const labelsBefore = new Map(from.labels.map((label) => [label.key, label]));
  const labelsAfter = new Map(to.labels.map((label) => [label.key, label]));
  return ({ progress, old, next }) => [
    ...from.labels.flatMap((label) => {
      const labelAfter = labelsAfter.get(label.key);
      if (labelAfter && textBetween(label, labelAfter, progress)) return [];
      const box = labelAfter ? movedBox(label.box, label.box, labelAfter.box, progress) : label.box;
      return withOpacity(label.node({ ...label, box }), old, room);
    }),
    ...to.labels.flatMap((label) => {
      const labelBefore = labelsBefore.get(label.key);
      const paragraph = labelBefore && textBetween(labelBefore, label, progress);
      if (labelBefore && paragraph) {
        const color = mixTransparentColors(labelBefore.color, label.color, progress);
        const look = { paragraph, color, size: interpolateNumbers(labelBefore.size, label.size, progress) };
        return [label.node({ ...look, box: roomyBox(labelBefore, label, progress) })];
      }
      const box = labelBefore ? movedBox(label.box, label.box, labelBefore.box, 1 - progress) : label.box;
      return withOpacity(label.node({ ...label, box }), next, room);
    }),
  ];
}

const textsOf = ({ labels }: MorphableChart): string =>
  JSON.stringify(labels.map(({ key, paragraph, box, size, color }) => [key, paragraph.runs, box, size, color]));

const drawnShapesOf = ({ shapes }: MorphableChart): string => shapes.map(({ svg }) => svg).join('');

/** Reports whether two charts look the same, in the same place. */
const areSameCharts = (first: MorphableChart, second: MorphableChart): boolean =>
  areEqualBoxes(first.room, second.room) &&
  drawnShapesOf(first) === drawnShapesOf(second) &&
  textsOf(first) === textsOf(second);

/**
 * A chart whose marks turn into those of another one: from the old values to the new ones, also on another scale. Undefined if a chart is
 * missing, or if the two do not show the same things (`MorphableChart.name`), have no mark in common, or look the same. Pure.
 */
export function findChartMorph(
  from: MorphableChart | undefined,
  to: MorphableChart | undefined,
): ChartMorph | undefined {
  if (!from || !to || from.name !== to.name || from.isMirrored !== to.isMirrored) return undefined;
  const formsAfter = formsOf(to.shapes);
  const hasSharedMark = from.shapes.some(({ form }) => form && form.key !== 'base' && formsAfter.has(form.key));
  if (!hasSharedMark || areSameCharts(from, to)) return undefined;
  const room = boxAroundBoth(from.room, to.room);
  const [shapes, labels] = [shapesBetween(from, to), labelsBetween(from, to, room)];
  return { room, nodes: (moment) => [svgNode(shapes(moment), room, room), ...labels(moment)] };
}
