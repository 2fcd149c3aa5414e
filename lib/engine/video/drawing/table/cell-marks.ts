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

const ICON = /^:(?<name>[a-z0-9]+(?:-[a-z0-9]+)*):(?:\s+|$)/u;
const BAR = /^:bar (?<percent>\d{1,3}(?:\.\d+)?)\s?%:(?:\s+|$)/u;

/**
 * The mark at the start of a cell: `:check:` for an icon, `:bar 72%:` for a bar. Only with `markup: inline`; what names no icon, or a
 * bar above 100 %, is text.
 */
export function parseCellMark(text: string, markup: TextMarkup | undefined): CellWithMark {
  if (markup !== 'inline' || !text.startsWith(':')) return { text };
  const icon = ICON.exec(text);
  const name = icon?.groups?.name;
  if (icon && name !== undefined && isIconName(name)) return { icon: name, text: text.slice(icon[0].length) };
  const bar = BAR.exec(text);
  const part = Number(bar?.groups?.percent) / 100;
  return bar && part <= 1 ? { bar: part, text: text.slice(bar[0].length) } : { text };
}

/** A cell without the mark at its start. */
export const withoutCellMark = (text: string, markup: TextMarkup | undefined): string =>
  parseCellMark(text, markup).text;
