import type { FileForZip } from '../create-uncompressed-zip.ts';
import { DECK_LIMITS } from '../deck-limits.ts';
import { DeckRefusal } from '../deck-warning.ts';
import { readOrFallbackIfInvalid } from '../pptx/read-office-part-if-intact.ts';
import { descendantsOf, type OfficeXmlElement, parsePartXml } from '../pptx/xml.ts';
import { openZip } from '../zip-archive.ts';
import { officeChartXml } from './odf-chart.ts';
import { detectPictureKind, findNaturalPictureSizeInEmu, type OdpPictureKind } from './picture-facts.ts';

/** A file of an ODP that is copied into the PPTX. */
export interface CopiedOdpFile {
  /** Its name in the PPTX. */
  part: string;
  /** Size of a picture by its pixels and density, in EMU; undefined if it is not known. */
  naturalSize?: { width: number; height: number } | undefined;
}

/** The files in an OpenDocument deck, and those of them that are copied into the PPTX. */
export interface OdpPackageReader {
  /** Parses an XML part; undefined if there is none. @throws DeckRefusal if it is damaged or too large */
  xml(name: string): Promise<OfficeXmlElement | undefined>;
  /** Reports whether the deck has a password. @throws DeckRefusal if its manifest is damaged or too large */
  isEncrypted(): Promise<boolean>;
  /** Copies the pictures, sounds, videos and charts that parts name. @throws DeckRefusal if they have more bytes than a deck may have */
  copy(parts: readonly (OfficeXmlElement | undefined)[]): Promise<void>;
  /** The copy of a picture; undefined if it is missing, damaged or of an unknown kind. */
  picture(href: string | undefined): CopiedOdpFile | undefined;
  /** The copy of a sound or a video; undefined if it is missing. */
  medium(href: string | undefined): CopiedOdpFile | undefined;
  /** The translated chart of an embedded object; undefined for another object. */
  chart(href: string | undefined): CopiedOdpFile | undefined;
  /** All copies. */
  entries(): FileForZip[];
}

