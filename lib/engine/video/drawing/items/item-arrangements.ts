import type { GraphicFrame } from '../layout/graphic-content.ts';
import type { DrawnLayout } from '../layout/layout-facts.ts';
import { MIN_FONT_SIZE_SHARE_OF_HEIGHT } from '../layout/slide-unit-in-pixels.ts';
import type { MeasureNodes } from '../text/paragraph-node.ts';
import { arrangeGallery } from './arrange-gallery.ts';
import { arrangeItemGrid, type ItemGrid, type ItemGridCell, type ItemGridRules } from './arrange-item-grid.ts';
import { arrangeItemTrack, type ItemTrackRows } from './arrange-item-track.ts';
import { haveItemsFewWords } from './few-words.ts';
import type { TextStack, TextStackPart } from './fit-stacks.ts';
import { type GridShapes, gridElements } from './grid-elements.ts';
import { cardStyle, type ItemLook, itemLook, mixItemColors } from './item-look.ts';
import type { ArrangedItems, ItemDiscSign, TypesetItem } from './item-model.ts';
import { itemTrackElements } from './item-track-elements.ts';

type Arrange = (items: readonly TypesetItem[], frame: GraphicFrame, measure: MeasureNodes) => Promise<ArrangedItems>;

const part = (role: TextStackPart['role'], paragraph: TextStackPart['paragraph'] | undefined): TextStack =>
  paragraph ? [{ role, paragraph }] : [];
const linesOf = ({ lines }: TypesetItem): TextStack =>
  lines.map(({ paragraph, mark }) => ({ role: 'text', paragraph, mark }));
/** The picture of an item, or else its icon. */
const signOf = ({ icon, picture }: TypesetItem): ItemDiscSign | undefined => {
  if (picture) return { picture };
  return icon === undefined ? undefined : { icon };
};

/** Everything that an item says, one below the other. */
const wholeStack = (item: TypesetItem): TextStack => [
  ...part('date', item.date),
  ...part('figure', item.figure),
  ...part('title', item.title),
  ...linesOf(item),
];

/** Width : height of a room from which items are side by side, and from which they may be. */
const WIDE_FROM = 1.6;
const EVEN_FROM = 1;

/** The shape of a room: the fewer items are side by side, the narrower it is. */
function shapeOf({ room }: GraphicFrame): 'wide' | 'even' | 'tall' {
  const ratio = room.width / Math.max(1, room.height);
  if (ratio > WIDE_FROM) return 'wide';
  return ratio > EVEN_FROM ? 'even' : 'tall';
}

/** Numbers of columns that are tried for cards, the preferred one first. */
function columnsFor(count: number, frame: GraphicFrame): readonly number[] {
  if (shapeOf(frame) !== 'wide') return count <= 3 ? [1] : [1, 2];
  if (count <= 3) return [count, 1];
  if (count === 4) return [2, 4];
  if (count <= 6) return [3, 2];
  return count === 9 ? [3] : [4, 3];
}

/** Numbers of columns of figures. */
function columnsOfStats(count: number, frame: GraphicFrame): readonly number[] {
  if (shapeOf(frame) === 'wide') return count <= 4 ? [count] : [3, 4];
  return count <= 3 ? [1] : [2];
}

/** Numbers of columns of a comparison: its columns are side by side wherever they have room. */
function columnsOfComparison(count: number, frame: GraphicFrame): readonly number[] {
  const shape = shapeOf(frame);
  if (shape === 'wide') return [count <= 4 ? count : 3];
  if (shape === 'even' && count === 2) return [2, 1];
  return count <= 3 ? [1] : [1, 2];
}

/** Lengths of the grids, fractions of the unit. */
const CARDS: Omit<ItemGridRules, 'columns'> = { gap: 0.03, padding: 0.04, sign: 2.1, setsBeside: true };
const BARE: Omit<ItemGridRules, 'columns'> = { gap: 0.075, padding: 0, sign: 2.1, setsBeside: true };
/** Thickness of hairlines and of the rules of cards, fractions of the unit. */
const LINES = { hairline: 0.0018, rule: 0.0065, ruleLength: 0.085, track: 0.0042 };

const looksOf = (
  items: readonly TypesetItem[],
  { template, scene }: GraphicFrame,
  ground: 'page' | 'card',
): ItemLook[] => items.map(({ isHighlighted }, index) => itemLook(template, scene, index, ground, isHighlighted));

