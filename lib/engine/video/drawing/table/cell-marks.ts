import { isIconName } from '../icons/icon-named.ts';
import type { TextMarkup } from '../rich-slide-content.ts';

/** A cell with the mark at its start. */
export interface CellWithMark {
  /** An icon by its name. */
  icon?: string | undefined;
  /** The length of a bar, 0–1 of the room of its column. */
  bar?: number | undefined;
  /** The text after the mark. */
  text: string;
}

/** An icon at the start of a cell. */
const ICON_PATTERN = /^:(?<name>[a-z0-9]+(?:-[a-z0-9]+)*):(?:\s+|$)/u;
/** A bar at the start of a cell. */
const BAR_PATTERN = /^:bar (?<percent>\d{1,3}(?:\.\d+)?)\s?%:(?:\s+|$)/u;

/**
 * Splits a cell into the mark at its start and its text: `:check:` for an icon, `:bar 72%:` for a bar. Marks are only recognized with the
 * markup `inline`; an unknown name, and a bar above 100 %, are part of the text.
 */
export function parseCellMark(text: string, markup: TextMarkup | undefined): CellWithMark {
  if (markup !== 'inline' || !text.startsWith(':')) return { text };
  const iconMatch = ICON_PATTERN.exec(text);
  const name = iconMatch?.groups?.name;
  if (iconMatch && name !== undefined && isIconName(name)) return { icon: name, text: text.slice(iconMatch[0].length) };
  const barMatch = BAR_PATTERN.exec(text);
  const barLength = Number(barMatch?.groups?.percent) / 100;
  return barMatch && barLength <= 1 ? { bar: barLength, text: text.slice(barMatch[0].length) } : { text };
}

/** The text of a cell without the mark at its start. */
export const withoutCellMark = (text: string, markup: TextMarkup | undefined): string =>
  parseCellMark(text, markup).text;
