import type { DeckDrawing } from '#engine/deck-drawing/deck-drawing.ts';
import { MakerFailed } from '#engine/deck-drawing/deck-maker.ts';
import type { ReadPptx } from '#engine/deck-reading/pptx/read-pptx.ts';
import { REPORT_PICTURE_SIDE } from '#features/imports/before-pictures.ts';
import { beforeName, type LeftPicture } from './deck-result.ts';
import type { DeckFolder, DeckTask, TakenResult } from './deck-task.ts';
import { openDrawing } from './open-drawing.ts';
import { redesigned } from './redesign-slides.ts';

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

/** Every slide is drawn in the template; the report shows beside it how the deck has it, where that can be drawn. */
export async function redesignedBeside(
  task: DeckTask,
  folder: DeckFolder,
  read: ReadPptx,
  bytes: Buffer,
): Promise<TakenResult> {
  const taken = await redesigned(task, folder, read);
  if (!('deck' in taken)) return taken;
  const { deck, pictures } = taken;
  folder.begin({ page: 0, pages: deck.pages, isOpening: true });
  const drawing = await openDrawing(task, bytes, deck.language ?? 'en');
  if (typeof drawing === 'string') return taken;
  for (const slide of read.slides) {
    if (slide.isHidden || task.skipped.includes(slide.page)) continue;
    folder.begin({ page: slide.page, pages: deck.pages });
    await drawBefore(drawing, slide, folder, pictures);
  }
  return taken;
}
