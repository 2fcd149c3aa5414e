import { fillOf } from './odf-paint.ts';
import type { Properties } from './odf-styles.ts';
import * as office from './office-parts.ts';
import type { PageTarget } from './page-target.ts';

export const WHITE_HEX = 'FFFFFF';

/** The background of a page. */
export interface Background {
  /** Element of its fill. */
  fill: string;
  /** RRGGBB: its colour, the first one of a gradient, or white for a picture. */
  colour: string;
  /** The fill is drawn only nearly as in the deck: a line of the report for each slide that shows it. */
  isApproximate: boolean;
}

export const WHITE_BACKGROUND: Background = { fill: office.WHITE, colour: WHITE_HEX, isApproximate: false };

/** The background that properties name; undefined if they name none. */
export function backgroundOf(
  properties: Properties,
  target: Pick<PageTarget, 'styles' | 'pictureRelation'>,
): Background | undefined {
  const fill = properties.get('draw:fill') === 'none' ? undefined : fillOf(properties, target);
  if (!fill) return undefined;
  const colour = fill.colour ?? /srgbClr val="([0-9A-F]{6})"/.exec(fill.xml)?.[1] ?? WHITE_HEX;
  return { fill: fill.xml, colour, isApproximate: fill.isApproximate };
}
