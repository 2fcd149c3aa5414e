import { cutTextWithEllipsis, toOneLine } from '#engine/deck-reading/cut-text-with-ellipsis.ts';
import type { ParsedSlide } from '#engine/deck-reading/deck.ts';
import { SLIDE_TEXT_LIMITS } from '#engine/deck-reading/deck-limits.ts';
import { plainTextOfFormula } from '#engine/deck-reading/markdown/plain-text-of-formula.ts';
import { errorMessageOf } from '#kernel/shared/error-message.ts';

/** The line of the report about a picture that cannot be decoded. */
export const UNREADABLE_PICTURE_MESSAGE =
  'A picture is damaged, too large or of a format that cannot be read. Save it as PNG in the deck.';

/** The line of the report about formulas that cannot be drawn. @param error a FormulaError, or a reason */
export const formulasNotDrawnMessage = (error: unknown): string =>
  `Formulas were set as plain text: ${cutTextWithEllipsis(toOneLine(errorMessageOf(error)), 100).text}. Check their TeX, or put a picture in their place.`;

/** A slide without its picture. Formulas that the picture would show become points, as plain text. @param formulas TeX */
export function parsedSlideWithoutPicture(slide: ParsedSlide, formulas: readonly string[]): ParsedSlide {
  const { content } = slide;
  const freePoints = Math.max(0, SLIDE_TEXT_LIMITS.points - content.bullet_points.length);
  const addedPoints = formulas.map(plainTextOfFormula).slice(0, freePoints);
  return {
    ...slide,
    image: undefined,
    look: 'redesign',
    content: {
      ...content,
      layout: 'auto',
      bullet_points: [
        ...content.bullet_points,
        ...addedPoints.map((text) => cutTextWithEllipsis(text, SLIDE_TEXT_LIMITS.point).text),
      ],
      ...(content.bullet_levels ? { bullet_levels: [...content.bullet_levels, ...addedPoints.map(() => 0)] } : {}),
      ...(content.bullet_points.length === 0 && addedPoints.length > 0 ? { bullet_style: 'none' } : {}),
    },
  };
}
