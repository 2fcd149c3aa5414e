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
export interface SelectedReplacementFont extends Omit<CharactersOfTypeface, 'characters'> {
  /** True if the font is used only for characters that the requested face lacks. */
  isSpare: boolean;
  /** TrueType or OpenType. */
  bytes: Uint8Array;
  /** Code points of its glyphs. */
  covers: ReadonlySet<number>;
}

/** Selects fonts for characters. It returns each font only once. */
export type LetterFontSelector = (
  neededFaces: readonly CharactersOfTypeface[],
) => Promise<{ fonts: readonly SelectedReplacementFont[] }>;

/** The fonts that were replaced on a page, and the characters that could not be. */
export interface ReplacementFontsOfPage {
  /** Names of the fonts that are replaced. */
  replaced: readonly string[];
  /** Characters that no font of the service has. */
  missing: readonly string[];
}

/** Names of the standard 14 fonts (ISO 32000-1, 9.6.2.2) and their equivalents in Windows, which every PDF viewer has. */
const STANDARD_FONT_NAME =
  /^(?:helvetica|times(?:-roman|newroman)?|courier(?:new)?|symbol|zapfdingbats|arial)(?:ps)?(?:mt)?(?:[,-](?:roman|regular|bold|italic|oblique){1,2}(?:mt)?)?$/i;
const BOLD_NAME = /bold|black|heavy|demi|w[6-9]\b/i;
const ITALIC_NAME = /italic|oblique/i;
/** The kind of font `FPDF_FONT_TRUETYPE` in PDFium (`fpdf_edit.h`). */
const TRUETYPE = 2;
const UNSEEN_CHARACTER = /[\s\p{C}]/u;

/** A font that the PDF names but does not contain. */
interface AbsentFont {
  name: string;
  family: string;
  bold: boolean;
  italic: boolean;
}

