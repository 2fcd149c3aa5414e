import type { TextStyle } from '../design.ts';
import { type FontSource, fontSearchOrder } from './font-catalog.ts';
import type { FontLibrary } from './font-library.ts';
import type { MarkedSpan } from './inline-markup.ts';
import type { AlphabetPart } from './main-script.ts';
import type { AdmonitionKind } from './point-signs.ts';
import type { TextRunStyle } from './text-runs.ts';
import { allowsLetterSpacingAndSlant } from './writing-system.ts';

/** A part of a paragraph with the same marks and colour. */
export type StyledSpan = MarkedSpan &
  Pick<AlphabetPart, 'isForeign'> & { color?: string | undefined; tone?: AdmonitionKind | undefined };

/** The face that has the letters of all alphabets. */
export const ALL_SCRIPTS_FONT_FACE = 'sans';
/** Drawn instead of a character that no font has. */
export const MISSING_GLYPH = '□';
const BOLD = 700;

/** The look of a marked span in a paragraph of this style; its fonts are loaded. Undefined if it looks like the rest of the paragraph. */
export async function styleOfSpan(
  fonts: FontLibrary,
  { text, bold, italic, struck, code, highlighted, raised, tone, isForeign }: StyledSpan,
  style: TextStyle,
  { language, whole, order }: { language: string; whole: string; order: readonly FontSource[] },
): Promise<TextRunStyle | undefined> {
  if (!bold && !italic && !struck && !code && !highlighted && !raised && !isForeign) return undefined;
  const slanted = italic === true && allowsLetterSpacingAndSlant(text);
  const face = { weight: bold ? BOLD : style.weight, italic: slanted || (style.italic && !isForeign) };
  // A client's font is used for foreign letters if it has them.
  const isOwn = typeof order[0] !== 'string' && (await fonts.hasLetters(text, order));
  const first = code ? 'mono' : isForeign && !isOwn ? ALL_SCRIPTS_FONT_FACE : undefined;
  const own = first ? fontSearchOrder(first, language, whole) : order;
  const chosen = await fonts.choose(text, own, face);
  // A character without a glyph is drawn as a box.
  const { families } = chosen.missing.size > 0 ? await fonts.choose(`${text}${MISSING_GLYPH}`, own, face) : chosen;
  return {
    ...(bold ? { weight: BOLD } : {}),
    ...(slanted ? { italic: true } : {}),
    ...(isForeign ? { families, italic: false } : {}),
    ...(struck ? { struck } : {}),
    ...(code ? { families, isCode: true } : {}),
    ...(highlighted ? { isHighlighted: true } : {}),
    ...(raised ? { raised } : {}),
    ...(tone ? { tone } : {}),
  };
}
