import { docxItem, docxParagraph, docxPicture, docxTable, makeDocx } from './docx.ts';
import { DOCX, type HostileFile, numbered, ODP } from './hostile-file.ts';
import { grayPng } from './hostile-pictures.ts';
import { document, makeOdp, notes, page, at as place, style, textBox } from './odp.ts';

const WHOLE = place(0, 0, 30, 16);
const paragraph = (text: string): string => `<text:p>${text}</text:p>`;
const box = (inner: string): string => page(textBox(inner, WHOLE));
const rectangle = (at: number): string =>
  `<draw:rect draw:style-name="gr1" ${place(at % 30, (at * 7) % 17, 0.4, 0.4)}/>`;
const shape = (geometry: string): string =>
  page(
    `<draw:custom-shape ${WHOLE}><draw:enhanced-geometry svg:viewBox="0 0 1000 1000" ${geometry}</draw:enhanced-geometry></draw:custom-shape>`,
  );
const chartOf = (rows: number): string =>
  document(
    '',
    `<office:chart><chart:chart chart:class="chart:line"><chart:plot-area table:cell-range-address="local-table.$A$1:.$B$${rows}"><chart:series chart:values-cell-range-address="local-table.$B$1:.$B$${rows}"/></chart:plot-area><table:table table:name="local-table"><table:table-rows>${'<table:table-row><table:table-cell office:value-type="float" office:value="7"><text:p>7</text:p></table:table-cell></table:table-row>'.repeat(rows)}</table:table-rows></table:table></chart:chart></office:chart>`,
  );

/** Presentations of OpenDocument. */
export const HOSTILE_ODP: readonly HostileFile[] = (
  [
    [
      'styles that follow one another in a ring',
      () =>
        makeOdp({
          pages: box(paragraph('words')),
          styles: style('a', 'graphic', '', 'b') + style('b', 'graphic', '', 'a'),
        }),
    ],
    [
      'a chain of 20,000 styles',
      () =>
        makeOdp({
          pages: page(numbered(2000, (at) => `<draw:rect draw:style-name="s${at}" ${WHOLE}/>`).join('')),
          automatic: numbered(20_000, (at) =>
            style(`s${at}`, 'graphic', '<style:graphic-properties draw:fill="solid"/>', `s${at + 1}`),
          ).join(''),
        }),
    ],
    [
      'a table of a million repeated cells',
      () =>
        makeOdp({
          pages: page(
            `<draw:frame ${WHOLE}><table:table>${'<table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="1000000"><text:p>x</text:p></table:table-cell></table:table-row>'.repeat(100)}</table:table></draw:frame>`,
          ),
        }),
    ],
    ['a billion spaces', () => makeOdp({ pages: box(paragraph('<text:s text:c="1000000000"/>'.repeat(5000))) })],
    [
      'formulas of a form that name themselves',
      () =>
        makeOdp({
          pages: shape(
            `draw:enhanced-path="M ?f0 ?f1 L ?f99 0 Z"><draw:equation draw:name="f0" draw:formula="?f0 + ?f0"/>${numbered(100, (at) => `<draw:equation draw:name="f${at + 1}" draw:formula="${numbered(40, () => `?f${at}`).join('+')}"/>`).join('')}`,
          ),
        }),
    ],
    [
      'a form of 300,000 steps',
      () => makeOdp({ pages: shape(`draw:enhanced-path="M 0 0 ${'L 1000 500 '.repeat(300_000)}Z">`) }),
    ],
    [
      'a path of 200,000 curves',
      () =>
        makeOdp({
          pages: page(
            `<draw:path ${WHOLE} svg:viewBox="0 0 1000 1000" svg:d="M0 0${'c1 2 3 4 5 6'.repeat(200_000)}"/>`,
          ),
        }),
    ],
    ['20,000 shapes', () => makeOdp({ pages: page(numbered(20_000, rectangle).join('')) })],
    [
      'a chart of 50,000 rows',
      () =>
        makeOdp({
          pages: page(`<draw:frame ${WHOLE}><draw:object xlink:href="./Object 1"/></draw:frame>`),
          parts: { 'Object 1/content.xml': chartOf(50_000) },
        }),
    ],
    [
      '150 charts',
      () =>
        makeOdp({
          pages: page(
            numbered(150, (at) => `<draw:frame ${WHOLE}><draw:object xlink:href="./Object ${at}"/></draw:frame>`).join(
              '',
            ),
          ),
          parts: Object.fromEntries(numbered(150, (at) => [`Object ${at}/content.xml`, chartOf(400)])),
        }),
    ],
    [
      'groups 120 deep',
      () => makeOdp({ pages: page(`${'<draw:g>'.repeat(120)}${rectangle(1)}${'</draw:g>'.repeat(120)}`) }),
    ],
    [
      'lists 60 deep',
      () =>
        makeOdp({
          pages: box(
            `${'<text:list><text:list-item>'.repeat(55)}${paragraph('deep')}${'</text:list-item></text:list>'.repeat(55)}`,
          ),
        }),
    ],
    ['a text of a million letters', () => makeOdp({ pages: box(paragraph('words '.repeat(170_000))) })],
    ['20,000 paragraphs', () => makeOdp({ pages: box(numbered(20_000, (at) => paragraph(`line ${at}`)).join('')) })],
    [
      'notes of a million letters',
      () => makeOdp({ pages: page(textBox(paragraph('words'), WHOLE) + notes('said '.repeat(200_000))) }),
    ],
    [
      'lengths that are not numbers',
      () =>
        makeOdp({
          pages: page(
            ['NaNcm', '1e308cm', '-1e308cm', 'cm', '99999999999999in']
              .map(
                (length) =>
                  `<draw:rect svg:x="${length}" svg:y="${length}" svg:width="${length}" svg:height="${length}" draw:transform="rotate(${length}) scale(${length} 0) skewX(1e308) matrix(NaN 0 0 0 0 0)"/>`,
              )
              .join(''),
          ),
        }),
    ],
    [
      'pictures that are outside of the file',
      () =>
        makeOdp({
          pages: page(
            ['../../etc/passwd', '/etc/passwd', 'file:///etc/passwd', 'http://169.254.169.254/', './../x.png']
              .map((href) => `<draw:frame ${WHOLE}><draw:image xlink:href="${href}"/></draw:frame>`)
              .join(''),
          ),
        }),
    ],
    [
      'a picture of 30,000 by 30,000',
      () =>
        makeOdp({
          pages: page(`<draw:frame ${WHOLE}><draw:image xlink:href="Pictures/a.png"/></draw:frame>`),
          parts: { 'Pictures/a.png': grayPng(30_000, 1) },
        }),
    ],
    ['2,000 pages', () => makeOdp({ pages: numbered(2000, () => page('')).join('') })],
    [
      '10,000 effects',
      () =>
        makeOdp({
          pages: page(
            `${textBox(`<text:p xml:id="p1">words</text:p>`, `${WHOLE} xml:id="s1"`)}<anim:par presentation:node-type="timing-root"><anim:seq presentation:node-type="main-sequence">${'<anim:par smil:begin="next"><anim:par><anim:par presentation:node-type="on-click" presentation:preset-class="entrance"><anim:set smil:targetElement="s1" smil:attributeName="visibility" smil:to="visible"/></anim:par></anim:par></anim:par>'.repeat(10_000)}</anim:seq></anim:par>`,
          ),
        }),
    ],
  ] as const
).map(([name, file]) => ({ name: `an ODP with ${name}`, type: ODP, file }));

