import type { GraphicRoom } from '../layout/graphic-content.ts';
import type { MeasureNodes } from '../text/paragraph-node.ts';
import { haveLargeStacksFewLines, mayItemTitlesBeLarge } from './few-words.ts';
import {
  cutTextStack,
  hasCutStackBodyLine,
  measureTextStackWidths,
  type SizedTextStack,
  sizeTextStacks,
  type TextStack,
  type TextStackFitting,
  textStackFirstLineHeight,
} from './fit-stacks.ts';
import { arrangeItemsInLargestText, type ItemArrangementOptions, type ItemsWithCutTexts } from './fit-ways.ts';
import { isLargerThanUsualItemTitle, itemSpaceFactor } from './title-sizes.ts';

/** A station of a track: the content above its marker and below it. In stacked stations, both are next to the marker. */
export interface ItemTrackStation {
  above: TextStack;
  below: TextStack;
}

/**
 * The number of rows of an item track, or `down` for stations one above the other. `beside`: the same with dates, figures and titles in a
 * column before the texts, which needs less height.
 */
export type ItemTrackRowCount = number | 'down' | 'beside';

/** The rules by which an item track (stations along a line, such as steps or dates) is arranged. */
export interface ItemTrackRules {
  /** The rows that are tried, the preferred one first. */
  rows: readonly ItemTrackRowCount[];
  /** Diameter of markers, in sizes of titles. */
  marker: number;
}

/** A station with its place; pixels from the corner of the room. */
export interface PlacedTrackStation {
  /** Corner of its marker. */
  marker: { x: number; y: number };
  row: number;
  above: PlacedTextStack;
  below: PlacedTextStack;
  /** Width of its column. */
  width: number;
}

/** A stack in its place; pixels from the corner of the room. */
interface PlacedTextStack extends SizedTextStack {
  x: number;
  y: number;
  width: number;
}

/**
 * An arranged item track (stations along a line, such as steps or dates): the stations are placed in rows from left to right, or one above
 * the other. Lengths are in pixels.
 */
export interface ArrangedItemTrack {
  /** True if the stations are one above the other. */
  isDown: boolean;
  /** Diameter of the markers. */
  diameter: number;
  /** Width of a column with its gap. */
  step: number;
  stations: readonly PlacedTrackStation[];
  height: number;
  /** Size of the titles. */
  size: number;
  /** True if a text was cut. */
  cut: boolean;
}

/** Space between columns, and between rows, fractions of the unit. */
const GAPS = { column: 0.045, row: 0.06 };
/** Space between a marker and the text above or below it (`upright`), or next to it (`beside`), in sizes of titles. */
const MARKER_GAP = { upright: 0.5, beside: 0.85 };
/** The smallest and the largest space between stacked stations, in sizes of titles: remaining room enlarges it. */
const DOWN_GAP = { min: 0.75, max: 2.2 };

/** The inputs of a track. */
interface TrackInputs {
  stations: readonly ItemTrackStation[];
  graphicRoom: GraphicRoom;
  rules: ItemTrackRules;
  fitting: TextStackFitting;
}

/** Width of the columns of rows, without their gaps. */
function columnWidth(
  { stations, graphicRoom }: Pick<TrackInputs, 'stations' | 'graphicRoom'>,
  rows: number,
): { columns: number; gap: number; width: number } {
  const columns = Math.ceil(stations.length / rows);
  const gap = Math.round(GAPS.column * graphicRoom.unit);
  return { columns, gap, width: Math.floor((graphicRoom.room.width - gap * (columns - 1)) / columns) };
}

