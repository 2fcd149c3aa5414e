import type { DeckDrawing } from '#engine/deck-drawing/deck-drawing.ts';
import { DeckDrawingError } from '#engine/deck-drawing/deck-drawing-instance.ts';
import type { PptxSlide } from '#engine/deck-reading/pptx/read-slide.ts';
import { REPORT_PICTURE_SIDE_PIXELS } from '#features/imports/original-slide-pictures.ts';
import { reportPictureName, type WrittenPicture } from './deck-result.ts';
import type { DeckProcessHost } from './deck-task.ts';
import { reasonNotToDrawSlide } from './reason-not-to-draw-slide.ts';

/**
 * Draws a slide of the deck at a small size, for the report of the import. A slide that cannot be drawn has no picture there.
 * @param pictures receives the picture
 */
export async function drawReportPicture(
  drawing: DeckDrawing,
  { page, part, extent }: Pick<PptxSlide, 'page' | 'part' | 'extent'>,
  folder: DeckProcessHost,
  pictures: WrittenPicture[],
): Promise<void> {
  if (reasonNotToDrawSlide(extent) !== undefined) return;
  try {
    const { png } = await drawing.draw(part, REPORT_PICTURE_SIDE_PIXELS);
    const path = reportPictureName(page);
    await folder.write(path, png);
    pictures.push({ path, kind: 'before' });
  } catch (error) {
    if (!(error instanceof DeckDrawingError)) throw error;
  }
}
