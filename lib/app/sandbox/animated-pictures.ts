import { isAnimatedGif } from '#engine/deck-reading/animated-gif.ts';
import type { DeckWarning } from '#engine/deck-reading/deck-warning.ts';
import { DeckRefusal } from '#engine/deck-reading/deck-warning.ts';
import type { ParsedPptx } from '#engine/deck-reading/pptx/read-pptx.ts';
import type { UncheckedDeckResult } from './deck-process-task.ts';

const STILL_PICTURE_MESSAGE = 'A picture moves in the deck (GIF): one of its frames is shown.';

/** The result with a warning for each slide in its original look that has an animated GIF, because the picture of the slide shows one frame. */
export async function withAnimatedPictureWarnings(
  deckResult: UncheckedDeckResult,
  { slides, medium }: ParsedPptx,
): Promise<UncheckedDeckResult> {
  if (!('deck' in deckResult)) return deckResult;
  const { deck, pictures } = deckResult;
  const pages = new Set(pictures.flatMap(({ kind, path }) => (kind === 'page' ? [path] : [])));
  const cache = new Map<string, boolean>();
  const isAnimated = async (part: string): Promise<boolean> => {
    const cached = cache.get(part);
    if (cached !== undefined) return cached;
    const result = await medium(part).then(isAnimatedGif, (error: unknown) => {
      if (error instanceof DeckRefusal) return false;
      throw error;
    });
    cache.set(part, result);
    return result;
  };
  const warnings: DeckWarning[] = [];
  for (const { image, source_page: page } of deck.slides) {
    if (image?.source.from !== 'path' || !pages.has(image.source.path)) continue;
    const parts = slides.find((slide) => slide.page === page)?.pictures.flatMap(({ part }) => part ?? []) ?? [];
    for (const part of new Set(parts.filter((name) => /\.gif$/i.test(name))))
      if (await isAnimated(part)) warnings.push({ slide: page, code: 'picture_still', message: STILL_PICTURE_MESSAGE });
  }
  return { ...deckResult, deck: { ...deck, warnings: [...deck.warnings, ...warnings] } };
}
