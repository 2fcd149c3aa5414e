import type { GraphicRoom } from '../layout/graphic-content.ts';
import type { DrawnLayout } from '../layout/layout-facts.ts';
import { MIN_FONT_SIZE_SHARE_OF_HEIGHT } from '../layout/slide-unit-in-pixels.ts';
import type { MeasureNodes } from '../text/paragraph-node.ts';
import { arrangeGallery } from './arrange-gallery.ts';
import { arrangeItemGrid, type ItemGrid, type ItemGridCell, type ItemGridSizingRules } from './arrange-item-grid.ts';
import { arrangeItemTrack, type ItemTrackRowCount } from './arrange-item-track.ts';
import { haveItemsFewWords } from './few-words.ts';
import type { TextStack, TextStackPart } from './fit-stacks.ts';
import { type ItemGridLook, itemGridElements } from './grid-elements.ts';
import { cardStyle, type ItemColors, itemLook, mixColorsIfHex } from './item-colors.ts';
import type { ArrangedItems, ItemDiscSign, TypesetItem } from './item-model.ts';
import { itemTrackElements } from './item-track-elements.ts';

/** A function that arranges items in a layout. */
type Arrange = (
  items: readonly TypesetItem[],
  graphicRoom: GraphicRoom,
  measure: MeasureNodes,
) => Promise<ArrangedItems>;

/** A stack of one text; empty without it. */
const stackOf = (role: TextStackPart['role'], paragraph: TextStackPart['paragraph'] | undefined): TextStack =>
  paragraph ? [{ role, paragraph }] : [];
/** The lines of the text of an item. */
const linesOf = ({ lines }: TypesetItem): TextStack =>
  lines.map(({ paragraph, mark }) => ({ role: 'text', paragraph, mark }));
/** The picture of an item, or else its icon; undefined if it has neither. */
const pictureOrIconOf = ({ icon, picture }: TypesetItem): ItemDiscSign | undefined => {
  if (picture) return { picture };
  return icon === undefined ? undefined : { icon };
};

/** All texts of an item, one below the other. */
const wholeStack = (item: TypesetItem): TextStack => [
  ...stackOf('date', item.date),
  ...stackOf('figure', item.figure),
  ...stackOf('title', item.title),
  ...linesOf(item),
];

/** The ratio of width to height above which a room is `wide`: items are side by side in it. */
const WIDE_FROM = 1.6;
/** The ratio above which a room is `even`: two or three items may be side by side in it. */
const EVEN_FROM = 1;

/** The shape of a room, which decides how many items are side by side. */
function roomShape({ room }: GraphicRoom): 'wide' | 'even' | 'tall' {
  const ratio = room.width / Math.max(1, room.height);
  if (ratio > WIDE_FROM) return 'wide';
  return ratio > EVEN_FROM ? 'even' : 'tall';
}

/** Numbers of columns that are attempted for cards, the preferred one first. */
function cardColumns(count: number, graphicRoom: GraphicRoom): readonly number[] {
  if (roomShape(graphicRoom) !== 'wide') return count <= 3 ? [1] : [1, 2];
  if (count <= 3) return [count, 1];
  if (count === 4) return [2, 4];
  if (count <= 6) return [3, 2];
  return count === 9 ? [3] : [4, 3];
}

/** Numbers of columns that are attempted for figures, the preferred one first. */
function figureColumns(count: number, graphicRoom: GraphicRoom): readonly number[] {
  if (roomShape(graphicRoom) === 'wide') return count <= 4 ? [count] : [3, 4];
  return count <= 3 ? [1] : [2];
}

/** Numbers of columns that are attempted for a comparison: its columns are side by side wherever they have room. */
function comparisonColumns(count: number, graphicRoom: GraphicRoom): readonly number[] {
  const shape = roomShape(graphicRoom);
  if (shape === 'wide') return [count <= 4 ? count : 3];
  if (shape === 'even' && count === 2) return [2, 1];
  return count <= 3 ? [1] : [1, 2];
}

