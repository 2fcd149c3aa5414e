import type { GraphicRoom } from '../layout/graphic-content.ts';
import type { ArrangedItemTrack, PlacedTrackStation } from './arrange-item-track.ts';
import type { ItemColors } from './item-colors.ts';
import type { ArrangedItems, ItemDiscSign, PlacedItemElement } from './item-model.ts';
import { arrowElement, itemDiscElements } from './signs.ts';
import { textStackElements } from './text-stack-elements.ts';

/** The look of a track: discs with signs and arrows between them, or dots on a line. */
export interface ItemTrackLook {
  /** The sign of each station; undefined: a dot. */
  signs?: readonly (ItemDiscSign | undefined)[] | undefined;
  connector: 'arrow' | 'rail' | 'none';
  /** Thickness of lines in pixels. */
  thickness: number;
  /** Colour of the rail. */
  rail: string;
}

/** Space between a disc and an arrow, as a part of the disc's diameter. */
const ARROW_SPACE = 0.22;

/** The arrow from the station before to the station `item`; empty if it would be too short. */
function arrowTo(item: number, track: ArrangedItemTrack, shapes: ItemTrackLook, color: string): PlacedItemElement[] {
  const [from, to] = [track.stations[item - 1], track.stations[item]];
  if (!from || !to) return [];
  const { diameter, isDown } = track;
  const gap = Math.round(diameter * ARROW_SPACE);
  const radius = diameter / 2;
  if (isDown) {
    const x = from.marker.x + radius;
    const [start, end] = [from.marker.y + diameter + gap, to.marker.y - gap];
    return end - start < 4 * shapes.thickness
      ? []
      : [arrowElement(item, { x, y: start }, { x, y: end }, shapes.thickness, color)];
  }
  const y = to.marker.y + radius;
  // The arrow to the first station of a row is at the end of the row above.
  const start = from.marker.x + diameter + gap;
  const end = from.row === to.row ? to.marker.x - gap : from.marker.x + from.width;
  const arrowY = from.row === to.row ? y : from.marker.y + radius;
  return end - start < 4 * shapes.thickness
    ? []
    : [arrowElement(item, { x: start, y: arrowY }, { x: end, y: arrowY }, shapes.thickness, color)];
}

/** The part of the rail that belongs to a station: from its dot to the next dot, or to the end of the room. */
function railPiece(item: number, track: ArrangedItemTrack, { thickness, rail }: ItemTrackLook): PlacedItemElement[] {
  const station = track.stations[item];
  const nextStation = track.stations[item + 1];
  if (!station) return [];
  const { diameter, isDown } = track;
  const middle = Math.round((diameter - thickness) / 2);
  const style = { backgroundColor: rail };
  const { x, y } = station.marker;
  if (isDown) {
    const bottom = Math.max(...[station.above, station.below].map((stack) => stack.y + stack.height));
    const end = nextStation ? nextStation.marker.y + diameter / 2 : bottom;
    const top = y + diameter / 2;
    return [
      { item, kind: 'shape', box: { x: x + middle, y: top, width: thickness, height: Math.max(0, end - top) }, style },
    ];
  }
  const width = nextStation?.row === station.row ? track.step : station.width;
  return [{ item, kind: 'shape', box: { x, y: y + middle, width, height: thickness }, style }];
}

/** The marker of a station: a disc with its sign, or a dot. */
function markerPieces(
  item: number,
  { marker }: PlacedTrackStation,
  track: ArrangedItemTrack,
  shapes: ItemTrackLook,
  look: ItemColors,
  isHighlighted: boolean,
): PlacedItemElement[] {
  const { diameter } = track;
  const sign = shapes.signs?.[item];
  if (sign) return itemDiscElements(item, sign, { ...marker, diameter }, look.roundel);
  const box = { ...marker, width: diameter, height: diameter };
  const ringWidth = Math.max(2, Math.round(diameter * 0.22));
  const style: Record<string, string | number> = isHighlighted
    ? { backgroundColor: look.accent, borderRadius: diameter / 2 }
    : {
        backgroundColor: look.ground,
        borderWidth: ringWidth,
        borderStyle: 'solid',
        borderColor: look.accent,
        borderRadius: diameter / 2,
      };
  return [{ item, kind: 'shape', box, style }];
}

/** The shapes and texts of a track. @param looks of its items @param highlighted true for each item that is highlighted */
export function itemTrackElements(
  track: ArrangedItemTrack,
  looks: readonly ItemColors[],
  highlighted: readonly boolean[],
  shapes: ItemTrackLook,
  { room }: Pick<GraphicRoom, 'room'>,
): ArrangedItems {
  const pieces = track.stations.flatMap((station, item): PlacedItemElement[] => {
    const look = looks[item];
    if (!look) return [];
    const { above, below } = station;
    const placeOf = ({ x, y, width }: typeof above) => ({ x, y, width: Math.min(width, room.width) });
    return [
      ...(shapes.connector === 'rail' ? railPiece(item, track, shapes) : []),
      ...(shapes.connector === 'arrow' && item > 0 ? arrowTo(item, track, shapes, look.accent) : []),
      ...markerPieces(item, station, track, shapes, look, highlighted[item] === true),
      ...textStackElements(item, above, placeOf(above), look, 'start'),
      ...textStackElements(item, below, placeOf(below), look, 'start'),
    ];
  });
  // Rails come first, because they are behind the dots of the stations before and after them.
  const isRail = (piece: PlacedItemElement): boolean =>
    piece.kind === 'shape' && piece.style.backgroundColor === shapes.rail;
  const sortedPieces =
    shapes.connector === 'rail' ? [...pieces.filter(isRail), ...pieces.filter((piece) => !isRail(piece))] : pieces;
  return { pieces: sortedPieces, height: track.height, size: track.size, cut: track.cut };
}
