import { DeckRefusal } from '#engine/deck-reading/deck-warning.ts';
import type { ParsedPptx } from '#engine/deck-reading/pptx/read-pptx.ts';
import type { DeckProcessHost, UncheckedDeckResult } from './deck-task.ts';

/** File name of the logo. */
const LOGO = 'logo-1';

/** Writes the logo of a deck into its folder, without decoding it. If it cannot be read, the brand has no logo. */
export async function writeDeckLogo(
  taken: UncheckedDeckResult,
  folder: DeckProcessHost,
  medium: ParsedPptx['medium'],
): Promise<UncheckedDeckResult> {
  if (!('deck' in taken)) return taken;
  const { deck, pictures } = taken;
  const { brand } = deck;
  if (brand?.logo?.source.from !== 'path') return taken;
  const { logo, ...plain } = brand;
  const { path } = brand.logo.source;
  const { crop, place } = logo;
  try {
    await folder.write(LOGO, await medium(path));
  } catch (error) {
    if (!(error instanceof DeckRefusal)) throw error;
    return { pictures, deck: { ...deck, brand: plain } };
  }
  return {
    pictures: [...pictures, { path: LOGO, kind: 'picture', ...(crop ? { crop } : {}) }],
    deck: { ...deck, brand: { ...plain, logo: { place, source: { from: 'path', path: LOGO } } } },
  };
}
