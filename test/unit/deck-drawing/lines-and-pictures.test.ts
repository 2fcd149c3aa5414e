import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { warningsWithOriginalLook } from '#app/sandbox/page-slides.ts';
import { warningsOfOriginalLookDrawing } from '#app/sandbox/warnings-of-original-look-drawing.ts';
import { deckDrawingModulePath } from '#engine/deck-drawing/deck-drawing-module-path.ts';
import { type OpenDeckForDrawing, openDeckDrawing } from '#engine/deck-drawing/open-deck-for-drawing.ts';
import { type DeckWarning, effectOfDeckWarning } from '#engine/deck-reading/deck-warning.ts';
import { type ParsedPptx, readPptx } from '#engine/deck-reading/pptx/read-pptx.ts';
import {
  boxAt,
  chartPart,
  frameShape,
  makePptx,
  pictureShape,
  type TestSlide,
  tableXml,
  textShape,
} from '#test/support/decks/pptx.ts';

/** Slides as PowerPoint has them, in EMU. The thing that a slide is about stands in the box. */
const SIDES = [12_192_000, 6_858_000] as const;
const BOX = { x: 1_000_000, y: 1_000_000, width: 8_000_000, height: 4_000_000 } as const;
const box = boxAt(BOX.x, BOX.y, BOX.width, BOX.height);
const FILE = deckDrawingModulePath(import.meta.dirname) ?? expect.fail('there is no module');
const PIXELS = 480;
/** A pixel is part of something when it differs from the paper by more than this. */
const CONTRAST = 12;

const inBox = (frame: string): string =>
  frame.replace(/<p:xfrm>.*?<\/p:xfrm>/, `<p:xfrm>${box.replace(/<\/?a:xfrm>/g, '')}</p:xfrm>`);
const words = (text: string, { run = 'sz="4000"', inner = '' } = {}): string =>
  textShape(2, null, [text], { box, run }).replace(`<a:rPr ${run}/>`, `<a:rPr ${run}>${inner}</a:rPr>`);