function shapesOf({ template, scene, unit }: GraphicFrame, cell: GridShapes['cell']): GridShapes {
  const hairline = Math.max(1, Math.round(LINES.hairline * unit));
  const radius = Math.round(cardStyle(template).radius * unit);
  return { cell, align: scene.align === 'center' ? 'center' : 'start', radius, hairline };
}

/** The size of titles next to large pictures, as a multiple of the least size of text. */
const ROOMY = 1.15;

/** Reports whether the texts next to large pictures are whole, and can be read on a phone. */
const leavesRoom = ({ cut, size }: ItemGrid, { slideHeight }: GraphicFrame): boolean =>
  !cut && size >= ROOMY * MIN_FONT_SIZE_SHARE_OF_HEIGHT * slideHeight;

const arrangeCards: Arrange = async (items, frame, measure) => {
  const usual = { ...CARDS, columns: columnsFor(items.length, frame) };
  const signed: ItemGridCell[] = items.map((item) => ({ sign: signOf(item), stack: wholeStack(item) }));
  const covered: ItemGridCell[] | undefined = items.some(({ picture }) => picture)
    ? items.map((item) => ({ cover: item.picture ?? 'none', stack: wholeStack(item) }))
    : undefined;
  const large = covered && (await arrangeItemGrid(covered, frame, usual, measure));
  // Pictures that leave the texts no room are as small as icons.
  const isLarge = large !== undefined && leavesRoom(large, frame);
  const cells = covered && isLarge ? covered : signed;
  const isBrief =
    cells === signed && haveItemsFewWords(signed.map(({ stack }) => stack)) && signed.every(({ sign }) => !sign);
  const grid = large && isLarge ? large : await arrangeItemGrid(signed, frame, { ...usual, isBrief }, measure);
  const thickness = Math.max(2, Math.round(LINES.rule * frame.unit));
  const shapes = {
    ...shapesOf(frame, 'card'),
    isMiddle: isBrief,
    rule: { thickness, length: Math.round(LINES.ruleLength * frame.unit) },
  };
  return gridElements(grid, cells, looksOf(items, frame, 'card'), shapes);
};

/** Diameters of the signs of people, and of portraits where they fit; in sizes of titles. */
const SIGNS = { person: 2.9, portrait: 4.4 };

/** Few people are in one row if it fits. */
function teamColumns(count: number, frame: GraphicFrame): readonly number[] {
  const shape = shapeOf(frame);
  if (shape === 'even' && count <= 3) return [count, 1];
  return count === 4 && shape === 'wide' ? [4, 2] : columnsFor(count, frame);
}

const arrangeTeam: Arrange = async (items, frame, measure) => {
  const cells: ItemGridCell[] = items.map((item) => ({
    sign: signOf(item) ?? { letters: item.initials ?? item.number },
    stack: wholeStack(item),
  }));
  const rules = { ...CARDS, sign: SIGNS.person, columns: teamColumns(items.length, frame) };
  const large = items.some(({ picture }) => picture)
    ? await arrangeItemGrid(cells, frame, { ...rules, sign: SIGNS.portrait }, measure)
    : undefined;
  const grid = large && leavesRoom(large, frame) ? large : await arrangeItemGrid(cells, frame, rules, measure);
  return gridElements(grid, cells, looksOf(items, frame, 'card'), { ...shapesOf(frame, 'card'), align: 'center' });
};

const arrangeStats: Arrange = async (items, frame, measure) => {
  const cells: ItemGridCell[] = items.map((item) => ({
    sign: signOf(item),
    stack: [...part('figure', item.figure), ...part('date', item.date), ...part('title', item.title), ...linesOf(item)],
  }));
  const columns = columnsOfStats(items.length, frame);
  const grid = await arrangeItemGrid(cells, frame, { ...BARE, columns }, measure);
  const { palette } = frame.scene;
  const line = mixItemColors(palette.text, palette.background, 0.2);
  const looks = looksOf(items, frame, 'page').map((look) => ({ ...look, line }));
  return gridElements(grid, cells, looks, shapesOf(frame, 'bare'));
};

const arrangeComparison: Arrange = async (items, frame, measure) => {
  const cells: ItemGridCell[] = items.map((item) => ({
    head: part('title', item.title),
    stack: [...part('date', item.date), ...part('figure', item.figure), ...linesOf(item)],
  }));
  const columns = columnsOfComparison(items.length, frame);
  const grid = await arrangeItemGrid(cells, frame, { ...CARDS, columns }, measure);
  const { template, scene } = frame;
  const looks = items.map(({ isHighlighted }, index) => ({
    ...itemLook(template, scene, index, 'card', false),
    // The head of a highlighted column has the full accent.
    roundel: itemLook(template, scene, index, 'page', isHighlighted).roundel,
  }));
  return gridElements(grid, cells, looks, shapesOf(frame, 'card'));
};

