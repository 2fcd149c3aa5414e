import type { EmbeddedDeckFontFace, EmbeddedFontFaceFinder } from '#engine/deck-drawing/deck-font-selector.ts';
import { DeckFontRefusedError, extractEmbeddedOpenTypeFont } from '#engine/deck-drawing/embedded-opentype.ts';
import { DeckRefusal } from '#engine/deck-reading/deck-warning.ts';
import type { ParsedPptx } from '#engine/deck-reading/pptx/read-pptx.ts';
import { fontCodePoints } from '#engine/video/drawing/text/font-coverage.ts';

type EmbeddedFont = ParsedPptx['fonts'][number];

/**
 * The most bytes of one font of a deck. The fonts are in the memory of the program that draws, and the time for rewriting them counts for the
 * slide that needs them: 0.05 CPU s per MB of Noto Sans SC.
 */
const MAX_FONT_BYTES = 5 * 2 ** 20;
/** The most bytes of all fonts of a deck that are used. */
const MAX_TOTAL_FONT_BYTES = 16 * 2 ** 20;

const nameKey = (family: string): string => family.trim().toLowerCase();

/**
 * Rewrites a font from its parsed tables, as fonts that clients send are rewritten: no bytes of the file are used unchanged.
 * @throws DeckFontRefusedError
 */
async function rewriteDeckFont(fontFile: Buffer): Promise<Pick<EmbeddedDeckFontFace, 'bytes' | 'covers'>> {
  const openTypeFont = extractEmbeddedOpenTypeFont(fontFile);
  // HarfBuzz takes a while to start: only for decks that bring fonts.
  const { rewriteFont } = await import('#features/fonts/rewrite-font.ts');
  try {
    const bytes = await rewriteFont(openTypeFont);
    return { bytes, covers: await fontCodePoints(bytes) };
  } catch (error) {
    throw new DeckFontRefusedError('damaged', error);
  }
}

/** The face of a family that is nearest to a style. A bold or slanted face is not used for an upright regular one. */
function nearestFace(faces: readonly EmbeddedFont[], bold: boolean, italic: boolean): EmbeddedFont | undefined {
  const rank = (face: EmbeddedFont): number => (face.bold === bold ? 0 : 2) + (face.italic === italic ? 0 : 1);
  return faces
    .filter((face) => (bold || !face.bold) && (italic || !face.italic))
    .toSorted((a, b) => rank(a) - rank(b))[0];
}

/** Makes the function that finds fonts that a deck brings itself. Each font is read when a slide needs it. */
export function createEmbeddedFontFaceFinder({
  fonts,
  medium,
}: Pick<ParsedPptx, 'fonts' | 'medium'>): EmbeddedFontFaceFinder {
  const families = Map.groupBy(fonts, ({ family }) => nameKey(family));
  const fontReadings = new Map<string, Promise<Pick<EmbeddedDeckFontFace, 'bytes' | 'covers'>>>();
  let bytesLeft = MAX_TOTAL_FONT_BYTES;
  const readFont = async (part: string): Promise<Pick<EmbeddedDeckFontFace, 'bytes' | 'covers'>> => {
    const fontFile = await medium(part).catch((error: unknown) => {
      throw error instanceof DeckRefusal ? new DeckFontRefusedError('damaged', error) : error;
    });
    if (fontFile.length > Math.min(bytesLeft, MAX_FONT_BYTES)) throw new DeckFontRefusedError('too_large');
    bytesLeft -= fontFile.length;
    return rewriteDeckFont(fontFile);
  };
  return async ({ family, bold, italic }) => {
    const face = nearestFace(families.get(nameKey(family)) ?? [], bold, italic);
    if (!face) return undefined;
    if (face.part === null) return { fault: 'damaged' };
    const reading = fontReadings.get(face.part) ?? readFont(face.part);
    fontReadings.set(face.part, reading);
    try {
      return { ...(await reading), file: face.part, bold: face.bold, italic: face.italic };
    } catch (error) {
      if (error instanceof DeckFontRefusedError) return { fault: error.fault };
      throw error;
    }
  };
}