const filled = (fill: string, geometry = 'rect'): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="A shape"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr>${box}<a:prstGeom prst="${geometry}"><a:avLst/></a:prstGeom>${fill}</p:spPr></p:sp>`;
const SOLID = '<a:solidFill><a:srgbClr val="336699"/></a:solidFill>';
const ole = (inner: string): string =>
  inBox(frameShape(4, 'ole', `<p:oleObj name="Sheet" r:id="rId9" progId="Excel.Sheet.12">${inner}</p:oleObj>`)).replace(
    'http://schemas.openxmlformats.org/drawingml/2006/ole"',
    'http://schemas.openxmlformats.org/presentationml/2006/ole"',
  );

interface Case extends TestSlide {
  /** The box has nothing in it. */
  isBlank?: true;
  /** The codes of all lines about the slide, in any order. */
  codes: readonly DeckWarning['code'][];
  /** A part of one of the lines. */
  says?: RegExp;
}

let png: Buffer;
const PICTURE = ['image', 'media/a.png'] as const;

/** What a slide shows, and what is said of it. */
const CASES: Readonly<Record<string, Case>> = {
  text: { shapes: words('Words'), codes: [] },
  'a filled shape': { shapes: filled(SOLID), codes: [] },
  'a picture': { shapes: pictureShape(5, 'rId1', box), relations: { rId1: PICTURE }, codes: [] },
  'a table': {
    shapes: inBox(
      frameShape(
        4,
        'table',
        tableXml([
          ['One', 'Two'],
          ['3', '4'],
        ]),
      ),
    ),
    codes: [],
  },
  'a damaged picture': {
    shapes: pictureShape(5, 'rId1', box),
    relations: { rId1: ['image', 'media/damaged.png'] },
    isBlank: true,
    codes: ['picture_unreadable'],
    says: /1 picture is missing on the slide/,
  },
  'a picture whose file is not there': {
    shapes: pictureShape(5, 'rId1', box),
    relations: { rId1: ['image', 'media/none.png'] },
    isBlank: true,
    codes: ['picture_unreadable'],
  },
  'characters that no font has': {
    shapes: words('\u{13000}\u{13001}'),
    codes: ['drawing_lost'],
    says: /No font has 2 characters of the slide.*a box is shown instead/,
  },
  'another font': {
    shapes: words('Words', { inner: '<a:latin typeface="Unheard Of"/>' }),
    codes: ['font_replaced'],
    says: /Unheard Of/,
  },
  'a chart': {
    shapes: inBox(frameShape(4, 'chart', '<c:chart r:id="rId1"/>')),
    relations: { rId1: ['chart', 'charts/chart1.xml'] },
    codes: ['look_approximate'],
    says: /1 chart: colours, labels and depth may differ/,
  },
  'a chart whose part is not there': {
    shapes: inBox(frameShape(4, 'chart', '<c:chart r:id="rId1"/>')),
    relations: { rId1: ['chart', 'charts/none.xml'] },
    isBlank: true,
    codes: ['drawing_lost'],
  },
  'an embedded sheet without a picture of it': { shapes: ole('<p:embed/>'), isBlank: true, codes: ['drawing_lost'] },
  'an embedded sheet with its picture': {
    shapes: ole(`<p:embed/>${pictureShape(6, 'rId1', box)}`),
    relations: { rId1: PICTURE },
    codes: [],
  },
  // The import plays a video that is in the file.
  'a video whose file is missing, with its poster': {
    shapes: pictureShape(5, 'rId1', box, '', '<a:videoFile r:link="rId2"/>'),
    relations: { rId1: PICTURE, rId2: ['video', 'media/none.mp4'] },
    codes: ['video_not_taken'],
  },
  'bent text': {
    shapes: words('Bent').replace('<a:bodyPr/>', '<a:bodyPr><a:prstTxWarp prst="textWave1"/></a:bodyPr>'),
    codes: ['look_approximate'],
    says: /bent text \(WordArt\) is straight/,
  },
  'a gradient along a path': {
    shapes: filled(
      '<a:gradFill><a:gsLst><a:gs pos="0"><a:srgbClr val="336699"/></a:gs><a:gs pos="100000"><a:srgbClr val="99CCFF"/></a:gs></a:gsLst><a:path path="shape"/></a:gradFill>',
    ),
    codes: ['look_approximate'],
    says: /gradient/,
  },
  'a shape of an unknown form': {
    shapes: filled(SOLID, 'unheardOf'),
    codes: ['look_approximate'],
    says: /unknown form/,
  },
  'handwriting with its picture': {
    shapes: `<mc:AlternateContent><mc:Choice Requires="p14"><p:contentPart r:id="rId2"/></mc:Choice><mc:Fallback>${pictureShape(6, 'rId1', box)}</mc:Fallback></mc:AlternateContent>`,
    relations: { rId1: PICTURE },
    codes: ['look_approximate'],
    says: /ink/,
  },
};
const NAMES = Object.keys(CASES);

let read: ParsedPptx;
let drawing: OpenDeckForDrawing;

beforeAll(async () => {
  png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#2060c0' } })
    .png()
    .toBuffer();
  const deck = makePptx({
    sides: SIDES,
    slides: Object.values(CASES).map(({ shapes = '', relations = {} }) => ({ shapes, relations })),
    parts: {
      'ppt/media/a.png': png,
      'ppt/media/damaged.png': 'no picture',
      'ppt/media/a.mp4': 'no video',
      'ppt/charts/chart1.xml': chartPart('barChart', ['a', 'b'], { s: [1, 2] }),
    },
  });
  read = await readPptx(deck, { maxSlides: 100 });
  drawing = await openDeckDrawing(FILE, deck, 'en');
});

/** The part of the box that is not paper. */
async function inkInBox(picture: Uint8Array): Promise<number> {
  const scale = PIXELS / SIDES[0];
  const area = {
    left: Math.round(BOX.x * scale),
    top: Math.round(BOX.y * scale),
    width: Math.round(BOX.width * scale),
    height: Math.round(BOX.height * scale),
  };
  const data = await sharp(Buffer.from(picture))
    .flatten({ background: '#fff' })
    .extract(area)
    .greyscale()
    .raw()
    .toBuffer();
  return data.filter((value) => value < 255 - CONTRAST).length / data.length;
}

describe('the lines about a drawn slide are true, by its pixels', () => {
  it.each(NAMES)('%s', async (name) => {
    const { isBlank = false, codes, says } = CASES[name] ?? expect.fail(name);
    const page = NAMES.indexOf(name) + 1;
    const slide = read.slides.find((each) => each.page === page) ?? expect.fail('not read');
    const drawn = await drawing.draw(slide.part, PIXELS);
    const lines = [
      ...warningsWithOriginalLook(read.deck, () => true).filter((line) => line.slide === page),
      ...warningsOfOriginalLookDrawing(slide, drawn),
    ];
    const ink = await inkInBox(drawn.png);
    expect([ink > 0.002, lines.map(({ code }) => code).sort()]).toEqual([!isBlank, [...codes].sort()]);
    if (says) expect(lines.map(({ message }) => message).join(' ')).toMatch(says);
    // What is blank is never whole, nor only near.
    if (isBlank) expect(lines.some((line) => effectOfDeckWarning(line.code) === 'lost')).toBe(true);
  });
});
