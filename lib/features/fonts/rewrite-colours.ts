/** A coloured glyph: the glyphs that are drawn for it, one over another, each in the colour of a palette entry. */
interface Layers {
  glyph: number;
  layers: { glyph: number; entry: number }[];
}

const COLR_BYTES = 14;
const BASE_BYTES = 6;
const LAYER_BYTES = 4;
const CPAL_BYTES = 12;
const COLOUR_BYTES = 4;
/** Entry of the palette that means the colour of the text. */
const TEXT_COLOUR = 0xffff;
/** The most layers in total, more than fonts have. Glyphs may share layers, so a small hostile table could declare very many. */
const MAX_LAYERS = 200_000;

/** The colours of the first palette, which is the one that is used. @throws RangeError for a damaged table */
function readPalette(cpal: Buffer): Buffer {
  const entries = cpal.readUInt16BE(2);
  const start = cpal.readUInt32BE(8) + COLOUR_BYTES * cpal.readUInt16BE(12);
  if (start + COLOUR_BYTES * entries > cpal.length) throw new RangeError('the palette is cut short');
  return cpal.subarray(start, start + COLOUR_BYTES * entries);
}

/** The coloured glyphs of a table `COLR`, sorted by glyph; those with invalid layers are left out. @throws RangeError for a damaged table */
function readLayers(colr: Buffer, glyphs: number, entries: number): Layers[] {
  const [bases, basesAt, layersAt] = [colr.readUInt16BE(2), colr.readUInt32BE(4), colr.readUInt32BE(8)];
  const known = new Map<number, Layers>();
  let count = 0;
  for (let i = 0; i < bases; i++) {
    const at = basesAt + BASE_BYTES * i;
    const [glyph, first, number] = [colr.readUInt16BE(at), colr.readUInt16BE(at + 2), colr.readUInt16BE(at + 4)];
    count += number;
    if (count > MAX_LAYERS) throw new RangeError('too many layers');
    const layers = Array.from({ length: number }, (_, layer) => {
      const from = layersAt + LAYER_BYTES * (first + layer);
      return { glyph: colr.readUInt16BE(from), entry: colr.readUInt16BE(from + 2) };
    });
    const isSound = layers.every(
      ({ glyph: drawn, entry }) => drawn < glyphs && (entry < entries || entry === TEXT_COLOUR),
    );
    if (glyph < glyphs && isSound && number > 0) known.set(glyph, { glyph, layers });
  }
  return [...known.values()].sort((a, b) => a.glyph - b.glyph);
}

/** Writes a table `COLR`. Indexes of layers have 16 bits: glyphs that do not fit are left out, and are drawn in one colour. undefined if none is left. */
function writeLayers(all: readonly Layers[]): Buffer | undefined {
  const kept: Layers[] = [];
  let count = 0;
  for (const one of all) {
    if (count + one.layers.length > 0xffff) break;
    kept.push(one);
    count += one.layers.length;
  }
  if (kept.length === 0) return undefined;
  const made = Buffer.alloc(COLR_BYTES + BASE_BYTES * kept.length + LAYER_BYTES * count);
  const layersAt = COLR_BYTES + BASE_BYTES * kept.length;
  made.writeUInt16BE(kept.length, 2);
  made.writeUInt32BE(COLR_BYTES, 4);
  made.writeUInt32BE(layersAt, 8);
  made.writeUInt16BE(count, 12);
  let next = 0;
  for (const [i, { glyph, layers }] of kept.entries()) {
    const at = COLR_BYTES + BASE_BYTES * i;
    made.writeUInt16BE(glyph, at);
    made.writeUInt16BE(next, at + 2);
    made.writeUInt16BE(layers.length, at + 4);
    for (const layer of layers) {
      made.writeUInt16BE(layer.glyph, layersAt + LAYER_BYTES * next);
      made.writeUInt16BE(layer.entry, layersAt + LAYER_BYTES * next + 2);
      next++;
    }
  }
  return made;
}

/** Writes a table `CPAL` (version 0) with one palette. */
function writePalette(colours: Buffer): Buffer {
  const entries = colours.length / COLOUR_BYTES;
  const made = Buffer.alloc(CPAL_BYTES + 2);
  made.writeUInt16BE(entries, 2);
  made.writeUInt16BE(1, 4);
  made.writeUInt16BE(entries, 6);
  made.writeUInt32BE(made.length, 8);
  return Buffer.concat([made, colours]);
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
    const layers = writeLayers(readLayers(colr, glyphs, palette.length / COLOUR_BYTES));
    return layers && { colr: layers, cpal: writePalette(palette) };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