/** The name of a file in the deck, by its address; undefined for an address outside of the deck. */
function fileNameOfAddress(href: string | undefined): string | undefined {
  const name = (href ?? '').replace(/^\.\//, '');
  return name === '' || /^[a-z][a-z0-9+.-]*:|^\/|(?:^|\/)\.\.(?:\/|$)/i.test(name) ? undefined : name;
}

// Elements that name files.
const PICTURE_ELEMENTS = ['draw:image', 'draw:fill-image'];
const MEDIUM_ELEMENTS = ['draw:plugin'];
const OBJECT_ELEMENTS = ['draw:object'];
/** The highest number of charts that are translated. The slides show the pictures of further ones. */
const MAX_CHARTS = 200;
/** The highest sum of copied bytes up to which a video is copied: the deck is in memory several times. */
const MAX_VIDEO_BYTES = 40 * 2 ** 20;
const SOUND_FILE = /\.(mp3|m4a|wav|ogg|oga|flac|aac|wma|aiff?)$/i;

/** The ending of the name of a sound; undefined for any other file. */
export const findOdpSoundFileEnding = (name: string): string | undefined => SOUND_FILE.exec(name)?.[1];

/** Opens the files of an OpenDocument deck. @throws DeckRefusal as `openZip` does */
export async function openOdpFiles(fileBytes: Uint8Array): Promise<OdpPackageReader> {
  const zip = await openZip(fileBytes);
  const copiedFiles = new Map<string, CopiedOdpFile & { bytes: Buffer }>();
  // Names of files that cannot be copied.
  const skippedNames = new Set<string>();
  let [readBytes, copiedBytes, chartCount] = [0, 0, 0];

  const readPart = async (name: string): Promise<OfficeXmlElement | undefined> => {
    if (!zip.has(name)) return undefined;
    readBytes += zip.sizeOf(name) ?? 0;
    if (readBytes > DECK_LIMITS.read_bytes)
      throw new DeckRefusal(
        'import_too_large',
        `The texts of the file have more than ${DECK_LIMITS.read_bytes / 2 ** 20} MB.`,
      );
    return parsePartXml(await zip.read(name, DECK_LIMITS.part_bytes));
  };
  /** Bytes of a file in the zip; undefined if it is damaged or too large. The report names it for each slide that shows it. */
  const readFileBytes = async (name: string): Promise<Buffer | undefined> => {
    try {
      return await zip.read(name, DECK_LIMITS.medium_bytes);
    } catch (error) {
      if (error instanceof DeckRefusal) return undefined;
      throw error;
    }
  };
  const countCopiedBytes = (bytes: number): void => {
    copiedBytes += bytes;
    if (copiedBytes > DECK_LIMITS.file_bytes - DECK_LIMITS.part_bytes)
      throw new DeckRefusal(
        'import_too_large',
        `The pictures and charts of the file have more than ${(DECK_LIMITS.file_bytes - DECK_LIMITS.part_bytes) / 2 ** 20} MB.`,
      );
  };
  const copyPicture = async (name: string): Promise<void> => {
    const bytes = await readFileBytes(name);
    const kind = bytes && detectPictureKind(bytes);
    if (!bytes || !kind) {
      skippedNames.add(name);
      return;
    }
    countCopiedBytes(bytes.length);
    copiedFiles.set(name, {
      part: `ppt/media/picture${copiedFiles.size + 1}.${kind satisfies OdpPictureKind}`,
      bytes,
      naturalSize: findNaturalPictureSizeInEmu(bytes, kind),
    });
  };
  // A video that would exceed MAX_VIDEO_BYTES becomes an empty file, whose name leads to a line of the report.
  const copyMedium = async (name: string): Promise<void> => {
    const sound = findOdpSoundFileEnding(name);
    const ending = sound ?? 'mp4';
    const isCopied = sound !== undefined || copiedBytes + (zip.sizeOf(name) ?? 0) <= MAX_VIDEO_BYTES;
    const bytes = (isCopied ? await readFileBytes(name) : undefined) ?? Buffer.alloc(0);
    countCopiedBytes(bytes.length);
    copiedFiles.set(name, { part: `ppt/media/medium${copiedFiles.size + 1}.${ending.toLowerCase()}`, bytes });
  };
  const copyChart = async (name: string): Promise<void> => {
    const contentName = `${name.replace(/\/$/, '')}/content.xml`;
    chartCount += 1;
    const xml =
      chartCount <= MAX_CHARTS && zip.has(contentName)
        ? officeChartXml(await readOrFallbackIfInvalid(readPart(contentName), undefined))
        : undefined;
    if (xml === undefined) {
      skippedNames.add(name);
      return;
    }
    const bytes = Buffer.from(xml);
    countCopiedBytes(bytes.length);
    copiedFiles.set(name, { part: `ppt/charts/chart${copiedFiles.size + 1}.xml`, bytes });
  };
  const findCopy = (href: string | undefined): CopiedOdpFile | undefined =>
    copiedFiles.get(fileNameOfAddress(href) ?? '');

  return {
    xml: readPart,
    async isEncrypted() {
      // Encrypted as a whole, or file by file (ODF 1.3 part 2, 3.4).
      const [manifest, wholePackage] = ['META-INF/manifest.xml', 'encrypted-package'];
      if (zip.has(wholePackage)) return true;
      return zip.has(manifest) && (await zip.read(manifest, DECK_LIMITS.part_bytes)).includes('encryption-data');
    },
    async copy(parts) {
      for (const [elements, copyFile] of [
        [PICTURE_ELEMENTS, copyPicture],
        [MEDIUM_ELEMENTS, copyMedium],
        [OBJECT_ELEMENTS, copyChart],
      ] as const)
        for (const part of parts)
          for (const { attributes } of elements.flatMap((element) => descendantsOf(part, element))) {
            const name = fileNameOfAddress(attributes['xlink:href']);
            const isNew = name !== undefined && !copiedFiles.has(name) && !skippedNames.has(name);
            // An object is a folder, which has no entry of its name.
            if (isNew && (zip.has(name) || elements === OBJECT_ELEMENTS)) await copyFile(name);
          }
    },
    picture: findCopy,
    medium: findCopy,
    chart: findCopy,
    entries: () => [...copiedFiles.values()].map(({ part, bytes }) => ({ name: part, bytes })),
  };
}
