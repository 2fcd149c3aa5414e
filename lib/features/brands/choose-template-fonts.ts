import type { TypefaceClass } from '#engine/deck-drawing/substitute-fonts.ts';
import { cutTextWithEllipsis } from '#engine/deck-reading/cut-text-with-ellipsis.ts';
import { builtInFontOf, type Font } from '#features/fonts/public.ts';
import type { TemplateFieldSource, TemplateFontChoice } from '#features/templates/public.ts';
import type { BrandFontPart, FoundBrandFonts } from './found-brand.ts';
import { mostSimilarTypeface } from './typeface-like.ts';

/** Font weights that are preferred among the fonts of the account. */
const WEIGHTS: Readonly<Record<BrandFontPart, number>> = { heading: 700, body: 400 };

const isSame = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

/**
 * The font that replaces a brand's font: the account's font with that name, else the most similar built-in one.
 * @param form the form of its letters, if known
 */
export function replacementForBrandFont(
  name: string,
  part: BrandFontPart,
  customFonts: readonly Font[],
  form?: TypefaceClass,
): TemplateFontChoice {
  const weight = WEIGHTS[part];
  const upright = customFonts.filter(({ family, style }) => style === 'normal' && isSame(family, name));
  const [nearest] = upright.sort((one, other) => Math.abs(one.weight - weight) - Math.abs(other.weight - weight));
  if (!nearest) return { typeface: mostSimilarTypeface(name, form) };
  const { id: font_id, family, sha256, key: file } = nearest;
  return { font_id, family, sha256, file, weight: nearest.weight, italic: false };
}

/** The name of the family of a font that a template names. */
export const fontFamilyNameOf = (font: TemplateFontChoice): string =>
  'typeface' in font ? (builtInFontOf(font.typeface)?.family ?? font.typeface) : font.family;

/** Words of CSS that name a form of letters, or the font of the reader's system. */
const GENERIC: ReadonlyMap<string, TypefaceClass> = new Map([
  ...['serif', 'ui-serif'].map((name) => [name, 'serif'] as const),
  ...['monospace', 'ui-monospace'].map((name) => [name, 'fixed'] as const),
  ...['sans-serif', 'ui-sans-serif', 'system-ui', '-apple-system', 'blinkmacsystemfont', 'ui-rounded'].map(
    (name) => [name, 'sans'] as const,
  ),
]);

const formOf = (name: string): TypefaceClass | undefined => GENERIC.get(name.toLowerCase());

/** Characters of a font's name in a sentence. */
const MAX_NAME = 60;

function chosen(
  part: BrandFontPart,
  { families, where }: NonNullable<FoundBrandFonts[BrandFontPart]>,
  customFonts: readonly Font[],
): { font: TemplateFontChoice; source: TemplateFieldSource } {
  const [first = 'sans-serif'] = families;
  const form = families.map(formOf).find((stated) => stated !== undefined);
  const isSystem = formOf(first) !== undefined;
  const font = isSystem
    ? { typeface: SYSTEM[form ?? 'sans'] }
    : replacementForBrandFont(first, part, customFonts, form);
  const value = fontFamilyNameOf(font);
  const name = cutTextWithEllipsis(first, MAX_NAME).text;
  const named = `${name} (${where})`;
  const source = { field: `fonts.${part}`, value } as const;
  if (isSame(first, value)) return { font, source: { ...source, note: `${named}.` } };
  const why = isSystem ? 'is the font of the reader’s system' : 'is not here';
  return {
    font,
    source: { ...source, found: name, note: `${named} ${why}; ${value} is the most similar font.` },
  };
}

/** Typefaces for the fonts of systems. */
const SYSTEM = { sans: 'sans', serif: 'serif', fixed: 'mono' } as const;

/** Chooses the fonts of a template for those of a brand, and says where they come from. Parts without a font are left out. */
export function chooseTemplateFonts(
  found: FoundBrandFonts,
  customFonts: readonly Font[],
): { fonts: Partial<Record<BrandFontPart, TemplateFontChoice>>; sources: TemplateFieldSource[] } {
  const fonts: Partial<Record<BrandFontPart, TemplateFontChoice>> = {};
  const sources: TemplateFieldSource[] = [];
  for (const part of ['heading', 'body'] as const) {
    const named = found[part] ?? (part === 'heading' ? found.body : undefined);
    if (!named) continue;
    const { font, source } = chosen(part, named, customFonts);
    fonts[part] = font;
    sources.push(source);
  }
  return { fonts, sources };
}
