import type { DeckBrand } from '#engine/deck-reading/deck.ts';
import { DECK_FORMATS } from '#engine/deck-reading/deck-formats.ts';
import { DECK_LIMITS } from '#engine/deck-reading/deck-limits.ts';
import { DeckRefusal } from '#engine/deck-reading/deck-warning.ts';
import { deckKindOf } from '#engine/deck-reading/detect-deck.ts';
import { translateOdpToPptx } from '#engine/deck-reading/odp/translate-odp-to-pptx.ts';
import { type ParsedPptx, readPptx } from '#engine/deck-reading/pptx/read-pptx.ts';
import type { ThemeFacts } from '#features/brands/theme-facts.ts';

/** Options for reading a deck of which no slide becomes a slide of a video: no plan limits their number. */
const READ_OPTIONS = { maxSlides: DECK_LIMITS.entries };

/** The theme of a deck, and the bytes of its logo as they are in the file; empty: it has none. */
export interface DeckThemeWithLogo {
  facts: ThemeFacts;
  logo: Uint8Array;
}

/** The bytes of a logo; empty if they cannot be read: a theme without its logo is still useful. */
async function logoBytes({ medium }: ParsedPptx, { logo }: Pick<DeckBrand, 'logo'>): Promise<Uint8Array> {
  if (logo?.source.from !== 'path') return new Uint8Array();
  try {
    return await medium(logo.source.path);
  } catch (error) {
    if (!(error instanceof DeckRefusal)) throw error;
    return new Uint8Array();
  }
}

/** Reads a deck and its brand: the translation of an ODP does not have the deck's theme, so its brand is read from the file itself. */
async function readDeck(bytes: Buffer): Promise<{ parsedDeck: ParsedPptx; brand: DeckBrand | undefined }> {
  const kind = deckKindOf(bytes);
  if (kind !== 'pptx' && kind !== 'odp')
    throw new DeckRefusal('import_invalid', `A ${DECK_FORMATS[kind].noun} has no theme. Send a PPTX or an ODP.`);
  if (kind === 'pptx') {
    const parsedDeck = await readPptx(bytes, READ_OPTIONS);
    return { parsedDeck, brand: parsedDeck.deck.brand };
  }
  const { pptx, brand } = await translateOdpToPptx(bytes, READ_OPTIONS);
  const parsedDeck = await readPptx(pptx, READ_OPTIONS);
  const { logo } = parsedDeck.deck.brand ?? {};
  return { parsedDeck, brand: { ...brand, ...(logo ? { logo } : {}) } };
}

/**
 * Reads the theme of a deck of a client.
 * @throws DeckRefusal for a file that is not a PPTX or ODP, or is damaged
 */
export async function readThemeOfDeck(bytes: Buffer): Promise<DeckThemeWithLogo> {
  const { parsedDeck, brand } = await readDeck(bytes);
  const { title } = parsedDeck.deck;
  const facts: ThemeFacts = { title: title ?? undefined };
  if (!brand) return { facts, logo: new Uint8Array() };
  const { colors, fonts, logo } = brand;
  const picture = await logoBytes(parsedDeck, brand);
  const placedLogo = logo && picture.length > 0 ? { place: logo.place, crop: logo.crop } : undefined;
  return { facts: { ...facts, colors, fonts, logo: placedLogo }, logo: picture };
}
