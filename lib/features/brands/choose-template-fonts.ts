import type { TypefaceClass } from '#engine/deck-drawing/substitute-fonts.ts';
import { cutTextWithEllipsis } from '#engine/deck-reading/cut-text-with-ellipsis.ts';
import { builtInFontOfTypeface, type StoredFont } from '#features/fonts/public.ts';
import type { TemplateFieldSource, TemplateFontChoice } from '#features/templates/public.ts';
import type { BrandFontPart, FoundBrandFonts } from './found-brand.ts';
import { mostSimilarTypeface } from './typeface-like.ts';

/** Font weights that are preferred among the fonts of the account. */
const PREFERRED_WEIGHTS: Readonly<Record<BrandFontPart, number>> = { heading: 700, body: 400 };

const isSameName = (first: string, second: string): boolean =>
  first.trim().toLowerCase() === second.trim().toLowerCase();

/**
 * The font that replaces a brand's font: the account's font with that name, else the most similar built-in one.
 * @param form the form of the font's letters, if known
 */
export function replacementForBrandFont(
  name: string,
  part: BrandFontPart,
  customFonts: readonly StoredFont[],
  form?: TypefaceClass,
): TemplateFontChoice {
  const weight = PREFERRED_WEIGHTS[part];
  const uprightFonts = customFonts.filter(({ family, style }) => style === 'normal' && isSameName(family, name));
  const [nearestFont] = uprightFonts.sort((a, b) => Math.abs(a.weight - weight) - Math.abs(b.weight - weight));
  if (!nearestFont) return { typeface: mostSimilarTypeface(name, form) };
  const { id: font_id, family, sha256, key: file } = nearestFont;
  return { font_id, family, sha256, file, weight: nearestFont.weight, italic: false };
}

/** The name of the family of a font that a template names. */
export const familyNameOfTemplateFont = (font: TemplateFontChoice): string =>
  'typeface' in font ? (builtInFontOfTypeface(font.typeface)?.family ?? font.typeface) : font.family;

/** Words of CSS that name a form of letters, or the font of the reader's system. */
const GENERIC_FAMILIES: ReadonlyMap<string, TypefaceClass> = new Map([
  ...['serif', 'ui-serif'].map((name) => [name, 'serif'] as const),
  ...['monospace', 'ui-monospace'].map((name) => [name, 'fixed'] as const),
  ...['sans-serif', 'ui-sans-serif', 'system-ui', '-apple-system', 'blinkmacsystemfont', 'ui-rounded'].map(
    (name) => [name, 'sans'] as const,
  ),
]);

const formOf = (name: string): TypefaceClass | undefined => GENERIC_FAMILIES.get(name.toLowerCase());

/** The maximum length of a font's name in a note, in characters. */
const MAX_NAME_CHARACTERS = 60;

/** Chooses the font of a part of a template, and describes its source. */
function chooseFontOfPart(
  part: BrandFontPart,
  { families, where }: NonNullable<FoundBrandFonts[BrandFontPart]>,
  customFonts: readonly StoredFont[],
): { font: TemplateFontChoice; source: TemplateFieldSource } {
  const [firstFamily = 'sans-serif'] = families;
  const form = families.map(formOf).find((statedForm) => statedForm !== undefined);
  const isSystemFont = formOf(firstFamily) !== undefined;
  const font = isSystemFont
    ? { typeface: SYSTEM_TYPEFACES[form ?? 'sans'] }
    : replacementForBrandFont(firstFamily, part, customFonts, form);
  const value = familyNameOfTemplateFont(font);
  const name = cutTextWithEllipsis(firstFamily, MAX_NAME_CHARACTERS).text;
  const nameAndPlace = `${name} (${where})`;
  const source = { field: `fonts.${part}`, value } as const;
  if (isSameName(firstFamily, value)) return { font, source: { ...source, note: `${nameAndPlace}.` } };
  const reason = isSystemFont ? 'is the font of the reader’s system' : 'is not here';
  return {
    font,
    source: { ...source, found: name, note: `${nameAndPlace} ${reason}; ${value} is the most similar font.` },
  };
}

/** Typefaces for the fonts of systems. */
const SYSTEM_TYPEFACES = { sans: 'sans', serif: 'serif', fixed: 'mono' } as const;

/**
 * Chooses the fonts of a template for those of a brand, and describes their sources. Headings without a font get that of the body; other
 * parts without a font are left out.
 */
export function chooseTemplateFonts(
  brandFonts: FoundBrandFonts,
  customFonts: readonly StoredFont[],
): { fonts: Partial<Record<BrandFontPart, TemplateFontChoice>>; sources: TemplateFieldSource[] } {
  const fonts: Partial<Record<BrandFontPart, TemplateFontChoice>> = {};
  const sources: TemplateFieldSource[] = [];
  for (const part of ['heading', 'body'] as const) {
    const brandFont = brandFonts[part] ?? (part === 'heading' ? brandFonts.body : undefined);
    if (!brandFont) continue;
    const { font, source } = chooseFontOfPart(part, brandFont, customFonts);
    fonts[part] = font;
    sources.push(source);
  }
  return { fonts, sources };
}
