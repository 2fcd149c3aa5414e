import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { deckDrawingModulePath } from '#engine/deck-drawing/deck-drawing-module-path.ts';
import { openDeckDrawing } from '#engine/deck-drawing/open-deck-for-drawing.ts';
import { boxAt, makePptx, richShape, type TestSlide, textShape } from '#test/support/decks/pptx.ts';

const FILE = deckDrawingModulePath(import.meta.dirname) ?? expect.fail('there is no module');
const SIDES = [12_192_000, 6_858_000] as const;
const WIDTH = 960;
/** Pixels of a length in EMU. */
const px = (emu: number): number => Math.round((emu * WIDTH) / SIDES[0]);
const OFFICE = 'http://schemas.openxmlformats.org';
const NAMESPACES = `xmlns:a="${OFFICE}/drawingml/2006/main" xmlns:p="${OFFICE}/presentationml/2006/main" xmlns:r="${OFFICE}/officeDocument/2006/relationships"`;

interface Drawn {
  at(x: number, y: number): number[];
  /** Pixels of a rectangle (EMU) that have about a colour. */
  count(color: readonly number[], x: number, y: number, width: number, height: number): number;
  facts: { cut_texts: number; covering_texts: number };
}

async function draw(slide: TestSlide, parts: Record<string, string> = {}): Promise<Drawn> {
  const drawing = await openDeckDrawing(FILE, makePptx({ sides: SIDES, slides: [slide], parts }), 'en');
  const { png, cut_texts, covering_texts } = await drawing.draw('ppt/slides/slide1.xml', WIDTH);
  const pixels = await sharp(Buffer.from(png)).removeAlpha().raw().toBuffer();
  const pixel = (x: number, y: number): number[] => [...pixels.subarray(3 * (y * WIDTH + x), 3 * (y * WIDTH + x) + 3)];
  return {
    at: (x, y) => pixel(px(x), px(y)),
    count(color, x, y, width, height) {
      let found = 0;
      const [red = 0, green = 0, blue = 0] = color;
      const isNear = (at: number, value: number): boolean => Math.abs((pixels[at] ?? 0) - value) <= 24;
      for (let row = px(y); row < px(y + height); row++)
        for (let column = px(x); column < px(x + width); column++) {
          const at = 3 * (row * WIDTH + column);
          if (isNear(at, red) && isNear(at + 1, green) && isNear(at + 2, blue)) found += 1;
        }
      return found;
    },
    facts: { cut_texts, covering_texts },
  };
}

const CM = 360_000;
const RED = [255, 0, 0];
const BLACK = [0, 0, 0];
const box = (x: number, y: number, width: number, height: number): string =>
  boxAt(x * CM, y * CM, width * CM, height * CM);
const words = (properties: string, inner = ''): string =>
  richShape(2, null, `<a:r><a:rPr sz="4000"${properties}>${inner}</a:rPr><a:t>iiii</a:t></a:r>`, box(2, 2, 28, 3));

describe('what is drawn with a text', () => {
  it('is its highlight, behind its letters', async () => {
    const color = '<a:highlight><a:srgbClr val="FF0000"/></a:highlight>';
    const { count } = await draw({ shapes: words('', color) });
    expect(count(RED, 2 * CM, 2 * CM, 4 * CM, 3 * CM)).toBeGreaterThan(300);
    expect(count(RED, 8 * CM, 2 * CM, 20 * CM, 3 * CM)).toBe(0);
  });

  it('is the line through words that are struck out', async () => {
    const ink = async (properties: string): Promise<number> =>
      (await draw({ shapes: words(properties) })).count(BLACK, 2 * CM, 2 * CM, 8 * CM, 3 * CM);
    expect(await ink(' strike="sngStrike"')).toBeGreaterThan((await ink('')) * 1.1);
  });

  it.each([
    ['', 0],
    ['<a:extLst><a:ext uri="{A}"><x:hlinkClr xmlns:x="x" val="tx"/></a:ext></a:extLst>', 1],
  ])('is the colour of links, unless the link keeps that of the text: %s', async (extension, isKept) => {
    const link = `<a:solidFill><a:srgbClr val="FF0000"/></a:solidFill><a:hlinkClick r:id="rId1">${extension}</a:hlinkClick>`;
    const { count } = await draw({ shapes: words('', link) });
    expect(count(RED, 2 * CM, 2 * CM, 8 * CM, 3 * CM) > 0).toBe(isKept === 1);
  });
});

