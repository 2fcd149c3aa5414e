import { DeckRefusal } from '#engine/deck-reading/deck-warning.ts';
import type { ParsedPptx } from '#engine/deck-reading/pptx/read-pptx.ts';
import type { DeckProcessHostAccess, UncheckedDeckResult } from './deck-process-task.ts';

/** File name of the logo. */
const LOGO_FILE_NAME = 'logo-1';

/** Writes the logo of a deck into its folder, without decoding it. If it cannot be read, the brand has no logo. */
export async function writeDeckLogo(
  result: UncheckedDeckResult,
  folder: DeckProcessHostAccess,
  readMedium: ParsedPptx['medium'],
): Promise<UncheckedDeckResult> {
  if (!('deck' in result)) return result;
  const { deck, pictures } = result;
  const { brand } = deck;
  if (brand?.logo?.source.from !== 'path') return result;
  const { logo, ...brandWithoutLogo } = brand;
  const { path } = brand.logo.source;
  const { crop, place } = logo;
  try {
    await folder.write(LOGO_FILE_NAME, await readMedium(path));
  } catch (error) {
    if (!(error instanceof DeckRefusal)) throw error;
    return { pictures, deck: { ...deck, brand: brandWithoutLogo } };
  }
  return {
    pictures: [...pictures, { path: LOGO_FILE_NAME, kind: 'picture', ...(crop ? { crop } : {}) }],
    deck: { ...deck, brand: { ...brandWithoutLogo, logo: { place, source: { from: 'path', path: LOGO_FILE_NAME } } } },
  };
}
