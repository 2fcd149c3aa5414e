import { countWithNoun, cutTextWithEllipsis } from '#engine/deck-reading/cut-text-with-ellipsis.ts';
import type { DeckWarning } from '#engine/deck-reading/deck-warning.ts';
import { encodePng } from '#engine/deck-reading/pdf/encode-png.ts';
import { DamagedPdfPageError, type ParsedPdfPage, type PdfDocument } from '#engine/deck-reading/pdf/pdf-document.ts';
import type { DeckProcessPicture } from './deck-process-result.ts';
import type { DeckProcessHostAccess, DeckProcessTask } from './deck-process-task.ts';

/** The most fonts, or characters, that a line of the report lists. */
const MAX_LISTED_NAMES = 5;
/** Characters of a name in a line of the report. */
const MAX_NAME_CHARACTERS = 60;

/** The first names of a list, in quotation marks. */
const quotedList = (names: readonly string[]): string =>
  names
    .slice(0, MAX_LISTED_NAMES)
    .map((name) => `“${cutTextWithEllipsis(name, MAX_NAME_CHARACTERS).text}”`)
    .join(', ');

/** Warnings about fonts that are not embedded in the PDF. */
const fontWarnings = (slide: number, { replaced, missing }: ParsedPdfPage): DeckWarning[] => [
  ...(replaced.length > 0
    ? [
        {
          slide,
          code: 'font_replaced' as const,
          message: `The PDF has no font files for ${quotedList(replaced)}: other fonts are shown. Export it again with its fonts embedded.`,
        },
      ]
    : []),
  ...(missing.length > 0
    ? [
        {
          slide,
          code: 'drawing_lost' as const,
          message: `${countWithNoun(missing.length, 'character')} of fonts that are not in the PDF cannot be drawn and ${missing.length === 1 ? 'is' : 'are'} missing, such as ${quotedList(missing)}. Export it again with its fonts embedded.`,
        },
      ]
    : []),
];

/** A page of a PDF whose drawn picture was written to a file. */
export interface PdfPageWithDrawing extends ParsedPdfPage {
  /** File name of its picture. */
  path: string;
}

/**
 * Reads and draws a page.
 * @param index number of the page, from 0
 * @param longSide pixels of its longer side
 * @returns undefined for a damaged page
 */
async function readPageIfSound(pdf: PdfDocument, index: number, longSide: number): Promise<ParsedPdfPage | undefined> {
  try {
    return await pdf.readPage(index, longSide);
  } catch (error) {
    if (error instanceof DamagedPdfPageError) return undefined;
    throw error;
  }
}

/** Makes a drawer of the pages of a PDF, which writes their pictures. @param warnings receives warnings about fonts */
export function createPdfPageDrawer(
  { skipped, long_side }: DeckProcessTask,
  folder: DeckProcessHostAccess,
  pdf: PdfDocument,
  warnings: DeckWarning[],
) {
  const pictures: DeckProcessPicture[] = [];
  return {
    pictures,
    /**
     * Draws a page.
     * @param index number of the page, from 0
     * @param slide number of the slide in the report, from 1
     * @returns undefined for a page that is damaged, or ended an earlier process
     */
    async draw(index: number, slide = index + 1): Promise<PdfPageWithDrawing | undefined> {
      if (skipped.includes(index + 1)) return undefined;
      folder.startStep({ page: index + 1, pages: pdf.pages });
      const page = await readPageIfSound(pdf, index, long_side);
      if (!page) return undefined;
      const path = `page-${index + 1}`;
      await folder.write(path, await encodePng(page.drawn.pixels, page.drawn.width, page.drawn.height));
      pictures.push({ path, kind: 'page' });
      warnings.push(...fontWarnings(slide, page));
      return { ...page, path };
    },
  };
}

/** The warning about a page that was left out. @param slide number of the slide in the report, from 1 */
export const unreadablePageWarning = (slide: number): DeckWarning => ({
  slide,
  code: 'page_unreadable',
  message:
    'The page was left out: it is damaged, or takes too much time or memory to draw. Export it as a picture, and insert that instead.',
});
