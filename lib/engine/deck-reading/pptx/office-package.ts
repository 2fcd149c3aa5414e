import { DECK_LIMITS } from '../deck-limits.ts';
import { DeckRefusal } from '../deck-warning.ts';
import { openZip } from '../zip-archive.ts';
import { descendantsOf, type PartElement, parsePart } from './xml.ts';

/** Reference from a part of an Office file. */
export interface Relation {
  /** The last word of its type: `slide`, `image`, `notesSlide`, … */
  type: string;
  /** The name of a part of the file; null: it is outside of it, or there is no such part. */
  part: string | null;
  isExternal: boolean;
}

/** An Office file: parts with relations between them (ECMA-376, part 2). */
export interface OfficePackage {
  /** The part that the file is about. */
  main: string;
  has(part: string): boolean;
  sizeOf(part: string): number | undefined;
  /** @throws DeckRefusal also when all parts that were read have more than `DECK_LIMITS.read_bytes` together */
  xml(part: string): Promise<PartElement>;
  /** By their ids. */
  relationsOf(part: string): Promise<ReadonlyMap<string, Relation>>;
  /** The bytes of a picture or a sound. @throws DeckRefusal */
  medium(part: string): Promise<Buffer>;
}

/** The name of a part as another part names it. undefined: it leads outside of the file. */
function resolvePart(base: string, target: string): string | undefined {
  let path = target;
  try {
    path = decodeURI(target);
  } catch {
    // A name with its own percent sign is taken as it is.
  }
  const folders = path.startsWith('/') ? [] : base.split('/').slice(0, -1);
  for (const step of path.split('/')) {
    if (step === '..' && folders.pop() === undefined) return undefined;
    if (step !== '' && step !== '.' && step !== '..') folders.push(step);
  }
  return folders.join('/');
}

/** The part that has the relations of another one. */
export const relationsPart = (part: string): string => part.replace(/([^/]*)$/, '_rels/$1.rels');

/** @throws DeckRefusal for a file that is no zip, an unsound one, or none of Office */
export async function openOfficePackage(file: Uint8Array): Promise<OfficePackage> {
  const zip = await openZip(file);
  let readBytes = 0;
  const xml = async (part: string): Promise<PartElement> => {
    readBytes += zip.sizeOf(part) ?? 0;
    if (readBytes > DECK_LIMITS.read_bytes)
      throw new DeckRefusal(
        'import_too_large',
        `The texts of the file have more than ${DECK_LIMITS.read_bytes / 2 ** 20} MB.`,
      );
    return parsePart(await zip.read(part, DECK_LIMITS.part_bytes));
  };
  const relationsOf = async (part: string): Promise<ReadonlyMap<string, Relation>> => {
    const found = new Map<string, Relation>();
    const place = relationsPart(part);
    if (!zip.has(place)) return found;
    for (const { attributes } of descendantsOf(await xml(place), 'Relationship')) {
      const { Id = '', Type = '', Target = '', TargetMode } = attributes;
      const isExternal = TargetMode === 'External';
      const name = isExternal ? undefined : resolvePart(part, Target);
      found.set(Id, {
        type: Type.split('/').at(-1) ?? '',
        part: name !== undefined && zip.has(name) ? name : null,
        isExternal,
      });
    }
    return found;
  };
  const main = [...(await relationsOf('')).values()].find(({ type }) => type === 'officeDocument')?.part;
  if (!main)
    throw new DeckRefusal(
      'import_invalid',
      'The file is a zip, but neither a presentation nor a document: it has no main part.',
    );
  return {
    main,
    xml,
    relationsOf,
    has: zip.has,
    sizeOf: zip.sizeOf,
    medium: (part) => zip.read(part, DECK_LIMITS.medium_bytes),
  };
}
