import { type HostileFile, numbered, PPTX } from './hostile-file.ts';
import { emf, gif, grayPng, jpegOfSides, nestedUses, svgFilters } from './hostile-pictures.ts';
import {
  boxAt,
  chartPart,
  frameShape,
  makePptx,
  pictureShape,
  richShape,
  run,
  type TestDeck,
  type TestSlide,
  tableXml,
  textShape,
} from './pptx.ts';
import { ON_LAYOUT, themeParts } from './themed.ts';

/** Sides of a usual slide, in EMU: it is drawn. */
const SIDES = [12_192_000, 6_858_000] as const;
const WHOLE = boxAt(0, 0, ...SIDES);

const pptx = (deck: TestDeck) => (): Buffer => makePptx({ sides: SIDES, ...deck });
const slides = (...all: readonly TestSlide[]) => pptx({ slides: all });
const shapes = (xml: string, rest: Partial<TestSlide> = {}) => slides({ shapes: xml, ...rest });

/** A shape that is drawn. @param inner its form, fill, line and effects, as XML */
const drawn = (id: number, inner: string, box = WHOLE): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="s"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr>${box}${inner}</p:spPr></p:sp>`;
const RECTANGLE = '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>';
const FILL = '<a:solidFill><a:srgbClr val="336699"/></a:solidFill>';
const small = (at: number): string => boxAt((at % 200) * 60_000, (Math.floor(at / 200) % 110) * 60_000, 50_000, 50_000);
const text = (words: string, box = WHOLE): string => richShape(2, null, run(words), box);

/** Groups in one another. @param transform of each */
const groups = (depth: number, transform: string, inner: string): string =>
  `${`<p:grpSp><p:nvGrpSpPr><p:cNvPr id="9" name="g"/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr>${transform}</p:grpSpPr>`.repeat(depth)}${inner}${'</p:grpSp>'.repeat(depth)}`;

const chartSlide = (part: string): TestSlide => ({
  shapes: frameShape(4, 'chart', '<c:chart r:id="rId1"/>').replace(
    '<a:off x="0" y="0"/><a:ext cx="500" cy="500"/>',
    `<a:off x="0" y="0"/><a:ext cx="${SIDES[0]}" cy="${SIDES[1]}"/>`,
  ),
  relations: { rId1: ['chart', part] },
});
const chart = (plot: string, points: number, series = 1): string =>
  chartPart(
    plot,
    numbered(points, (at) => `c${at}`),
    Object.fromEntries(numbered(series, (row) => [`s${row}`, numbered(points, (at) => (at * 7) % 100)])),
  );
const charts = (count: number, part: string): TestDeck => ({
  slides: numbered(count, (at) => chartSlide(`charts/c${at}.xml`)),
  parts: Object.fromEntries(numbered(count, (at) => [`ppt/charts/c${at}.xml`, part])),
});
const picture = (bytes: Uint8Array | string, name: string): TestDeck => ({
  slides: [{ shapes: pictureShape(5, 'rId1', WHOLE), relations: { rId1: ['image', `media/${name}`] } }],
  parts: { [`ppt/media/${name}`]: bytes },
});

const MATH = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"';
const A14 = 'xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main"';
const fraction = (depth: number): string =>
  depth === 0
    ? '<m:r><m:t>x</m:t></m:r>'
    : `<m:f><m:num>${fraction(depth - 1)}</m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f>`;
const equation = (inner: string): string =>
  `<a14:m ${A14}><m:oMathPara ${MATH}><m:oMath>${inner}</m:oMath></m:oMathPara></a14:m>`;

/** A click that lets one paragraph of shape 3 appear. */
const click = (id: number, paragraph: number): string =>
  `<p:par><p:cTn id="${3 * id}" fill="hold"><p:stCondLst><p:cond delay="indefinite"/></p:stCondLst><p:childTnLst><p:par><p:cTn id="${3 * id + 1}" fill="hold"><p:childTnLst><p:par><p:cTn id="${3 * id + 2}" presetClass="entr" presetID="1" nodeType="clickEffect" fill="hold"><p:childTnLst><p:set><p:cBhvr><p:cTn dur="1"/><p:tgtEl><p:spTgt spid="3"><p:txEl><p:pRg st="${paragraph}" end="${paragraph}"/></p:txEl></p:spTgt></p:tgtEl><p:attrNameLst><p:attrName>style.visibility</p:attrName></p:attrNameLst></p:cBhvr><p:to><p:strVal val="visible"/></p:to></p:set></p:childTnLst></p:cTn></p:par></p:childTnLst></p:cTn></p:par></p:childTnLst></p:cTn></p:par>`;
const timing = (clicks: string): string =>
  `<p:timing><p:tnLst><p:par><p:cTn id="1" nodeType="tmRoot"><p:childTnLst><p:seq><p:cTn id="2" nodeType="mainSeq"><p:childTnLst>${clicks}</p:childTnLst></p:cTn></p:seq></p:childTnLst></p:cTn></p:par></p:tnLst></p:timing>`;

const relationship = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
const relationships = (...inner: string[]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner.join('')}</Relationships>`;

