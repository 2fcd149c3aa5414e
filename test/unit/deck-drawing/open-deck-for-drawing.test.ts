import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { DeckDrawingError } from '#engine/deck-drawing/deck-drawing-instance.ts';
import { deckDrawingModulePath } from '#engine/deck-drawing/deck-drawing-module-path.ts';
import { createDeckFontSelector } from '#engine/deck-drawing/deck-font-selector.ts';
import { openDeckDrawing } from '#engine/deck-drawing/open-deck-for-drawing.ts';
import { substituteForFontFamily } from '#engine/deck-drawing/substitute-fonts.ts';
import { boxAt, makePptx, textShape } from '#test/support/decks/pptx.ts';

const FILE = deckDrawingModulePath(import.meta.dirname) ?? expect.fail('there is no module');
const SIDES = [12_192_000, 6_858_000] as const;
const words = (text: string): string =>
  textShape(2, null, [text], { box: boxAt(0, 0, 9_000_000, 3_000_000), run: 'sz="4000"' });
const deckOf = (...texts: string[]): Buffer =>
  makePptx({ sides: SIDES, slides: texts.map((text) => ({ shapes: words(text) })) });
const part = (slide: number): string => `ppt/slides/slide${slide}.xml`;

describe('the module that draws slides', () => {
  it('is the one whose hash is kept', async () => {
    const hash = createHash('sha256')
      .update(await readFile(FILE))
      .digest('hex');
    expect(`${hash}\n`).toBe(await readFile(`${FILE}.sha256`, 'utf8'));
  });

  it('draws a slide at the size that is asked for, and always the same', async () => {
    const drawing = await openDeckDrawing(FILE, deckOf('One', 'Two'), 'en');
    const again = await openDeckDrawing(FILE, deckOf('One', 'Two'), 'en');
    const [first, second] = [await drawing.draw(part(1), 640), await drawing.draw(part(2), 640)];
    expect([first.width, first.height]).toEqual([640, 360]);
    expect((await sharp(first.png).metadata()).format).toBe('png');
    expect(Buffer.compare(first.png, second.png)).not.toBe(0);
    expect(Buffer.compare((await again.draw(part(1), 640)).png, first.png)).toBe(0);
  });

  it('draws with other letters when it refuses a font that the deck brings', async () => {
    const face = {
      file: 'a',
      bytes: Buffer.from('no font'),
      covers: new Set([79, 110, 101]),
      bold: false,
      italic: false,
    };
    const drawing = await openDeckDrawing(FILE, deckOf('One', 'Two'), 'en', async () => face);
    const plain = await openDeckDrawing(FILE, deckOf('One', 'Two'), 'en');
    for (const at of [part(1), part(2)])
      expect(Buffer.compare((await drawing.draw(at, 320)).png, (await plain.draw(at, 320)).png)).toBe(0);
  });

  it('shows a picture behind a slide in its two colours, where a shape shows it too', async () => {
    const duotone = '<a:duotone><a:srgbClr val="000000"/><a:srgbClr val="400000"/></a:duotone>';
    const fill = `<a:blipFill><a:blip r:embed="rId1">${duotone}</a:blip><a:stretch/></a:blipFill>`;
    const shape = `<p:sp useBgFill="1"><p:nvSpPr><p:cNvPr id="2" name="Ground"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr>${boxAt(0, 0, 6_096_000, 6_858_000)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:sp>`;
    const white = { create: { width: 32, height: 18, channels: 3, background: '#ffffff' } } as const;
    const deck = makePptx({
      sides: SIDES,
      slides: [
        {
          shapes: shape,
          background: `<p:bg><p:bgPr>${fill}<a:effectLst/></p:bgPr></p:bg>`,
          relations: { rId1: ['image', 'media/a.png'] },
        },
      ],
      parts: { 'ppt/media/a.png': await sharp(white).png().toBuffer() },
    });
    const { png } = await (await openDeckDrawing(FILE, deck, 'en')).draw(part(1), 640);
    const pixels = await sharp(Buffer.from(png)).removeAlpha().raw().toBuffer();
    for (const x of [100, 500])
      expect([...pixels.subarray(3 * (180 * 640 + x), 3 * (180 * 640 + x) + 3)]).toEqual([64, 0, 0]);
  });

  it('leaves out shapes and paragraphs, and all else stays where it is', async () => {
    const shapes =
      textShape(2, null, ['One', 'Two', 'Three'], { box: boxAt(0, 0, 9_000_000, 3_000_000), run: 'sz="4000"' }) +
      textShape(3, null, ['Below'], { box: boxAt(0, 4_000_000, 9_000_000, 2_000_000), run: 'sz="4000"' });
    const drawing = await openDeckDrawing(FILE, makePptx({ sides: SIDES, slides: [{ shapes }] }), 'en');
    const inkOf = async (hidden?: Parameters<typeof drawing.draw>[2]): Promise<Buffer> => {
      const { png } = await drawing.draw(part(1), 640, hidden);
      return sharp(Buffer.from(png)).removeAlpha().greyscale().raw().toBuffer();
    };
    const [whole, none] = [await inkOf(), await inkOf({ shapes: [2, 3], paragraphs: {} })];
    expect(none.every((value) => value === 255)).toBe(true);
    const states = [
      await inkOf({ shapes: [3], paragraphs: { 2: [1, 2] } }),
      await inkOf({ shapes: [3], paragraphs: { 2: [0, 2] } }),
      await inkOf({ shapes: [3], paragraphs: { 2: [0, 1] } }),
      await inkOf({ shapes: [2], paragraphs: {} }),
    ];
    for (const state of states) expect(state.some((value) => value < 100)).toBe(true);
    // Each mark of the whole slide is in exactly one of its parts, at the same place.
    const sum = Buffer.from(whole.map((_, at) => 255 - states.reduce((ink, state) => ink + 255 - (state[at] ?? 0), 0)));
    expect(Buffer.compare(sum, whole)).toBe(0);
    expect(Buffer.compare(await inkOf({ shapes: [9], paragraphs: { 9: [0], 2: [7] } }), whole)).toBe(0);
  });

  it.each([
    ['in the same face', 'sz="4000"', 'sz="4000"'],
    ['in regular and bold letters', 'sz="4000"', 'sz="4000" b="1"'],
    ['in bold and regular letters', 'sz="4000" b="1"', 'sz="4000"'],
  ])('joins letters of Arabic also after a slide with a sign of mathematics, %s', async (_, ofSign, ofArabic) => {
    const text = (run: string, words: string): { shapes: string } => ({
      shapes: textShape(2, null, [words], { box: boxAt(0, 0, 9_000_000, 3_000_000), run }),
    });
    const arabic = text(ofArabic, 'عربي: نص من اليمين');
    const drawing = await openDeckDrawing(
      FILE,
      makePptx({ sides: SIDES, slides: [text(ofSign, '✓ ∑'), arabic] }),
      'en',
    );
    await drawing.draw(part(1), 640);
    const alone = await openDeckDrawing(FILE, makePptx({ sides: SIDES, slides: [arabic] }), 'en');
    expect(Buffer.compare((await drawing.draw(part(2), 640)).png, (await alone.draw(part(1), 640)).png)).toBe(0);
  });

  it('says which characters no font has, and which families another one stands for', async () => {
    const drawing = await openDeckDrawing(FILE, deckOf('a \u{1F9CC} \u{13000}'), 'en');
    expect((await drawing.draw(part(1), 320)).missing).toContain('\u{13000}');
  });

  it('fails for a part that is not a slide, and for what is not a deck, and continues', async () => {
    const drawing = await openDeckDrawing(FILE, deckOf('One'), 'en');
    await expect(drawing.draw('ppt/slides/slide9.xml', 320)).rejects.toBeInstanceOf(DeckDrawingError);
    expect((await drawing.draw(part(1), 320)).width).toBe(320);
    await expect(openDeckDrawing(FILE, Buffer.from('PK nothing'), 'en')).rejects.toBeInstanceOf(DeckDrawingError);
  });

  it('is found next to the packages of layers, else in the repository', () => {
    expect(FILE).toBe(join(import.meta.dirname, '../../../layers/deck-maker/deck-maker.wasm'));
    expect(deckDrawingModulePath('/', '/nowhere')).toBeUndefined();
    expect(deckDrawingModulePath('/', `/nowhere:${join(import.meta.dirname, '../../../layers')}`)).toBe(FILE);
  });
});