it('gives a table the widths of its columns, though its frame is narrower', async () => {
  const cell = (color: string): string =>
    `<a:tc><a:txBody><a:bodyPr/><a:p/></a:txBody><a:tcPr><a:solidFill><a:srgbClr val="${color}"/></a:solidFill></a:tcPr></a:tc>`;
  const table = `<a:tbl><a:tblPr/><a:tblGrid><a:gridCol w="${10 * CM}"/><a:gridCol w="${10 * CM}"/></a:tblGrid><a:tr h="${4 * CM}">${cell('0000FF')}${cell('FF0000')}</a:tr></a:tbl>`;
  const frame = `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="3" name="t"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x="${2 * CM}" y="${2 * CM}"/><a:ext cx="${5 * CM}" cy="${4 * CM}"/></p:xfrm><a:graphic><a:graphicData uri="${OFFICE}/drawingml/2006/table">${table}</a:graphicData></a:graphic></p:graphicFrame>`;
  const { at } = await draw({ shapes: frame });
  expect(at(7 * CM, 4 * CM)).toEqual([0, 0, 255]);
  expect(at(20 * CM, 4 * CM)).toEqual(RED);
});

it('turns a group with what is in it', async () => {
  const bar = `<p:sp><p:nvSpPr><p:cNvPr id="4" name="b"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr>${box(10, 8, 10, 1)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:solidFill><a:srgbClr val="FF0000"/></a:solidFill></p:spPr></p:sp>`;
  const frame = `<a:off x="${10 * CM}" y="${8 * CM}"/><a:ext cx="${10 * CM}" cy="${CM}"/><a:chOff x="${10 * CM}" y="${8 * CM}"/><a:chExt cx="${10 * CM}" cy="${CM}"/>`;
  const group = `<p:grpSp><p:nvGrpSpPr><p:cNvPr id="3" name="g"/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm rot="5400000">${frame}</a:xfrm></p:grpSpPr>${bar}</p:grpSp>`;
  const { at } = await draw({ shapes: group });
  expect(at(15 * CM, 5 * CM)).toEqual(RED);
  expect(at(11 * CM, 8.5 * CM)).toEqual([255, 255, 255]);
});

it('fills a shape with the two colours of its pattern', async () => {
  const pattern =
    '<a:pattFill prst="wdUpDiag"><a:fgClr><a:srgbClr val="FF0000"/></a:fgClr><a:bgClr><a:srgbClr val="0000FF"/></a:bgClr></a:pattFill>';
  const shape = `<p:sp><p:nvSpPr><p:cNvPr id="4" name="b"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr>${box(2, 2, 28, 15)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>${pattern}</p:spPr></p:sp>`;
  const { count } = await draw({ shapes: shape });
  for (const color of [RED, [0, 0, 255]])
    expect(count(color, 2 * CM, 2 * CM, 28 * CM, 15 * CM)).toBeGreaterThan(20_000);
});

