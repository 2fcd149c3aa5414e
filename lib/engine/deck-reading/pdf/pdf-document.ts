import { DeckRefusal } from '../deck-warning.ts';
import { isGeneratedTitle } from '../generated-title.ts';
import { createMissingFontReplacer, type LetterFontSelector, type ReplacementFontsOfPage } from './missing-letters.ts';
import { readPdfCharacters } from './page-letters.ts';
import { textOfPdfPage } from './page-text.ts';
import { type Pdfium, startPdfium } from './pdfium.ts';

/** A page of a PDF as pixels. */
export interface DrawnPdfPage {
  /** Red, green, blue and alpha, 8 bits each, row by row. */
  pixels: Uint8Array;
  /** Width in pixels. */
  width: number;
  /** Height in pixels. */
  height: number;
}

/** A page of a PDF. */
export interface ParsedPdfPage extends ReplacementFontsOfPage {
  /** Visible part of its text: a paragraph or a heading on each line. */
  text: string;
  /** Its page label (ISO 32000-1, 12.4.2). Several pages with one label are one slide. */
  label: string;
  drawn: DrawnPdfPage;
}

/** An open PDF. */
export interface PdfDocument {
  /** Number of pages. */
  pages: number;
  /** The title in its properties; null if it has none, or one that a program generated. */
  title: string | null;
  /**
   * Reads and draws a page.
   * @param index from 0 @param longSide pixels of its longer side
   * @throws DamagedPdfPageError
   */
  readPage(index: number, longSide: number): Promise<ParsedPdfPage>;
  /** Frees its memory and fonts. No page can be read afterwards. */
  close(): void;
}

/** A page that is damaged. Other pages of the file can be read. */
export class DamagedPdfPageError extends Error {
  override name = 'DamagedPdfPageError';
}

/** Errors of PDFium for a file that needs a password: `FPDF_ERR_PASSWORD`, `FPDF_ERR_SECURITY`. */
const PASSWORD_ERRORS: readonly number[] = [4, 5];
/** The format `FPDFBitmap_BGRA`. */
const BGRA_FORMAT = 4;
/** Flags: draw annotations, optimize text for LCD, and swap red and blue. */
const RENDER_FLAGS = 0x01 | 0x02 | 0x10;
const WHITE = 0xffffffff;

/**
 * Opens a PDF. PDFium runs in WebAssembly: reading a page cannot be interrupted, and its memory is outside V8's limit, so this must be
 * called in a process that another process can end. JavaScript, launch actions and attachments of the file are ignored.
 * @param select selects fonts for letters of fonts that the file does not contain
 * @throws DeckRefusal `import_encrypted` for a PDF that needs a password, `import_invalid` for one that is damaged
 */
export async function openPdf(bytes: Uint8Array, select: LetterFontSelector = selectNoFonts): Promise<PdfDocument> {
  const pdfium = await startPdfium();
  const fileAddress = pdfium.keep(bytes);
  const document = pdfium._FPDF_LoadMemDocument(fileAddress, bytes.length, 0);
  if (document === 0) {
    if (PASSWORD_ERRORS.includes(pdfium._FPDF_GetLastError()))
      throw new DeckRefusal('import_encrypted', 'The PDF is protected by a password. Save it without one.');
    throw new DeckRefusal('import_invalid', 'The file is damaged, or is not a PDF. Export it again.');
  }
  const fontReplacer = createMissingFontReplacer(pdfium, document, select);
  const title = readTitle(pdfium, document);
  return {
    pages: pdfium._FPDF_GetPageCount(document),
    title: title === '' || isGeneratedTitle(title) ? null : title,
    async readPage(index, longSide) {
      const page = pdfium._FPDF_LoadPage(document, index);
      if (page === 0) throw new DamagedPdfPageError(`page ${index + 1} cannot be read`);
      const textPage = pdfium._FPDFText_LoadPage(page);
      const letters = textPage === 0 ? [] : readPdfCharacters(pdfium, page, textPage);
      const replacementFonts = await fontReplacer.fill(page, textPage, letters);
      pdfium._FPDFText_ClosePage(textPage);
      const quarterTurns = pdfium._FPDFPage_GetRotation(page);
      const pageWidth = pdfium._FPDF_GetPageWidth(page);
      const drawnPage = drawPage(pdfium, page, longSide);
      pdfium._FPDF_ClosePage(page);
      const label = pdfium.textOf((address, length) => pdfium._FPDF_GetPageLabel(document, index, address, length));
      return { text: textOfPdfPage(letters, quarterTurns, pageWidth), label, ...replacementFonts, drawn: drawnPage };
    },
    close() {
      fontReplacer.close();
      pdfium._FPDF_CloseDocument(document);
      pdfium.free(fileAddress);
    },
  };
}

const selectNoFonts: LetterFontSelector = async () => ({ fonts: [] });

const readTitle = (pdfium: Pdfium, document: number): string =>
  pdfium.withMemory(8, (tagAddress) => {
    pdfium.HEAPU8.set(Buffer.from('Title\0'), tagAddress);
    return pdfium
      .textOf((address, length) => pdfium._FPDF_GetMetaText(document, tagAddress, address, length))
      .replace(/[\s\p{C}]+/gu, ' ')
      .trim();
  });

function drawPage(pdfium: Pdfium, page: number, longSide: number): DrawnPdfPage {
  const [pageWidth, pageHeight] = [pdfium._FPDF_GetPageWidth(page), pdfium._FPDF_GetPageHeight(page)];
  // The scale bounds the pixels: a page of 100,000 points costs no more than any other.
  const scale = longSide / Math.max(1, pageWidth, pageHeight);
  const width = Math.max(1, Math.floor(Math.floor(pageWidth) * scale));
  const height = Math.max(1, Math.floor(Math.floor(pageHeight) * scale));
  return pdfium.withMemory(width * height * 4, (address) => {
    const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, BGRA_FORMAT, address, width * 4);
    pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, RENDER_FLAGS);
    const pixels = pdfium.HEAPU8.slice(address, address + width * height * 4);
    pdfium._FPDFBitmap_Destroy(bitmap);
    return { pixels, width, height };
  });
}