/** Rows of a track in a wide room: the more stations a row has, the fewer letters fit on a line. */
const rowsFor = (count: number, frame: GraphicFrame): readonly ItemTrackRows[] => {
  const shape = shapeOf(frame);
  if (shape !== 'wide') return shape === 'even' && count <= 3 ? ['down', 1] : ['down'];
  if (count <= 4) return [1, 'down'];
  return count <= 6 ? [1, 2] : [2, 3];
};

const arrangeProcess: Arrange = async (items, frame, measure) => {
  const stations = items.map((item) => ({ above: [], below: wholeStack(item) }));
  const marker = items.some(({ picture }) => picture) ? 3.2 : 2.1;
  const track = await arrangeItemTrack(stations, frame, { rows: rowsFor(items.length, frame), marker }, measure);
  const signs = items.map((item): ItemDiscSign => signOf(item) ?? { letters: item.number });
  const thickness = Math.max(2, Math.round(LINES.track * frame.unit));
  const shapes = { signs, connector: 'arrow', thickness, rail: frame.scene.palette.accent } as const;
  return itemTrackElements(
    track,
    looksOf(items, frame, 'page'),
    items.map(({ isHighlighted }) => isHighlighted),
    shapes,
    frame,
  );
};

const arrangeTimeline: Arrange = async (items, frame, measure) => {
  const stations = items.map((item) => ({
    above: part('date', item.date),
    below: [...part('figure', item.figure), ...part('title', item.title), ...linesOf(item)],
  }));
  const track = await arrangeItemTrack(stations, frame, { rows: rowsFor(items.length, frame), marker: 0.62 }, measure);
  const thickness = Math.max(2, Math.round(LINES.track * frame.unit));
  const { palette } = frame.scene;
  const shapes = { connector: 'rail', thickness, rail: mixItemColors(palette.text, palette.background, 0.24) } as const;
  return itemTrackElements(
    track,
    looksOf(items, frame, 'page'),
    items.map(({ isHighlighted }) => isHighlighted),
    shapes,
    frame,
  );
};

/** A tick, in a box of 24 units: the sign of a finished item. */
const DONE = '<path d="M5 12.5l4.5 4.5L19 7.5"/>';

const arrangeAgenda: Arrange = async (items, frame, measure) => {
  const stations = items.map((item) => ({ above: [], below: wholeStack(item) }));
  const rows = shapeOf(frame) === 'wide' && items.length > 5 ? (['down', 3, 2] as const) : (['down'] as const);
  const track = await arrangeItemTrack(stations, frame, { rows, marker: 1.7 }, measure);
  const current = items.findIndex(({ isHighlighted }) => isHighlighted);
  const signs = items.map(
    (item, index): ItemDiscSign => (index < current ? { icon: DONE } : (signOf(item) ?? { letters: item.number })),
  );
  const looks = looksOf(items, frame, 'page').map((look, index) =>
    index < current ? { ...look, title: look.text } : look,
  );
  const shapes = { signs, connector: 'none', thickness: 1, rail: '' } as const;
  return itemTrackElements(
    track,
    looks,
    items.map(({ isHighlighted }) => isHighlighted),
    shapes,
    frame,
  );
};

/** The layouts that draw items. */
export type ItemLayout = Extract<
  DrawnLayout,
  'cards' | 'process' | 'timeline' | 'comparison' | 'stats' | 'agenda' | 'team' | 'gallery'
>;

const ARRANGEMENTS: Readonly<Record<ItemLayout, Arrange>> = {
  cards: arrangeCards,
  process: arrangeProcess,
  timeline: arrangeTimeline,
  comparison: arrangeComparison,
  stats: arrangeStats,
  agenda: arrangeAgenda,
  team: arrangeTeam,
  gallery: (items, frame, measure) => arrangeGallery(items, wholeStack, frame, measure),
};

/** Arranges the items of a slide in a layout. */
export const arrangeItems = (layout: ItemLayout, ...inputs: Parameters<Arrange>): Promise<ArrangedItems> =>
  ARRANGEMENTS[layout](...inputs);
