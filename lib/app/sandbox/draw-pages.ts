import { countOf, cutText } from '#engine/deck-reading/cut-text.ts';
import type { DeckWarning } from '#engine/deck-reading/deck-warning.ts';
import { encodePng } from '#engine/deck-reading/pdf/encode-png.ts';
import { DamagedPage, type PdfDocument, type ReadPage } from '#engine/deck-reading/pdf/pdf-document.ts';
import type { LeftPicture } from './deck-result.ts';
import type { DeckFolder, DeckTask } from './deck-task.ts';

/** Names and letters that a line lists. */
const LISTED = 5;

const quoted = (names: readonly string[]): string =>
  names
    .slice(0, LISTED)
    .map((name) => `“${cutText(name, 60).text}”`)
    .join(', ');

/** Lines about fonts that are not in the PDF. */
const linesOfFonts = (slide: number, { replaced, missing }: ReadPage): DeckWarning[] => [
  ...(replaced.length > 0
    ? [
        {
          slide,
          code: 'font_replaced' as const,
          message: `The PDF has no font files for ${quoted(replaced)}: other fonts are shown. Export it again with its fonts embedded.`,
        },
      ]
    : []),
  ...(missing.length > 0
    ? [
        {
          slide,
          code: 'drawing_lost' as const,
          message: `${countOf(missing.length, 'character')} of fonts that are not in the PDF cannot be drawn and ${missing.length === 1 ? 'is' : 'are'} missing, such as ${quoted(missing)}. Export it again with its fonts embedded.`,
        },
      ]
    : []),
];

/** A page as it was drawn and kept. */
export interface KeptPage extends ReadPage {
  path: string;
}

/** A page; undefined: it is damaged. */
async function readIf(pdf: PdfDocument, index: number, longSide: number): Promise<ReadPage | undefined> {
  try {
    return await pdf.readPage(index, longSide);
  } catch (error) {
    if (error instanceof DamagedPage) return undefined;
    throw error;
  }
}

/** Draws pages, and keeps each under a name. @param warnings receives what is drawn otherwise */
export function pageDrawer(
  { skipped, long_side }: DeckTask,
  folder: DeckFolder,
  pdf: PdfDocument,
  warnings: DeckWarning[],
) {
  const pictures: LeftPicture[] = [];
  return {
    pictures,
    /** @returns undefined for a page that is left out. @param index from 0 @param slide that the lines of the report name */
    async draw(index: number, slide = index + 1): Promise<KeptPage | undefined> {
      if (skipped.includes(index + 1)) return undefined;
      folder.begin({ page: index + 1, pages: pdf.pages });
      const page = await readIf(pdf, index, long_side);
      if (!page) return undefined;
      const path = `page-${index + 1}`;
      await folder.write(path, await encodePng(page.drawn.pixels, page.drawn.width, page.drawn.height));
      pictures.push({ path, kind: 'page' });
      warnings.push(...linesOfFonts(slide, page));
      return { ...page, path };
    },
  };
}

/** The line about a page that was left out. */
export const pageUnreadable = (slide: number): DeckWarning => ({
  slide,
  code: 'page_unreadable',
  message:
    'The page was left out: it is damaged, or takes too much time or memory to draw. Export it as a picture, and put that in its place.',
});
