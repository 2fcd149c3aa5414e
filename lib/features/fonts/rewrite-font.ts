import { countFontGlyphs, hasOutlines, readSfnt, type SfntFont, writeSfnt } from '#engine/video/drawing/text/sfnt.ts';
import { rewriteColorGlyphs } from './rewrite-color-glyphs.ts';
import { rewriteKerning } from './rewrite-kerning.ts';
import { rewriteSfnt } from './subset-engine.ts';

/** The error for a font that cannot be written again. Its message is for the client. */
export class DamagedFontError extends Error {
  override name = 'DamagedFontError';
}

/** Tables that are copied from the output of HarfBuzz. All other tables of a client's file are dropped. */
const KEPT_TABLES: ReadonlySet<string> = new Set([
  'cmap',
  'head',
  'hhea',
  'hmtx',
  'maxp',
  'name',
  'OS/2',
  'post',
  'glyf',
  'loca',
  'CFF ',
  'CFF2',
  'VORG',
  'vhea',
  'vmtx',
  'GDEF',
  'GPOS',
  'GSUB',
  'BASE',
  'avar',
  'fvar',
  'gvar',
  'cvar',
  'HVAR',
  'MVAR',
  'VVAR',
  'STAT',
]);
/** Tables without which a font cannot be drawn. */
const REQUIRED_TABLES = ['cmap', 'head', 'hhea', 'hmtx', 'maxp'];

const NO_OUTLINES_MESSAGE =
  'The font has no outlines (its tables glyf, CFF or CFF2 are missing or empty). Export it with outlines.';

/**
 * Adds to a rewritten font the tables that HarfBuzz leaves out and the drawing engine uses, unless they are damaged: a font works without
 * kerning and colours.
 */
function addOmittedTables(rewrittenFont: SfntFont, clientFont: SfntFont): void {
  const glyphCount = countFontGlyphs(rewrittenFont);
  const kern = clientFont.tables.get('kern');
  // A font with GPOS has its kerning there.
  const rewrittenKern = kern && !rewrittenFont.tables.has('GPOS') ? rewriteKerning(kern, glyphCount) : undefined;
  if (rewrittenKern) rewrittenFont.tables.set('kern', rewrittenKern);
  const [colr, cpal] = [clientFont.tables.get('COLR'), clientFont.tables.get('CPAL')];
  const colorTables = colr && cpal ? rewriteColorGlyphs(colr, cpal, glyphCount) : undefined;
  if (!colorTables) return;
  rewrittenFont.tables.set('COLR', colorTables.colr);
  rewrittenFont.tables.set('CPAL', colorTables.cpal);
}

/**
 * Writes a font again, table by table, from its parsed content; no bytes of the client's file are copied. Glyphs, their ids and names,
 * characters, layout features, kerning, variations and layers of colour (`COLR` version 0) are kept; hints, bitmaps, pictures and
 * gradients are dropped.
 * @param file TrueType or OpenType
 * @throws UnreadableSfntError for a table directory that does not fit the file
 * @throws DamagedFontError for a font without outlines or a required table, and if HarfBuzz refuses it
 * @throws WebAssembly.RuntimeError when HarfBuzz crashes
 */
export async function rewriteFont(file: Buffer): Promise<Buffer> {
  const clientFont = readSfnt(file);
  if (!hasOutlines(clientFont)) throw new DamagedFontError(NO_OUTLINES_MESSAGE);
  const rewrittenFile = await rewriteSfnt(file);
  if (!rewrittenFile) throw new DamagedFontError('The tables of the font contradict each other. Export it again.');
  const { signature, tables } = readSfnt(rewrittenFile);
  const keptFont: SfntFont = { signature, tables: new Map([...tables].filter(([tag]) => KEPT_TABLES.has(tag))) };
  const missingTables = REQUIRED_TABLES.filter((tag) => !keptFont.tables.has(tag));
  if (missingTables.length > 0)
    throw new DamagedFontError(`The font lacks what is needed to draw it: ${missingTables.join(', ')}.`);
  if (!hasOutlines(keptFont)) throw new DamagedFontError(NO_OUTLINES_MESSAGE);
  addOmittedTables(keptFont, clientFont);
  return writeSfnt(keptFont);
}
