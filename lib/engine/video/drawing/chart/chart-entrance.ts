import type { EnteringPartRange, EntranceShape, EntranceStep } from '../entrance-step.ts';
import type { LayoutBox } from '../layout/boxes.ts';
import type { ArrangedChart, ChartShape, MarkEntrance, PositionedChartLabel } from './chart-model.ts';

/** Shares of the whole time: one bar of many, of overlapping turns; all lines over bars, and all bars below lines; texts that come first. */
const BAR_SHARE = 0.6;
const LINE_FROM = 0.4;
const BARS_UNTIL = 0.75;
const EARLY_UNTIL = 0.45;
const SWEEP_UNTIL = 0.92;
/** In steps, each takes this many turns, so that the next one starts shortly before it ends. */
const TURNS_OF_STEP = 1.7;
/** The part of a mark's time after which its text appears. */
const TEXT_AFTER = 0.45;

/** A share of the whole time, 0–1. */
interface Window {
  begins: number;
  ends: number;
}

/** The windows of turns: of those that enter, in their order, within the time of all bars. */
function windowsOf(turns: readonly number[], isStepwise: boolean, until: number): (turn: number) => Window {
  const order = [...new Set(turns.filter(Number.isFinite))].sort((a, b) => a - b);
  const count = order.length;
  const share = count < 2 ? 1 : isStepwise ? Math.min(1, TURNS_OF_STEP / count) : BAR_SHARE;
  return (turn) => {
    const found = order.findIndex((each) => each >= turn);
    const index = found < 0 ? count - 1 : found;
    const begins = count < 2 ? 0 : ((1 - share) * index) / (count - 1);
    return { begins: begins * until, ends: (begins + share) * until };
  };
}

const isBar = (shape: EntranceShape): shape is Extract<EntranceShape, { kind: 'grow' }> =>
  shape.kind === 'grow' && shape.edge <= 1;

/** The growth of a bar on a complete stack, from its foot. */
function fromFoot(shape: Extract<EntranceShape, { kind: 'grow' }>, box: LayoutBox): EntranceShape {
  const { towards } = shape;
  const isUpright = towards === 'top' || towards === 'bottom';
  const start = { top: box.y + box.height, bottom: box.y, right: box.x, left: box.x + box.width }[towards];
  return { ...shape, start, length: isUpright ? box.height : box.width };
}

/** Slices that enter together are one sweep. */
function withOneSweep(marks: readonly MarkEntrance[]): MarkEntrance[] {
  const sweeps = marks.flatMap(({ shape }) => (shape.kind === 'sweep' ? [shape] : []));
  const [from, to] = [Math.min(...sweeps.map((sweep) => sweep.from)), Math.max(...sweeps.map((sweep) => sweep.to))];
  return marks.map((mark) => (mark.shape.kind === 'sweep' ? { ...mark, shape: { ...mark.shape, from, to } } : mark));
}

/** The entrance of the marks and texts of some parts of a chart. */
export interface ChartEntrance {
  steps: EntranceStep[];
  /** True: lines cross the bars below them, and enter as a separate layer. */
  hasLinesOver: boolean;
}

/**
 * The entrance of the parts of a chart from `from` up to `to`, in pixels of its room, not mirrored. Marks are in layer 0, lines over bars
 * in the next one, texts in the last one. Pure.
 */
export function chartEntrance(
  { shapes, labels, isStepwise = false }: Pick<ArrangedChart, 'shapes' | 'labels' | 'isStepwise'>,
  { from, to }: EnteringPartRange,
): ChartEntrance {
  const enters = ({ part }: ChartShape | PositionedChartLabel): boolean =>
    part !== undefined && from <= part && part < to;
  const isWhole = ![...shapes, ...labels].some(({ part }) => part !== undefined && (part < from || part >= to));
  const marks = withOneSweep(shapes.filter(enters).flatMap(({ entrance }) => (entrance ? [entrance] : [])));
  const lines = marks.filter(({ isOver }) => isOver);
  const bars = marks.filter(({ isOver }) => !isOver);
  const hasLinesOver = lines.length > 0 && bars.length > 0;
  const windowOf = windowsOf(
    bars.map(({ turn }) => turn),
    isStepwise,
    hasLinesOver ? BARS_UNTIL : 1,
  );
  const ownWindow = (shape: EntranceShape, isOver = false): Window | undefined => {
    if (isOver) return { begins: hasLinesOver ? LINE_FROM : 0, ends: 1 };
    return shape.kind === 'sweep' ? { begins: 0, ends: SWEEP_UNTIL } : undefined;
  };
  const step = ({ box, shape, turn, isOver }: MarkEntrance): EntranceStep => ({
    box,
    shape: isBar(shape) && !isWhole ? fromFoot(shape, box) : shape,
    layer: isOver && hasLinesOver ? 1 : 0,
    ...(ownWindow(shape, isOver) ?? windowOf(turn)),
  });
  const textLayer = hasLinesOver ? 2 : 1;
  const text = ({ box, turn }: PositionedChartLabel): EntranceStep => {
    const { begins, ends } = turn === undefined ? { begins: 0, ends: 0 } : windowOf(turn);
    const late = { begins: begins + (ends - begins) * TEXT_AFTER, ends };
    const window = turn === undefined ? { begins: 0, ends: EARLY_UNTIL } : late;
    return { box, shape: { kind: 'fade' }, layer: textLayer, ...window };
  };
  return {
    steps: [...marks.map(step), ...labels.filter((label) => enters(label) && !label.counts).map(text)],
    hasLinesOver,
  };
}

/** A shape in a mirrored room of this width (pixels). */
function mirroredShape(shape: EntranceShape, width: number): EntranceShape {
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

function movedShape(shape: EntranceShape, x: number, y: number): EntranceShape {
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

/** A step in the pixels of the slide. @param at the left top corner of the room. @param mirrored its width, if it is mirrored */
export function entranceStepOnSlide(
  step: EntranceStep,
  at: { x: number; y: number },
  mirrored: number | undefined,
): EntranceStep {
  const { box, shape } = step;
  const [own, x] =
    mirrored === undefined ? [shape, box.x] : [mirroredShape(shape, mirrored), mirrored - box.x - box.width];
  return { ...step, box: { ...box, x: at.x + x, y: at.y + box.y }, shape: movedShape(own, at.x, at.y) };
}