/** Stations in rows, with titles of a size. */
async function rowsAtSize(inputs: TrackInputs, rows: number, size: number): Promise<ArrangedItemTrack> {
  const { stations, graphicRoom, rules, fitting } = inputs;
  const { columns, gap, width } = columnWidth(inputs, rows);
  const widths = stations.map(() => width);
  const [aboveStacks, belowStacks] = await Promise.all([
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
  const highestAbove = Math.max(...aboveStacks.map(({ height }) => height));
  const heightAbove = highestAbove > 0 ? highestAbove + space : 0;
  const highestBelow = Math.max(...belowStacks.map(({ height }) => height));
  const rowHeight = heightAbove + diameter + space + highestBelow;
  const rowGap = Math.round(GAPS.row * graphicRoom.unit * itemSpaceFactor(size, graphicRoom.slideHeight));
  const placedStations = stations.map((_, i): PlacedTrackStation => {
    const row = Math.floor(i / columns);
    const x = (i % columns) * (width + gap);
    const y = row * (rowHeight + rowGap);
    const stackAbove = aboveStacks[i] ?? EMPTY;
    return {
      marker: { x, y: y + heightAbove },
      row,
      width,
      above: { ...stackAbove, x, y: y + highestAbove - stackAbove.height, width },
      below: { ...(belowStacks[i] ?? EMPTY), x, y: y + heightAbove + diameter + space, width },
    };
  });
  const height = rows * rowHeight + (rows - 1) * rowGap;
  return { isDown: false, diameter, step: width + gap, stations: placedStations, height, size, cut: false };
}

/** A stack without text. */
const EMPTY: SizedTextStack = { parts: [], height: 0, cut: false };

/** The tops of a marker and of the text next to it, below the top of their station, and the height of both; pixels. */
function placeNextTo(stack: SizedTextStack, diameter: number): { marker: number; text: number; height: number } {
  const [first] = stack.parts;
  const lineHeight = first ? first.paragraph.leading * first.size : diameter;
  // The marker and the first line have the same top. If the line is lower than the marker, it is centred on the marker.
  const textOffset = Math.max(0, Math.round((diameter - lineHeight) / 2));
  const textTop = stack.height + textOffset > diameter ? textOffset : Math.round((diameter - stack.height) / 2);
  const marker = Math.max(0, Math.round((lineHeight - diameter) / 2));
  const text = Math.max(0, textTop);
  return { marker, text, height: Math.max(marker + diameter, text + stack.height) };
}

/** Stacked stations with titles of a size. @param fillsRoom true: remaining room is shared among the gaps */
async function stackedAtSize(
  { stations, graphicRoom, rules, fitting }: TrackInputs,
  size: number,
  fillsRoom: boolean,
): Promise<ArrangedItemTrack> {
  const diameter = Math.round(rules.marker * size);
  const textX = diameter + Math.round(MARKER_GAP.beside * size);
  const width = graphicRoom.room.width - textX;
  const stacks = stations.map(({ above, below }) => [...above, ...below]);
  const sizedStacks = await sizeTextStacks(
    stacks,
    stacks.map(() => width),
    size,
    fitting,
  );
  const places = sizedStacks.map((stack) => placeNextTo(stack, diameter));
  const heights = places.map(({ height }) => height);
  const totalHeight = heights.reduce((sum, height) => sum + height, 0);
  const gapCount = Math.max(1, stations.length - 1);
  const gapToFill = fillsRoom ? Math.floor((graphicRoom.room.height - totalHeight) / gapCount) : 0;
  const gap = Math.round(Math.max(DOWN_GAP.min * size, Math.min(gapToFill, DOWN_GAP.max * size)));
  let y = 0;
  const placedStations = sizedStacks.map((stack, i): PlacedTrackStation => {
    const { marker = 0, text = 0, height = 0 } = places[i] ?? {};
    const station = {
      marker: { x: 0, y: y + marker },
      row: 0,
      width,
      above: { ...EMPTY, x: textX, y, width },
      below: { ...stack, x: textX, y: y + text, width },
    };
    y += height + gap;
    return station;
  });
  return { isDown: true, diameter, step: 0, stations: placedStations, height: y - gap, size, cut: false };
}

/**
 * Lengths of stations with their texts in a column: the part of the width before it; the space before it, and between stations, in sizes
 * of titles.
 */
const BESIDE = { head: 0.36, gap: 1, rowGap: 0.5 };

/** Stacked stations, with their texts in a column after dates, figures and titles. */
async function besideAtSize(
  { stations, graphicRoom, rules, fitting }: TrackInputs,
  size: number,
): Promise<ArrangedItemTrack> {
  const diameter = Math.round(rules.marker * size);
  const headX = diameter + Math.round(MARKER_GAP.beside * size);
  const width = graphicRoom.room.width - headX;
  const headWidth = Math.round(BESIDE.head * width);
  const textX = headX + headWidth + Math.round(BESIDE.gap * size);
  const textWidth = Math.max(1, graphicRoom.room.width - textX);
  const sizedStacks = (stacks: readonly TextStack[], stackWidth: number): Promise<SizedTextStack[]> =>
    sizeTextStacks(
      stacks,
      stacks.map(() => stackWidth),
      size,
      fitting,
    );
  const [heads, texts] = await Promise.all([
    sizedStacks(
      stations.map(({ above, below }) => [...above, ...below.filter(({ role }) => role !== 'text')]),
      headWidth,
    ),
    sizedStacks(
      stations.map(({ below }) => below.filter(({ role }) => role === 'text')),
      textWidth,
    ),
  ]);
  const gap = Math.round(BESIDE.rowGap * size);
  let y = 0;
  const placedStations = stations.map((_, i): PlacedTrackStation => {
    const [head, text] = [heads[i] ?? EMPTY, texts[i] ?? EMPTY];
    const headPlace = placeNextTo(head, diameter);
    // The first lines of both columns have the same middle.
    const textTop =
      headPlace.text + Math.max(0, Math.round((textStackFirstLineHeight(head) - textStackFirstLineHeight(text)) / 2));
    const station = {
      marker: { x: 0, y: y + headPlace.marker },
      row: 0,
      width,
      above: { ...head, x: headX, y: y + headPlace.text, width: headWidth },
      below: { ...text, x: textX, y: y + textTop, width: textWidth },
    };
    y += Math.max(headPlace.height, textTop + text.height) + gap;
    return station;
  });
  return { isDown: true, diameter, step: 0, stations: placedStations, height: y - gap, size, cut: false };
}

/** Stations in a number of rows, with titles of a size. */
function atSize(
  inputs: TrackInputs,
  rows: ItemTrackRowCount,
  size: number,
  fillsRoom = false,
): Promise<ArrangedItemTrack> {
  if (rows === 'beside') return besideAtSize(inputs, size);
  return rows === 'down' ? stackedAtSize(inputs, size, fillsRoom) : rowsAtSize(inputs, rows, size);
}

/** Reports whether stations have something for each of two columns: dates, figures or titles, and texts. */
const haveStationsTwoColumns = (stations: readonly ItemTrackStation[]): boolean =>
  stations.every(({ above, below }) => above.length > 0 || below.some(({ role }) => role !== 'text')) &&
  stations.some(({ below }) => below.some(({ role }) => role === 'text'));

/**
 * Cuts the texts of a track that is too high. Each row, or each stacked station, becomes lower by an equal share.
 * @param count of the rows, or of the stacked stations
 */
async function cutTrack(
  track: ArrangedItemTrack,
  count: number,
  height: number,
  measure: MeasureNodes,
): Promise<ItemsWithCutTexts<ArrangedItemTrack>> {
  const excessPerShare = (track.height - height) / count;
  const highestText = Math.max(...track.stations.map(({ below }) => below.height));
  const textRoomOf = ({ below }: PlacedTrackStation): number =>
    Math.floor((track.isDown ? below.height : highestText) - excessPerShare);
  const cutStation = async (station: PlacedTrackStation, index: number): Promise<PlacedTrackStation> => {
    const offset = Math.round(excessPerShare * (track.isDown ? index : station.row));
    const below = await cutTextStack(station.below, station.width, Math.max(0, textRoomOf(station)), measure);
    return {
      ...station,
      marker: { ...station.marker, y: station.marker.y - offset },
      above: { ...station.above, y: station.above.y - offset },
      below: { ...station.below, ...below, y: station.below.y - offset },
    };
  };
  const hasLines = track.stations.every(
    (station) =>
      textRoomOf(station) >= Math.max(textStackFirstLineHeight(station.below), track.isDown ? track.diameter : 0),
  );
  const stations = await Promise.all(track.stations.map(cutStation));
  const keepsTexts = stations.every(({ below }, i) => hasCutStackBodyLine(track.stations[i]?.below ?? below, below));
  const cut = stations.some(({ below }) => below.cut);
  return { arranged: { ...track, stations, height, cut }, hasLines, keepsTexts };
}

/** The part of the width that is assumed for texts next to their markers when sizes are chosen. */
const TEXT_WIDTH_DOWN = 0.8;

/**
 * Arranges stations along lines in the number of rows that allows the largest letters; if several do, in the first of them. Text that does
 * not fit in the smallest size is set smaller and cut.
 */
export async function arrangeItemTrack(
  stations: readonly ItemTrackStation[],
  graphicRoom: GraphicRoom,
  rules: ItemTrackRules,
  measure: MeasureNodes,
): Promise<ArrangedItemTrack> {
  const stacks = stations.flatMap(({ above, below }) => [above, below]);
  const widths = await measureTextStackWidths(stacks, measure);
  const fitting = { widths, slideHeight: graphicRoom.slideHeight, measure };
  const inputsFor = (figureShare: number): TrackInputs => ({
    stations,
    graphicRoom,
    rules,
    fitting: { ...fitting, figureShare },
  });
  const optionsFor = (figureShare: number): ItemArrangementOptions<ItemTrackRowCount, ArrangedItemTrack> => ({
    ways: rules.rows,
    waysToCut: rules.rows.toReversed(),
    waysBeforeCutting: rules.rows.includes('down') && haveStationsTwoColumns(stations) ? ['beside'] : [],
    isBrief: mayItemTitlesBeLarge(stacks, graphicRoom.room),
    isWell: ({ size, stations: arrangedStations }) =>
      !isLargerThanUsualItemTitle(size, graphicRoom.unit) ||
      haveLargeStacksFewLines(arrangedStations.flatMap(({ above, below }) => [above, below])),
    widthOf: (rows) => {
      if (rows === 'beside') return graphicRoom.room.width * TEXT_WIDTH_DOWN * BESIDE.head;
      return rows === 'down'
        ? graphicRoom.room.width * TEXT_WIDTH_DOWN
        : columnWidth({ stations, graphicRoom }, rows).width;
    },
    atSize: (rows, size) => atSize(inputsFor(figureShare), rows, size),
    cut: (track, rows) =>
      cutTrack(track, typeof rows === 'number' ? rows : stations.length, graphicRoom.room.height, measure),
  });
  const { arranged, way, figureShare } = await arrangeItemsInLargestText(
    widths.figure > 0,
    optionsFor,
    graphicRoom,
    widths,
  );
  return way === 'down' ? atSize(inputsFor(figureShare), way, arranged.size, true) : arranged;
}
