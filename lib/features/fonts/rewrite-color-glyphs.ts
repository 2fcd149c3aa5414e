/** A coloured glyph: the glyphs that are drawn for it, one over another, each in the colour of a palette entry. */
interface ColoredGlyph {
  glyph: number;
  layers: { glyph: number; entry: number }[];
}

/** Lengths of the header of `COLR`, of its records of glyphs and of layers, of the header of `CPAL`, and of a colour (OpenType). */
const COLR_HEADER_BYTES = 14;
const GLYPH_RECORD_BYTES = 6;
const LAYER_RECORD_BYTES = 4;
const CPAL_HEADER_BYTES = 12;
const PALETTE_COLOUR_BYTES = 4;
/** Entry of the palette that means the colour of the text. */
const TEXT_COLOUR_ENTRY = 0xffff;
/** The maximum number of layers in total, more than fonts have. Glyphs may share layers, so a small hostile table could declare very many. */
const MAX_LAYERS = 200_000;

/** The colours of the first palette, which is the one that is used. @throws RangeError for a damaged table */
function readPalette(cpal: Buffer): Buffer {
  const entries = cpal.readUInt16BE(2);
  const start = cpal.readUInt32BE(8) + PALETTE_COLOUR_BYTES * cpal.readUInt16BE(12);
  if (start + PALETTE_COLOUR_BYTES * entries > cpal.length) throw new RangeError('the palette is cut short');
  return cpal.subarray(start, start + PALETTE_COLOUR_BYTES * entries);
}

/** The coloured glyphs of a table `COLR`, sorted by glyph; those with invalid layers are left out. @throws RangeError for a damaged table */
function readLayers(colr: Buffer, glyphs: number, entries: number): ColoredGlyph[] {
  const [recordCount, recordsOffset, layersOffset] = [colr.readUInt16BE(2), colr.readUInt32BE(4), colr.readUInt32BE(8)];
  const coloredGlyphs = new Map<number, ColoredGlyph>();
  let totalLayers = 0;
  for (let i = 0; i < recordCount; i++) {
    const offset = recordsOffset + GLYPH_RECORD_BYTES * i;
    const glyph = colr.readUInt16BE(offset);
    const firstLayer = colr.readUInt16BE(offset + 2);
    const layerCount = colr.readUInt16BE(offset + 4);
    totalLayers += layerCount;
    if (totalLayers > MAX_LAYERS) throw new RangeError('too many layers');
    const layers = Array.from({ length: layerCount }, (_, layer) => {
      const layerOffset = layersOffset + LAYER_RECORD_BYTES * (firstLayer + layer);
      return { glyph: colr.readUInt16BE(layerOffset), entry: colr.readUInt16BE(layerOffset + 2) };
    });
    const areLayersValid = layers.every(
      ({ glyph: drawnGlyph, entry }) => drawnGlyph < glyphs && (entry < entries || entry === TEXT_COLOUR_ENTRY),
    );
    if (glyph < glyphs && areLayersValid && layerCount > 0) coloredGlyphs.set(glyph, { glyph, layers });
  }
  return [...coloredGlyphs.values()].sort((a, b) => a.glyph - b.glyph);
}

/**
 * Writes a table `COLR`. Indices of layers have 16 bits: glyphs that do not fit are left out, and are drawn in one colour.
 * @returns undefined if there is no coloured glyph
 */
function writeLayers(coloredGlyphs: readonly ColoredGlyph[]): Buffer | undefined {
  const writtenGlyphs: ColoredGlyph[] = [];
  let layerCount = 0;
  for (const coloredGlyph of coloredGlyphs) {
    if (layerCount + coloredGlyph.layers.length > 0xffff) break;
    writtenGlyphs.push(coloredGlyph);
    layerCount += coloredGlyph.layers.length;
  }
  if (writtenGlyphs.length === 0) return undefined;
  const layersOffset = COLR_HEADER_BYTES + GLYPH_RECORD_BYTES * writtenGlyphs.length;
  const colr = Buffer.alloc(layersOffset + LAYER_RECORD_BYTES * layerCount);
  colr.writeUInt16BE(writtenGlyphs.length, 2);
  colr.writeUInt32BE(COLR_HEADER_BYTES, 4);
  colr.writeUInt32BE(layersOffset, 8);
  colr.writeUInt16BE(layerCount, 12);
  let layerIndex = 0;
  for (const [i, { glyph, layers }] of writtenGlyphs.entries()) {
    const offset = COLR_HEADER_BYTES + GLYPH_RECORD_BYTES * i;
    colr.writeUInt16BE(glyph, offset);
    colr.writeUInt16BE(layerIndex, offset + 2);
    colr.writeUInt16BE(layers.length, offset + 4);
    for (const layer of layers) {
      colr.writeUInt16BE(layer.glyph, layersOffset + LAYER_RECORD_BYTES * layerIndex);
      colr.writeUInt16BE(layer.entry, layersOffset + LAYER_RECORD_BYTES * layerIndex + 2);
      layerIndex++;
    }
  }
  return colr;
}

/** Writes a table `CPAL` (version 0) with one palette. */
function writePalette(colours: Buffer): Buffer {
  const entries = colours.length / PALETTE_COLOUR_BYTES;
  const header = Buffer.alloc(CPAL_HEADER_BYTES + 2);
  header.writeUInt16BE(entries, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(entries, 6);
  header.writeUInt32BE(header.length, 8);
  return Buffer.concat([header, colours]);
}

/**
 * Writes the layers of coloured glyphs (`COLR` version 0) and the first palette (`CPAL`) again, because HarfBuzz leaves both tables out.
 * @param glyphs number of glyphs of the font
 * @returns undefined when there are no layers, and for damaged tables
 */
export function rewriteColorGlyphs(
  colr: Buffer,
  cpal: Buffer,
  glyphs: number,
): { colr: Buffer; cpal: Buffer } | undefined {
  try {
    const palette = readPalette(cpal);
    const layers = writeLayers(readLayers(colr, glyphs, palette.length / PALETTE_COLOUR_BYTES));
    return layers && { colr: layers, cpal: writePalette(palette) };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
