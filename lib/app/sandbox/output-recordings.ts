import type { DeckSlideRecording, ParsedSlide } from '#engine/deck-reading/deck.ts';
import { DeckRefusal, type DeckWarning } from '#engine/deck-reading/deck-warning.ts';
import type { ParsedPptx } from '#engine/deck-reading/pptx/read-pptx.ts';
import { recordingLostWarning } from '#features/imports/recording-lost.ts';
import type { DeckProcessHostAccess, UncheckedDeckResult } from './deck-process-task.ts';

/**
 * Writes the recordings of a deck into its folder, without decoding them. A slide whose sound cannot be read has no recording, which is
 * reported.
 */
export async function writeDeckRecordings(
  result: UncheckedDeckResult,
  folder: DeckProcessHostAccess,
  medium: ParsedPptx['medium'],
): Promise<UncheckedDeckResult> {
  if (!('deck' in result)) return result;
  const { deck } = result;
  // The names of written files, by the parts of the deck: each sound is written once.
  const fileNames = new Map<string, string>();
  const warnings: DeckWarning[] = [];
  const writeSound = async (part: string): Promise<string> => {
    const existing = fileNames.get(part);
    if (existing !== undefined) return existing;
    const bytes = await medium(part);
    const name = `sound-${fileNames.size + 1}`;
    await folder.write(name, bytes);
    fileNames.set(part, name);
    return name;
  };
  const writeClips = async ({ clips, isMarkedAsNarration }: DeckSlideRecording): Promise<DeckSlideRecording> => {
    const writtenClips: DeckSlideRecording['clips'] = [];
    for (const { source, cut } of clips)
      if (source.from === 'path')
        writtenClips.push({ source: { from: 'path', path: await writeSound(source.path) }, ...(cut ? { cut } : {}) });
    return { clips: writtenClips, isMarkedAsNarration };
  };
  const slides: ParsedSlide[] = [];
  for (const slide of deck.slides) {
    const { recording, ...slideWithoutRecording } = slide;
    if (!recording) {
      slides.push(slide);
      continue;
    }
    try {
      slides.push({ ...slideWithoutRecording, recording: await writeClips(recording) });
    } catch (error) {
      if (!(error instanceof DeckRefusal)) throw error;
      warnings.push(recordingLostWarning(slide, 'it is damaged, or has more than 50 MB'));
      slides.push(slideWithoutRecording);
    }
  }
  return { ...result, deck: { ...deck, slides, warnings: [...deck.warnings, ...warnings] } };
}
