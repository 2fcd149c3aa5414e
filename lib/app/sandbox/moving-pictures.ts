import { isAnimatedGif } from '#engine/deck-reading/animated-gif.ts';
import type { DeckWarning } from '#engine/deck-reading/deck-warning.ts';
import { DeckRefusal } from '#engine/deck-reading/deck-warning.ts';
import type { ReadPptx } from '#engine/deck-reading/pptx/read-pptx.ts';
import type { TakenResult } from './deck-task.ts';

const STILL = 'A picture moves in the deck (GIF): one of its frames is shown.';

/** The result with a line for each slide in its own look that has a picture that moves: its picture does not. */
export async function withMovingPictures(taken: TakenResult, { slides, medium }: ReadPptx): Promise<TakenResult> {
  if (!('deck' in taken)) return taken;
  const { deck, pictures } = taken;
  const pages = new Set(pictures.flatMap(({ kind, path }) => (kind === 'page' ? [path] : [])));
  const known = new Map<string, boolean>();
  const moves = async (part: string): Promise<boolean> => {
    const before = known.get(part);
    if (before !== undefined) return before;
    const isMoving = await medium(part).then(isAnimatedGif, (error: unknown) => {
      if (error instanceof DeckRefusal) return false;
      throw error;
    });
    known.set(part, isMoving);
    return isMoving;
  };
  const warnings: DeckWarning[] = [];
  for (const { image, source_page: page } of deck.slides) {
    if (image?.source.from !== 'path' || !pages.has(image.source.path)) continue;
    const parts = slides.find((slide) => slide.page === page)?.pictures.flatMap(({ part }) => part ?? []) ?? [];
    for (const part of new Set(parts.filter((name) => /\.gif$/i.test(name))))
      if (await moves(part)) warnings.push({ slide: page, code: 'animation_not_taken', message: STILL });
  }
  return { ...taken, deck: { ...deck, warnings: [...deck.warnings, ...warnings] } };
}
