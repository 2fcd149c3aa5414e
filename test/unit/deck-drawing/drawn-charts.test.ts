import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { deckDrawingModulePath } from '#engine/deck-drawing/deck-drawing-module-path.ts';
import { openDeckDrawing } from '#engine/deck-drawing/open-deck-for-drawing.ts';
import { escapeXml } from '#kernel/shared/escape-xml.ts';
import { frameShape, makePptx } from '#test/support/decks/pptx.ts';

const FILE = deckDrawingModulePath(import.meta.dirname) ?? expect.fail('there is no module');
const SIDES = [9_600_000, 5_400_000] as const;
const WIDTH = 960;
const OFFICE = 'http://schemas.openxmlformats.org';
const NAMESPACES = `xmlns:a="${OFFICE}/drawingml/2006/main" xmlns:c="${OFFICE}/drawingml/2006/chart"`;

/** The picture of a slide that a chart fills, as PNG. @param chart XML of `c:chart` */
async function drawChart(chart: string): Promise<Buffer> {
  const frame = frameShape(4, 'chart', '<c:chart r:id="rId1"/>').replace(
    /<p:xfrm>.*?<\/p:xfrm>/,
    `<p:xfrm><a:off x="0" y="0"/><a:ext cx="${SIDES[0]}" cy="${SIDES[1]}"/></p:xfrm>`,
  );
  const slides = [{ shapes: frame, relations: { rId1: ['chart', 'charts/chart1.xml'] } as const }];
  const parts = { 'ppt/charts/chart1.xml': `<c:chartSpace ${NAMESPACES}><c:chart>${chart}</c:chart></c:chartSpace>` };
  const drawing = await openDeckDrawing(FILE, makePptx({ sides: SIDES, slides, parts }), 'en');
  return Buffer.from((await drawing.draw('ppt/slides/slide1.xml', WIDTH)).png);
}

const valuesXml = (values: readonly (number | null)[]): string =>
  `<c:val><c:numRef><c:numCache><c:formatCode>General</c:formatCode><c:ptCount val="${values.length}"/>${values.map((value, index) => (value === null ? '' : `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`)).join('')}</c:numCache></c:numRef></c:val>`;

describe('the number of a label', () => {
  const picture = (value: number, code: string): Promise<Buffer> =>
    drawChart(
      `<c:plotArea><c:pieChart><c:ser><c:dLbls><c:numFmt formatCode="${escapeXml(code)}" sourceLinked="0"/><c:showVal val="1"/></c:dLbls>${valuesXml([value])}</c:ser></c:pieChart></c:plotArea>`,
    );
  /** A code that writes a text, whatever the number is. */
  const textCode = (text: string): string => `"${text}";"${text}";"${text}"`;

  it.each([
    [1_500_000, '$#,##0.0,,"M"', '$1.5M'],
    [12_400, '#,##0,"K";(#,##0,"K")', '12K'],
    [1_234_567, '#,##0,.0', '1,234.6'],
    [1_234_567, '#,##0', '1,234,567'],
    [0.256, '0.0%', '25.6%'],
    [1234, '#,##0_);(#,##0)', '1,234'],
    [0.125, '0.00', '0.13'],
    [1.005, '0.00', '1.01'],
    [12_345, '0.00E+00', '1.23E+04'],
    [0.00012, '0.0E-0', '1.2E-4'],
    [12_345, '##0.0E+0', '12.3E+3'],
    [5.25, '# ?/?', '5 1/4'],
    [0.375, '0/8', '3/8'],
    [7, '0 "kg"', '7 kg'],
    [7, '0\\x', '7x'],
    [800, '_("$"* #,##0_)', '$800'],
    [18, '[Red]0.0', '18.0'],
    [1500, '[>=1000]0.0,"K";0', '1.5K'],
    [500, '[>=1000]0.0,"K";0', '500'],
    [5_551_234, '000-0000', '555-1234'],
    [1234.5, '[$€-407]#,##0.00', '€1,234.50'],
    [123.45, 'General', '123.45'],
    [0.005, 'General', '0.005'],
  ])('%d as %s is %s', async (value, code, text) => {
    expect((await picture(value, code)).equals(await picture(value, textCode(text)))).toBe(true);
  });
});

it.each([
  [45_000, 'mmm\\-yy', 'Mar-23'],
  [45_000, '[$-409]mmmm d, yyyy;@', 'March 15, 2023'],
  [45_000.75, 'd/m/yy h:mm AM/PM', '15/3/23 6:00 PM'],
  [2024, 'General', '2024'],
])('writes the day %d of a category as %s', async (day, code, text) => {
  const picture = (cache: string): Promise<Buffer> =>
    drawChart(
      `<c:plotArea><c:barChart><c:ser><c:cat>${cache}</c:cat>${valuesXml([1])}</c:ser><c:axId val="1"/><c:axId val="2"/></c:barChart><c:catAx><c:axId val="1"/><c:scaling/><c:delete val="0"/><c:crossAx val="2"/></c:catAx><c:valAx><c:axId val="2"/><c:scaling/><c:delete val="0"/><c:crossAx val="1"/></c:valAx></c:plotArea>`,
    );
  const point = (value: string | number): string => `<c:ptCount val="1"/><c:pt idx="0"><c:v>${value}</c:v></c:pt>`;
  const days = `<c:numRef><c:numCache><c:formatCode>${code}</c:formatCode>${point(day)}</c:numCache></c:numRef>`;
  const names = `<c:strRef><c:strCache>${point(text)}</c:strCache></c:strRef>`;
  expect((await picture(days)).equals(await picture(names))).toBe(true);
  expect((await picture(days)).equals(await picture(names.replace(text, 'Other')))).toBe(false);
});

