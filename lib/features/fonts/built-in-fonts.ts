import type { Typeface } from '#engine/video/drawing/design.ts';

/** A font family that comes with the service. */
export interface BuiltInFont {
  /** Never of the form of a custom font's id. */
  id: string;
  family: string;
  typeface: Typeface;
  /** Writing systems that the font covers, as ISO 15924 codes. */
  scripts: readonly string[];
}

const WESTERN_SCRIPTS = ['Cyrl', 'Grek', 'Latn'];

/** The built-in families that templates may name. */
export const BUILT_IN_FONTS: readonly BuiltInFont[] = [
  { id: 'inter', family: 'Inter', typeface: 'sans', scripts: WESTERN_SCRIPTS },
  { id: 'source-serif-4', family: 'Source Serif 4', typeface: 'serif', scripts: WESTERN_SCRIPTS },
  { id: 'jetbrains-mono', family: 'JetBrains Mono', typeface: 'mono', scripts: WESTERN_SCRIPTS },
  { id: 'playfair-display', family: 'Playfair Display', typeface: 'playfair', scripts: ['Cyrl', 'Latn'] },
  { id: 'space-grotesk', family: 'Space Grotesk', typeface: 'space_grotesk', scripts: ['Latn'] },
  { id: 'fredoka', family: 'Fredoka', typeface: 'fredoka', scripts: ['Latn'] },
  { id: 'nunito', family: 'Nunito', typeface: 'nunito', scripts: ['Cyrl', 'Latn'] },
  { id: 'manrope', family: 'Manrope', typeface: 'manrope', scripts: WESTERN_SCRIPTS },
  { id: 'outfit', family: 'Outfit', typeface: 'outfit', scripts: ['Latn'] },
  { id: 'atkinson-hyperlegible', family: 'Atkinson Hyperlegible', typeface: 'atkinson', scripts: ['Latn'] },
];

/** The names of the built-in families. */
export const BUILT_IN_FONT_FAMILY_NAMES = BUILT_IN_FONTS.map(({ family }) => family) as [string, ...string[]];

/** The built-in font of a typeface; undefined if no built-in family draws it. */
export const builtInFontOfTypeface = (typeface: Typeface): BuiltInFont | undefined =>
  BUILT_IN_FONTS.find((font) => font.typeface === typeface);
