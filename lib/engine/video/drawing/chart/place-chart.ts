import type { Node } from '@takumi-rs/core';
import { type DrawableChart, doesChartShowParts } from '../drawable-chart.ts';
import { boxNode, type LayoutBox } from '../layout/boxes.ts';
import { type ArrangedGraphic, type GraphicRoom, topOfGraphic } from '../layout/graphic-content.ts';
import type { CountUpFigure, EnteringPartIndexRange } from '../part-entrance.ts';
import { paragraphWhileCountingUp } from '../text/counting.ts';
import { type HorizontalAlign, paragraphNode } from '../text/paragraph-node.ts';
import { chartEntranceOfPartRange, entranceStepInSlidePixels } from './chart-entrance-of-part-range.ts';
import type {
  ArrangedChart,
  AvailableChartSpace,
  ChartLabelColor,
  ChartSvgShape,
  MeasuredChart,
  PositionedChartLabel,
} from './chart-model.ts';
import { type MorphableLabel, morphableChartName } from './morphable-chart.ts';
import { svgNode } from './svg-node.ts';

/** Opacities (hex) of the lines behind a chart and of its base line, which have the colour of text. */
const GRID_ALPHA = '24';
const BASE_ALPHA = '80';
/** A chart is at most this many times as high as wide; bars, and a pie with its names below, may be higher. */
const MAX_RATIO = 1.15;
const MAX_TALL_RATIO = 1.5;

/** The room of a chart on its slide. */
export function chartSpaceOnSlide(
  { room, unit, smallest, scene, template }: GraphicRoom,
  { data }: MeasuredChart,
): AvailableChartSpace {
  const { palette } = scene;
  const ratio = doesChartShowParts(data) || data.type === 'bar' ? MAX_TALL_RATIO : MAX_RATIO;
  return {
    width: room.width,
    height: Math.round(Math.min(room.height, room.width * ratio)),
    unit,
    smallest,
    grid: `${palette.text}${GRID_ALPHA}`,
    base: `${palette.text}${BASE_ALPHA}`,
    background: palette.background,
    ink: palette.text,
    radius: Math.min(template.panelRadius, 0.012),
  };
}

/** Divides shapes: those before the first mark, which do not move while marks turn into others, and all others. */
function divideShapes(shapes: readonly ChartSvgShape[]) {
  const firstMorphable = shapes.findIndex(({ form }) => form !== undefined);
  const countOfStatic = firstMorphable < 0 ? shapes.length : firstMorphable;
  return { staticShapes: shapes.slice(0, countOfStatic), morphable: shapes.slice(countOfStatic) };
}

const isRevealed = (part: number | undefined, revealed: number): boolean => part === undefined || part < revealed;

/** Reports whether all parts of a chart enter: from nothing, to the last one. */
const doAllPartsEnter = ({ from, to }: EnteringPartIndexRange, { shapes, labels }: ArrangedChart): boolean =>
  from === 0 && ![...shapes, ...labels].some(({ part = 0 }) => part >= to);

/**
 * The graphic of an arranged chart. The places of series or slices that are not revealed yet stay empty.
 * @param width of the space in which it was arranged, in pixels
 */