describe('a value that a series does not have', () => {
  const RED = '<a:solidFill><a:srgbClr val="FF0000"/></a:solidFill>';
  const axis = (name: string, id: number, other: number): string =>
    `<c:${name}><c:axId val="${id}"/><c:scaling/><c:delete val="1"/><c:crossAx val="${other}"/></c:${name}>`;
  /** How many stretches of columns have red, how far down it reaches, as a share of the slide, and how many pixels it has. */
  async function red(kind: string, blanks: string, values: readonly (number | null)[], properties: string) {
    const plot = `<c:${kind}><c:grouping val="standard"/><c:ser><c:idx val="0"/><c:spPr>${properties}</c:spPr><c:marker><c:symbol val="none"/></c:marker>${valuesXml(values)}</c:ser><c:axId val="1"/><c:axId val="2"/></c:${kind}>`;
    const png = await drawChart(
      `<c:plotArea>${plot}${axis('catAx', 1, 2)}${axis('valAx', 2, 1)}</c:plotArea><c:dispBlanksAs val="${blanks}"/>`,
    );
    const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const columns = Array.from({ length: info.width }, () => false);
    let lowest = 0;
    let pixels = 0;
    for (let y = 0; y < info.height; y++)
      for (let x = 0; x < info.width; x++) {
        const at = 3 * (y * info.width + x);
        if ((data[at] ?? 0) < 200 || (data[at + 1] ?? 255) > 100) continue;
        columns[x] = true;
        lowest = y;
        pixels += 1;
      }
    const stretches = columns.filter((isRed, x) => isRed && !columns[x - 1]).length;
    return { stretches, lowest: lowest / info.height, pixels };
  }
  const line = `<a:ln w="38100">${RED}</a:ln>`;

  it.each([
    ['gap', 2, false],
    ['span', 1, false],
    ['zero', 1, true],
  ])('of a line, as %s', async (blanks, stretches, reachesZero) => {
    const drawn = await red('lineChart', blanks, [20, 22, null, 21, 20], line);
    expect(drawn.stretches).toBe(stretches);
    expect(drawn.lowest > 0.6).toBe(reachesZero);
  });

  it('is bridged in an area that spans blanks, and 0 in another', async () => {
    const area = async (blanks: string, values: readonly (number | null)[]): Promise<number> =>
      (await red('areaChart', blanks, values, RED)).pixels;
    const whole = await area('zero', [20, 20, 20]);
    expect(await area('span', [20, null, 20])).toBe(whole);
    expect(await area('zero', [20, null, 20])).toBeLessThan(whole * 0.6);
    expect(await area('gap', [20, null, 20])).toBeLessThan(whole * 0.6);
  });
});

describe('a chart with axes', () => {
  const strings = (texts: readonly string[]): string =>
    texts.map((text, index) => `<c:pt idx="${index}"><c:v>${text}</c:v></c:pt>`).join('');
  const AXES =
    '<c:catAx><c:axId val="1"/><c:scaling/><c:delete val="0"/>TITLE<c:crossAx val="2"/></c:catAx><c:valAx><c:axId val="2"/><c:scaling>SCALE</c:scaling><c:delete val="0"/><c:crossAx val="1"/></c:valAx>';
  const picture = ({ categories = '', grouping = '', title = '', axisTitle = '', scale = '' }): Promise<Buffer> =>
    drawChart(
      `${title}<c:plotArea><c:barChart>${grouping}<c:ser><c:cat>${categories}</c:cat>${valuesXml([1, 2])}</c:ser><c:axId val="1"/><c:axId val="2"/></c:barChart>${AXES.replace('TITLE', axisTitle).replace('SCALE', scale)}</c:plotArea>`,
    );
  const titleXml = (text: string): string =>
    `<c:title><c:tx><c:rich><a:bodyPr/><a:p><a:r><a:t>${text}</a:t></a:r></a:p></c:rich></c:tx></c:title>`;

  it('shows the names of the innermost level of its categories', async () => {
    const levels = `<c:lvl>${strings(['Jan', 'Feb'])}</c:lvl><c:lvl><c:pt idx="0"><c:v>2026</c:v></c:pt></c:lvl>`;
    const inLevels = `<c:multiLvlStrRef><c:multiLvlStrCache><c:ptCount val="2"/>${levels}</c:multiLvlStrCache></c:multiLvlStrRef>`;
    const plain = `<c:strRef><c:strCache><c:ptCount val="2"/>${strings(['Jan', 'Feb'])}</c:strCache></c:strRef>`;
    const drawn = await picture({ categories: inLevels });
    expect(drawn.equals(await picture({ categories: plain }))).toBe(true);
    expect(drawn.equals(await picture({}))).toBe(false);
  });

  it('has no title if only an axis has one', async () => {
    const inkAbove = async (drawn: Buffer): Promise<number> => {
      const { data, info } = await sharp(drawn).greyscale().raw().toBuffer({ resolveWithObject: true });
      return data.subarray(0, info.width * Math.round(info.height * 0.06)).filter((shade) => shade < 128).length;
    };
    const inkWithoutTitle = await inkAbove(await picture({}));
    expect(await inkAbove(await picture({ axisTitle: titleXml('Quarter') }))).toBe(inkWithoutTitle);
    expect(await inkAbove(await picture({ title: titleXml('Quarter') }))).toBeGreaterThan(inkWithoutTitle + 50);
  });

  it('of shares ends at 100 %', async () => {
    const grouping = '<c:barDir val="col"/><c:grouping val="percentStacked"/>';
    const drawn = await picture({ grouping });
    expect(drawn.equals(await picture({ grouping, scale: '<c:max val="1"/>' }))).toBe(true);
  });
});
