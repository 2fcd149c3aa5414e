import type { ChartMarkForm } from './chart-model.ts';
import { dashedLineSvg, filledBoxSvg, type RoundedBarEnd, roundedBarSvg } from './svg-shapes.ts';

/** The markup of SVG of a form, together with the form. */
export const svgShapeOfMarkForm = (form: ChartMarkForm): { svg: string; form: ChartMarkForm } => ({
  svg: form.draw(form.numbers, form.color),
  form,
});

/** The form of a filled rectangle; pixels. */
export const rectangleMarkForm = (
  key: string,
  [x, y, width, height]: readonly [x: number, y: number, width: number, height: number],
  color: string,
): ChartMarkForm => ({
  key,
  color,
  numbers: [x, y, width, height],
  draw: ([left = 0, top = 0, boxWidth = 0, boxHeight = 0], fill) => filledBoxSvg(left, top, boxWidth, boxHeight, fill),
});

/** A bar: its start and end in the direction of values, its first edge across that direction, thickness and radius of corners; pixels. */
interface BarForm {
  start: number;
  end: number;
  offset: number;
  thickness: number;
  radius: number;
}

/** The side of a bar at its end. @param grows true if its end has a larger coordinate than its start */
const endOfBar = (isUpright: boolean, grows: boolean): RoundedBarEnd =>
  isUpright ? (grows ? 'bottom' : 'top') : grows ? 'right' : 'left';

/** The form of a bar, whose end may move to the other side of its start. */
export const barMarkForm = (
  key: string,
  { start, end, offset, thickness, radius }: BarForm,
  color: string,
  isUpright: boolean,
): ChartMarkForm => ({
  key,
  color,
  numbers: [start, end, offset, thickness, radius],
  draw([from = 0, to = 0, acrossOffset = 0, thicknessNow = 0, corner = 0], fill) {
    // A bar without a length is drawn as one of a value of zero: up, or to the right.
    const endSide = endOfBar(isUpright, isUpright ? to > from : to >= from);
    const [nearEdge, length] = [Math.min(from, to), Math.abs(to - from)];
    return isUpright
      ? roundedBarSvg(acrossOffset, nearEdge, thicknessNow, length, fill, endSide, corner)
      : roundedBarSvg(nearEdge, acrossOffset, length, thicknessNow, fill, endSide, corner);
  },
});

/** The form of the dashed line of a target across a plot; pixels. */
export const targetLineMarkForm = (
  { left, right, y }: { left: number; right: number; y: number },
  width: number,
  color: string,
): ChartMarkForm => ({
  key: 'target',
  color,
  numbers: [left, right, y, width],
  draw: ([from = 0, to = 0, lineY = 0, lineWidth = 0], ink) =>
    dashedLineSvg({ x: from, y: lineY }, { x: to, y: lineY }, lineWidth, ink),
});
