import { Renderer } from '@takumi-rs/core';
import { fontCodePoints } from './font-coverage.ts';
import { countFontGlyphs, readSfnt, type SfntFont, writeSfnt } from './sfnt.ts';

/** Side of a glyph in pixels. */
const GLYPH_SIDE = 12;
/** Side of a sheet in glyphs. */
const SHEET_SIDE = 64;
/** The family of the font that is drawn. */
const FAMILY = 'proven';
/** The regular weight of CSS. */
const REGULAR = 400;
/** Weights at which a variable font is drawn: its lightest, its regular, and its heaviest. */
const WEIGHTS = [1, REGULAR, 1000];

/** Private-use code points: 65,534 in plane 15, then those of plane 16. */
const FIRST_PRIVATE = 0xf0000;
const PRIVATE_IN_PLANE = 0xfffe;
const NEXT_PLANE = 0x100000;
/** The private-use code point of a glyph. */
const privateCode = (glyph: number): number =>
  glyph < PRIVATE_IN_PLANE ? FIRST_PRIVATE + glyph : NEXT_PLANE + glyph - PRIVATE_IN_PLANE;

/** Tables that choose, move or colour glyphs: without them each glyph is drawn at the place that the layout engine gives it. */
const LAYOUT_TABLES = ['BASE', 'GDEF', 'GPOS', 'GSUB', 'kern', 'HVAR', 'VVAR', 'VORG', 'vhea', 'vmtx', 'COLR', 'CPAL'];

/** A character map of the private code points (format 12). */
function cmapOfGlyphs(glyphCount: number): Buffer {
  const groups: [first: number, end: number][] = [[0, Math.min(glyphCount, PRIVATE_IN_PLANE)]];
  if (glyphCount > PRIVATE_IN_PLANE) groups.push([PRIVATE_IN_PLANE, glyphCount]);
  const map = Buffer.alloc(28 + 12 * groups.length);
  map.writeUInt16BE(1, 2);
  map.writeUInt16BE(3, 4);
  map.writeUInt16BE(10, 6);
  map.writeUInt32BE(12, 8);
  map.writeUInt16BE(12, 12);
  map.writeUInt32BE(16 + 12 * groups.length, 16);
  map.writeUInt32BE(groups.length, 24);
  for (const [i, [first, end]] of groups.entries()) {
    const offset = 28 + 12 * i;
    map.writeUInt32BE(privateCode(first), offset);
    map.writeUInt32BE(privateCode(end - 1), offset + 4);
    map.writeUInt32BE(first, offset + 8);
  }
  return map;
}

/** A font whose private-use characters are its glyphs, each one em wide. @throws RangeError for a font without `head` or `hhea` */
function fontOfGlyphs({ signature, tables }: SfntFont, glyphCount: number): Buffer {
  const newTables = new Map([...tables].filter(([tag]) => !LAYOUT_TABLES.includes(tag)));
  const [head, hhea] = [tables.get('head'), tables.get('hhea')];
  if (!head || !hhea) throw new RangeError('the font has no measures');
  const newHhea = Buffer.from(hhea);
  newHhea.writeUInt16BE(1, 34);
  const hmtx = Buffer.alloc(2 + 2 * glyphCount);
  hmtx.writeUInt16BE(head.readUInt16BE(18));
  newTables.set('cmap', cmapOfGlyphs(glyphCount)).set('hhea', newHhea).set('hmtx', hmtx);
  return writeSfnt({ signature, tables: newTables });
}

/** Draws characters on sheets. @returns the number of pixels that are not white */
async function drawCharacters(font: Buffer, characters: readonly string[], weight: number): Promise<number> {
  const renderer = new Renderer({});
  await renderer.registerFont({ name: FAMILY, weight: REGULAR, style: 'normal', data: font });
  const textStyle = {
    fontFamily: FAMILY,
    fontSize: GLYPH_SIDE,
    fontWeight: weight,
    lineHeight: 1,
    whiteSpace: 'nowrap',
  } as const;
  let inkPixels = 0;
  for (let sheetStart = 0; sheetStart < characters.length; sheetStart += SHEET_SIDE * SHEET_SIDE) {
    const sheetCharacters = characters.slice(sheetStart, sheetStart + SHEET_SIDE * SHEET_SIDE);
    const children = Array.from({ length: Math.ceil(sheetCharacters.length / SHEET_SIDE) }, (_, line) => ({
      type: 'text' as const,
      text: sheetCharacters.slice(line * SHEET_SIDE, (line + 1) * SHEET_SIDE).join(''),
      style: { ...textStyle, height: GLYPH_SIDE },
    }));
    const size = { width: GLYPH_SIDE * SHEET_SIDE, height: GLYPH_SIDE * children.length };
    const style = { ...size, display: 'flex', flexDirection: 'column', backgroundColor: 'white' } as const;
    const sheet = { type: 'container', style, children } as const;
    const pixels = await renderer.render(sheet, { ...size, format: 'raw', fontFamilies: [FAMILY] });
    for (let offset = 0; offset < pixels.length; offset += 4) if ((pixels[offset] ?? 255) < 255) inkPixels++;
  }
  return inkPixels;
}

/** A character that has a visible glyph. */
const VISIBLE_CHARACTER = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Draws every glyph of a font with the engine that draws slides: each glyph by itself, then all characters as text, with the layout tables
 * of the font. A glyph that crashes the engine ends the process, so call it in a process that does nothing else.
 * @param font TrueType or OpenType
 * @returns the number of pixels with ink, of the glyphs in all drawn weights: 0 for a font that draws nothing
 * @throws UnreadableSfntError, UnreadableFontError and RangeError for a damaged font
 */
export async function drawEveryGlyph(font: Buffer): Promise<number> {
  const parsedFont = readSfnt(font);
  const glyphCount = countFontGlyphs(parsedFont);
  const glyphFont = fontOfGlyphs(parsedFont, glyphCount);
  const glyphCharacters = Array.from({ length: glyphCount }, (_, glyph) => String.fromCodePoint(privateCode(glyph)));
  const coveredCharacters = Array.from(await fontCodePoints(font), (code) => String.fromCodePoint(code));
  const visibleCharacters = coveredCharacters.filter((character) => VISIBLE_CHARACTER.test(character));
  let inkPixels = 0;
  for (const weight of parsedFont.tables.has('fvar') ? WEIGHTS : [REGULAR]) {
    inkPixels += await drawCharacters(glyphFont, glyphCharacters, weight);
    await drawCharacters(font, visibleCharacters, weight);
  }
  return inkPixels;
}