export function graphicOfArrangedChart(
  arranged: ArrangedChart,
  graphicRoom: GraphicRoom,
  { width }: AvailableChartSpace,
  data: DrawableChart,
): ArrangedGraphic {
  const { shapes, labels, size, height, cut } = arranged;
  const { room, scene, direction } = graphicRoom;
  const isMirrored = direction === 'rtl';
  const top = topOfGraphic(graphicRoom, height);
  const { text, muted } = scene.palette;
  const name = morphableChartName(data);
  const colorOf = (color: ChartLabelColor): string => (color === 'text' ? text : color === 'muted' ? muted : color);

  const boxOnSlide = ({ box }: PositionedChartLabel): LayoutBox => {
    const x = isMirrored ? width - box.x - box.width : box.x;
    return { ...box, x: room.x + x, y: top + box.y };
  };

  const sideOnSlide = ({ side }: PositionedChartLabel): HorizontalAlign => {
    const opposite = side === 'left' ? 'right' : 'left';
    return isMirrored && side !== 'center' ? opposite : side;
  };

  function textNode(label: PositionedChartLabel): Node {
    const { paragraph, box, color, size: labelSize = size } = label;
    const look = {
      size: labelSize,
      width: box.width,
      side: sideOnSlide(label),
      color: colorOf(color),
      balanced: false,
    } as const;
    return paragraphNode(paragraph, look);
  }

  const morphableLabel = (label: PositionedChartLabel): MorphableLabel[] => {
    const { key, paragraph, color, size: labelSize = size } = label;
    if (key === undefined || label.turned) return [];
    const side = sideOnSlide(label);
    return [
      {
        key,
        paragraph,
        box: boxOnSlide(label),
        size: labelSize,
        color: colorOf(color),
        side,
        node: ({ box, ...look }) =>
          boxNode(box, {}, [paragraphNode(look.paragraph, { ...look, width: box.width, side, balanced: false })]),
      },
    ];
  };

  function labelNode(label: PositionedChartLabel): Node {
    const { turned } = label;
    const rotation = turned && {
      transform: `rotate(${isMirrored ? -turned : turned}deg)`,
      transformOrigin: isMirrored ? '0% 50%' : '100% 50%',
    };
    return boxNode(boxOnSlide(label), rotation || {}, [textNode(label)]);
  }

  const countingFigure = (label: PositionedChartLabel): CountUpFigure => ({
    box: boxOnSlide(label),
    node: (progress) => textNode({ ...label, paragraph: paragraphWhileCountingUp(label.paragraph, progress) }),
  });
  /** Reports whether a label counts while some parts enter: a figure about all parts counts only if all of them enter. */
  const isCounted = ({ part, counts }: PositionedChartLabel, parts: EnteringPartIndexRange): boolean =>
    counts === true && (part === undefined ? doAllPartsEnter(parts, arranged) : parts.from <= part && part < parts.to);

  return {
    top,
    height,
    cut,
    place({ revealed, labelled = revealed, figures, marks }) {
      const visibleSvgs = shapes.filter(({ part }) => isRevealed(part, revealed)).map(({ svg }) => svg);
      const mirrorTransform = isMirrored ? ` transform="translate(${width} 0) scale(-1 1)"` : '';
      const pictureOf = (svgs: readonly string[]): Node =>
        svgNode(`<g${mirrorTransform}>${svgs.join('')}</g>`, { x: room.x, y: top, width, height });
      // Each shape that does not move is a separate node, by which it is recognized on the other slide.
      if (marks === 'hidden')
        return [
          ...divideShapes(shapes).staticShapes.map(({ svg }) => pictureOf([svg])),
          ...labels.filter((label) => morphableLabel(label).length === 0).map(labelNode),
        ];
      return [
        pictureOf(visibleSvgs),
        ...labels
          .filter((label) => isRevealed(label.part, labelled) && !(label.counts && figures === 'hidden'))
          .map(labelNode),
      ];
    },
    chart:
      name === undefined
        ? undefined
        : {
            name,
            room: { x: room.x, y: top, width, height },
            isMirrored,
            shapes: divideShapes(shapes).morphable,
            labels: labels.flatMap(morphableLabel),
          },
    entrance(parts) {
      const { steps, hasLinesOver } = chartEntranceOfPartRange(arranged, parts);
      const corner = { x: room.x, y: top };
      return {
        steps: steps.map((step) => entranceStepInSlidePixels(step, corner, isMirrored ? width : undefined)),
        layers: [...(hasLinesOver ? [parts.to - 1] : []), parts.to],
        hidesFigures: true,
        figures: labels.filter((label) => isCounted(label, parts)).map(countingFigure),
      };
    },
  };
}
