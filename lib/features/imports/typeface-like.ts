import { substituteFor } from '#engine/deck-drawing/substitute-fonts.ts';
import type { Typeface } from '#engine/video/drawing/design.ts';
import { BUILT_IN_FONTS } from '#features/fonts/public.ts';
import { ownValue } from '#kernel/shared/own-value.ts';

/** Typefaces of templates by the families (of @fontsource) that stand for fonts of decks; all others have no serifs: `sans`. */
const BY_FAMILY: Readonly<Record<string, Typeface>> = {
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

/** The typeface of templates whose forms are nearest to those of a font that a deck names. */
export function typefaceLike(family: string): Typeface {
  const name = family.trim().toLowerCase();
  const same = BUILT_IN_FONTS.find((font) => font.family.toLowerCase() === name);
  return same?.typeface ?? ownValue(BY_FAMILY, substituteFor(name).package) ?? 'sans';
}
