import type { DeckSlideRecording, ParsedSlide } from '#engine/deck-reading/deck.ts';
import { DeckRefusal, type DeckWarning } from '#engine/deck-reading/deck-warning.ts';
import type { ParsedPptx } from '#engine/deck-reading/pptx/read-pptx.ts';
import { recordingLostWarning } from '#features/imports/recording-lost.ts';
import type { DeckProcessHost, UncheckedDeckResult } from './deck-task.ts';

/**
 * Writes the recordings of a deck into its folder, without decoding them. A slide whose sound cannot be read has no recording, which is
 * reported.
 */
export async function writeDeckRecordings(
  taken: UncheckedDeckResult,
  folder: DeckProcessHost,
  medium: ParsedPptx['medium'],
): Promise<UncheckedDeckResult> {
  if (!('deck' in taken)) return taken;
  const { deck } = taken;
  // File names by the parts of the deck: each sound is written once.
  const names = new Map<string, string>();
  const warnings: DeckWarning[] = [];
  const output = async (part: string): Promise<string> => {
    const existing = names.get(part);
    if (existing !== undefined) return existing;
    const bytes = await medium(part);
    const name = `sound-${names.size + 1}`;
    await folder.write(name, bytes);
    names.set(part, name);
    return name;
  };
  const outputAll = async ({ clips, isMarkedAsNarration }: DeckSlideRecording): Promise<DeckSlideRecording> => {
    const files: DeckSlideRecording['clips'] = [];
    for (const { source, cut } of clips)
      if (source.from === 'path')
        files.push({ source: { from: 'path', path: await output(source.path) }, ...(cut ? { cut } : {}) });
    return { clips: files, isMarkedAsNarration };
  };
  const slides: ParsedSlide[] = [];
  for (const slide of deck.slides) {
    const { recording, ...rest } = slide;
    if (!recording) {
      slides.push(slide);
      continue;
    }
    try {
      slides.push({ ...rest, recording: await outputAll(recording) });
    } catch (error) {
      if (!(error instanceof DeckRefusal)) throw error;
      warnings.push(recordingLostWarning(slide, 'it is damaged, or has more than 50 MB'));
      slides.push(rest);
    }
  }
  return { ...taken, deck: { ...deck, slides, warnings: [...deck.warnings, ...warnings] } };
}
