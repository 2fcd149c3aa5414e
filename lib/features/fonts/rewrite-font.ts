import { countGlyphs, hasOutlines, readSfnt, type SfntFont, writeSfnt } from '#engine/video/drawing/text/sfnt.ts';
import { rewriteColorGlyphs } from './rewrite-colours.ts';
import { rewriteKerning } from './rewrite-kerning.ts';
import { rewriteSfnt } from './subset-engine.ts';

/** The error for a font that cannot be written again. Its message is for the client. */
export class DamagedFontError extends Error {
  override name = 'DamagedFontError';
}

/** Tables that are copied from the output of HarfBuzz. All other tables of a client's file are dropped. */
const KEPT: ReadonlySet<string> = new Set([
  ...['cmap', 'head', 'hhea', 'hmtx', 'maxp', 'name', 'OS/2', 'post'],
  ...['glyf', 'loca', 'CFF ', 'CFF2', 'VORG', 'vhea', 'vmtx'],
  ...['GDEF', 'GPOS', 'GSUB', 'BASE'],
  ...['avar', 'fvar', 'gvar', 'cvar', 'HVAR', 'MVAR', 'VVAR', 'STAT'],
]);
/** Tables without which a font cannot be drawn. */
const NEEDED = ['cmap', 'head', 'hhea', 'hmtx', 'maxp'];

const NO_OUTLINES =
  'The font has no outlines (its tables glyf, CFF or CFF2 are missing or empty). Export it with outlines.';

/** Adds tables that HarfBuzz leaves out and the drawing engine uses: kerning and colours. Damaged ones are left out, because a font works without them. */
function addOmittedTables({ tables }: SfntFont, sent: SfntFont): void {
  const glyphs = countGlyphs({ tables });
  const kern = sent.tables.get('kern');
  const kerning = kern && !tables.has('GPOS') ? rewriteKerning(kern, glyphs) : undefined;
  if (kerning) tables.set('kern', kerning);
  const [colr, cpal] = [sent.tables.get('COLR'), sent.tables.get('CPAL')];
  const colours = colr && cpal ? rewriteColorGlyphs(colr, cpal, glyphs) : undefined;
  if (!colours) return;
  tables.set('COLR', colours.colr);
  tables.set('CPAL', colours.cpal);
}

/**
 * Writes a font again, table by table, from its parsed content; no bytes of the client's file are copied. Glyphs, their ids and names,
 * characters, layout features, kerning, variations and layers of colour (`COLR` version 0) are kept; hints, bitmaps, pictures and
 * gradients are dropped.
 * @param file TrueType or OpenType
 * @throws UnreadableSfntError for a table directory that does not fit the file; DamagedFontError; WebAssembly.RuntimeError when HarfBuzz crashes
 */
export async function rewriteFont(file: Buffer): Promise<Buffer> {
  const sent = readSfnt(file);
  if (!hasOutlines(sent)) throw new DamagedFontError(NO_OUTLINES);
  const written = await rewriteSfnt(file);
  if (!written) throw new DamagedFontError('The tables of the font contradict each other. Export it again.');
  const { signature, tables } = readSfnt(written);
  const made: SfntFont = { signature, tables: new Map([...tables].filter(([tag]) => KEPT.has(tag))) };
  const missing = NEEDED.filter((tag) => !made.tables.has(tag));
  if (missing.length > 0)
    throw new DamagedFontError(`The font lacks what is needed to draw it: ${missing.join(', ')}.`);
  if (!hasOutlines(made)) throw new DamagedFontError(NO_OUTLINES);
  addOmittedTables(made, sent);
  return writeSfnt(made);
}
