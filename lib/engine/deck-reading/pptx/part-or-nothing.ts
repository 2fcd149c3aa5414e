import { DeckRefusal } from '../deck-warning.ts';
import type { OfficePackage } from './office-package.ts';
import type { PartElement } from './xml.ts';

/** A part that a slide needs; one that is missing or cannot be read is left out. A file that is too large is still refused. */
export async function partOrNothing(
  file: OfficePackage,
  part: string | null | undefined,
): Promise<PartElement | undefined> {
  if (!part) return undefined;
  try {
    return await file.xml(part);
  } catch (error) {
    if (error instanceof DeckRefusal && error.code === 'import_invalid') return undefined;
    throw error;
  }
}
