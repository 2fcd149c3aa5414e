import { DeckDrawingError } from '#engine/deck-drawing/deck-drawing-instance.ts';
import { type OpenDeckForDrawing, openDeckDrawing } from '#engine/deck-drawing/open-deck-for-drawing.ts';
import { copyZipWithoutEntries } from '#engine/deck-reading/copy-zip.ts';
import type { ParsedPptx } from '#engine/deck-reading/pptx/read-pptx.ts';
import { createEmbeddedFontFaceFinder } from './create-embedded-font-face-finder.ts';
import type { DeckProcessTask } from './deck-process-task.ts';

const NO_DRAWING_MODULE_REASON = 'nothing here draws them';
/** The reason for which the slides of a deck, or the formulas of one, are not drawn, as a clause for the report. */
export const TOO_COSTLY_TO_DRAW_REASON = 'they take too much time or memory to draw';

/** Parts that the module does not need to draw slides, and that would fill its memory: videos, sounds, documents and fonts. */
const UNDRAWN_PARTS = /\.(mp4|m4v|mov|avi|wmv|mpe?g|webm|mp3|m4a|wav|wma|aac|ogg|fntdata|xlsx|xlsb|docx|glb)$/i;

/** Opens a deck to draw its slides. @returns the reason why it cannot be drawn, as a clause for the report */
export async function openDeckToDraw(
  { maker_file, skipped }: Pick<DeckProcessTask, 'maker_file' | 'skipped'>,
  bytes: Buffer,
  { deck: { language }, forms, ...fontSource }: Pick<ParsedPptx, 'deck' | 'fonts' | 'forms' | 'medium'>,
): Promise<OpenDeckForDrawing | string> {
  if (maker_file === undefined) return NO_DRAWING_MODULE_REASON;
  if (maker_file === null) return TOO_COSTLY_TO_DRAW_REASON;
  try {
    return await openDeckDrawing(
      maker_file,
      copyZipWithoutEntries(bytes, (name) => UNDRAWN_PARTS.test(name)),
      language ?? 'en',
      // A font of the deck may have ended the process before: letters of another font are better than no slide.
      skipped.length > 0 ? undefined : createEmbeddedFontFaceFinder(fontSource),
      forms,
    );
  } catch (error) {
    if (!(error instanceof DeckDrawingError)) throw error;
    return error.isEnd ? TOO_COSTLY_TO_DRAW_REASON : 'the file has what the program that draws them cannot read';
  }
}