/** Rules of grids of cards. */
const CARD_GRID: Omit<ItemGridSizingRules, 'columns'> = { gap: 0.03, padding: 0.04, sign: 2.1, setsBeside: true };
/** Rules of grids whose cells have no box. */
const BARE_GRID: Omit<ItemGridSizingRules, 'columns'> = { gap: 0.075, padding: 0, sign: 2.1, setsBeside: true };
/** Thickness of hairlines, thickness and length of the rules of cards, and thickness of the lines of tracks, fractions of the unit. */
const LINE_WIDTHS = { hairline: 0.0018, rule: 0.0065, ruleLength: 0.085, track: 0.0042 };

/** The looks of items. @param ground on which they are drawn (`itemLook`) */
const looksOf = (
  items: readonly TypesetItem[],
  { template, scene }: GraphicRoom,
  ground: 'page' | 'card',
): ItemColors[] => items.map(({ isHighlighted }, index) => itemLook(template, scene, index, ground, isHighlighted));

/** The look of the cells of a grid in a template. */
function gridShapes({ template, scene, unit }: GraphicRoom, cell: ItemGridLook['cell']): ItemGridLook {
  const hairline = Math.max(1, Math.round(LINE_WIDTHS.hairline * unit));
  const radius = Math.round(cardStyle(template).radius * unit);
  return { cell, align: scene.align === 'center' ? 'center' : 'start', radius, hairline };
}

/** The smallest size of titles next to large pictures, as a multiple of the smallest size of text. */
const MIN_TITLE_SCALE = 1.15;

/** Reports whether the texts next to large pictures are whole and large enough. */
const hasReadableText = ({ cut, size }: ItemGrid, { slideHeight }: GraphicRoom): boolean =>
  !cut && size >= MIN_TITLE_SCALE * MIN_FONT_SIZE_SHARE_OF_HEIGHT * slideHeight;

/** Arranges cards: with pictures across their tops, if the texts have room, or else with signs. */
const arrangeCards: Arrange = async (items, graphicRoom, measure) => {
  const rules = { ...CARD_GRID, columns: cardColumns(items.length, graphicRoom) };
  const cellsWithSigns: ItemGridCell[] = items.map((item) => ({
    sign: pictureOrIconOf(item),
    stack: wholeStack(item),
  }));
  const cellsWithCovers: ItemGridCell[] | undefined = items.some(({ picture }) => picture)
    ? items.map((item) => ({ cover: item.picture ?? 'none', stack: wholeStack(item) }))
    : undefined;
  const gridWithCovers = cellsWithCovers && (await arrangeItemGrid(cellsWithCovers, graphicRoom, rules, measure));
  // If large pictures leave the texts too little room, pictures are as small as icons.
  const usesCovers = gridWithCovers !== undefined && hasReadableText(gridWithCovers, graphicRoom);
  const cells = cellsWithCovers && usesCovers ? cellsWithCovers : cellsWithSigns;
  const isBrief =
    cells === cellsWithSigns &&
    haveItemsFewWords(cellsWithSigns.map(({ stack }) => stack)) &&
    cellsWithSigns.every(({ sign }) => !sign);
  const grid =
    gridWithCovers && usesCovers
      ? gridWithCovers
      : await arrangeItemGrid(cellsWithSigns, graphicRoom, { ...rules, isBrief }, measure);
  const thickness = Math.max(2, Math.round(LINE_WIDTHS.rule * graphicRoom.unit));
  const shapes = {
    ...gridShapes(graphicRoom, 'card'),
    isMiddle: isBrief,
    rule: { thickness, length: Math.round(LINE_WIDTHS.ruleLength * graphicRoom.unit) },
  };
  return itemGridElements(grid, cells, looksOf(items, graphicRoom, 'card'), shapes);
};

/** Diameters of the signs of people, and of portraits where they fit; in sizes of titles. */
const PEOPLE_SIGNS = { person: 2.9, portrait: 4.4 };