/** Documents of Word. */
export const HOSTILE_DOCX: readonly HostileFile[] = (
  [
    ['a paragraph of five million letters', () => makeDocx({ body: docxParagraph('words '.repeat(830_000)) })],
    [
      '60,000 paragraphs',
      () => makeDocx({ body: docxParagraph('Title', 'berschrift1') + docxParagraph('words').repeat(60_000) }),
    ],
    ['20,000 headings', () => makeDocx({ body: docxParagraph('Title', 'berschrift1').repeat(20_000) })],
    ['20,000 items', () => makeDocx({ body: docxParagraph('Title', 'berschrift1') + docxItem('item').repeat(20_000) })],
    [
      'a table of 300 by 200 cells',
      () => makeDocx({ body: docxTable(numbered(300, () => numbered(200, () => 'cell'))) }),
    ],
    [
      'tables in tables',
      () =>
        makeDocx({
          body: `${'<w:tbl><w:tr><w:tc>'.repeat(35)}${docxParagraph('deep')}${'</w:tc></w:tr></w:tbl>'.repeat(35)}`,
        }),
    ],
    [
      'styles that are based on one another in a ring',
      () =>
        makeDocx({
          body: docxParagraph('words', 'a'),
          styles:
            '<w:style w:type="paragraph" w:styleId="a"><w:name w:val="a"/><w:basedOn w:val="b"/></w:style><w:style w:type="paragraph" w:styleId="b"><w:name w:val="b"/><w:basedOn w:val="a"/></w:style>',
        }),
    ],
    [
      'a chain of 20,000 styles',
      () =>
        makeDocx({
          body: docxParagraph('words', 's0').repeat(2000),
          styles: numbered(
            20_000,
            (at) =>
              `<w:style w:type="paragraph" w:styleId="s${at}"><w:name w:val="s${at}"/><w:basedOn w:val="s${at + 1}"/></w:style>`,
          ).join(''),
        }),
    ],
    ['100,000 runs of a letter', () => makeDocx({ body: docxParagraph('<w:r><w:t>a</w:t></w:r>'.repeat(100_000)) })],
    [
      'a picture that is shown 5,000 times',
      () =>
        makeDocx({
          body: docxParagraph(docxPicture('rId1')).repeat(5000),
          relations: { rId1: ['image', 'media/a.png'] },
          parts: { 'word/media/a.png': grayPng(20_000, 1) },
        }),
    ],
    [
      'numbers of lists that are not numbers',
      () =>
        makeDocx({
          body: ['NaN', '-1', '1e9', '99999999999']
            .map(
              (level) =>
                `<w:p><w:pPr><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="2"/></w:numPr></w:pPr><w:r><w:t>item</w:t></w:r></w:p>`,
            )
            .join(''),
        }),
    ],
  ] as const
).map(([name, file]) => ({ name: `a DOCX with ${name}`, type: DOCX, file }));
