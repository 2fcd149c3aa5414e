import type { LayoutBox } from '../layout/boxes.ts';
import type { EnteringPartIndexRange, EntranceRevealShape, PartEntrance } from '../part-entrance.ts';
import type { ArrangedChart, ChartSvgShape, MarkEntrance, PositionedChartLabel } from './chart-model.ts';

/** The share of the whole time that the growth of one bar takes, if turns overlap. */
const BAR_SHARE = 0.6;
/** The moment, 0–1 of the whole time, at which lines over bars start. */
const LINE_FROM = 0.4;
/** The moment at which bars below lines are complete. */
const BARS_UNTIL = 0.75;
/** The moment at which texts without a turn, which appear first, are complete. */
const EARLY_UNTIL = 0.45;
/** The moment at which a sweep is complete. */
const SWEEP_UNTIL = 0.92;
/** The time of a stepwise mark, in turns: the next one starts shortly before it ends. */
const TURNS_OF_STEP = 1.7;
/** The part of a mark's time after which its text appears. */
const TEXT_AFTER = 0.45;

/** A part of the whole time, from 0 to 1. */
interface TimeWindow {
  begins: number;
  ends: number;
}

/** A function that gives the window of a turn. @param turns those that enter @param until the moment, 0–1, at which all are complete */
function windowsOf(turns: readonly number[], isStepwise: boolean, until: number): (turn: number) => TimeWindow {
  const sortedTurns = [...new Set(turns.filter(Number.isFinite))].sort((a, b) => a - b);
  const count = sortedTurns.length;
  const turnShare = count < 2 ? 1 : isStepwise ? Math.min(1, TURNS_OF_STEP / count) : BAR_SHARE;
  return (turn) => {
    const foundIndex = sortedTurns.findIndex((each) => each >= turn);
    const index = foundIndex < 0 ? count - 1 : foundIndex;
    const begins = count < 2 ? 0 : ((1 - turnShare) * index) / (count - 1);
    return { begins: begins * until, ends: (begins + turnShare) * until };
  };
}

/** Reports whether a shape is the growth of a bar: the soft edge of a line or a step is wider. */
const isBar = (shape: EntranceRevealShape): shape is Extract<EntranceRevealShape, { kind: 'grow' }> =>
  shape.kind === 'grow' && shape.edge <= 1;

/** The growth of a bar that enters alone, from the end of its box that is nearer to the base line. */
function growingFromFoot(shape: Extract<EntranceRevealShape, { kind: 'grow' }>, box: LayoutBox): EntranceRevealShape {
  const { towards } = shape;
  const isUpright = towards === 'top' || towards === 'bottom';
  const start = { top: box.y + box.height, bottom: box.y, right: box.x, left: box.x + box.width }[towards];
  return { ...shape, start, length: isUpright ? box.height : box.width };
}

/** The marks with the sweeps of all slices made one sweep, because slices that enter together are uncovered together. */
function withOneSweep(marks: readonly MarkEntrance[]): MarkEntrance[] {
  const sweeps = marks.flatMap(({ shape }) => (shape.kind === 'sweep' ? [shape] : []));
  const [from, to] = [Math.min(...sweeps.map((sweep) => sweep.from)), Math.max(...sweeps.map((sweep) => sweep.to))];
  return marks.map((mark) => (mark.shape.kind === 'sweep' ? { ...mark, shape: { ...mark.shape, from, to } } : mark));
}

/** The entrance of the marks and texts of some parts of a chart. */
export interface ChartEntrance {
  steps: PartEntrance[];
  /** True: lines cross the bars below them, and enter as a separate layer. */
  hasLinesOver: boolean;
}

/**
 * The entrance of the parts of a chart from `from` up to `to`, in pixels of its room, not mirrored. Marks are in layer 0, lines over bars
 * in the next one, texts in the last one. Pure.
 */