it('shows behind a text the panel of the master, where the layout has no place for the text', async () => {
  const panel = `<p:sp><p:nvSpPr><p:cNvPr id="2" name="b"/><p:cNvSpPr/><p:nvPr><p:ph type="body" idx="1"/></p:nvPr></p:nvSpPr><p:spPr>${box(0, 0, 9, 9)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:solidFill><a:srgbClr val="FF0000"/></a:solidFill></p:spPr><p:txBody><a:bodyPr/><a:p/></p:txBody></p:sp>`;
  const tree = (shapes: string): string => `<p:cSld><p:spTree>${shapes}</p:spTree></p:cSld>`;
  const related = (type: string, part: string): string =>
    `<Relationships xmlns="${OFFICE}/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument/2006/relationships/${type}" Target="${part}"/></Relationships>`;
  const { at } = await draw(
    {
      shapes: richShape(3, 'type="body" idx="4294967295"', '<a:r><a:t>Words</a:t></a:r>', box(2, 2, 20, 8)),
      relations: { rId1: ['slideLayout', 'slideLayouts/l.xml'] },
    },
    {
      'ppt/slideLayouts/l.xml': `<p:sldLayout ${NAMESPACES}>${tree(textShape(2, 'title', ['T']))}</p:sldLayout>`,
      'ppt/slideLayouts/_rels/l.xml.rels': related('slideMaster', '../slideMasters/m.xml'),
      'ppt/slideMasters/m.xml': `<p:sldMaster ${NAMESPACES}>${tree(panel)}</p:sldMaster>`,
    },
  );
  expect(at(18 * CM, 8 * CM)).toEqual(RED);
});

it('tells which texts end below the slide, and which overlap others', async () => {
  const text = (id: number, lines: readonly string[], y: number): string =>
    textShape(id, null, lines, { box: box(2, y, 20, 2), run: 'sz="3200"' });
  const many = ['One', 'Two', 'Three', 'Four', 'Five'];
  const factsOf = async (shapes: string) => (await draw({ shapes })).facts;
  expect(await factsOf(text(2, ['Above'], 2) + text(3, ['Below'], 6))).toEqual({ cut_texts: 0, covering_texts: 0 });
  expect(await factsOf(text(2, many, 16))).toEqual({ cut_texts: 1, covering_texts: 0 });
  expect(await factsOf(text(2, many, 2) + text(3, ['Covered'], 5))).toEqual({ cut_texts: 0, covering_texts: 1 });
  // A text that a shape hides; and one on its own shadow.
  const ground = `<p:sp><p:nvSpPr><p:cNvPr id="4" name="b"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr>${box(0, 0, 33, 19)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill></p:spPr></p:sp>`;
  expect(await factsOf(text(2, many, 2) + ground + text(3, ['Covered'], 5))).toEqual({
    cut_texts: 0,
    covering_texts: 0,
  });
  expect(await factsOf(text(2, many, 2) + text(3, many, 2))).toEqual({ cut_texts: 0, covering_texts: 0 });
});

it('sets a text smaller that would leave its box because its letters are of another family', async () => {
  const words = '日本語の文章は置き換えられた書体では元の書体より大きくなることがある'.repeat(4);
  const shape = (id: number, text: string) => textShape(id, null, [text], { box: box(2, 2, 28, 6), run: 'sz="2800"' });
  const { count } = await draw({ shapes: shape(2, words) });
  expect(count(BLACK, 2 * CM, 6.5 * CM, 28 * CM, 1.5 * CM)).toBeGreaterThan(100);
  expect(count(BLACK, 0, 8.2 * CM, 33 * CM, 10 * CM)).toBe(0);
});

it('draws signs of code as they were typed', async () => {
  const code = (text: string): string =>
    richShape(
      2,
      null,
      `<a:r><a:rPr sz="6000"><a:latin typeface="JetBrains Mono"/></a:rPr><a:t>${text}</a:t></a:r>`,
      box(2, 2, 28, 4),
    );
  const ink = async (text: string): Promise<number> =>
    (await draw({ shapes: code(text) })).count(BLACK, 2 * CM, 2 * CM, 28 * CM, 4 * CM);
  const [both, one, other] = [await ink('=&gt;'), await ink('='), await ink('&gt;')];
  expect(Math.abs(both - one - other) / both).toBeLessThan(0.06);
});
