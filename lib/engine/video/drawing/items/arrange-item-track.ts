import type { GraphicFrame } from '../layout/graphic-content.ts';
import type { MeasureNodes } from '../text/paragraph-node.ts';
import { haveLargeStacksFewLines, mayItemTitlesBeLarge } from './few-words.ts';
import {
  cutTextStack,
  keepsTextBelowTitle,
  measureTextStackWidths,
  type SizedTextStack,
  sizeTextStacks,
  type TextStack,
  type TextStackFitting,
  textStackFirstLineHeight,
} from './fit-stacks.ts';
import { type CutItems, fitItems, type ItemArrangementOptions } from './fit-ways.ts';
import { isLargerThanUsualItemTitle, itemSpaceFactor } from './title-sizes.ts';

/** A station of a track: the content above its marker and below it. In stacked stations, both are next to the marker. */
export interface ItemTrackStation {
  above: TextStack;
  below: TextStack;
}

/** The number of rows of an item track, or `down` for stations one above the other. */
export type ItemTrackRows = number | 'down';

/** The rules by which an item track (stations along a line, such as steps or dates) is arranged. */
export interface ItemTrackRules {
  /** The rows that are tried, the preferred one first. */
  rows: readonly ItemTrackRows[];
  /** Diameter of markers, in sizes of titles. */
  marker: number;
}

/** A station with its place; pixels from the corner of the room. */
export interface PlacedTrackStation {
  /** Corner of its marker. */
  marker: { x: number; y: number };
  row: number;
  above: SizedTextStack & { x: number; y: number };
  below: SizedTextStack & { x: number; y: number };
  width: number;
}

/** Stations along lines, in rows from left to right or one above the other; pixels. */
export interface ArrangedItemTrack {
  isDown: boolean;
  /** Diameter of the markers. */
  diameter: number;
  /** Width of a column with its gap. */
  step: number;
  stations: readonly PlacedTrackStation[];
  height: number;
  size: number;
  cut: boolean;
}

/** Between columns, and between rows, as fractions of the unit. */
const GAPS = { column: 0.045, row: 0.06 };
/** Between a marker and the text above or below it, or next to it, in sizes of titles. */
const MARKER_GAP = { upright: 0.5, beside: 0.85 };
/** The least space between stacked stations, and the most that free room adds; in sizes of titles. */
const DOWN_GAP = { least: 0.75, most: 2.2 };

interface Attempt {
  stations: readonly ItemTrackStation[];
  frame: GraphicFrame;
  rules: ItemTrackRules;
  fitting: TextStackFitting;
}

/** Width of the columns of rows, without their gaps. */
function columnWidth(
  { stations, frame }: Pick<Attempt, 'stations' | 'frame'>,
  rows: number,
): { columns: number; gap: number; width: number } {
  const columns = Math.ceil(stations.length / rows);
  const gap = Math.round(GAPS.column * frame.unit);
  return { columns, gap, width: Math.floor((frame.room.width - gap * (columns - 1)) / columns) };
}

/** Stations in rows, with titles of a size. */
async function acrossAtSize(attempt: Attempt, rows: number, size: number): Promise<ArrangedItemTrack> {
  const { stations, frame, rules, fitting } = attempt;
  const { columns, gap, width } = columnWidth(attempt, rows);
  const widths = stations.map(() => width);
  const [above, below] = await Promise.all([
    sizeTextStacks(
      stations.map((station) => station.above),
      widths,
      size,
      fitting,
    ),
    sizeTextStacks(
      stations.map((station) => station.below),
      widths,
      size,
      fitting,
    ),
  ]);
  const diameter = Math.round(rules.marker * size);
  const space = Math.round(MARKER_GAP.upright * size);
  const highest = Math.max(...above.map(({ height }) => height));
  const over = highest > 0 ? highest + space : 0;
  const deepest = Math.max(...below.map(({ height }) => height));
  const rowHeight = over + diameter + space + deepest;
  const rowGap = Math.round(GAPS.row * frame.unit * itemSpaceFactor(size, frame.slideHeight));
  const placed = stations.map((_, i): PlacedTrackStation => {
    const row = Math.floor(i / columns);
    const x = (i % columns) * (width + gap);
    const y = row * (rowHeight + rowGap);
    const top = above[i] ?? EMPTY;
    return {
      ...{ marker: { x, y: y + over }, row, width },
      above: { ...top, x, y: y + highest - top.height },
      below: { ...(below[i] ?? EMPTY), x, y: y + over + diameter + space },
    };
  });
  const height = rows * rowHeight + (rows - 1) * rowGap;
  return { isDown: false, diameter, step: width + gap, stations: placed, height, size, cut: false };
}

const EMPTY: SizedTextStack = { parts: [], height: 0, cut: false };

/** The tops of a marker and of the text next to it, below the top of their station, and the height of both; pixels. */
function placeNextTo(stack: SizedTextStack, diameter: number): { marker: number; text: number; height: number } {
  const [first] = stack.parts;
  const line = first ? first.paragraph.leading * first.size : diameter;
  // The marker and the first line have the same top. If the line is lower than the marker, it is centred on the marker.
  const lower = Math.max(0, Math.round((diameter - line) / 2));
  const top = stack.height + lower > diameter ? lower : Math.round((diameter - stack.height) / 2);
  const marker = Math.max(0, Math.round((line - diameter) / 2));
  const text = Math.max(0, top);
  return { marker, text, height: Math.max(marker + diameter, text + stack.height) };
}