describe('the fonts of a deck', () => {
  it.each([
    ['Calibri', 'carlito', true],
    ['Calibri Light', 'carlito', true],
    ['Cambria', 'caladea', true],
    ['Arial', 'arimo', true],
    ['Arial Narrow', 'archivo-narrow', false],
    ['Impact', 'archivo-narrow', false],
    ['Tw Cen MT', 'outfit', false],
    ['Tw Cen MT Condensed', 'barlow-condensed', false],
    ['Unheard Of Cond', 'barlow-condensed', false],
    ['Georgia Pro Cond Light', 'gelasio', false],
    ['Times New Roman', 'tinos', true],
    ['Courier New', 'cousine', true],
    ['Georgia', 'gelasio', true],
    ['Segoe UI Semibold', 'noto-sans', false],
    ['Century Gothic', 'outfit', false],
    ['Aptos Display', 'carlito', false],
    ['Some Mono', 'cousine', false],
    ['Some Serif', 'tinos', false],
    ['Unheard Of', 'arimo', false],
    ['Wingdings', 'arimo', true],
  ])('%s is drawn with %s', (name, folder, isAlike) => {
    expect(substituteForFontFamily(name)).toMatchObject({ package: folder, isAlike });
  });

  it('come file by file, for the letters that are there, each once', async () => {
    const facesFor = createDeckFontSelector('en');
    const use = (family: string, characters: string, bold = false) => ({ family, bold, italic: false, characters });
    const given = async (...uses: ReturnType<typeof use>[]) =>
      (await facesFor(uses)).fonts.map(({ family, bold, isSpare }) => [family, bold, isSpare]);
    expect(await given(use('Calibri', 'abc'))).toEqual([['Calibri', false, false]]);
    expect(await given(use('Calibri', 'abc'))).toEqual([]);
    expect(await given(use('Calibri', 'abł'))).toEqual([['Calibri', false, true]]);
    expect(await given(use('Calibri', 'abc', true))).toEqual([['Calibri', true, false]]);
    expect(await given(use('Georgia', '日'))).toEqual([
      ['Georgia', false, false],
      [expect.stringMatching(/^noto-sans-(jp|sc)$/), false, true],
    ]);
  });
});
