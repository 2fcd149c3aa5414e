import { openDeckDrawing } from '#engine/deck-drawing/deck-drawing.ts';
import { DeckDrawingError } from '#engine/deck-drawing/deck-drawing-instance.ts';
import { createUncompressedZip } from '#engine/deck-reading/create-uncompressed-zip.ts';
import { detectPictureKind } from '#engine/deck-reading/odp/picture-facts.ts';

/** Sides of a picture, in any unit: only their ratio counts. */
interface Sides {
  width: number;
  height: number;
}

/** Offset of the frame in the header of an EMF, and of the box in that of a WMF; the shortest header of an EMF that has it. */
const [EMF_FRAME_AT, WMF_BOX_AT, LEAST_BYTES] = [24, 6, 44];
/** First bytes of a WMF that says its place. */
const WMF_KEY = 0x9ac6cdd7;
const USUAL_SIDES: Sides = { width: 4, height: 3 };

/** The format of a picture that is a list of drawing commands of Windows (EMF, WMF); undefined for any other picture. */
function metafileOf(bytes: Uint8Array): { kind: 'emf' | 'wmf'; sides: Sides } | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kind = detectPictureKind(file);
  if (file.length < LEAST_BYTES || (kind !== 'emf' && kind !== 'wmf')) return undefined;
  if (kind === 'emf') {
    const [left, top, right, bottom] = [0, 4, 8, 12].map((at) => file.readInt32LE(EMF_FRAME_AT + at));
    return { kind, sides: sidesOf(left, top, right, bottom) };
  }
  if (file.readUInt32LE(0) !== WMF_KEY) return { kind, sides: USUAL_SIDES };
  const [left, top, right, bottom] = [0, 2, 4, 6].map((at) => file.readInt16LE(WMF_BOX_AT + at));
  return { kind, sides: sidesOf(left, top, right, bottom) };
}

function sidesOf(left = 0, top = 0, right = 0, bottom = 0): Sides {
  const [width, height] = [Math.abs(right - left), Math.abs(bottom - top)];
  return width > 0 && height > 0 ? { width, height } : USUAL_SIDES;
}

/** Sides that Office takes for a slide, in EMU. */
const LONGEST = 12_192_000;
const LEAST = 914_400;

const XMLNS =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';
const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/';
const relations = (type: string, target: string): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${TYPES}${type}" Target="${target}"/></Relationships>`;

/** Id of a text that is not drawn. The texts of the picture have its font. */
const LETTERS = 9;
const SLIDE = 'ppt/slides/slide1.xml';

/** A deck whose slide is the picture. */
function deckOf(bytes: Uint8Array, kind: string, { width, height }: Sides): Buffer {
  const scale = LONGEST / Math.max(width, height);
  const [across, down] = [width, height].map((side) => Math.max(LEAST, Math.round(side * scale)));
  const place = `<a:xfrm><a:off x="0" y="0"/><a:ext cx="${across}" cy="${down}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>`;
  const picture = `<p:pic><p:nvPicPr><p:cNvPr id="2" name="p"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="rId1"/><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr>${place}</p:spPr></p:pic>`;
  const letters = `<p:sp><p:nvSpPr><p:cNvPr id="${LETTERS}" name="t"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr>${place}</p:spPr><p:txBody><a:bodyPr/><a:p><a:r><a:rPr><a:latin typeface="Arial"/></a:rPr><a:t>A</a:t></a:r></a:p></p:txBody></p:sp>`;
  const files: Record<string, Uint8Array | string> = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': relations('officeDocument', 'ppt/presentation.xml'),
    'ppt/presentation.xml': `<p:presentation ${XMLNS}><p:sldIdLst><p:sldId id="256" r:id="rId1"/></p:sldIdLst><p:sldSz cx="${across}" cy="${down}"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations('slide', 'slides/slide1.xml'),
    [SLIDE]: `<p:sld ${XMLNS}><p:cSld><p:spTree>${picture}${letters}</p:spTree></p:cSld></p:sld>`,
    'ppt/slides/_rels/slide1.xml.rels': relations('image', `../media/picture.${kind}`),
    [`ppt/media/picture.${kind}`]: bytes,
  };
  return createUncompressedZip(Object.entries(files).map(([name, content]) => ({ name, bytes: Buffer.from(content) })));
}

/** Draws pictures of a deck that only Windows draws (EMF, WMF), on white. */
export interface MetafileDrawer {
  /** Reports whether a picture is one of these. */
  isMetafile(bytes: Uint8Array): boolean;
  /** @returns PNG; undefined for a picture that cannot be drawn */
  draw(bytes: Uint8Array): Promise<Uint8Array | undefined>;
}

/**
 * Creates a drawer of Windows metafiles (EMF, WMF).
 * @param makerFile the module that draws slides; absent if it is not installed, or if it ended an earlier process
 */
export const createMetafileDrawer = (makerFile: string | null | undefined, longSide: number): MetafileDrawer => ({
  isMetafile: (bytes) => metafileOf(bytes) !== undefined,
  async draw(bytes) {
    const found = metafileOf(bytes);
    if (!found || !makerFile) return undefined;
    try {
      const drawing = await openDeckDrawing(makerFile, deckOf(bytes, found.kind, found.sides), 'en');
      const { png, skipped_pictures: skipped } = await drawing.draw(SLIDE, longSide, {
        shapes: [LETTERS],
        paragraphs: {},
      });
      return skipped === 0 ? png : undefined;
    } catch (error) {
      if (error instanceof DeckDrawingError) return undefined;
      throw error;
    }
  },
});