function readAbsentFont(pdfium: Pdfium, fontHandle: number): AbsentFont | undefined {
  if (fontHandle === 0 || pdfium._FPDFFont_GetIsEmbedded(fontHandle) !== 0) return undefined;
  const name = pdfium
    .withMemory(256, (address) => {
      const length = pdfium._FPDFFont_GetBaseFontName(fontHandle, address, 256);
      return Buffer.from(pdfium.HEAPU8.slice(address, address + Math.max(0, Math.min(255, length - 1)))).toString(
        'utf8',
      );
    })
    .replace(/^[A-Z]{6}\+/, '');
  const family = name
    .replace(/[,-].*$/, '')
    .replace(/(MT|PS|PSMT)$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2');
  return { name, family, bold: BOLD_NAME.test(name), italic: ITALIC_NAME.test(name) };
}

/**
 * Creates functions that replace the fonts that a PDF names but does not contain, page by page.
 * @param document handle of PDFium's document
 */
export function createMissingFontReplacer(pdfium: Pdfium, document: number, selectFonts: LetterFontSelector) {
  const loadedFonts: (SelectedReplacementFont & { handle: number })[] = [];
  const absentFontByHandle = new Map<number, AbsentFont | undefined>();
  const absentFontOf = (fontHandle: number): AbsentFont | undefined => {
    if (!absentFontByHandle.has(fontHandle)) absentFontByHandle.set(fontHandle, readAbsentFont(pdfium, fontHandle));
    return absentFontByHandle.get(fontHandle);
  };
  const hasGlyph = (fontHandle: number, text: string): boolean =>
    pdfium._FPDFFont_GetGlyphPath(fontHandle, text.codePointAt(0) ?? 0, 12) !== 0;
  const findLoadedFont = ({ family, bold, italic }: AbsentFont, text: string): number | undefined => {
    const code = text.codePointAt(0) ?? 0;
    const fontsWithGlyph = loadedFonts.filter(({ covers }) => covers.has(code));
    const exactFont = fontsWithGlyph.find(
      (candidate) => candidate.family === family && candidate.bold === bold && candidate.italic === italic,
    );
    return (exactFont ?? fontsWithGlyph.find((candidate) => candidate.bold === bold) ?? fontsWithGlyph[0])?.handle;
  };

  /** Loads a font; PDFium copies its bytes. @returns 0 for a font that it cannot read */
  const loadFont = (bytes: Uint8Array): number =>
    pdfium.withMemory(bytes.length, (address) => {
      pdfium.HEAPU8.set(bytes, address);
      return pdfium._FPDFText_LoadFont(document, address, bytes.length, TRUETYPE, 1);
    });

  function drawLetter(
    page: number,
    textPage: number,
    { index, size, text: letter }: PdfPageCharacter,
    fontHandle: number,
  ): void {
    const object = pdfium._FPDFPageObj_CreateTextObj(document, fontHandle, 1);
    pdfium.withMemory(64, (address) => {
      pdfium.HEAPU8.set([...Buffer.from(`${letter}\0`, 'utf16le')], address);
      pdfium._FPDFText_SetText(object, address);
      pdfium._FPDFText_GetMatrix(textPage, index, address);
      const [a = 1, b = 0, c = 0, d = 1] = pdfium.HEAPF32.subarray(address / 4, address / 4 + 4);
      pdfium._FPDFText_GetCharOrigin(textPage, index, address, address + 8);
      const [x = 0, y = 0] = pdfium.HEAPF64.subarray(address / 8, address / 8 + 2);
      pdfium.HEAPF32.set([a * size, b * size, c * size, d * size, x, y], address / 4);
      pdfium._FPDFPageObj_SetMatrix(object, address);
      if (pdfium._FPDFText_GetFillColor(textPage, index, address, address + 4, address + 8, address + 12) === 1) {
        const [red = 0, green = 0, blue = 0, alpha = 255] = pdfium.HEAPU32.subarray(address / 4, address / 4 + 4);
        pdfium._FPDFPageObj_SetFillColor(object, red, green, blue, alpha);
      }
    });
    pdfium._FPDFPage_InsertObject(page, object);
  }

  async function fillMissingLetters(
    page: number,
    textPage: number,
    letters: readonly PdfPageCharacter[],
  ): Promise<ReplacementFontsOfPage> {
    const replaced = new Set<string>();
    // PDFium draws the standard fonts itself: they count as replaced only if a character is missing.
    const lostLetters = letters.flatMap((letter) => {
      const absentFont =
        letter.isSeen && !UNSEEN_CHARACTER.test(letter.text) && letter.text !== ''
          ? absentFontOf(letter.font)
          : undefined;
      if (!absentFont) return [];
      const hasNoGlyph = !hasGlyph(letter.font, letter.text);
      if (hasNoGlyph || !STANDARD_FONT_NAME.test(absentFont.name)) replaced.add(absentFont.name);
      return hasNoGlyph ? [{ letter, absentFont }] : [];
    });
    if (lostLetters.length === 0) return { replaced: [...replaced], missing: [] };
    const lettersByFace = Map.groupBy(lostLetters, ({ absentFont: { family, bold, italic } }) =>
      JSON.stringify([family, bold, italic]),
    );
    const neededFaces = [...lettersByFace.values()].flatMap((faceLetters) =>
      faceLetters[0]
        ? [
            {
              ...faceLetters[0].absentFont,
              characters: [...new Set(faceLetters.map(({ letter }) => letter.text))].join(''),
            },
          ]
        : [],
    );
    const { fonts } = await selectFonts(neededFaces.map(({ name: _, ...face }) => face));
    for (const font of fonts) {
      const fontHandle = loadFont(font.bytes);
      if (fontHandle !== 0) loadedFonts.push({ ...font, handle: fontHandle });
    }
    const missing = new Set<string>();
    for (const { letter, absentFont } of lostLetters) {
      const replacementFont = findLoadedFont(absentFont, letter.text);
      if (replacementFont === undefined) missing.add(letter.text);
      else drawLetter(page, textPage, letter, replacementFont);
    }
    return { replaced: [...replaced], missing: [...missing] };
  }

  return {
    /** Adds the characters whose fonts are missing to a page, before it is drawn. @param textPage handle of PDFium's text page */
    fill: fillMissingLetters,
    /** Frees the fonts. All pages must be closed. */
    close(): void {
      for (const { handle } of loadedFonts.splice(0)) pdfium._FPDFFont_Close(handle);
    },
  };
}
