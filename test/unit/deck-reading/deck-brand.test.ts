import { describe, expect, it } from 'vitest';
import type { DeckBrand } from '#engine/deck-reading/deck.ts';
import { readPptx } from '#engine/deck-reading/pptx/read-pptx.ts';
import { boxAt, makePptx, pictureShape, type TestSlide, textShape } from '#test/support/decks/pptx.ts';
import { DARK_MAP, ON_LAYOUT, type TestTheme, themeParts } from '#test/support/decks/themed.ts';

const TEXT: TestSlide = { shapes: textShape(2, 'title', ['T']), relations: ON_LAYOUT };

/** The brand of a deck with a theme. */
async function brandOf(theme: TestTheme, slides: readonly TestSlide[] = [TEXT]): Promise<DeckBrand | undefined> {
  const parts = { ...themeParts({ picture: 'bytes', ...theme }), 'ppt/media/q.png': 'others' };
  return (await readPptx(makePptx({ slides, parts }), { maxSlides: 99 })).deck.brand;
}
const solid = (color: string): string => `<p:bg><p:bgPr><a:solidFill>${color}</a:solidFill></p:bgPr></p:bg>`;
const scheme = (name: string): string => `<a:schemeClr val="${name}"/>`;
const PICTURE = '<p:bg><p:bgPr><a:blipFill><a:blip r:embed="rIdP"/></a:blipFill></p:bgPr></p:bg>';
const bodyIn = (fill: string): string =>
  `<p:bodyStyle><a:lvl1pPr><a:defRPr><a:solidFill>${fill}</a:solidFill></a:defRPr></a:lvl1pPr></p:bodyStyle>`;

describe('the colours of a brand', () => {
  const colorsOf = async (theme: TestTheme) => (await brandOf(theme))?.colors;

  it('are those of a light master', async () => {
    expect(await colorsOf({})).toEqual({ background: '#ffffff', text: '#000000', accent: '#4472c4' });
  });

  it('are those of a dark master', async () => {
    expect(await colorsOf({ map: DARK_MAP })).toEqual({ background: '#000000', text: '#ffffff', accent: '#4472c4' });
  });

  it('are the first of a gradient, and the changed one of a fill', async () => {
    const gradient = `<p:bg><p:bgPr><a:gradFill><a:gsLst><a:gs pos="0">${scheme('tx2')}</a:gs><a:gs pos="100000">${scheme('bg1')}</a:gs></a:gsLst></a:gradFill></p:bgPr></p:bg>`;
    expect(await colorsOf({ masterBackground: gradient })).toMatchObject({ background: '#44546a', text: '#ffffff' });
    const darker = '<a:schemeClr val="bg2"><a:lumMod val="75000"/></a:schemeClr>';
    expect(await colorsOf({ masterBackground: solid(darker) })).toMatchObject({ background: '#afabab' });
  });

  it('are those of the layout that most slides have, where it has others', async () => {
    const layoutBackground = solid('<a:srgbClr val="102040"/>');
    expect(await colorsOf({ layoutBackground })).toMatchObject({ background: '#102040', text: '#ffffff' });
    expect(await colorsOf({ layoutMap: DARK_MAP })).toMatchObject({ background: '#000000', text: '#ffffff' });
  });

  it('are dark behind light text and light behind dark text, where a picture is the background', async () => {
    const dark = { masterBackground: PICTURE, styles: bodyIn(scheme('bg1')) };
    expect(await colorsOf(dark)).toMatchObject({ background: '#44546a', text: '#ffffff' });
    expect(await colorsOf({ masterBackground: PICTURE })).toMatchObject({ background: '#ffffff', text: '#000000' });
  });

  it('can be read: what has too little contrast is passed over', async () => {
    const pale = { accent1: 'F0F0F0', accent2: 'FFF0E0', accent3: '8000FF' };
    expect(await colorsOf({ colors: pale, styles: bodyIn('<a:srgbClr val="EEEEEE"/>') })).toEqual({
      ...{ background: '#ffffff', text: '#000000', accent: '#8000ff' },
    });
  });
});

describe('the fonts of a brand', () => {
  const fontsOf = async (theme: TestTheme) => (await brandOf(theme))?.fonts;

  it('are those of the theme', async () => {
    expect(await fontsOf({})).toEqual({ heading: 'Calibri Light', body: 'Calibri' });
    expect(await fontsOf({ fonts: ['', '  '] })).toEqual({});
  });

  it('are those that the master names instead; a name of the theme is that of the theme', async () => {
    const style = (name: string, typeface: string): string =>
      `<p:${name}><a:lvl1pPr><a:defRPr><a:latin typeface="${typeface}"/></a:defRPr></a:lvl1pPr></p:${name}>`;
    const styles = style('titleStyle', 'Georgia') + style('bodyStyle', '+mn-lt');
    expect(await fontsOf({ styles })).toEqual({ heading: 'Georgia', body: 'Calibri' });
  });

  it('have names of a bounded length', async () => {
    const { heading = '' } = (await fontsOf({ fonts: ['😀'.repeat(200), 'B'] })) ?? {};
    expect([...heading].length).toBe(80);
  });
});

