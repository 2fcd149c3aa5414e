import type { ReadSlide, SlideRecording } from '#engine/deck-reading/deck.ts';
import { DeckRefusal, type DeckWarning } from '#engine/deck-reading/deck-warning.ts';
import type { ReadPptx } from '#engine/deck-reading/pptx/read-pptx.ts';
import { recordingLost } from '#features/imports/recording-lost.ts';
import type { DeckFolder, TakenResult } from './deck-task.ts';

/**
 * Leaves the recorded sounds of a deck in its folder, as they are: nothing here decodes one. A slide whose sound cannot be read continues
 * without, with a line of the report.
 */
export async function leaveRecordings(
  taken: TakenResult,
  folder: DeckFolder,
  medium: ReadPptx['medium'],
): Promise<TakenResult> {
  if (!('deck' in taken)) return taken;
  const { deck } = taken;
  const left = new Map<string, string>();
  const warnings: DeckWarning[] = [];
  const leave = async (part: string): Promise<string> => {
    const known = left.get(part);
    if (known !== undefined) return known;
    const bytes = await medium(part);
    const name = `sound-${left.size + 1}`;
    await folder.write(name, bytes);
    left.set(part, name);
    return name;
  };
  const leaveAll = async ({ clips, isMarked }: SlideRecording): Promise<SlideRecording> => {
    const files: SlideRecording['clips'] = [];
    for (const { source, cut } of clips)
      if (source.from === 'path')
        files.push({ source: { from: 'path', path: await leave(source.path) }, ...(cut ? { cut } : {}) });
    return { clips: files, isMarked };
  };
  const slides: ReadSlide[] = [];
  for (const slide of deck.slides) {
    const { recording, ...rest } = slide;
    if (!recording) {
      slides.push(slide);
      continue;
    }
    try {
      slides.push({ ...rest, recording: await leaveAll(recording) });
    } catch (error) {
      if (!(error instanceof DeckRefusal)) throw error;
      warnings.push(recordingLost(slide, 'it is damaged, or has more than 50 MB'));
      slides.push(rest);
    }
  }
  return { ...taken, deck: { ...deck, slides, warnings: [...deck.warnings, ...warnings] } };
}
