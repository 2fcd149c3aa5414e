import { contrastRatio } from '#engine/video/drawing/contrast.ts';
import { cutTextWithEllipsis, toOneLine } from './cut-text-with-ellipsis.ts';
import { MAX_FONT_NAME_CHARACTERS } from './deck-limits.ts';

/**
 * Finds the first colour whose contrast to a background is high enough; undefined if there is none.
 * @param colors `#rrggbb`; undefined ones are skipped
 * @param background `#rrggbb`
 * @param minRatio the lowest contrast ratio, from 1 to 21
 */
export const findFirstReadableColor = (
  colors: readonly (string | undefined)[],
  background: string,
  minRatio: number,
): string | undefined =>
  colors.find((color): color is string => color !== undefined && contrastRatio(color, background) >= minRatio);

/**
 * The fonts of a brand by the names that a file gives them, each on one line and cut to `MAX_FONT_NAME_CHARACTERS` characters; a name
 * without text is left out.
 */
export function toBrandFonts(names: Readonly<Record<'heading' | 'body', string | undefined>>): {
  heading?: string;
  body?: string;
} {
  const toFontName = (name: string | undefined): string | undefined => {
    const line = toOneLine(name ?? '');
    return line === '' ? undefined : cutTextWithEllipsis(line, MAX_FONT_NAME_CHARACTERS).text;
  };
  const [heading, body] = [toFontName(names.heading), toFontName(names.body)];
  return { ...(heading === undefined ? {} : { heading }), ...(body === undefined ? {} : { body }) };
}