describe('the logo of a brand', () => {
  const logoOf = async (theme: TestTheme, slides?: readonly TestSlide[]) => (await brandOf(theme, slides))?.logo;
  const logo = (box: string, id = 'rIdP'): string => pictureShape(9, id, box);
  const TOP_LEFT = boxAt(20, 20, 120, 60);
  const BOTTOM_RIGHT = boxAt(860, 900, 120, 60);
  const source = { from: 'path', path: 'ppt/media/p.png' };

  it('is the small picture in a corner of the master', async () => {
    expect(await logoOf({ master: logo(TOP_LEFT) })).toEqual({ source, place: 'top_left' });
    expect(await logoOf({ master: logo(boxAt(300, 300, 300, 300)) + logo(BOTTOM_RIGHT) })).toEqual({
      source,
      place: 'bottom_right',
    });
  });

  it('is that of the layout, if the master has none', async () => {
    expect(await logoOf({ layout: logo(BOTTOM_RIGHT) })).toEqual({ source, place: 'bottom_right' });
    expect(await logoOf({ master: logo(TOP_LEFT), layout: logo(BOTTOM_RIGHT) })).toMatchObject({ place: 'top_left' });
  });

  it('keeps what its author cut off', async () => {
    const cropped = logo(TOP_LEFT).replace('<p:blipFill>', '<p:blipFill><a:srcRect l="25000"/>');
    expect(await logoOf({ master: cropped })).toMatchObject({ crop: { left: 0.25 }, place: 'top_left' });
  });

  it('is the picture that most slides have in the same corner', async () => {
    const own = { ...ON_LAYOUT, rId1: ['image', 'media/q.png'] } as const;
    const slide = (box: string): TestSlide => ({ shapes: TEXT.shapes + logo(box, 'rId1'), relations: own });
    const repeated = (count: number, others: number) => [
      ...Array.from({ length: count }, () => slide(boxAt(860, 20, 120, 60))),
      ...Array.from({ length: others }, () => TEXT),
    ];
    expect(await logoOf({}, repeated(4, 2))).toEqual({
      ...{ source: { from: 'path', path: 'ppt/media/q.png' }, place: 'top_right' },
    });
    expect(await logoOf({}, repeated(3, 0))).toBeUndefined();
    expect(await logoOf({}, repeated(4, 3))).toBeUndefined();
    const moving = [20, 40, 60, 80, 100].map((x) => slide(boxAt(500 + 4 * x, 400, 60, 60)));
    expect(await logoOf({}, moving)).toBeUndefined();
  });

  it.each([
    ['large', boxAt(0, 0, 450, 60)],
    ['high', boxAt(0, 0, 60, 260)],
    ['a line', boxAt(20, 20, 300, 5)],
    ['in the middle', boxAt(450, 20, 100, 60)],
    ['at the side', boxAt(20, 450, 100, 60)],
    ['outside', boxAt(-300, 20, 200, 60)],
  ])('is not a picture that is %s', async (_, box) => {
    expect(await logoOf({ master: logo(box) })).toBeUndefined();
  });

  it('is not a picture that the file does not have', async () => {
    expect(await logoOf({ master: logo(TOP_LEFT, 'rIdNone') })).toBeUndefined();
  });
});

describe('a deck without a theme', () => {
  it('has no brand', async () => {
    const { deck } = await readPptx(makePptx({ slides: [{ shapes: TEXT.shapes ?? '' }] }), { maxSlides: 9 });
    expect(deck.brand).toBeUndefined();
  });

  it.each(['ppt/theme/t.xml', 'ppt/slideMasters/m.xml', 'ppt/slideLayouts/l.xml'])(
    'as its %s is damaged has no brand, and is read',
    async (part) => {
      const parts = { ...themeParts(), [part]: '<a:theme' };
      const { deck } = await readPptx(makePptx({ slides: [TEXT], parts }), { maxSlides: 9 });
      expect([deck.slides.length, deck.brand]).toEqual([1, undefined]);
    },
  );

  it('as its theme is larger than a part may be has no brand, and is read', async () => {
    const parts = { ...themeParts(), 'ppt/theme/t.xml': Buffer.alloc(17 * 2 ** 20, ' ') };
    const { deck } = await readPptx(makePptx({ slides: [TEXT], parts }), { maxSlides: 9 });
    expect([deck.slides.length, deck.brand]).toEqual([1, undefined]);
  });
});
