import type { DeckBrand } from '#engine/deck-reading/deck.ts';
import { DECK_FORMATS } from '#engine/deck-reading/deck-formats.ts';
import { DECK_LIMITS } from '#engine/deck-reading/deck-limits.ts';
import { DeckRefusal } from '#engine/deck-reading/deck-warning.ts';
import { deckKindOf } from '#engine/deck-reading/detect-deck.ts';
import { translateOdpToPptx } from '#engine/deck-reading/odp/translate-odp-to-pptx.ts';
import { type ParsedPptx, readPptx } from '#engine/deck-reading/pptx/read-pptx.ts';
import type { ThemeFacts } from '#features/brands/theme-facts.ts';

const MAX_SLIDES = { maxSlides: DECK_LIMITS.entries };

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
async function readDeck(bytes: Buffer): Promise<{ read: ParsedPptx; brand: DeckBrand | undefined }> {
  const kind = deckKindOf(bytes);
  if (kind !== 'pptx' && kind !== 'odp')
    throw new DeckRefusal('import_invalid', `A ${DECK_FORMATS[kind].noun} has no theme. Send a PPTX or an ODP.`);
  if (kind === 'pptx') {
    const read = await readPptx(bytes, MAX_SLIDES);
    return { read, brand: read.deck.brand };
  }
  const { pptx, brand } = await translateOdpToPptx(bytes, MAX_SLIDES);
  const read = await readPptx(pptx, MAX_SLIDES);
  const { logo } = read.deck.brand ?? {};
  return { read, brand: { ...brand, ...(logo ? { logo } : {}) } };
}

/**
 * Reads the theme of a deck of a client.
 * @throws DeckRefusal for a file that is not a PPTX or ODP, or is damaged
 */
export async function readThemeOfDeck(bytes: Buffer): Promise<DeckThemeWithLogo> {
  const { read, brand } = await readDeck(bytes);
  const { title } = read.deck;
  const facts: ThemeFacts = { title: title ?? undefined };
  if (!brand) return { facts, logo: new Uint8Array() };
  const { colors, fonts, logo } = brand;
  const picture = await logoBytes(read, brand);
  const placed = logo && picture.length > 0 ? { place: logo.place, crop: logo.crop } : undefined;
  return { facts: { ...facts, colors, fonts, logo: placed }, logo: picture };
}
