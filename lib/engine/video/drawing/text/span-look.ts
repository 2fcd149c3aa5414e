import type { TextStyle } from '../design.ts';
import { type FontSource, fontSearchOrder } from './font-catalog.ts';
import type { FontLibrary } from './font-library.ts';
import type { MarkedSpan } from './inline-markup.ts';
import type { SingleAlphabetTextPart } from './main-script.ts';
import type { AdmonitionKind } from './point-signs.ts';
import type { TextRunStyle } from './text-runs.ts';
import { allowsLetterSpacingAndSlant } from './writing-system.ts';

/** A part of a paragraph with the same marks and colour. */
export type StyledSpan = MarkedSpan &
  Pick<SingleAlphabetTextPart, 'isForeign'> & { color?: string | undefined; tone?: AdmonitionKind | undefined };

/** The face for the letters of all alphabets, and next to letters of other scripts. */
export const ALL_SCRIPTS_FONT_FACE = 'sans';
/** Drawn instead of a character that no font has. */
export const MISSING_GLYPH = '□';
/** The weight of bold text. */
const BOLD = 700;

/**
 * The look of a marked span in a paragraph of a style; loads the fonts of the span. Undefined if it looks like the rest of the paragraph.
 * @param context `whole`: all text of the slide; `order`: the fonts of the paragraph
 */
export async function styleOfSpan(
  fonts: FontLibrary,
  { text, bold, italic, struck, code, highlighted, raised, tone, isForeign }: StyledSpan,
  style: TextStyle,
  context: { language: string; whole: string; order: readonly FontSource[] },
): Promise<TextRunStyle | undefined> {
  const { language, whole, order } = context;
  if (!bold && !italic && !struck && !code && !highlighted && !raised && !isForeign) return undefined;
  const isSlanted = italic === true && allowsLetterSpacingAndSlant(text);
  const face = { weight: bold ? BOLD : style.weight, italic: isSlanted || (style.italic && !isForeign) };
  // A client's font is used for foreign letters if it has them.
  const hasCustomFontLetters = typeof order[0] !== 'string' && (await fonts.hasLetters(text, order));
  const otherFace = code ? 'mono' : isForeign && !hasCustomFontLetters ? ALL_SCRIPTS_FONT_FACE : undefined;
  const fontOrder = otherFace ? fontSearchOrder(otherFace, language, whole) : order;
  const chosenFonts = await fonts.choose(text, fontOrder, face);
  // A character without a glyph is drawn as a box.
  const { families } =
    chosenFonts.missing.size > 0 ? await fonts.choose(`${text}${MISSING_GLYPH}`, fontOrder, face) : chosenFonts;
  return {
    ...(bold ? { weight: BOLD } : {}),
    ...(isSlanted ? { italic: true } : {}),
    ...(isForeign ? { families, italic: false } : {}),
    ...(struck ? { struck } : {}),
    ...(code ? { families, isCode: true } : {}),
    ...(highlighted ? { isHighlighted: true } : {}),
    ...(raised ? { raised } : {}),
    ...(tone ? { tone } : {}),
  };
}
