import { Renderer } from '@takumi-rs/core';
import { fontCodePoints } from './font-coverage.ts';
import { countGlyphs, readSfnt, type SfntFont, writeSfnt } from './sfnt.ts';

/** Side of a glyph in pixels, and side of a sheet in glyphs. */
const GLYPH_SIDE = 12;
const SHEET_SIDE = 64;
/** The family of the font that is drawn. */
const FAMILY = 'proven';
const REGULAR = 400;
/** Weights at which a variable font is drawn: its lightest, its regular, and its heaviest. */
const WEIGHTS = [1, REGULAR, 1000];

/** Private-use code points, one for each glyph: 65,534 in plane 15, then those of plane 16. */
const FIRST_PRIVATE = 0xf0000;
const PRIVATE_IN_PLANE = 0xfffe;
const NEXT_PLANE = 0x100000;
const privateCode = (glyph: number): number =>
  glyph < PRIVATE_IN_PLANE ? FIRST_PRIVATE + glyph : NEXT_PLANE + glyph - PRIVATE_IN_PLANE;

/** Tables that choose, move or vary the place of glyphs: without them each glyph is drawn where the layout engine puts it. */
const LAYOUT = ['BASE', 'GDEF', 'GPOS', 'GSUB', 'kern', 'HVAR', 'VVAR', 'VORG', 'vhea', 'vmtx', 'COLR', 'CPAL'];

/** A character map of the private code points (format 12). */
function mapOfGlyphs(glyphs: number): Buffer {
  const groups: [first: number, end: number][] = [[0, Math.min(glyphs, PRIVATE_IN_PLANE)]];
  if (glyphs > PRIVATE_IN_PLANE) groups.push([PRIVATE_IN_PLANE, glyphs]);
  const map = Buffer.alloc(28 + 12 * groups.length);
  map.writeUInt16BE(1, 2);
  map.writeUInt16BE(3, 4);
  map.writeUInt16BE(10, 6);
  map.writeUInt32BE(12, 8);
  map.writeUInt16BE(12, 12);
  map.writeUInt32BE(16 + 12 * groups.length, 16);
  map.writeUInt32BE(groups.length, 24);
  for (const [i, [first, end]] of groups.entries()) {
    const at = 28 + 12 * i;
    map.writeUInt32BE(privateCode(first), at);
    map.writeUInt32BE(privateCode(end - 1), at + 4);
    map.writeUInt32BE(first, at + 8);
  }
  return map;
}

/** A font whose characters are its glyphs, each one em wide. */
function fontOfGlyphs({ signature, tables }: SfntFont, glyphs: number): Buffer {
  const made = new Map([...tables].filter(([tag]) => !LAYOUT.includes(tag)));
  const [head, hhea] = [tables.get('head'), tables.get('hhea')];
  if (!head || !hhea) throw new RangeError('the font has no measures');
  const measures = Buffer.from(hhea);
  measures.writeUInt16BE(1, 34);
  const widths = Buffer.alloc(2 + 2 * glyphs);
  widths.writeUInt16BE(head.readUInt16BE(18));
  made.set('cmap', mapOfGlyphs(glyphs)).set('hhea', measures).set('hmtx', widths);
  return writeSfnt({ signature, tables: made });
}

/** Draws characters on sheets. @returns pixels that are not white */
async function drawCharacters(font: Buffer, characters: readonly string[], weight: number): Promise<number> {
  const renderer = new Renderer({});
  await renderer.registerFont({ name: FAMILY, weight: REGULAR, style: 'normal', data: font });
  const text = {
    fontFamily: FAMILY,
    fontSize: GLYPH_SIDE,
    fontWeight: weight,
    lineHeight: 1,
    whiteSpace: 'nowrap',
  } as const;
  let ink = 0;
  for (let from = 0; from < characters.length; from += SHEET_SIDE * SHEET_SIDE) {
    const onSheet = characters.slice(from, from + SHEET_SIDE * SHEET_SIDE);
    const children = Array.from({ length: Math.ceil(onSheet.length / SHEET_SIDE) }, (_, line) => ({
      type: 'text' as const,
      text: onSheet.slice(line * SHEET_SIDE, (line + 1) * SHEET_SIDE).join(''),
      style: { ...text, height: GLYPH_SIDE },
    }));
    const size = { width: GLYPH_SIDE * SHEET_SIDE, height: GLYPH_SIDE * children.length };
    const style = { ...size, display: 'flex', flexDirection: 'column', backgroundColor: 'white' } as const;
    const sheet = { type: 'container', style, children } as const;
    const pixels = await renderer.render(sheet, { ...size, format: 'raw', fontFamilies: [FAMILY] });
    for (let at = 0; at < pixels.length; at += 4) if ((pixels[at] ?? 255) < 255) ink++;
  }
  return ink;
}

const IS_SHOWN = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Draws every glyph of a font with the engine that draws slides: each glyph by itself, then all characters as text, with the layout tables
 * of the font. A glyph that crashes the engine ends the process, so call it in a process that does nothing else.
 * @param font TrueType or OpenType
 * @returns pixels with ink of the glyphs: 0 for a font that draws nothing
 */
export async function drawEveryGlyph(font: Buffer): Promise<number> {
  const parsed = readSfnt(font);
  const glyphs = countGlyphs(parsed);
  const ofGlyphs = fontOfGlyphs(parsed, glyphs);
  const each = Array.from({ length: glyphs }, (_, glyph) => String.fromCodePoint(privateCode(glyph)));
  const covered = Array.from(await fontCodePoints(font), (code) => String.fromCodePoint(code));
  const shown = covered.filter((character) => IS_SHOWN.test(character));
  let ink = 0;
  for (const weight of parsed.tables.has('fvar') ? WEIGHTS : [REGULAR]) {
    ink += await drawCharacters(ofGlyphs, each, weight);
    await drawCharacters(font, shown, weight);
  }
  return ink;
}
