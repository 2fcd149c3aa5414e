import { DECK_LIMITS } from '../deck-limits.ts';
import { DeckRefusal } from '../deck-warning.ts';
import { openZip } from '../zip-archive.ts';
import { descendantsOf, type OfficeXmlElement, parsePartXml } from './xml.ts';

/** A reference from a part of an Office file to another part, or to an address outside of it. */
export interface OfficeRelation {
  /** The last part of its type, such as `slide`, `image` or `notesSlide`. */
  type: string;
  /** The name of the part; null if it is outside of the file, or missing. */
  part: string | null;
  isExternal: boolean;
}

/** An Office file: parts with relations between them (ECMA-376, part 2). */
export interface OfficePackage {
  /** The main part: a presentation or a document. */
  main: string;
  has(part: string): boolean;
  /** Uncompressed size of a part in bytes; undefined if there is no such part. */
  sizeOf(part: string): number | undefined;
  /** Parses a part. @throws DeckRefusal if it is damaged or too large, or if all parsed parts exceed `DECK_LIMITS.read_bytes` */
  xml(part: string): Promise<OfficeXmlElement>;
  /** The relations of a part, by their ids. @throws DeckRefusal if they are damaged */
  relationsOf(part: string): Promise<ReadonlyMap<string, OfficeRelation>>;
  /** The bytes of a picture or a sound. @throws DeckRefusal if it is damaged or has more than 50 MB */
  medium(part: string): Promise<Buffer>;
  /** The bytes of a video, piece by piece. Iterating throws DeckRefusal if it is damaged or has more than 100 MB */
  video(part: string): AsyncIterable<Uint8Array>;
}

/** The name of the part to which a target in another part leads; undefined if it leads outside of the file. */
function resolvePart(base: string, target: string): string | undefined {
  let path = target;
  try {
    path = decodeURI(target);
  } catch {
    // A name with a percent sign that is not an escape is used as written.
  }
  const folders = path.startsWith('/') ? [] : base.split('/').slice(0, -1);
  for (const step of path.split('/')) {
    if (step === '..' && folders.pop() === undefined) return undefined;
    if (step !== '' && step !== '.' && step !== '..') folders.push(step);
  }
  return folders.join('/');
}

/** The name of the part that lists the relations of another part. */
export const relationsPartNameOf = (part: string): string => part.replace(/([^/]*)$/, '_rels/$1.rels');

/** Opens an Office file. @throws DeckRefusal as `openZip` does, and for a zip that is not an Office file */
export async function openOfficePackage(fileBytes: Uint8Array): Promise<OfficePackage> {
  const zip = await openZip(fileBytes);
  let readBytes = 0;
  const xml = async (part: string): Promise<OfficeXmlElement> => {
    readBytes += zip.sizeOf(part) ?? 0;
    if (readBytes > DECK_LIMITS.read_bytes)
      throw new DeckRefusal(
        'import_too_large',
        `The texts of the file have more than ${DECK_LIMITS.read_bytes / 2 ** 20} MB.`,
      );
    return parsePartXml(await zip.read(part, DECK_LIMITS.part_bytes));
  };
  const relationsOf = async (part: string): Promise<ReadonlyMap<string, OfficeRelation>> => {
    const relations = new Map<string, OfficeRelation>();
    const relationsPart = relationsPartNameOf(part);
    if (!zip.has(relationsPart)) return relations;
    for (const { attributes } of descendantsOf(await xml(relationsPart), 'Relationship')) {
      const { Id = '', Type = '', Target = '', TargetMode } = attributes;
      const isExternal = TargetMode === 'External';
      const name = isExternal ? undefined : resolvePart(part, Target);
      relations.set(Id, {
        type: Type.split('/').at(-1) ?? '',
        part: name !== undefined && zip.has(name) ? name : null,
        isExternal,
      });
    }
    return relations;
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
    video: (part) => zip.pieces(part, DECK_LIMITS.video_bytes),
  };
}
