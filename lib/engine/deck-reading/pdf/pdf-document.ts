import { PDFiumLibrary } from '@hyzyla/pdfium';
import { DeckRefusal } from '../deck-warning.ts';

/** A page of a PDF as pixels. */
export interface DrawnPage {
  /** Red, green, blue and alpha, 8 bits each, row by row. */
  pixels: Uint8Array;
  /** Pixels. */
  width: number;
  height: number;
}

/** A PDF that was opened. */
export interface PdfDocument {
  pages: number;
  /** The text of a page, and the page as a picture. @param index from 0 @param longSide pixels of its longer side */
  readPage(index: number, longSide: number): Promise<{ text: string; drawn: DrawnPage }>;
}

/**
 * Opens a PDF. PDFium runs in WebAssembly: a page can neither be interrupted nor held within V8's memory, so call this in a
 * process that is ended from outside. JavaScript, launch actions and attachments of the file are never looked at.
 * @throws DeckRefusal `import_encrypted` for a PDF that needs a password, `import_invalid` for one that is damaged
 */
export async function openPdf(bytes: Uint8Array): Promise<PdfDocument> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    if (/password|security/i.test(why))
      throw new DeckRefusal('import_encrypted', 'The PDF is protected by a password. Save it without one.', error);
    throw new DeckRefusal('import_invalid', 'The PDF is damaged, or is none. Export it again.', error);
  });
  return {
    pages: document.getPageCount(),
    async readPage(index, longSide) {
      const page = document.getPage(index);
      const { originalWidth: across, originalHeight: down } = page.getOriginalSize();
      // Before the drawing: that closes the page, and a second use of it is a crash.
      const text = page.getText();
      // A page of 100,000 points costs no more than another one.
      const scale = longSide / Math.max(1, across, down);
      const { data, width, height } = await page.render({ scale, render: 'bitmap' });
      return { text, drawn: { pixels: data, width, height } };
    },
  };
}
