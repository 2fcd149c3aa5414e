import { DeckRefusal } from '../deck-warning.ts';
import type { OfficePackage, Relation } from './office-package.ts';
import type { PartElement } from './xml.ts';

/** @returns `otherwise` for what is missing or damaged; a file that is too large is still refused */
export async function unlessDamaged<Read>(read: Promise<Read>, otherwise: Read): Promise<Read> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof DeckRefusal && error.code === 'import_invalid') return otherwise;
    throw error;
  }
}

/** A part that a slide needs; one that is missing or cannot be read is left out. A file that is too large is still refused. */
export const partOrNothing = async (
  file: OfficePackage,
  part: string | null | undefined,
): Promise<PartElement | undefined> =>
  part ? unlessDamaged<PartElement | undefined>(file.xml(part), undefined) : undefined;

/** The relations of a part; none where they cannot be read. */
export const relationsOrNone = (file: OfficePackage, part: string): Promise<ReadonlyMap<string, Relation>> =>
  unlessDamaged<ReadonlyMap<string, Relation>>(file.relationsOf(part), new Map());
