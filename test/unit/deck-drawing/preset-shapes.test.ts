import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { deckDrawingModulePath } from '#engine/deck-drawing/deck-drawing-module-path.ts';
import { openDeckDrawing } from '#engine/deck-drawing/open-deck-for-drawing.ts';
import { makePptx } from '#test/support/decks/pptx.ts';

const FILE = deckDrawingModulePath(import.meta.dirname) ?? expect.fail('there is no module');
const SIDES = [9_600_000, 5_400_000] as const;
const WIDTH = 960;
/** EMU of a pixel. */
const PIXEL = SIDES[0] / WIDTH;

interface Ink {
  /** True if a pixel within two of the point is red. */
  near(x: number, y: number): boolean;
  /** The first and last column and row with a red pixel. */
  extent: { left: number; top: number; right: number; bottom: number };
}

/** The red of a slide of 960 × 540 pixels. */
async function redOf(shapes: string): Promise<Ink> {
  const drawing = await openDeckDrawing(FILE, makePptx({ sides: SIDES, slides: [{ shapes }] }), 'en');
  const { png } = await drawing.draw('ppt/slides/slide1.xml', WIDTH);
  const { data, info } = await sharp(Buffer.from(png)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const isRed = (x: number, y: number): boolean => {
    const at = 3 * (y * info.width + x);
    return (data[at] ?? 0) > 200 && (data[at + 1] ?? 255) < 120 && (data[at + 2] ?? 255) < 120;
  };
  const extent = { left: info.width, top: info.height, right: -1, bottom: -1 };
  for (let y = 0; y < info.height; y++)
    for (let x = 0; x < info.width; x++)
      if (isRed(x, y)) {
        extent.left = Math.min(extent.left, x);
        extent.right = Math.max(extent.right, x);
        extent.top = Math.min(extent.top, y);
        extent.bottom = Math.max(extent.bottom, y);
      }
  const offsets = [-2, -1, 0, 1, 2];
  return { near: (x, y) => offsets.some((dx) => offsets.some((dy) => isRed(x + dx, y + dy))), extent };
}

const RED = '<a:solidFill><a:srgbClr val="FF0000"/></a:solidFill>';
const adjustments = (values: readonly (readonly [string, number])[]): string =>
  `<a:avLst>${values.map(([name, value]) => `<a:gd name="${name}" fmla="val ${value}"/>`).join('')}</a:avLst>`;
/** The place of a shape, in pixels. */
const placeXml = (x: number, y: number, width: number, height: number, attributes = ''): string =>
  `<a:xfrm${attributes}><a:off x="${x * PIXEL}" y="${y * PIXEL}"/><a:ext cx="${width * PIXEL}" cy="${height * PIXEL}"/></a:xfrm>`;

/** A connector in a frame of 400 × 200 pixels at (200, 150). */
const connector = (preset: string, values: readonly (readonly [string, number])[] = [], attributes = ''): string =>
  `<p:cxnSp><p:nvCxnSpPr><p:cNvPr id="2" name="c"/><p:cNvCxnSpPr/><p:nvPr/></p:nvCxnSpPr><p:spPr>${placeXml(200, 150, 400, 200, attributes)}<a:prstGeom prst="${preset}">${adjustments(values)}</a:prstGeom><a:ln w="${3 * PIXEL}">${RED}</a:ln></p:spPr></p:cxnSp>`;

type Point = readonly [x: number, y: number];

describe('a connector', () => {
  // Middles of the legs, and points where no line is, as shares of the frame.
  it.each<[string, (readonly [string, number])[], string, Point[], Point[]]>([
    [
      'bentConnector2',
      [],
      '',
      [
        [0.5, 0],
        [1, 0.5],
      ],
      [
        [0.5, 0.5],
        [0.5, 1],
      ],
    ],
    [
      'bentConnector3',
      [],
      '',
      [
        [0.25, 0],
        [0.5, 0.25],
        [0.5, 0.75],
        [0.75, 1],
      ],
      [
        [0.4, 0.5],
        [0.7, 0.8],
      ],
    ],
    [
      'bentConnector3',
      [['adj1', 25_000]],
      '',
      [
        [0.12, 0],
        [0.25, 0.5],
        [0.6, 1],
      ],
      [[0.5, 0.5]],
    ],
    [
      'bentConnector3',
      [['adj1', -20_000]],
      '',
      [
        [-0.1, 0],
        [-0.2, 0.5],
        [0.5, 1],
      ],
      [[0.5, 0.5]],
    ],
    [
      'bentConnector3',
      [['adj1', 25_000]],
      ' flipH="1"',
      [
        [0.9, 0],
        [0.75, 0.5],
        [0.4, 1],
      ],
      [[0.25, 0.5]],
    ],
    [
      'bentConnector3',
      [['adj1', 25_000]],
      ' flipV="1"',
      [
        [0.12, 1],
        [0.25, 0.5],
        [0.6, 0],
      ],
      [[0.5, 0.5]],
    ],
    [
      'bentConnector3',
      [['adj1', 25_000]],
      ' rot="10800000"',
      [
        [0.9, 1],
        [0.75, 0.5],
        [0.4, 0],
      ],
      [[0.25, 0.5]],
    ],
    [
      'bentConnector4',
      [
        ['adj1', 40_000],
        ['adj2', 130_000],
      ],
      '',
      [
        [0.2, 0],
        [0.4, 0.6],
        [0.7, 1.3],
        [1, 1.15],
      ],
      [[0.7, 0.7]],
    ],
    [
      'bentConnector5',
      [
        ['adj1', 30_000],
        ['adj2', 40_000],
        ['adj3', 70_000],
      ],
      '',
      [
        [0.15, 0],
        [0.3, 0.2],
        [0.5, 0.4],
        [0.7, 0.7],
        [0.85, 1],
      ],
      [
        [0.5, 0.7],
        [0.4, 0.2],
      ],
    ],
    ['curvedConnector2', [], '', [[0.6875, 0.3125]], [[0.5, 0.5]]],
    [
      'curvedConnector3',
      [],
      '',
      [[0.5, 0.5]],
      [
        [0.25, 0.25],
        [0.75, 0.75],
      ],
    ],
    ['curvedConnector3', [['adj1', 20_000]], '', [[0.2, 0.5]], [[0.5, 0.5]]],
    [
      'curvedConnector4',
      [
        ['adj1', 40_000],
        ['adj2', 60_000],
      ],
      '',
      [
        [0.4, 0.3],
        [0.7, 0.6],
      ],
      [[0.6, 0.2]],
    ],
    [
      'curvedConnector5',
      [
        ['adj1', 30_000],
        ['adj2', 40_000],
        ['adj3', 70_000],
      ],
      '',
      [
        [0.3, 0.2],
        [0.5, 0.4],
        [0.7, 0.7],
      ],
      [],
    ],
  ])('%s %j%s goes where its preset has its legs', async (preset, values, attributes, on, off) => {
    const { near } = await redOf(connector(preset, values, attributes));
    const isDrawn = ([x, y]: Point): boolean => near(Math.round(200 + 400 * x), Math.round(150 + 200 * y));
    expect(on.filter((point) => !isDrawn(point))).toEqual([]);
    expect(off.filter(isDrawn)).toEqual([]);
  });
});

/** A shape of 400 × 200 pixels at (200, 150) without insets, with a red text that is aligned to the left and the top. */
const texted = (
  preset: string,
  values: readonly (readonly [string, number])[] = [],
  attributes = '',
  body = '',
): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="s"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr>${placeXml(200, 150, 400, 200, attributes)}<a:prstGeom prst="${preset}">${adjustments(values)}</a:prstGeom></p:spPr><p:txBody><a:bodyPr lIns="0" tIns="0" rIns="0" bIns="0"${body}/><a:p><a:r><a:rPr sz="1000">${RED}</a:rPr><a:t>HH</a:t></a:r></a:p></p:txBody></p:sp>`;

describe('the text of a preset shape', () => {
  // Where its rectangle starts, as shares of the frame of 400 × 200 pixels.
  it.each<[string, (readonly [string, number])[], string, number, number]>([
    ['rect', [], '', 0, 0],
    ['chevron', [], '', 0.25, 0],
    ['chevron', [['adj', 25_000]], '', 0.125, 0],
    ['homePlate', [], '', 0, 0],
    ['homePlate', [], ' flipH="1"', 0.125, 0],
    ['triangle', [], '', 0.25, 0.5],
    ['rtTriangle', [], '', 1 / 12, 7 / 12],
    ['diamond', [], '', 0.25, 0.25],
    ['ellipse', [], '', 0.1464, 0.1464],
    ['pie', [], '', 0.1464, 0.1464],
    ['hexagon', [], '', 0.125, 0.125],
    ['rightArrow', [], '', 0, 0.25],
    ['leftArrow', [], '', 0.125, 0.25],
    ['parallelogram', [], '', 0.1354, 0.1354],
    ['star5', [], '', 0.309, 0.382],
    ['star4', [], '', 0.4116, 0.4116],
    ['cloud', [], '', 0.1378, 0.151],
    ['plus', [], '', 0, 0.25],
    ['roundRect', [['adj', 50_000]], '', 0.0732, 0.1464],
    ['octagon', [], '', 0.0732, 0.1464],
    ['can', [], '', 0, 0.25],
    ['cube', [], '', 0, 0.25],
    ['heart', [], '', 1 / 6, 0.25],
    ['trapezoid', [], '', 1 / 12, 1 / 12],
    ['flowChartDocument', [], '', 0, 0],
  ])('%s %j%s stands in its rectangle', async (preset, values, attributes, left, top) => {
    const { extent } = await redOf(texted(preset, values, attributes));
    const { extent: whole } = await redOf(texted('rect'));
    expect(Math.abs((extent.left - whole.left) / 400 - left)).toBeLessThan(0.01);
    expect(Math.abs((extent.top - whole.top) / 200 - top)).toBeLessThan(0.015);
  });

  it('is in the rectangle of a geometry of the deck', async () => {
    const path =
      '<a:pathLst><a:path w="4" h="2"><a:moveTo><a:pt x="0" y="0"/></a:moveTo><a:lnTo><a:pt x="4" y="2"/></a:lnTo></a:path></a:pathLst>';
    const geometry = (rectangle: string): string =>
      texted('rect').replace(
        /<a:prstGeom.*?<\/a:prstGeom>/,
        `<a:custGeom><a:gdLst><a:gd name="x1" fmla="*/ w 1 4"/></a:gdLst>${rectangle}${path}</a:custGeom>`,
      );
    const { extent } = await redOf(geometry('<a:rect l="x1" t="vc" r="r" b="b"/>'));
    const { extent: whole } = await redOf(geometry('<a:rect l="0" t="0" r="r" b="b"/>'));
    expect([extent.left - whole.left, extent.top - whole.top]).toEqual([100, 100]);
  });

  it('is in its rectangle where its lines go down', async () => {
    const { extent } = await redOf(texted('chevron', [], '', ' vert="vert"'));
    const { extent: whole } = await redOf(texted('rect', [], '', ' vert="vert"'));
    expect(Math.abs(whole.right - extent.right - 100)).toBeLessThan(4);
  });
});
