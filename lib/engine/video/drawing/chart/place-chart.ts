import type { Node } from '@takumi-rs/core';
import { doesChartShowParts } from '../drawable-chart.ts';
import type { CountingFigure, EnteringPartRange } from '../entrance-step.ts';
import { boxNode, type LayoutBox } from '../layout/boxes.ts';
import { type ArrangedGraphic, type GraphicFrame, topOfGraphic } from '../layout/graphic-content.ts';
import { paragraphWhileCounting } from '../text/counting.ts';
import { paragraphNode } from '../text/paragraph-node.ts';
import { chartEntrance, entranceStepOnSlide } from './chart-entrance.ts';
import type {
  ArrangedChart,
  AvailableChartSpace,
  ChartLabelColor,
  MeasuredChart,
  PositionedChartLabel,
} from './chart-model.ts';

/** Opacities (hex) of the lines behind a chart and of its base line, which have the colour of text. */
const GRID_ALPHA = '24';
const BASE_ALPHA = '80';
/** A chart is at most this many times as high as wide; bars, and a pie with its names below, may be higher. */
const MAX_RATIO = 1.15;
const MAX_TALL_RATIO = 1.5;

/** The room of a chart on its slide. */
export function chartSpaceOnSlide(
  { room, unit, smallest, scene, template }: GraphicFrame,
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

const isShown = (part: number | undefined, revealed: number): boolean => part === undefined || part < revealed;

/** Reports whether all parts of a chart enter: from nothing, to the last one. */
const isWhole = ({ from, to }: EnteringPartRange, { shapes, labels }: ArrangedChart): boolean =>
  from === 0 && ![...shapes, ...labels].some(({ part = 0 }) => part >= to);

/** The nodes of an arranged chart; series or slices that are not revealed yet keep their place empty. */
export function chartNodes(
  arranged: ArrangedChart,
  frame: GraphicFrame,
  { width }: AvailableChartSpace,
): ArrangedGraphic {
  const { shapes, labels, size, height, cut } = arranged;
  const { room, scene, direction } = frame;
  const isMirrored = direction === 'rtl';
  const top = topOfGraphic(frame, height);
  const { text, muted } = scene.palette;
  const colorOf = (color: ChartLabelColor): string => (color === 'text' ? text : color === 'muted' ? muted : color);

  const placeOf = ({ box }: PositionedChartLabel): LayoutBox => {
    const x = isMirrored ? width - box.x - box.width : box.x;
    return { ...box, x: room.x + x, y: top + box.y };
  };

  function textNode({ paragraph, box, side, color, size: own = size }: PositionedChartLabel): Node {
    const opposite = side === 'left' ? 'right' : 'left';
    const set = isMirrored && side !== 'center' ? opposite : side;
    const look = { size: own, width: box.width, side: set, color: colorOf(color), balanced: false } as const;
    return paragraphNode(paragraph, look);
  }

  function labelNode(label: PositionedChartLabel): Node {
    const { turned } = label;
    const turn = turned && {
      transform: `rotate(${isMirrored ? -turned : turned}deg)`,
      transformOrigin: isMirrored ? '0% 50%' : '100% 50%',
    };
    return boxNode(placeOf(label), turn || {}, [textNode(label)]);
  }

  const figure = (label: PositionedChartLabel): CountingFigure => ({
    box: placeOf(label),
    node: (way) => textNode({ ...label, paragraph: paragraphWhileCounting(label.paragraph, way) }),
  });
  /** A figure of all parts counts where all of them enter; elsewhere it is always visible. */
  const isCounted = ({ part, counts }: PositionedChartLabel, parts: EnteringPartRange): boolean =>
    counts === true && (part === undefined ? isWhole(parts, arranged) : parts.from <= part && part < parts.to);

  return {
    top,
    height,
    cut,
    place({ revealed, labelled = revealed, figures }) {
      const drawn = shapes.filter(({ part }) => isShown(part, revealed)).map(({ svg }) => svg);
      const mirror = isMirrored ? ` transform="translate(${width} 0) scale(-1 1)"` : '';
      const size = `width="${width}" height="${height}"`;
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${width} ${height}"><g${mirror}>${drawn.join('')}</g></svg>`;
      const src = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
      const picture: Node = {
        type: 'image',
        src,
        width,
        height,
        style: { position: 'absolute', left: room.x, top, width, height },
      };
      return [
        picture,
        ...labels
          .filter((label) => isShown(label.part, labelled) && !(label.counts && figures === 'hidden'))
          .map(labelNode),
      ];
    },
    entrance(parts) {
      const { steps, hasLinesOver } = chartEntrance(arranged, parts);
      const at = { x: room.x, y: top };
      return {
        steps: steps.map((step) => entranceStepOnSlide(step, at, isMirrored ? width : undefined)),
        layers: [...(hasLinesOver ? [parts.to - 1] : []), parts.to],
        ...{ hidesFigures: true, figures: labels.filter((label) => isCounted(label, parts)).map(figure) },
      };
    },
  };
}
