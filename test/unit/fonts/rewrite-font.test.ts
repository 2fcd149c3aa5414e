import { readFileSync } from 'node:fs';
import { create } from 'fontkit';
import { describe, expect, it } from 'vitest';
import decompressWoff2 from 'woff2-encoder/decompress';
import { countFontGlyphs, readSfnt, UnreadableSfntError, writeSfnt } from '#engine/video/drawing/text/sfnt.ts';
import { DamagedFontError, rewriteFont } from '#features/fonts/rewrite-font.ts';
import { BRAND_FONT, CFF_FONT, HEBREW_FONT, VARIABLE_FONT } from '#test/support/samples/fonts.ts';
import { smallFont } from '#test/support/samples/small-font.ts';

const plain = async (file: string): Promise<Buffer> => Buffer.from(await decompressWoff2(readFileSync(file)));

const u16 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, 2 * i);
  return bytes;
};

/** A font with some tables put in its place, or taken away. */
function changed(font: Buffer, tables: Record<string, Buffer | undefined>): Buffer {
  const sfnt = readSfnt(font);
  for (const [tag, table] of Object.entries(tables)) {
    if (table) sfnt.tables.set(tag, table);
    else sfnt.tables.delete(tag);
  }
  return writeSfnt(sfnt);
}

/** Writes over the directory: the record of the table, its offset and its length. */
function misplaced(font: Buffer, tag: string, change: (record: Buffer) => void): Buffer {
  const copy = Buffer.from(font);
  const at = copy.indexOf(tag);
  change(copy.subarray(at, at + 16));
  return copy;
}

describe('a font that is written again', () => {
  it.each([
    ['TrueType', BRAND_FONT, ['GDEF', 'GPOS', 'GSUB', 'glyf']],
    ['Hebrew', HEBREW_FONT, ['GDEF', 'GPOS', 'GSUB', 'glyf']],
    ['CFF', CFF_FONT, ['CFF ']],
    ['variable', VARIABLE_FONT, ['GDEF', 'GPOS', 'GSUB', 'HVAR', 'STAT', 'fvar', 'glyf', 'gvar']],
  ])('of %s keeps its glyphs, characters, names, features and variations', async (_, file, kept) => {
    const sent = await plain(file);
    const made = await rewriteFont(sent);
    const [before, after] = [readSfnt(sent), readSfnt(made)];
    expect(countFontGlyphs(after)).toBe(countFontGlyphs(before));
    for (const tag of kept) expect([...after.tables.keys()]).toContain(tag);
    const [was, is] = [create(sent), create(made)];
    if (!('characterSet' in was && 'characterSet' in is)) throw new Error('a collection');
    expect(is.characterSet).toEqual(was.characterSet);
    expect(is.availableFeatures).toEqual(was.availableFeatures);
    expect(is.familyName).toBe(was.familyName);
    expect(Object.keys(is.variationAxes)).toEqual(Object.keys(was.variationAxes));
    for (const code of was.characterSet.slice(0, 40)) {
      const [one, other] = [was.glyphForCodePoint(code), is.glyphForCodePoint(code)];
      expect([other.id, other.advanceWidth]).toEqual([one.id, one.advanceWidth]);
      expect(other.path.toSVG()).toBe(one.path.toSVG());
    }
  });

  it('has no byte of tables that nothing draws', async () => {
    const secret = Buffer.from('bytes of a table unknown');
    const sent = changed(await plain(BRAND_FONT), { 'SVG ': secret, XXXX: secret, prep: secret, DSIG: secret });
    const made = await rewriteFont(sent);
    expect(made.includes(secret)).toBe(false);
  });

  it('keeps the kerning of a font that has no other', async () => {
    // One subtable of one pair: the glyphs 1 and 0 are 50 units closer.
    const kern = u16(0, 1, 0, 20, 1, 1, 6, 0, 0, 1, 0, -50);
    const made = readSfnt(await rewriteFont(changed(smallFont(), { kern })));
    expect(made.tables.get('kern')).toEqual(kern);
    const damaged = readSfnt(await rewriteFont(changed(smallFont(), { kern: kern.subarray(0, 15) })));
    expect(damaged.tables.has('kern')).toBe(false);
    const beyond = u16(0, 1, 0, 20, 1, 1, 6, 0, 0, 1, 9, -50);
    expect(readSfnt(await rewriteFont(changed(smallFont(), { kern: beyond }))).tables.has('kern')).toBe(false);
  });

  it('keeps layers of colour, and none that name what is not there', async () => {
    // Glyph 1 is drawn as glyph 0 in the first colour.
    const CPAL = Buffer.concat([u16(0, 1, 1, 1, 0, 14, 0), Buffer.from([0, 0, 255, 255])]);
    const colr = (layer: number): Buffer => u16(0, 1, 0, 14, 0, 20, 1, 1, 0, 1, layer, 0);
    const made = readSfnt(await rewriteFont(changed(smallFont(), { COLR: colr(0), CPAL })));
    expect(made.tables.get('COLR')).toEqual(colr(0));
    expect(made.tables.get('CPAL')).toEqual(CPAL);
    expect(readSfnt(await rewriteFont(changed(smallFont(), { COLR: colr(9), CPAL }))).tables.has('COLR')).toBe(false);
    const cut = changed(smallFont(), { COLR: colr(0).subarray(0, 16), CPAL });
    expect(readSfnt(await rewriteFont(cut)).tables.has('COLR')).toBe(false);
  });

  it.each([
    ['whose directory points behind the file', misplaced(smallFont(), 'glyf', (r) => r.writeUInt32BE(1 << 30, 8))],
    ['whose directory points into itself', misplaced(smallFont(), 'glyf', (r) => r.writeUInt32BE(12, 8))],
    ['with a table that is longer than the file', misplaced(smallFont(), 'loca', (r) => r.writeUInt32BE(1 << 30, 12))],
    ['with a length that wraps around', misplaced(smallFont(), 'post', (r) => r.writeUInt32BE(0xffffffff, 12))],
    ['with a table twice', misplaced(smallFont(), 'post', (r) => void r.write('name'))],
    ['that is cut', smallFont().subarray(0, -60)],
  ])('%s is refused', async (_, font) => {
    await expect(rewriteFont(font)).rejects.toBeInstanceOf(UnreadableSfntError);
  });

  it.each([
    ['no table of outlines', { glyf: undefined, loca: undefined }],
    ['an empty table of outlines', { glyf: Buffer.alloc(0) }],
    ['outlines that nothing locates', { loca: Buffer.alloc(0) }],
    ['an empty CFF table', { glyf: undefined, loca: undefined, 'CFF ': Buffer.alloc(0) }],
    ['an empty CFF2 table', { glyf: undefined, loca: undefined, CFF2: Buffer.alloc(0) }],
    ['no measures', { hhea: undefined }],
    ['no characters', { cmap: undefined }],
  ])('with %s is refused', async (_, tables) => {
    await expect(rewriteFont(changed(smallFont(), tables))).rejects.toBeInstanceOf(DamagedFontError);
  });
});