const diagram = (nodes: number): string =>
  `<dgm:dataModel xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><dgm:ptLst>${numbered(nodes, (at) => `<dgm:pt modelId="${at}"><dgm:t><a:p><a:r><a:t>node ${at}</a:t></a:r></a:p></dgm:t></dgm:pt>`).join('')}</dgm:ptLst></dgm:dataModel>`;

const path = (points: number): string =>
  `<a:custGeom><a:pathLst><a:path w="1000" h="1000"><a:moveTo><a:pt x="0" y="0"/></a:moveTo>${numbered(points, (at) => `<a:lnTo><a:pt x="${(at * 7919) % 1000}" y="${(at * 104_729) % 1000}"/></a:lnTo>`).join('')}<a:close/></a:path></a:pathLst></a:custGeom>`;

/** Letters of scripts whose fonts are many files. */
const letters = (first: number, count: number): string => String.fromCodePoint(...numbered(count, (at) => first + at));

/** Presentations of PowerPoint. */
export const HOSTILE_PPTX: readonly HostileFile[] = (
  [
    ['40 charts of 5,000 points', pptx(charts(40, chart('lineChart', 5000)))],
    ['a chart of 100,000 points', pptx(charts(1, chart('lineChart', 100_000)))],
    ['a pie of 20,000 parts', pptx(charts(1, chart('pieChart', 20_000)))],
    ['a chart of 2,000 series', pptx(charts(1, chart('barChart', 10, 2000)))],
    [
      '60 charts on a slide',
      () => {
        const one = chartSlide('charts/c0.xml').shapes ?? '';
        return pptx({
          ...charts(1, chart('barChart', 500)),
          slides: [{ ...chartSlide('charts/c0.xml'), shapes: one.repeat(60) }],
        })();
      },
    ],
    ['an Arabic text of 100,000 letters', () => shapes(text('سلام عليكم '.repeat(9091)))()],
    ['a text of a million letters without a space', () => shapes(text('m'.repeat(1_000_000)))()],
    [
      '20,000 paragraphs',
      () =>
        shapes(
          textShape(
            2,
            'body',
            numbered(20_000, (at) => `line ${at}`),
            { box: WHOLE },
          ),
        )(),
    ],
    ['50,000 marks on one letter', () => shapes(text(`a${'\u0301'.repeat(50_000)}`))()],
    ['20,000 joined emoji', () => shapes(text('👩‍👩‍👧‍👦'.repeat(20_000)))()],
    ['20,000 levels of direction', () => shapes(text('\u202Ba\u202Ab'.repeat(20_000)))()],
    ['20,000 letters of Chinese', () => shapes(text(letters(0x4e00, 20_000)))()],
    ['a letter of every script', () => shapes(text(numbered(400, (at) => letters(0x100 + at * 100, 3)).join('')))()],
    [
      '3,000 names of fonts',
      () =>
        shapes(
          richShape(
            2,
            null,
            numbered(3000, (at) => `<a:r><a:rPr><a:latin typeface="Font ${at}"/></a:rPr><a:t>word </a:t></a:r>`).join(
              '',
            ),
            WHOLE,
          ),
        )(),
    ],
    [
      'sizes of letters beyond all numbers',
      () =>
        shapes(
          richShape(
            2,
            null,
            ['999999999', '-5', '1e308', 'NaN', '0']
              .map((size) => `<a:r><a:rPr sz="${size}"/><a:t>words</a:t></a:r>`)
              .join(''),
            WHOLE,
          ),
        )(),
    ],
    [
      'a table of 3 by 20,000 cells',
      () => shapes(frameShape(4, 'table', tableXml(numbered(20_000, (at) => [`a${at}`, 'b', 'c']))))(),
    ],
    [
      'a table of 300 by 300 cells',
      () => shapes(frameShape(4, 'table', tableXml(numbered(300, (at) => numbered(300, () => `c${at}`)))))(),
    ],
    [
      'a table whose cells span a million',
      () =>
        shapes(
          frameShape(
            4,
            'table',
            tableXml(numbered(50, () => ['a', 'b'])).replaceAll(
              '<a:tc>',
              '<a:tc gridSpan="1000000" rowSpan="1000000">',
            ),
          ),
        )(),
    ],
    ['30,000 shapes', () => shapes(numbered(30_000, (at) => drawn(at, RECTANGLE + FILL, small(at))).join(''))()],
    [
      '2,000 shapes with shadows',
      () =>
        shapes(
          numbered(2000, (at) =>
            drawn(
              at,
              `${RECTANGLE}${FILL}<a:effectLst><a:outerShdw blurRad="1270000" dist="500000"><a:srgbClr val="000000"/></a:outerShdw><a:softEdge rad="1270000"/><a:glow rad="1270000"><a:srgbClr val="FF0000"/></a:glow></a:effectLst>`,
            ),
          ).join(''),
        )(),
    ],
    [
      'a shadow as wide as a street',
      () =>
        shapes(
          drawn(
            3,
            `${RECTANGLE}${FILL}<a:effectLst><a:outerShdw blurRad="2147483647" dist="2147483647"><a:srgbClr val="000000"/></a:outerShdw></a:effectLst>`,
          ),
        )(),
    ],
    [
      'a slide of 500 large gradients',
      () =>
        shapes(
          numbered(500, (at) =>
            drawn(
              at,
              `${RECTANGLE}<a:gradFill><a:gsLst>${numbered(100, (stop) => `<a:gs pos="${stop * 1000}"><a:srgbClr val="${100_000 + stop * 9000 + at}"/></a:gs>`).join('')}</a:gsLst><a:path path="circle"/></a:gradFill>`,
            ),
          ).join(''),
        )(),
    ],
    [
      'a line of a billion dashes',
      () =>
        shapes(
          numbered(50, (at) =>
            drawn(
              at,
              `<a:prstGeom prst="line"><a:avLst/></a:prstGeom><a:ln w="12700"><a:solidFill><a:srgbClr val="FF0000"/></a:solidFill><a:custDash><a:ds d="1" sp="1"/></a:custDash></a:ln>`,
            ),
          ).join(''),
        )(),
    ],
    ['a path of 150,000 points', () => shapes(drawn(3, path(150_000) + FILL))()],
    [
      'a path with a dashed line of 30,000 points',
      () =>
        shapes(
          drawn(
            3,
            `${path(30_000)}<a:ln w="127000"><a:solidFill><a:srgbClr val="FF0000"/></a:solidFill><a:prstDash val="sysDot"/><a:round/></a:ln>`,
          ),
        )(),
    ],
    ['groups 60 deep', () => shapes(groups(60, '', drawn(3, RECTANGLE + FILL)))()],
    ['groups 10,000 deep', () => shapes(groups(10_000, '', drawn(3, RECTANGLE + FILL)))()],
    [
      'groups that each enlarge a million times',
      () =>
        shapes(
          groups(
            40,
            '<a:xfrm><a:off x="0" y="0"/><a:ext cx="2147483647" cy="2147483647"/><a:chOff x="0" y="0"/><a:chExt cx="1" cy="1"/></a:xfrm>',
            drawn(3, RECTANGLE + FILL),
          ),
        )(),
    ],
    [
      'places that are not numbers',
      () =>
        shapes(
          ['NaN', '1e308', '-1e308', 'Infinity', '', '9223372036854775807', '-2147483648']
            .flatMap((number, at) => [
              drawn(
                3 + at,
                RECTANGLE + FILL,
                `<a:xfrm rot="${number}"><a:off x="${number}" y="${number}"/><a:ext cx="${number}" cy="${number}"/></a:xfrm>`,
              ),
              textShape(30 + at, null, ['words'], {
                box: `<a:xfrm><a:off x="0" y="0"/><a:ext cx="${number}" cy="1"/></a:xfrm>`,
              }),
            ])
            .join(''),
        )(),
    ],
    ['a slide without sides', pptx({ slides: [{ shapes: text('words') }], sides: [0, -5] })],
    ['a slide as long as the earth', pptx({ slides: [{ shapes: text('words') }], sides: [2_147_483_647, 1] })],
    [
      '10,000 clicks',
      () =>
        slides({
          shapes: textShape(
            3,
            'body',
            numbered(200, (at) => `point ${at}`),
            { box: WHOLE },
          ),
          after: timing(numbered(10_000, (at) => click(at + 1, at % 200)).join('')),
        })(),
    ],
    [
      'a layout that is its own master',
      () =>
        pptx({
          slides: [{ shapes: text('words'), relations: ON_LAYOUT }],
          parts: {
            ...themeParts(),
            'ppt/slideLayouts/_rels/l.xml.rels': relationships(relationship('rIdM', 'slideMaster', 'l.xml')),
            'ppt/slideMasters/_rels/m.xml.rels': relationships(
              relationship('rIdM', 'slideMaster', 'm.xml'),
              relationship('rIdL', 'slideLayout', '../slideLayouts/l.xml'),
            ),
          },
        })(),
    ],
    [
      'a slide that is its own notes and layout',
      () =>
        slides({
          shapes: text('words'),
          relations: { rIdL: ['slideLayout', 'slides/slide1.xml'], rIdN: ['notesSlide', 'slides/slide1.xml'] },
        })(),
    ],
    [
      '20 slides on a master of 3,000 shapes',
      () =>
        pptx({
          slides: numbered(20, (at) => ({ shapes: text(`words ${at}`), relations: ON_LAYOUT })),
          parts: themeParts({ master: numbered(3000, (at) => drawn(at, RECTANGLE + FILL, small(at))).join('') }),
        })(),
    ],
    [
      '100,000 relations of a slide',
      () =>
        pptx({
          slides: [{ shapes: text('words') }],
          parts: {
            'ppt/slides/_rels/slide1.xml.rels': relationships(
              ...numbered(100_000, (at) => relationship(`r${at}`, 'image', '../../x.png')),
            ),
          },
        })().subarray(),
    ],
    ['a JPEG of 65,500 by 65,500', () => pptx(picture(jpegOfSides(65_500, 65_500), 'a.jpg'))()],
    ['a PNG of 30,000 by 30,000', () => pptx(picture(grayPng(30_000, 1), 'a.png'))()],
    [
      '12 PNGs of 10,000 by 10,000',
      () =>
        pptx({
          slides: numbered(12, (at) => ({
            shapes: pictureShape(5, 'rId1', WHOLE),
            relations: { rId1: ['image', `media/${at}.png`] },
          })),
          parts: Object.fromEntries(numbered(12, (at) => [`ppt/media/${at}.png`, grayPng(10_000, at)])),
        })(),
    ],
    [
      'a PNG of 6,000 by 6,000, 200 times',
      () =>
        pptx({
          ...picture(grayPng(6000, 1), 'a.png'),
          slides: [
            { shapes: pictureShape(5, 'rId1', WHOLE).repeat(200), relations: { rId1: ['image', 'media/a.png'] } },
          ],
        })(),
    ],
    [
      'a fill of tiny tiles',
      () =>
        pptx({
          ...picture(grayPng(8, 1), 'a.png'),
          slides: [
            {
              shapes: drawn(
                3,
                `${RECTANGLE}<a:blipFill><a:blip r:embed="rId1"/><a:tile sx="1" sy="1"/></a:blipFill>`,
              ).repeat(20),
              relations: { rId1: ['image', 'media/a.png'] },
            },
          ],
        })(),
    ],
    ['an SVG of uses in uses', () => pptx(picture(nestedUses(12), 'a.svg'))()],
    ['an SVG of filters', () => pptx(picture(svgFilters(60), 'a.svg'))()],
    ['an EMF of 200,000 records', () => pptx(picture(emf(200_000), 'a.emf'))()],
    ['a GIF of 4,000 frames', () => pptx(picture(gif(4000, 500), 'a.gif'))()],
    ['a GIF of 65,535 by 65,535', () => pptx(picture(gif(1, 65_535), 'a.gif'))()],
    ['an equation of fractions 40 deep', () => shapes(richShape(3, null, equation(fraction(40)), WHOLE))()],
    ['an equation of fractions 2,000 deep', () => shapes(richShape(3, null, equation(fraction(2000)), WHOLE))()],
    ['5,000 equations', () => shapes(richShape(3, null, equation(fraction(3)).repeat(5000), WHOLE))()],
    [
      'a diagram of 20,000 nodes',
      () =>
        pptx({
          slides: [
            {
              shapes: frameShape(4, 'diagram', '<dgm:relIds r:dm="rId1"/>'),
              relations: { rId1: ['diagramData', 'diagrams/d.xml'] },
            },
          ],
          parts: { 'ppt/diagrams/d.xml': diagram(20_000) },
        })(),
    ],
    [
      'an element of 100,000 attributes',
      () =>
        shapes(
          `<p:sp ${numbered(100_000, (at) => `a${at}="1"`).join(' ')}><p:nvSpPr><p:cNvPr id="2" name="s"/></p:nvSpPr></p:sp>${text('words')}`,
        )(),
    ],
    [
      '100 namespaces in each of 3,000 elements',
      () =>
        shapes(
          `<x>${`<y ${numbered(100, (at) => `xmlns:n${at}="urn:${at}"`).join(' ')}/>`.repeat(3000)}</x>${text('words')}`,
        )(),
    ],
    [
      'alternatives in alternatives',
      () =>
        shapes(
          `${'<mc:AlternateContent><mc:Choice Requires="a14">'.repeat(50)}${text('words')}${`</mc:Choice><mc:Fallback>${drawn(3, RECTANGLE + FILL)}</mc:Fallback></mc:AlternateContent>`.repeat(50)}`,
        )(),
    ],
    [
      '30 slides of 8,000 shapes',
      () =>
        slides(
          ...numbered(30, (slide) => ({
            shapes: numbered(8000, (at) => drawn(at, RECTANGLE + FILL, small(at + slide))).join(''),
          })),
        )(),
    ],
    [
      'speaker notes of two million letters',
      () => slides({ shapes: text('words'), notes: ['said '.repeat(400_000)] })(),
    ],
    [
      'fonts in the file that are not fonts',
      () =>
        pptx({
          slides: [{ shapes: text('words') }],
          parts: { 'ppt/fonts/font1.fntdata': Buffer.alloc(5_000_000, 7) },
        })(),
    ],
  ] as const
).map(([name, file]) => ({ name: `a PPTX with ${name}`, type: PPTX, file }));
