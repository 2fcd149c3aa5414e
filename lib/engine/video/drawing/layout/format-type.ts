import type { PictureDimensions } from '../../format.ts';
import type { SlideTemplate, TextRole } from '../design.ts';
import { slideUnitInPixels } from './slide-unit-in-pixels.ts';

/** All roles of text. */
const ROLES: readonly TextRole[] = [
  'display',
  'section',
  'heading',
  'quote',
  'body',
  'subtitle',
  'folio',
  'code',
  'figure',
];

/**
 * A template with the type sizes of a format. Sizes are fractions of the unit, which is larger than the short side in formats with short
 * lines; the smallest sizes, for texts without room, are made the same fraction of the short side in every format.
 */
export function withFontSizesForFormat(template: SlideTemplate, size: PictureDimensions): SlideTemplate {
  const scale = slideUnitInPixels(size) / Math.min(size.width, size.height);
  if (scale === 1) return template;
  const type = { ...template.type };
  for (const role of ROLES) type[role] = { ...type[role], smallest: type[role].smallest / scale };
  return { ...template, type };
}
