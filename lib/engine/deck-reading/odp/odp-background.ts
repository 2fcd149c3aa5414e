import { fillXmlOf } from './odf-paint.ts';
import type { OdfProperties } from './odf-styles.ts';
import * as office from './office-parts.ts';
import type { PptxPageOutput } from './pptx-page-output.ts';

/** White, RRGGBB. */
export const WHITE_HEX = 'FFFFFF';

/** The background of a page. */
export interface PageBackgroundXml {
  /** Element of its fill. */
  fill: string;
  /** RRGGBB: its colour, the first one of a gradient, or white for a picture. */
  colour: string;
  /** True if the fill is drawn only approximately: each slide that shows it has a line in the report. */
  isApproximate: boolean;
}

/** The background of a page without one. */
export const WHITE_PAGE_BACKGROUND: PageBackgroundXml = {
  fill: office.WHITE_BACKGROUND_XML,
  colour: WHITE_HEX,
  isApproximate: false,
};

/** The background that properties name; undefined if they name none. */
export function findOdfPageBackground(
  properties: OdfProperties,
  target: Pick<PptxPageOutput, 'styles' | 'pictureRelation'>,
): PageBackgroundXml | undefined {
  const fill = properties.get('draw:fill') === 'none' ? undefined : fillXmlOf(properties, target);
  if (!fill) return undefined;
  const colour = fill.colour ?? /srgbClr val="([0-9A-F]{6})"/.exec(fill.xml)?.[1] ?? WHITE_HEX;
  return { fill: fill.xml, colour, isApproximate: fill.isApproximate };
}