/** Stacked stations with titles of a size. @param free true: remaining room is shared among the gaps */
async function downAtSize(
  { stations, frame, rules, fitting }: Attempt,
  size: number,
  free: boolean,
): Promise<ArrangedItemTrack> {
  const diameter = Math.round(rules.marker * size);
  const beside = diameter + Math.round(MARKER_GAP.beside * size);
  const width = frame.room.width - beside;
  const stacks = stations.map(({ above, below }) => [...above, ...below]);
  const sized = await sizeTextStacks(
    stacks,
    stacks.map(() => width),
    size,
    fitting,
  );
  const places = sized.map((stack) => placeNextTo(stack, diameter));
  const heights = places.map(({ height }) => height);
  const whole = heights.reduce((sum, height) => sum + height, 0);
  const gaps = Math.max(1, stations.length - 1);
  const wanted = free ? Math.floor((frame.room.height - whole) / gaps) : 0;
  const gap = Math.round(Math.max(DOWN_GAP.least * size, Math.min(wanted, DOWN_GAP.most * size)));
  let y = 0;
  const placed = sized.map((stack, i): PlacedTrackStation => {
    const { marker = 0, text = 0, height = 0 } = places[i] ?? {};
    const station = {
      ...{ marker: { x: 0, y: y + marker }, row: 0, width },
      above: { ...EMPTY, x: beside, y },
      below: { ...stack, x: beside, y: y + text },
    };
    y += height + gap;
    return station;
  });
  return { isDown: true, diameter, step: 0, stations: placed, height: y - gap, size, cut: false };
}

const atSize = (attempt: Attempt, rows: ItemTrackRows, size: number, free = false): Promise<ArrangedItemTrack> =>
  rows === 'down' ? downAtSize(attempt, size, free) : acrossAtSize(attempt, rows, size);

/** Cuts the texts of a track that is too high. Each row, or each stacked station, gets an equal share of the height. */
async function cutTrack(
  track: ArrangedItemTrack,
  count: number,
  height: number,
  measure: MeasureNodes,
): Promise<CutItems<ArrangedItemTrack>> {
  const over = (track.height - height) / count;
  const rowHighest = Math.max(...track.stations.map(({ below }) => below.height));
  const freeOf = ({ below }: PlacedTrackStation): number =>
    Math.floor((track.isDown ? below.height : rowHighest) - over);
  const cutOne = async (station: PlacedTrackStation, index: number): Promise<PlacedTrackStation> => {
    const moved = Math.round(over * (track.isDown ? index : station.row));
    const below = await cutTextStack(station.below, station.width, Math.max(0, freeOf(station)), measure);
    return {
      ...station,
      marker: { ...station.marker, y: station.marker.y - moved },
      above: { ...station.above, y: station.above.y - moved },
      below: { ...below, x: station.below.x, y: station.below.y - moved },
    };
  };
  const hasLines = track.stations.every(
    (station) =>
      freeOf(station) >= Math.max(textStackFirstLineHeight(station.below), track.isDown ? track.diameter : 0),
  );
  const stations = await Promise.all(track.stations.map(cutOne));
  const keepsTexts = stations.every(({ below }, i) => keepsTextBelowTitle(track.stations[i]?.below ?? below, below));
  return { arranged: { ...track, stations, height, cut: true }, hasLines, keepsTexts };
}

/** The part of the width that texts next to their markers may take. */
const WIDTH_DOWN = 0.8;

/**
 * Arranges stations along lines in the number of rows that allows the largest letters; of equal ones, the first. Text that does not fit in
 * the smallest size is set smaller and cut.
 */
export async function arrangeItemTrack(
  stations: readonly ItemTrackStation[],
  frame: GraphicFrame,
  rules: ItemTrackRules,
  measure: MeasureNodes,
): Promise<ArrangedItemTrack> {
  const stacks = stations.flatMap(({ above, below }) => [above, below]);
  const widths = await measureTextStackWidths(stacks, measure);
  const fitting = { widths, slideHeight: frame.slideHeight, measure };
  const attempt = (figureShare: number): Attempt => ({
    ...{ stations, frame, rules },
    fitting: { ...fitting, figureShare },
  });
  const ways = (figureShare: number): ItemArrangementOptions<ItemTrackRows, ArrangedItemTrack> => ({
    ways: rules.rows,
    waysToCut: rules.rows.toReversed(),
    isBrief: mayItemTitlesBeLarge(stacks, frame.room),
    isWell: ({ size, stations: placed }) =>
      !isLargerThanUsualItemTitle(size, frame.unit) ||
      haveLargeStacksFewLines(placed.flatMap(({ above, below }) => [above, below])),
    widthOf: (rows) => (rows === 'down' ? frame.room.width * WIDTH_DOWN : columnWidth({ stations, frame }, rows).width),
    atSize: (rows, size) => atSize(attempt(figureShare), rows, size),
    cut: (track, rows) => cutTrack(track, rows === 'down' ? stations.length : rows, frame.room.height, measure),
  });
  const { arranged, way, figureShare } = await fitItems(widths.figure > 0, ways, frame, widths);
  return way === 'down' ? atSize(attempt(figureShare), way, arranged.size, true) : arranged;
}
