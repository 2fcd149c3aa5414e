import { DeckRefusal } from '../deck-warning.ts';
import { isGeneratedTitle } from '../generated-title.ts';
import { missingFontReplacer, type ReplacementFontsOfPage, type SelectFontsForLetters } from './missing-letters.ts';
import { readPdfCharacters } from './page-letters.ts';
import { textOfPdfPage } from './page-text.ts';
import { type Pdfium, startPdfium } from './pdfium.ts';

/** A page of a PDF as pixels. */
export interface DrawnPdfPage {
  /** Red, green, blue and alpha, 8 bits each, row by row. */
  pixels: Uint8Array;
  /** Pixels. */
  width: number;
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

/** Reasons why a file was not opened: `FPDF_ERR_PASSWORD`, `FPDF_ERR_SECURITY`. */
const PROTECTED: readonly number[] = [4, 5];
/** The format `FPDFBitmap_BGRA`, and flags: draw annotations, optimize text for LCD, and swap red and blue. */
const BGRA = 4;
const FLAGS = 0x01 | 0x02 | 0x10;
const WHITE = 0xffffffff;

/**
 * Opens a PDF. PDFium runs in WebAssembly: reading a page cannot be interrupted, and its memory is outside V8's limit, so this must be
 * called in a process that another process can end. JavaScript, launch actions and attachments of the file are ignored.
 * @param select fonts for letters of fonts that the file does not have
 * @throws DeckRefusal `import_encrypted` for a PDF that needs a password, `import_invalid` for one that is damaged
 */
export async function openPdf(bytes: Uint8Array, select: SelectFontsForLetters = noFonts): Promise<PdfDocument> {
  const pdfium = await startPdfium();
  const file = pdfium.keep(bytes);
  const document = pdfium._FPDF_LoadMemDocument(file, bytes.length, 0);
  if (document === 0) {
    if (PROTECTED.includes(pdfium._FPDF_GetLastError()))
      throw new DeckRefusal('import_encrypted', 'The PDF is protected by a password. Save it without one.');
    throw new DeckRefusal('import_invalid', 'The file is damaged, or is not a PDF. Export it again.');
  }
  const drawer = missingFontReplacer(pdfium, document, select);
  const title = titleOf(pdfium, document);
  return {
    pages: pdfium._FPDF_GetPageCount(document),
    title: title === '' || isGeneratedTitle(title) ? null : title,
    async readPage(index, longSide) {
      const page = pdfium._FPDF_LoadPage(document, index);
      if (page === 0) throw new DamagedPdfPageError(`page ${index + 1} cannot be read`);
      const text = pdfium._FPDFText_LoadPage(page);
      const letters = text === 0 ? [] : readPdfCharacters(pdfium, page, text);
      const replaced = await drawer.fill(page, text, letters);
      pdfium._FPDFText_ClosePage(text);
      const turns = pdfium._FPDFPage_GetRotation(page);
      const across = pdfium._FPDF_GetPageWidth(page);
      const drawn = drawPage(pdfium, page, longSide);
      pdfium._FPDF_ClosePage(page);
      const label = pdfium.textOf((at, length) => pdfium._FPDF_GetPageLabel(document, index, at, length));
      return { text: textOfPdfPage(letters, turns, across), label, ...replaced, drawn };
    },
    close() {
      drawer.close();
      pdfium._FPDF_CloseDocument(document);
      pdfium.free(file);
    },
  };
}

const noFonts: SelectFontsForLetters = async () => ({ fonts: [] });

const titleOf = (pdfium: Pdfium, document: number): string =>
  pdfium.withMemory(8, (tag) => {
    pdfium.HEAPU8.set(Buffer.from('Title\0'), tag);
    return pdfium
      .textOf((at, length) => pdfium._FPDF_GetMetaText(document, tag, at, length))
      .replace(/[\s\p{C}]+/gu, ' ')
      .trim();
  });

function drawPage(pdfium: Pdfium, page: number, longSide: number): DrawnPdfPage {
  const [across, down] = [pdfium._FPDF_GetPageWidth(page), pdfium._FPDF_GetPageHeight(page)];
  // The scale bounds the pixels: a page of 100,000 points costs no more than any other.
  const scale = longSide / Math.max(1, across, down);
  const width = Math.max(1, Math.floor(Math.floor(across) * scale));
  const height = Math.max(1, Math.floor(Math.floor(down) * scale));
  return pdfium.withMemory(width * height * 4, (at) => {
    const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, BGRA, at, width * 4);
    pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, FLAGS);
    const pixels = pdfium.HEAPU8.slice(at, at + width * height * 4);
    pdfium._FPDFBitmap_Destroy(bitmap);
    return { pixels, width, height };
  });
}