/** Numbers of columns that are attempted for people: up to four are in one row if it fits. */
function teamColumns(count: number, graphicRoom: GraphicRoom): readonly number[] {
  const shape = roomShape(graphicRoom);
  if (shape === 'even' && count <= 3) return [count, 1];
  return count === 4 && shape === 'wide' ? [4, 2] : cardColumns(count, graphicRoom);
}

/** Arranges people: cards with portraits or initials above centred texts. */
const arrangeTeam: Arrange = async (items, graphicRoom, measure) => {
  const cells: ItemGridCell[] = items.map((item) => ({
    sign: pictureOrIconOf(item) ?? { letters: item.initials ?? item.number },
    stack: wholeStack(item),
  }));
  const rules = { ...CARD_GRID, sign: PEOPLE_SIGNS.person, columns: teamColumns(items.length, graphicRoom) };
  const gridWithPortraits = items.some(({ picture }) => picture)
    ? await arrangeItemGrid(cells, graphicRoom, { ...rules, sign: PEOPLE_SIGNS.portrait }, measure)
    : undefined;
  const grid =
    gridWithPortraits && hasReadableText(gridWithPortraits, graphicRoom)
      ? gridWithPortraits
      : await arrangeItemGrid(cells, graphicRoom, rules, measure);
  return itemGridElements(grid, cells, looksOf(items, graphicRoom, 'card'), {
    ...gridShapes(graphicRoom, 'card'),
    align: 'center',
  });
};

/** Arranges figures, each above its text, with lines between them. */
const arrangeStats: Arrange = async (items, graphicRoom, measure) => {
  const cells: ItemGridCell[] = items.map((item) => ({
    sign: pictureOrIconOf(item),
    stack: [
      ...stackOf('figure', item.figure),
      ...stackOf('date', item.date),
      ...stackOf('title', item.title),
      ...linesOf(item),
    ],
  }));
  const columns = figureColumns(items.length, graphicRoom);
  const grid = await arrangeItemGrid(cells, graphicRoom, { ...BARE_GRID, columns }, measure);
  const { palette } = graphicRoom.scene;
  const line = mixColorsIfHex(palette.text, palette.background, 0.2);
  const looks = looksOf(items, graphicRoom, 'page').map((look) => ({ ...look, line }));
  return itemGridElements(grid, cells, looks, gridShapes(graphicRoom, 'bare'));
};

/** Arranges a comparison: columns with their titles on bands. */
const arrangeComparison: Arrange = async (items, graphicRoom, measure) => {
  const cells: ItemGridCell[] = items.map((item) => ({
    head: stackOf('title', item.title),
    stack: [...stackOf('date', item.date), ...stackOf('figure', item.figure), ...linesOf(item)],
  }));
  const columns = comparisonColumns(items.length, graphicRoom);
  const grid = await arrangeItemGrid(cells, graphicRoom, { ...CARD_GRID, columns }, measure);
  const { template, scene } = graphicRoom;
  const looks = items.map(({ isHighlighted }, index) => ({
    ...itemLook(template, scene, index, 'card', false),
    // The head of a highlighted column has the full accent.
    roundel: itemLook(template, scene, index, 'page', isHighlighted).roundel,
  }));
  return itemGridElements(grid, cells, looks, gridShapes(graphicRoom, 'card'));
};

/** The rows that are attempted for a track, the preferred ones first: in narrow rooms, stations are one above the other. */
const trackRows = (count: number, graphicRoom: GraphicRoom): readonly ItemTrackRowCount[] => {
  const shape = roomShape(graphicRoom);
  if (shape !== 'wide') return shape === 'even' && count <= 3 ? ['down', 1] : ['down'];
  if (count <= 4) return [1, 'down'];
  return count <= 6 ? [1, 2] : [2, 3];
};

