import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fontFactsSchema } from '#features/fonts/ports.ts';
import { readFontFacts } from '#features/fonts/read-font-facts.ts';
import { BRAND_FONT, HEBREW_FONT } from '#test/support/samples/fonts.ts';
import { smallFont } from '#test/support/samples/small-font.ts';

const codeOf = (bytes: Uint8Array): Promise<string> =>
  readFontFacts(bytes).then(
    () => 'read',
    (error: { code?: string }) => error.code ?? String(error),
  );

describe('a font', () => {
  it('tells its family, weight, glyphs and scripts', async () => {
    const file = readFileSync(BRAND_FONT);
    const facts = await readFontFacts(file);
    expect(fontFactsSchema.parse(facts)).toEqual(facts);
    expect(facts).toMatchObject({ family: expect.stringContaining('Fredoka'), style: 'normal', format: 'woff2' });
    expect(facts.scripts).toEqual(['Latn']);
    expect(facts.glyphs).toBeGreaterThan(100);
    expect((await readFontFacts(readFileSync(HEBREW_FONT))).scripts).toContain('Hebr');
  });

  it('may be plain TrueType', async () => {
    expect(await readFontFacts(smallFont({ family: 'Brand', weight: 650 }))).toEqual({
      family: 'Brand',
      weight: 650,
      style: 'normal',
      glyphs: 2,
      scripts: ['Latn'],
      format: 'ttf',
    });
  });

  it('may have several maps of the same characters', async () => {
    expect(
      await codeOf(
        smallFont({
          segments: [
            [65, 122],
            [0xc0, 0xff],
          ],
        }),
      ),
    ).toBe('read');
  });

  it.each([
    ['installable', 0, 'read'],
    ['restricted', 2, 'font_restricted'],
    ['preview and print', 4, 'read'],
    ['editable', 8, 'read'],
    ['restricted, but editable', 10, 'read'],
    ['without subsetting', 0x100, 'read'],
    ['bitmap only', 0x200, 'font_restricted'],
  ])('%s (fsType %i) is %s', async (_, rights, outcome) => {
    expect(await codeOf(smallFont({ rights }))).toBe(outcome);
  });

  it.each([
    ['an empty file', Buffer.alloc(0)],
    ['text', Buffer.from('This is not a font at all, but a text.')],
    ['a collection', Buffer.concat([Buffer.from('ttcf'), Buffer.alloc(64)])],
    ['a font that is cut', smallFont().subarray(0, 100)],
    ['a font that is cut within its directory', smallFont().subarray(0, 14)],
    ['a WOFF2 file that is cut', readFileSync(BRAND_FONT).subarray(0, 3000)],
    [
      'a character map that promises all code points many times',
      smallFont({ groups: Array(4000).fill([0, 0x10ffff]) }),
    ],
    ['segments that promise all code points many times', smallFont({ segments: Array(4000).fill([0, 0xfffe]) })],
    ['a character map beyond Unicode', smallFont({ groups: [[0, 0xffffffff]] })],
    ['a character map that is empty', smallFont({ groups: [] })],
  ])('that is %s is refused', async (_, bytes) => {
    expect(await codeOf(bytes)).toBe('font_invalid');
  });

  it('that grows beyond all bounds is refused', async () => {
    const header = Buffer.from(readFileSync(BRAND_FONT).subarray(0, 48));
    const bomb = brotliCompressSync(Buffer.alloc(60 * 2 ** 20));
    header.writeUInt16BE(1, 12);
    header.writeUInt32BE(1000, 16);
    header.writeUInt32BE(bomb.length, 20);
    const file = Buffer.concat([header, Buffer.from([0, 100]), bomb]);
    file.writeUInt32BE(file.length, 8);
    expect(await codeOf(file)).toBe('font_invalid');
  });
});
