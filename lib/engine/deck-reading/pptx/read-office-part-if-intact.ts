import { DeckRefusal } from '../deck-warning.ts';
import type { OfficePackage, OfficeRelation } from './office-package.ts';
import type { OfficeXmlElement } from './xml.ts';

/** Returns the result of a read, or `fallback` if it was refused with `import_invalid`. Other errors are thrown on. */
export async function readOrFallbackIfInvalid<Read>(read: Promise<Read>, fallback: Read): Promise<Read> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof DeckRefusal && error.code === 'import_invalid') return fallback;
    throw error;
  }
}

/** Reads a part; undefined if it is missing or damaged. @throws DeckRefusal `import_too_large` */
export const readOfficePartIfIntact = async (
  office: OfficePackage,
  part: string | null | undefined,
): Promise<OfficeXmlElement | undefined> =>
  part ? readOrFallbackIfInvalid<OfficeXmlElement | undefined>(office.xml(part), undefined) : undefined;

/** Reads the relations of a part; none if they are damaged. @throws DeckRefusal `import_too_large` */
export const readRelationsIfIntact = (
  office: OfficePackage,
  part: string,
): Promise<ReadonlyMap<string, OfficeRelation>> =>
  readOrFallbackIfInvalid<ReadonlyMap<string, OfficeRelation>>(office.relationsOf(part), new Map());
