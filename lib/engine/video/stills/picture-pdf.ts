import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { addHiddenPdfText, addHiddenPdfTextFont } from './hidden-text.ts';

/** A page of a PDF: a picture that fills it. */
export interface PicturePdfPage {
  jpeg: Uint8Array;
  /** The name of its bookmark. */
  title: string;
  /** Alternative text of the picture, which screen readers speak and searches find. */
  text: string;
}

/** Properties of a PDF. */
export interface PdfProperties {
  title: string;
  /** BCP 47. */
  language: string;
  /** RFC 3339. */
  creationTime: string;
  /** The size of the pictures in pixels; only their ratio counts. */
  width: number;
  height: number;
}

/** A PDF that is written page by page, so that only one picture is in memory. */
export interface PicturePdfWriter {
  /** Adds a page, and waits until the file can take more. */
  add(page: PicturePdfPage): Promise<void>;
  /** Ends the file. @throws the error of the file */
  end(): Promise<void>;
  /** Closes the unfinished file after an error. */
  abort(): void;
}

/** The short side of a page in points: a landscape page is as large as a slide of PowerPoint, 13.33 × 7.5 inches. */
const SHORT_SIDE_POINTS = 540;

/**
 * Starts a PDF with one picture on each page, with bookmarks, and a text for each picture that screen readers speak (tagged PDF) and that can
 * be searched. Equal pages and properties give equal bytes. It uses pdfkit (lib/decisions/0043).
 */
export async function createPicturePdfWriter(outFile: string, properties: PdfProperties): Promise<PicturePdfWriter> {
  // Loaded on first use: most renders make no PDF.
  const { default: PDFDocument } = await import('pdfkit');
  const scale = SHORT_SIDE_POINTS / Math.min(properties.width, properties.height);
  const [width, height] = [properties.width * scale, properties.height * scale];
  const created = new Date(properties.creationTime);
  const document = new PDFDocument({
    autoFirstPage: false,
    pdfVersion: '1.7',
    tagged: true,
    lang: properties.language,
    displayTitle: true,
    // No text is set, so no font is loaded.
    font: '',
    info: { Title: properties.title, CreationDate: created, ModDate: created },
  });
  const file = createWriteStream(outFile);
  const writing = finished(file);
  writing.catch(() => undefined);
  document.pipe(file);
  const font = addHiddenPdfTextFont(document);
  return {
    async add({ jpeg, title, text }) {
      document.addPage({ size: [width, height], margin: 0 });
      const figure = document.struct('Figure', { alt: text }, () => {
        document.image(Buffer.from(jpeg), 0, 0, { width, height });
      });
      document.addStructure(figure);
      figure.end();
      addHiddenPdfText(document, font, text);
      document.outline.addItem(title);
      // The page is complete: its bytes are written to the file before the next picture is made.
      if (file.writableNeedDrain) await Promise.race([once(file, 'drain'), writing]);
    },
    async end() {
      document.end();
      await writing;
    },
    abort() {
      document.unpipe(file);
      file.destroy();
    },
  };
}