/** Arranges steps with signs or numbers, and arrows between them. */
const arrangeProcess: Arrange = async (items, graphicRoom, measure) => {
  const stations = items.map((item) => ({ above: [], below: wholeStack(item) }));
  const marker = items.some(({ picture }) => picture) ? 3.2 : 2.1;
  const track = await arrangeItemTrack(
    stations,
    graphicRoom,
    { rows: trackRows(items.length, graphicRoom), marker },
    measure,
  );
  const signs = items.map((item): ItemDiscSign => pictureOrIconOf(item) ?? { letters: item.number });
  const thickness = Math.max(2, Math.round(LINE_WIDTHS.track * graphicRoom.unit));
  const shapes = { signs, connector: 'arrow', thickness, rail: graphicRoom.scene.palette.accent } as const;
  return itemTrackElements(
    track,
    looksOf(items, graphicRoom, 'page'),
    items.map(({ isHighlighted }) => isHighlighted),
    shapes,
    graphicRoom,
  );
};

/** Arranges points in time along a line, with their dates above it. */
const arrangeTimeline: Arrange = async (items, graphicRoom, measure) => {
  const stations = items.map((item) => ({
    above: stackOf('date', item.date),
    below: [...stackOf('figure', item.figure), ...stackOf('title', item.title), ...linesOf(item)],
  }));
  const track = await arrangeItemTrack(
    stations,
    graphicRoom,
    { rows: trackRows(items.length, graphicRoom), marker: 0.62 },
    measure,
  );
  const thickness = Math.max(2, Math.round(LINE_WIDTHS.track * graphicRoom.unit));
  const { palette } = graphicRoom.scene;
  const shapes = {
    connector: 'rail',
    thickness,
    rail: mixColorsIfHex(palette.text, palette.background, 0.24),
  } as const;
  return itemTrackElements(
    track,
    looksOf(items, graphicRoom, 'page'),
    items.map(({ isHighlighted }) => isHighlighted),
    shapes,
    graphicRoom,
  );
};

/** A tick, in a box of 24 units: the sign of a finished item. */
const TICK_SVG = '<path d="M5 12.5l4.5 4.5L19 7.5"/>';

/** Arranges an agenda: numbered items, those before the highlighted one with a tick. */
const arrangeAgenda: Arrange = async (items, graphicRoom, measure) => {
  const stations = items.map((item) => ({ above: [], below: wholeStack(item) }));
  const rows = roomShape(graphicRoom) === 'wide' && items.length > 5 ? (['down', 3, 2] as const) : (['down'] as const);
  const track = await arrangeItemTrack(stations, graphicRoom, { rows, marker: 1.7 }, measure);
  const highlightedIndex = items.findIndex(({ isHighlighted }) => isHighlighted);
  const signs = items.map(
    (item, index): ItemDiscSign =>
      index < highlightedIndex ? { icon: TICK_SVG } : (pictureOrIconOf(item) ?? { letters: item.number }),
  );
  const looks = looksOf(items, graphicRoom, 'page').map((look, index) =>
    index < highlightedIndex ? { ...look, title: look.text } : look,
  );
  const shapes = { signs, connector: 'none', thickness: 1, rail: '' } as const;
  return itemTrackElements(
    track,
    looks,
    items.map(({ isHighlighted }) => isHighlighted),
    shapes,
    graphicRoom,
  );
};

/** The layouts that draw items. */
export type ItemLayout = Extract<
  DrawnLayout,
  'cards' | 'process' | 'timeline' | 'comparison' | 'stats' | 'agenda' | 'team' | 'gallery'
>;

/** The function of each layout. */
const ARRANGEMENTS: Readonly<Record<ItemLayout, Arrange>> = {
  cards: arrangeCards,
  process: arrangeProcess,
  timeline: arrangeTimeline,
  comparison: arrangeComparison,
  stats: arrangeStats,
  agenda: arrangeAgenda,
  team: arrangeTeam,
  gallery: (items, graphicRoom, measure) => arrangeGallery(items, wholeStack, graphicRoom, measure),
};

/** Arranges the items of a slide in a layout. */
export const arrangeItems = (layout: ItemLayout, ...inputs: Parameters<Arrange>): Promise<ArrangedItems> =>
  ARRANGEMENTS[layout](...inputs);
