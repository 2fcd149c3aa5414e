import { DECK_LIMITS } from '../deck-limits.ts';
import { DeckRefusal } from '../deck-warning.ts';
import { unlessDamaged } from '../pptx/part-or-nothing.ts';
import { descendantsOf, type PartElement, parsePart } from '../pptx/xml.ts';
import type { StoredEntry } from '../store-zip.ts';
import { openZip } from '../zip-archive.ts';
import { chartXml } from './odf-chart.ts';
import { naturalSizeOf, type PictureKind, pictureKindOf } from './picture-facts.ts';

/** A file of the deck that the translated one has as well. */
export interface TakenFile {
  /** Its name there. */
  part: string;
  /** EMU; undefined: it is not known. */
  natural?: { width: number; height: number } | undefined;
}

/** The files in an OpenDocument deck. */
export interface OdpFiles {
  /** An XML part; undefined: there is none. @throws DeckRefusal */
  xml(name: string): Promise<PartElement | undefined>;
  /** Reports whether the deck has a password. @throws DeckRefusal */
  isEncrypted(): Promise<boolean>;
  /** Takes the pictures, sounds and videos that parts name. @throws DeckRefusal when they have more bytes than a deck may have */
  take(parts: readonly (PartElement | undefined)[]): Promise<void>;
  picture(href: string | undefined): TakenFile | undefined;
  medium(href: string | undefined): TakenFile | undefined;
  /** The chart of an embedded object; undefined: it is none that Office has. */
  chart(href: string | undefined): TakenFile | undefined;
  /** All that was taken. */
  entries(): StoredEntry[];
}

/** The name of a file in the deck that an address names; undefined: it is outside of it. */
function nameIn(href: string | undefined): string | undefined {
  const name = (href ?? '').replace(/^\.\//, '');
  return name === '' || /^[a-z][a-z0-9+.-]*:|^\/|(?:^|\/)\.\.(?:\/|$)/i.test(name) ? undefined : name;
}

const PICTURES = ['draw:image', 'draw:fill-image'];
const MEDIA = ['draw:plugin'];
const OBJECTS = ['draw:object'];
/** Charts of a deck, at most: pictures stand for further ones. */
const MAX_CHARTS = 200;
const SOUND = /\.(mp3|m4a|wav|ogg|oga|flac|aac|wma|aiff?)$/i;

/** The ending of the name of a sound file; undefined: it names none. */
export const soundEndingOf = (name: string): string | undefined => SOUND.exec(name)?.[1];

/** @throws DeckRefusal for a zip that is not sound */
export async function openOdpFiles(file: Uint8Array): Promise<OdpFiles> {
  const zip = await openZip(file);
  const taken = new Map<string, TakenFile & { bytes: Buffer }>();
  const unknown = new Set<string>();
  let [readBytes, takenBytes, charts] = [0, 0, 0];

  const partAt = async (name: string): Promise<PartElement | undefined> => {
    if (!zip.has(name)) return undefined;
    readBytes += zip.sizeOf(name) ?? 0;
    if (readBytes > DECK_LIMITS.read_bytes)
      throw new DeckRefusal(
        'import_too_large',
        `The texts of the file have more than ${DECK_LIMITS.read_bytes / 2 ** 20} MB.`,
      );
    return parsePart(await zip.read(name, DECK_LIMITS.part_bytes));
  };
  /** Bytes of a file of the zip; undefined: it is damaged or too large, which the report says of its slide. */
  const bytesOf = async (name: string): Promise<Buffer | undefined> => {
    try {
      return await zip.read(name, DECK_LIMITS.medium_bytes);
    } catch (error) {
      if (error instanceof DeckRefusal) return undefined;
      throw error;
    }
  };
  const count = (bytes: number): void => {
    takenBytes += bytes;
    if (takenBytes > DECK_LIMITS.file_bytes - DECK_LIMITS.part_bytes)
      throw new DeckRefusal(
        'import_too_large',
        `The pictures and charts of the file have more than ${(DECK_LIMITS.file_bytes - DECK_LIMITS.part_bytes) / 2 ** 20} MB.`,
      );
  };
  const takePicture = async (name: string): Promise<void> => {
    const bytes = await bytesOf(name);
    const kind = bytes && pictureKindOf(bytes);
    if (!bytes || !kind) {
      unknown.add(name);
      return;
    }
    count(bytes.length);
    taken.set(name, {
      part: `ppt/media/picture${taken.size + 1}.${kind satisfies PictureKind}`,
      bytes,
      natural: naturalSizeOf(bytes, kind),
    });
  };
  // A video is named, and not taken: nothing here shows it.
  const takeMedium = async (name: string): Promise<void> => {
    const sound = soundEndingOf(name);
    const ending = sound ?? 'mp4';
    const bytes = sound !== undefined ? ((await bytesOf(name)) ?? Buffer.alloc(0)) : Buffer.alloc(0);
    count(bytes.length);
    taken.set(name, { part: `ppt/media/medium${taken.size + 1}.${ending.toLowerCase()}`, bytes });
  };
  const takeChart = async (name: string): Promise<void> => {
    const content = `${name.replace(/\/$/, '')}/content.xml`;
    charts += 1;
    const xml =
      charts <= MAX_CHARTS && zip.has(content) ? chartXml(await unlessDamaged(partAt(content), undefined)) : undefined;
    if (xml === undefined) {
      unknown.add(name);
      return;
    }
    const bytes = Buffer.from(xml);
    count(bytes.length);
    taken.set(name, { part: `ppt/charts/chart${taken.size + 1}.xml`, bytes });
  };
  const takenAt = (href: string | undefined): TakenFile | undefined => taken.get(nameIn(href) ?? '');

  return {
    xml: partAt,
    async isEncrypted() {
      const [list, whole] = ['META-INF/manifest.xml', 'encrypted-package'];
      if (zip.has(whole)) return true;
      return zip.has(list) && (await zip.read(list, DECK_LIMITS.part_bytes)).includes('encryption-data');
    },
    async take(parts) {
      for (const [elements, take] of [
        [PICTURES, takePicture],
        [MEDIA, takeMedium],
        [OBJECTS, takeChart],
      ] as const)
        for (const part of parts)
          for (const { attributes } of elements.flatMap((element) => descendantsOf(part, element))) {
            const name = nameIn(attributes['xlink:href']);
            if (name !== undefined && !taken.has(name) && !unknown.has(name) && (zip.has(name) || elements === OBJECTS))
              await take(name);
          }
    },
    picture: takenAt,
    medium: takenAt,
    chart: takenAt,
    entries: () => [...taken.values()].map(({ part, bytes }) => ({ name: part, bytes })),
  };
}
