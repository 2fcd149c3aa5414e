import { countGlyphs, hasOutlines, readSfnt, type SfntFont, writeSfnt } from '#engine/video/drawing/text/sfnt.ts';
import { rewriteColorGlyphs } from './rewrite-colours.ts';
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

/** Adds tables that HarfBuzz leaves out and the drawing engine uses, unless they are damaged: a font works without kerning and colours. */
function addOmittedTables({ tables }: SfntFont, clientFont: SfntFont): void {
  const glyphs = countGlyphs({ tables });
  const kern = clientFont.tables.get('kern');
  const kerning = kern && !tables.has('GPOS') ? rewriteKerning(kern, glyphs) : undefined;
  if (kerning) tables.set('kern', kerning);
  const [colr, cpal] = [clientFont.tables.get('COLR'), clientFont.tables.get('CPAL')];
  const colorTables = colr && cpal ? rewriteColorGlyphs(colr, cpal, glyphs) : undefined;
  if (!colorTables) return;
  tables.set('COLR', colorTables.colr);
  tables.set('CPAL', colorTables.cpal);
}

/**
 * Writes a font again, table by table, from its parsed content; no bytes of the client's file are copied. Glyphs, their ids and names,
 * characters, layout features, kerning, variations and layers of colour (`COLR` version 0) are kept; hints, bitmaps, pictures and
 * gradients are dropped.
 * @param file TrueType or OpenType
 * @throws UnreadableSfntError for a table directory that does not fit the file; DamagedFontError; WebAssembly.RuntimeError when HarfBuzz crashes
 */
export async function rewriteFont(file: Buffer): Promise<Buffer> {
  const clientFont = readSfnt(file);
  if (!hasOutlines(clientFont)) throw new DamagedFontError(NO_OUTLINES_MESSAGE);
  const rewrittenFile = await rewriteSfnt(file);
  if (!rewrittenFile) throw new DamagedFontError('The tables of the font contradict each other. Export it again.');
  const { signature, tables } = readSfnt(rewrittenFile);
  const safeFont: SfntFont = { signature, tables: new Map([...tables].filter(([tag]) => KEPT_TABLES.has(tag))) };
  const missingTables = REQUIRED_TABLES.filter((tag) => !safeFont.tables.has(tag));
  if (missingTables.length > 0)
    throw new DamagedFontError(`The font lacks what is needed to draw it: ${missingTables.join(', ')}.`);
  if (!hasOutlines(safeFont)) throw new DamagedFontError(NO_OUTLINES_MESSAGE);
  addOmittedTables(safeFont, clientFont);
  return writeSfnt(safeFont);
}
