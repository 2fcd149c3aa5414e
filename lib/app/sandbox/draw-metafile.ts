import { DeckDrawingError } from '#engine/deck-drawing/deck-drawing-instance.ts';
import { openDeckDrawing } from '#engine/deck-drawing/open-deck-for-drawing.ts';
import { createUncompressedZip } from '#engine/deck-reading/create-uncompressed-zip.ts';
import { detectPictureKind } from '#engine/deck-reading/odp/picture-facts.ts';

/** Sides of a picture, in any unit: only their ratio counts. */
interface Sides {
  width: number;
  height: number;
}

/** Offset of the frame in the header of an EMF, in bytes. */
const EMF_FRAME_OFFSET = 24;
/** Offset of the box in the header of a placeable WMF, in bytes. */
const WMF_BOX_OFFSET = 6;
/** Bytes of the shortest header of an EMF that has the frame. */
const MIN_METAFILE_BYTES = 44;
/** First four bytes of a placeable WMF, whose header has its box. */
const PLACEABLE_WMF_MAGIC = 0x9ac6cdd7;
/** The sides of a metafile that does not say its size. */
const USUAL_SIDES: Sides = { width: 4, height: 3 };

/** The format and the sides of a picture that is a list of drawing commands of Windows (EMF, WMF); undefined for any other picture. */
function metafileOf(bytes: Uint8Array): { kind: 'emf' | 'wmf'; sides: Sides } | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kind = detectPictureKind(buffer);
  if (buffer.length < MIN_METAFILE_BYTES || (kind !== 'emf' && kind !== 'wmf')) return undefined;
  if (kind === 'emf') {
    const [left, top, right, bottom] = [0, 4, 8, 12].map((offset) => buffer.readInt32LE(EMF_FRAME_OFFSET + offset));
    return { kind, sides: sidesOf(left, top, right, bottom) };
  }
  if (buffer.readUInt32LE(0) !== PLACEABLE_WMF_MAGIC) return { kind, sides: USUAL_SIDES };
  const [left, top, right, bottom] = [0, 2, 4, 6].map((offset) => buffer.readInt16LE(WMF_BOX_OFFSET + offset));
  return { kind, sides: sidesOf(left, top, right, bottom) };
}

function sidesOf(left = 0, top = 0, right = 0, bottom = 0): Sides {
  const [width, height] = [Math.abs(right - left), Math.abs(bottom - top)];
  return width > 0 && height > 0 ? { width, height } : USUAL_SIDES;
}

/** The longer side of the made slide (13⅓ inches), within what Office allows. */
const LONG_SIDE_EMU = 12_192_000;
/** The shortest side of a slide that Office allows (1 inch). */
const MIN_SIDE_EMU = 914_400;

const XMLNS =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';
const RELATION_TYPE_PREFIX = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/';
const relationshipsXml = (type: string, target: string): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATION_TYPE_PREFIX}${type}" Target="${target}"/></Relationships>`;

/** Id of a text shape that is left out of the drawing. Because of it, the module loads Arial, in which it draws the texts of the metafile. */
const HIDDEN_TEXT_ID = 9;
const SLIDE_PART = 'ppt/slides/slide1.xml';

/** Makes a PPTX with one slide, which is the picture. */
function deckWithPicture(bytes: Uint8Array, kind: 'emf' | 'wmf', { width, height }: Sides): Buffer {
  const scale = LONG_SIDE_EMU / Math.max(width, height);
  const [widthEmu, heightEmu] = [width, height].map((side) => Math.max(MIN_SIDE_EMU, Math.round(side * scale)));
  const geometryXml = `<a:xfrm><a:off x="0" y="0"/><a:ext cx="${widthEmu}" cy="${heightEmu}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>`;
  const pictureXml = `<p:pic><p:nvPicPr><p:cNvPr id="2" name="p"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="rId1"/><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr>${geometryXml}</p:spPr></p:pic>`;
  const hiddenTextXml = `<p:sp><p:nvSpPr><p:cNvPr id="${HIDDEN_TEXT_ID}" name="t"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr>${geometryXml}</p:spPr><p:txBody><a:bodyPr/><a:p><a:r><a:rPr><a:latin typeface="Arial"/></a:rPr><a:t>A</a:t></a:r></a:p></p:txBody></p:sp>`;
  const files: Record<string, Uint8Array | string> = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': relationshipsXml('officeDocument', 'ppt/presentation.xml'),
    'ppt/presentation.xml': `<p:presentation ${XMLNS}><p:sldIdLst><p:sldId id="256" r:id="rId1"/></p:sldIdLst><p:sldSz cx="${widthEmu}" cy="${heightEmu}"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationshipsXml('slide', 'slides/slide1.xml'),
    [SLIDE_PART]: `<p:sld ${XMLNS}><p:cSld><p:spTree>${pictureXml}${hiddenTextXml}</p:spTree></p:cSld></p:sld>`,
    'ppt/slides/_rels/slide1.xml.rels': relationshipsXml('image', `../media/picture.${kind}`),
    [`ppt/media/picture.${kind}`]: bytes,
  };
  return createUncompressedZip(Object.entries(files).map(([name, content]) => ({ name, bytes: Buffer.from(content) })));
}

/** Draws Windows metafiles (EMF, WMF) of a deck on white. */
export interface MetafileDrawer {
  /** Reports whether a picture is a metafile. */
  isMetafile(bytes: Uint8Array): boolean;
  /** Draws a metafile. @returns PNG; undefined for a picture that cannot be drawn */
  draw(bytes: Uint8Array): Promise<Uint8Array | undefined>;
}

/**
 * Creates a drawer of Windows metafiles (EMF, WMF).
 * @param makerFile the module that draws slides; undefined if it is not installed; null if it crashed an earlier process
 * @param longSide pixels of the drawing's longer side
 */
export const createMetafileDrawer = (makerFile: string | null | undefined, longSide: number): MetafileDrawer => ({
  isMetafile: (bytes) => metafileOf(bytes) !== undefined,
  async draw(bytes) {
    const metafile = metafileOf(bytes);
    if (!metafile || !makerFile) return undefined;
    try {
      const drawing = await openDeckDrawing(makerFile, deckWithPicture(bytes, metafile.kind, metafile.sides), 'en');
      const { png, skipped_pictures: skipped } = await drawing.draw(SLIDE_PART, longSide, {
        shapes: [HIDDEN_TEXT_ID],
        paragraphs: {},
      });
      return skipped === 0 ? png : undefined;
    } catch (error) {
      if (error instanceof DeckDrawingError) return undefined;
      throw error;
    }
  },
});
