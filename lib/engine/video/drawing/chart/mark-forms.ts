import type { ChartMarkForm } from './chart-model.ts';
import { dashedLineSvg, filledBoxSvg, type RoundedBarEnd, roundedBarSvg } from './svg-shapes.ts';

/** A drawn mark with its form. */
export const shapeOfForm = (form: ChartMarkForm): { svg: string; form: ChartMarkForm } => ({
  svg: form.draw(form.numbers, form.color),
  form,
});

/** The form of a filled rectangle; pixels. */
export const boxForm = (
  key: string,
  [x, y, width, height]: readonly [x: number, y: number, width: number, height: number],
  color: string,
): ChartMarkForm => ({
  ...{ key, color, numbers: [x, y, width, height] },
  draw: ([left = 0, top = 0, across = 0, down = 0], fill) => filledBoxSvg(left, top, across, down, fill),
});

/** A bar from where it starts to its end, in the direction of its values, and its place across it; pixels. */
interface BarForm {
  start: number;
  end: number;
  offset: number;
  thickness: number;
  radius: number;
}

/** The side of a bar at its end. @param grows true if its end is at a higher pixel than its start */
const endOfBar = (isUpright: boolean, grows: boolean): RoundedBarEnd =>
  isUpright ? (grows ? 'bottom' : 'top') : grows ? 'right' : 'left';

/** The form of a bar, which may go to the other side of the base line. */
export const barForm = (
  key: string,
  { start, end, offset, thickness, radius }: BarForm,
  color: string,
  isUpright: boolean,
): ChartMarkForm => ({
  ...{ key, color, numbers: [start, end, offset, thickness, radius] },
  draw([from = 0, to = 0, across = 0, thick = 0, corner = 0], fill) {
    // A bar without a length is drawn as one of a value of zero: up, or to the right.
    const side = endOfBar(isUpright, isUpright ? to > from : to >= from);
    const [near, length] = [Math.min(from, to), Math.abs(to - from)];
    return isUpright
      ? roundedBarSvg(across, near, thick, length, fill, side, corner)
      : roundedBarSvg(near, across, length, thick, fill, side, corner);
  },
});

/** The form of the dashed line of a target across a plot; pixels. */
export const targetForm = (
  { left, right, y }: { left: number; right: number; y: number },
  width: number,
  color: string,
): ChartMarkForm => ({
  ...{ key: 'target', color, numbers: [left, right, y, width] },
  draw: ([from = 0, to = 0, at = 0, thick = 0], ink) => dashedLineSvg({ x: from, y: at }, { x: to, y: at }, thick, ink),
});
