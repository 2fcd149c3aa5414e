import { substituteForFontFamily, type TypefaceClass } from '#engine/deck-drawing/substitute-fonts.ts';
import type { Typeface } from '#engine/video/drawing/design.ts';
import { BUILT_IN_FONTS } from '#features/fonts/public.ts';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';

/** Typefaces of templates, by the packages of @fontsource that replace fonts of decks. Any other package is like `sans`. */
const TYPEFACE_OF_PACKAGE: Readonly<Record<string, Typeface>> = {
  caladea: 'serif',
  tinos: 'serif',
  gelasio: 'serif',
  'source-serif-4': 'serif',
  'playfair-display': 'playfair',
  cousine: 'mono',
  'jetbrains-mono': 'mono',
  nunito: 'nunito',
  manrope: 'manrope',
  outfit: 'outfit',
  'space-grotesk': 'space_grotesk',
};

/**
 * The typeface of templates that is most like a font.
 * @param family name of the font in a deck or on a web page
 * @param form form of the font's letters, if known; it is used for unknown families
 */
export function mostSimilarTypeface(family: string, form?: TypefaceClass): Typeface {
  const name = family.trim().toLowerCase();
  const builtIn = BUILT_IN_FONTS.find((font) => font.family.toLowerCase() === name);
  return (
    builtIn?.typeface ?? ownPropertyValue(TYPEFACE_OF_PACKAGE, substituteForFontFamily(name, form).package) ?? 'sans'
  );
}
