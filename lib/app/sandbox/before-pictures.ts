import type { DeckDrawing } from '#engine/deck-drawing/deck-drawing.ts';
import { MakerFailed } from '#engine/deck-drawing/deck-maker.ts';
import { REPORT_PICTURE_SIDE } from '#features/imports/before-pictures.ts';
import { beforeName, type LeftPicture } from './deck-result.ts';
import type { DeckFolder } from './deck-task.ts';

/** Draws a slide of the deck at a small size, for the report of the import. One that cannot be drawn has no picture there. */
export async function drawBefore(
  drawing: DeckDrawing,
  { page, part }: { page: number; part: string },
  folder: DeckFolder,
  pictures: LeftPicture[],
): Promise<void> {
  try {
    const { png } = await drawing.draw(part, REPORT_PICTURE_SIDE);
    const path = beforeName(page);
    await folder.write(path, png);
    pictures.push({ path, kind: 'before' });
  } catch (error) {
    if (!(error instanceof MakerFailed)) throw error;
  }
}
