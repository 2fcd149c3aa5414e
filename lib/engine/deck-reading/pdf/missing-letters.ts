import type { PdfPageCharacter } from './page-letters.ts';
import type { Pdfium } from './pdfium.ts';

/** The characters that texts need in one face. */
export interface CharactersOfTypeface {
  family: string;
  bold: boolean;
  italic: boolean;
  characters: string;
}

/** A font that was selected. */
export interface SelectedFont extends Omit<CharactersOfTypeface, 'characters'> {
  isSpare: boolean;
  /** TrueType or OpenType. */
  bytes: Uint8Array;
  /** Code points of its glyphs. */
  covers: ReadonlySet<number>;
}

/** Selects fonts for characters. It returns each font only once. */
export type SelectFontsForLetters = (
  needed: readonly CharactersOfTypeface[],
) => Promise<{ fonts: readonly SelectedFont[] }>;

/** The fonts that a page needs and the PDF does not contain. */
export interface ReplacementFontsOfPage {
  /** Names of the fonts. */
  replaced: readonly string[];
  /** Characters that no font of the service has. */
  missing: readonly string[];
}

/** Names of the standard 14 fonts (ISO 32000-1, 9.6.2.2) and their equivalents in Windows, which every PDF viewer has. */
const STANDARD =
  /^(?:helvetica|times(?:-roman|newroman)?|courier(?:new)?|symbol|zapfdingbats|arial)(?:ps)?(?:mt)?(?:[,-](?:roman|regular|bold|italic|oblique){1,2}(?:mt)?)?$/i;
const BOLD = /bold|black|heavy|demi|-?w[6-9]\b/i;
const ITALIC = /italic|oblique/i;
/** The kind `FPDF_FONT_TRUETYPE`. */
const TRUETYPE = 2;
const UNSEEN = /[\s\p{C}]/u;

/** A font that the PDF names but does not contain. */
interface AbsentFont {
  name: string;
  family: string;
  bold: boolean;
  italic: boolean;
}

function absentFont(pdfium: Pdfium, font: number): AbsentFont | undefined {
  if (font === 0 || pdfium._FPDFFont_GetIsEmbedded(font) !== 0) return undefined;
  const name = pdfium
    .withMemory(256, (at) => {
      const length = pdfium._FPDFFont_GetBaseFontName(font, at, 256);
      return Buffer.from(pdfium.HEAPU8.slice(at, at + Math.max(0, Math.min(255, length - 1)))).toString('utf8');
    })
    .replace(/^[A-Z]{6}\+/, '');
  const family = name
    .replace(/[,-].*$/, '')
    .replace(/(MT|PS|PSMT)$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2');
  return { name, family, bold: BOLD.test(name), italic: ITALIC.test(name) };
}

/** Replaces fonts that a PDF names but does not contain, page by page. */
export function missingFontReplacer(pdfium: Pdfium, document: number, select: SelectFontsForLetters) {
  const given: (SelectedFont & { font: number })[] = [];
  const absent = new Map<number, AbsentFont | undefined>();
  const absentOf = (font: number): AbsentFont | undefined => {
    if (!absent.has(font)) absent.set(font, absentFont(pdfium, font));
    return absent.get(font);
  };
  const hasGlyph = (font: number, text: string): boolean =>
    pdfium._FPDFFont_GetGlyphPath(font, text.codePointAt(0) ?? 0, 12) !== 0;
  const fontFor = ({ family, bold, italic }: AbsentFont, text: string): number | undefined => {
    const code = text.codePointAt(0) ?? 0;
    const able = given.filter(({ covers }) => covers.has(code));
    const own = able.find((each) => each.family === family && each.bold === bold && each.italic === italic);
    return (own ?? able.find((each) => each.bold === bold) ?? able[0])?.font;
  };

  /** Loads a font; PDFium copies its bytes. @returns 0 for a font that it cannot read */
  const load = (bytes: Uint8Array): number =>
    pdfium.withMemory(bytes.length, (at) => {
      pdfium.HEAPU8.set(bytes, at);
      return pdfium._FPDFText_LoadFont(document, at, bytes.length, TRUETYPE, 1);
    });

  function draw(page: number, text: number, { index, size, text: letter }: PdfPageCharacter, font: number): void {
    const object = pdfium._FPDFPageObj_CreateTextObj(document, font, 1);
    pdfium.withMemory(64, (at) => {
      pdfium.HEAPU8.set([...Buffer.from(`${letter}\0`, 'utf16le')], at);
      pdfium._FPDFText_SetText(object, at);
      pdfium._FPDFText_GetMatrix(text, index, at);
      const [a = 1, b = 0, c = 0, d = 1] = pdfium.HEAPF32.subarray(at / 4, at / 4 + 4);
      pdfium._FPDFText_GetCharOrigin(text, index, at, at + 8);
      const [x = 0, y = 0] = pdfium.HEAPF64.subarray(at / 8, at / 8 + 2);
      pdfium.HEAPF32.set([a * size, b * size, c * size, d * size, x, y], at / 4);
      pdfium._FPDFPageObj_SetMatrix(object, at);
      if (pdfium._FPDFText_GetFillColor(text, index, at, at + 4, at + 8, at + 12) === 1) {
        const [red = 0, green = 0, blue = 0, alpha = 255] = pdfium.HEAPU32.subarray(at / 4, at / 4 + 4);
        pdfium._FPDFPageObj_SetFillColor(object, red, green, blue, alpha);
      }
    });
    pdfium._FPDFPage_InsertObject(page, object);
  }

  async function fill(
    page: number,
    text: number,
    letters: readonly PdfPageCharacter[],
  ): Promise<ReplacementFontsOfPage> {
    const replaced = new Set<string>();
    const lost = letters.flatMap((letter) => {
      const font = letter.isSeen && !UNSEEN.test(letter.text) && letter.text !== '' ? absentOf(letter.font) : undefined;
      if (!font) return [];
      const isLost = !hasGlyph(letter.font, letter.text);
      if (isLost || !STANDARD.test(font.name)) replaced.add(font.name);
      return isLost ? [{ letter, font }] : [];
    });
    if (lost.length === 0) return { replaced: [...replaced], missing: [] };
    const byFace = Map.groupBy(lost, ({ font: { family, bold, italic } }) => JSON.stringify([family, bold, italic]));
    const needed = [...byFace.values()].flatMap((some) =>
      some[0] ? [{ ...some[0].font, characters: [...new Set(some.map(({ letter }) => letter.text))].join('') }] : [],
    );
    const { fonts } = await select(needed.map(({ name: _, ...face }) => face));
    for (const font of fonts) {
      const loaded = load(font.bytes);
      if (loaded !== 0) given.push({ ...font, font: loaded });
    }
    const missing = new Set<string>();
    for (const { letter, font } of lost) {
      const found = fontFor(font, letter.text);
      if (found === undefined) missing.add(letter.text);
      else draw(page, text, letter, found);
    }
    return { replaced: [...replaced], missing: [...missing] };
  }

  return {
    /** Adds the characters whose fonts are missing to a page, before it is drawn. @param text handle of PDFium's text page */
    fill,
    /** Frees the fonts. All pages must be closed. */
    close(): void {
      for (const { font } of given.splice(0)) pdfium._FPDFFont_Close(font);
    },
  };
}
