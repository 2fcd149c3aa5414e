import { cutText, inOneLine } from '#engine/deck-reading/cut-text.ts';
import type { ReadSlide } from '#engine/deck-reading/deck.ts';
import { TEXT_LIMITS } from '#engine/deck-reading/deck-limits.ts';
import { plainFormula } from '#engine/deck-reading/markdown/plain-formula.ts';

/** Report text about a picture that cannot be decoded. */
export const PICTURE_UNREADABLE =
  'A picture is damaged, too large or of a format that cannot be read. Save it as PNG in the deck.';

/** Report text about formulas that cannot be drawn. */
export const formulasNotSet = (error: unknown): string =>
  `Formulas were set as plain text: ${cutText(inOneLine(error instanceof Error ? error.message : String(error)), 100).text}. Check their TeX, or put a picture in their place.`;

/** A slide whose picture is lost. Formulas that cannot be drawn are points, as plain text. */
export function withoutPicture(slide: ReadSlide, formulas: readonly string[]): ReadSlide {
  const { content } = slide;
  const texts = formulas.map(plainFormula);
  const added = texts.slice(0, Math.max(0, TEXT_LIMITS.points - content.bullet_points.length));
  return {
    ...slide,
    image: undefined,
    look: 'redesign',
    content: {
      ...content,
      layout: 'auto',
      bullet_points: [...content.bullet_points, ...added.map((text) => cutText(text, TEXT_LIMITS.point).text)],
      ...(content.bullet_levels ? { bullet_levels: [...content.bullet_levels, ...added.map(() => 0)] } : {}),
      ...(content.bullet_points.length === 0 && added.length > 0 ? { bullet_style: 'none' } : {}),
    },
  };
}
