import { DeckDrawingError } from '#engine/deck-drawing/deck-drawing-instance.ts';
import type { OpenDeckForDrawing } from '#engine/deck-drawing/open-deck-for-drawing.ts';
import type { PptxSlide } from '#engine/deck-reading/pptx/read-slide.ts';
import { REPORT_PICTURE_SIDE_PIXELS } from '#features/imports/original-slide-pictures.ts';
import { type DeckProcessPicture, originalSlidePictureName } from './deck-process-result.ts';
import type { DeckProcessHostAccess } from './deck-process-task.ts';
import { reasonNotToDrawSlide } from './reason-not-to-draw-slide.ts';

/**
 * Draws a slide of the deck at a small size, for the report of the import. A slide that cannot be drawn has no picture there.
 * @param pictures receives the picture
 */
export async function drawReportPicture(
  drawing: OpenDeckForDrawing,
  { page, part, extent }: Pick<PptxSlide, 'page' | 'part' | 'extent'>,
  folder: DeckProcessHostAccess,
  pictures: DeckProcessPicture[],
): Promise<void> {
  if (reasonNotToDrawSlide(extent) !== undefined) return;
  try {
    const { png } = await drawing.draw(part, REPORT_PICTURE_SIDE_PIXELS);
    const path = originalSlidePictureName(page);
    await folder.write(path, png);
    pictures.push({ path, kind: 'before' });
  } catch (error) {
    if (!(error instanceof DeckDrawingError)) throw error;
  }
}