export function chartEntranceOfPartRange(
  { shapes, labels, isStepwise = false }: Pick<ArrangedChart, 'shapes' | 'labels' | 'isStepwise'>,
  { from, to }: EnteringPartIndexRange,
): ChartEntrance {
  const doesEnter = ({ part }: ChartSvgShape | PositionedChartLabel): boolean =>
    part !== undefined && from <= part && part < to;
  const doAllPartsEnter = ![...shapes, ...labels].some(({ part }) => part !== undefined && (part < from || part >= to));
  const marks = withOneSweep(shapes.filter(doesEnter).flatMap(({ entrance }) => (entrance ? [entrance] : [])));
  const lines = marks.filter(({ isOver }) => isOver);
  const bars = marks.filter(({ isOver }) => !isOver);
  const hasLinesOver = lines.length > 0 && bars.length > 0;
  const windowOf = windowsOf(
    bars.map(({ turn }) => turn),
    isStepwise,
    hasLinesOver ? BARS_UNTIL : 1,
  );
  const windowOfShape = (shape: EntranceRevealShape, isOver = false): TimeWindow | undefined => {
    if (isOver) return { begins: hasLinesOver ? LINE_FROM : 0, ends: 1 };
    return shape.kind === 'sweep' ? { begins: 0, ends: SWEEP_UNTIL } : undefined;
  };
  const stepOfMark = ({ box, shape, turn, isOver }: MarkEntrance): PartEntrance => ({
    box,
    shape: isBar(shape) && !doAllPartsEnter ? growingFromFoot(shape, box) : shape,
    layer: isOver && hasLinesOver ? 1 : 0,
    ...(windowOfShape(shape, isOver) ?? windowOf(turn)),
  });
  const textLayer = hasLinesOver ? 2 : 1;
  const stepOfText = ({ box, turn }: PositionedChartLabel): PartEntrance => {
    const { begins, ends } = turn === undefined ? { begins: 0, ends: 0 } : windowOf(turn);
    const windowAfterMark = { begins: begins + (ends - begins) * TEXT_AFTER, ends };
    const window = turn === undefined ? { begins: 0, ends: EARLY_UNTIL } : windowAfterMark;
    return { box, shape: { kind: 'fade' }, layer: textLayer, ...window };
  };
  return {
    steps: [...marks.map(stepOfMark), ...labels.filter((label) => doesEnter(label) && !label.counts).map(stepOfText)],
    hasLinesOver,
  };
}

/** A shape in a mirrored room of this width (pixels). */
function mirroredShape(shape: EntranceRevealShape, width: number): EntranceRevealShape {
  switch (shape.kind) {
    case 'fade':
      return shape;
    case 'radiate':
      return { ...shape, x: width - shape.x };
    case 'sweep':
      return { ...shape, x: width - shape.x, from: -shape.from, to: -shape.to };
    case 'grow': {
      const { towards, start } = shape;
      if (towards === 'top' || towards === 'bottom') return shape;
      return { ...shape, towards: towards === 'left' ? 'right' : 'left', start: width - start };
    }
  }
}

/** A shape moved by `x` and `y` pixels. */
function movedShape(shape: EntranceRevealShape, x: number, y: number): EntranceRevealShape {
  switch (shape.kind) {
    case 'fade':
      return shape;
    case 'radiate':
    case 'sweep':
      return { ...shape, x: shape.x + x, y: shape.y + y };
    case 'grow':
      return { ...shape, start: shape.start + (shape.towards === 'top' || shape.towards === 'bottom' ? y : x) };
  }
}

/**
 * A step in the pixels of the slide.
 * @param corner the left top corner of the room of the chart
 * @param mirroredWidth the width of the room if it is mirrored; undefined: it is not
 */
export function entranceStepInSlidePixels(
  step: PartEntrance,
  corner: { x: number; y: number },
  mirroredWidth: number | undefined,
): PartEntrance {
  const { box, shape } = step;
  const [shapeInRoom, x] =
    mirroredWidth === undefined
      ? [shape, box.x]
      : [mirroredShape(shape, mirroredWidth), mirroredWidth - box.x - box.width];
  return {
    ...step,
    box: { ...box, x: corner.x + x, y: corner.y + box.y },
    shape: movedShape(shapeInRoom, corner.x, corner.y),
  };
}
