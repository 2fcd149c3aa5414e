import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { click, effect, timing } from '../decks/animation.ts';
import { docxItem, docxParagraph, docxPicture, docxTable, makeDocx } from '../decks/docx.ts';
import { numbered } from '../decks/hostile-file.ts';
import { emf, gif, grayPng } from '../decks/hostile-pictures.ts';
import { at, document, makeOdp, notes, page, style, textBox } from '../decks/odp.ts';
import { makePdf, scanned } from '../decks/pdf.ts';
import {
  boxAt,
  chartPart,
  frameShape,
  makePptx,
  pictureShape,
  richShape,
  run,
  tableXml,
  textShape,
} from '../decks/pptx.ts';
import { ON_LAYOUT, themeParts } from '../decks/themed.ts';
import { makeZip } from '../decks/zip.ts';
import { type SampleDeck, sampleDeck } from './mutate-deck.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures');
const SIDES = [12_192_000, 6_858_000] as const;
const box = (x: number, y: number, width: number, height: number): string =>
  boxAt(x * 1000, y * 1000, width * 1000, height * 1000);
const PNG = grayPng(40, 1);
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="red"/><text y="9">a</text></svg>';
const EQUATION =
  '<a14:m xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main"><m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:rad><m:e><m:r><m:t>b</m:t></m:r></m:e></m:rad></m:den></m:f></m:oMath></a14:m>';
const drawn = (id: number, form: string, place: string): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="s"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr>${place}<a:prstGeom prst="${form}"><a:avLst><a:gd name="adj" fmla="val 30000"/></a:avLst></a:prstGeom><a:gradFill><a:gsLst><a:gs pos="0"><a:schemeClr val="accent1"><a:lumMod val="60000"/></a:schemeClr></a:gs><a:gs pos="100000"><a:srgbClr val="FF8800"><a:alpha val="50000"/></a:srgbClr></a:gs></a:gsLst><a:lin ang="2700000"/></a:gradFill><a:ln w="38100"><a:solidFill><a:srgbClr val="112233"/></a:solidFill><a:prstDash val="dash"/><a:tailEnd type="triangle"/></a:ln><a:effectLst><a:outerShdw blurRad="50800" dist="38100"><a:srgbClr val="000000"/></a:outerShdw></a:effectLst></p:spPr></p:sp>`;
const transition =
  '<p:transition spd="slow" advTm="3000" xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main"><p:push dir="l"/></p:transition>';

/** A presentation with one of everything. */
const pptx = (): Buffer =>
  makePptx({
    sides: SIDES,
    title: 'A deck',
    slides: [
      {
        shapes:
          textShape(2, 'ctrTitle', ['A title'], {
            box: box(500, 500, 11_000, 2000),
            run: 'lang="en-GB" sz="4400" b="1"',
          }) + textShape(3, 'subTitle', ['By somebody'], { box: box(500, 3000, 11_000, 1000) }),
        notes: ['Welcome to it.', 'Let us [click] begin.'],
        relations: ON_LAYOUT,
        after: transition,
      },
      {
        shapes:
          textShape(2, 'title', ['Points'], { box: box(500, 200, 11_000, 900) }) +
          textShape(3, 'body', ['One', '1:Two within', 'Three', 'Four'], {
            box: box(500, 1500, 6000, 4000),
            run: 'sz="2400"',
          }) +
          drawn(4, 'rightArrow', box(7000, 2000, 3000, 1500)) +
          richShape(5, null, run('See ') + EQUATION, box(7000, 4000, 4000, 900)),
        notes: ['First this. [click] Then that.'],
        after: timing(
          click(effect('entr', 3, [0, 0])),
          click(effect('entr', 3, [1, 2]), effect('exit', 4, undefined, 'withEffect')),
        ),
        relations: ON_LAYOUT,
      },
      {
        shapes:
          textShape(2, 'title', ['Numbers']) +
          frameShape(4, 'chart', '<c:chart r:id="rId1"/>') +
          frameShape(
            5,
            'table',
            tableXml([
              ['a', 'b', 'c'],
              ['1', '2', '3'],
              ['4', '5', 'long words in a cell'],
            ]),
          ),
        relations: { rId1: ['chart', 'charts/c.xml'], rIdL: ON_LAYOUT.rIdL },
      },
      {
        shapes:
          textShape(2, 'title', ['Pictures']) +
          pictureShape(3, 'rId1', box(500, 1500, 4000, 3000), 'a picture').replace(
            '</p:blipFill>',
            '<a:srcRect l="10000" t="5000" r="0" b="20000"/><a:stretch><a:fillRect/></a:stretch></p:blipFill>',
          ) +
          pictureShape(4, 'rId2', box(5000, 1500, 3000, 3000)) +
          pictureShape(5, 'rId3', box(8000, 1500, 3000, 3000)) +
          pictureShape(6, 'rId4', box(8000, 4500, 3000, 1500)) +
          pictureShape(7, 'rId5', box(100, 6000, 500, 500), '', '<a:videoFile r:link="rId6"/>'),
        background: '<p:bg><p:bgPr><a:blipFill><a:blip r:embed="rId1"/></a:blipFill></p:bgPr></p:bg>',
        relations: {
          rId1: ['image', 'media/a.png'],
          rId2: ['image', 'media/b.svg'],
          rId3: ['image', 'media/c.emf'],
          rId4: ['image', 'media/d.gif'],
          rId5: ['image', 'media/a.png'],
          rId6: ['video', 'media/e.mp4'],
        },
      },
      {
        shapes: `<p:grpSp><p:nvGrpSpPr><p:cNvPr id="20" name="g"/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="100000" y="100000"/><a:ext cx="6000000" cy="3000000"/><a:chOff x="0" y="0"/><a:chExt cx="3000000" cy="3000000"/></a:xfrm></p:grpSpPr>${drawn(21, 'ellipse', box(0, 0, 1000, 1000))}${textShape(22, null, ['in a group'], { box: box(1000, 1000, 1500, 500) })}</p:grpSp><p:cxnSp><p:nvCxnSpPr><p:cNvPr id="30" name="c"/></p:nvCxnSpPr><p:spPr>${box(100, 100, 4000, 3000)}<a:prstGeom prst="bentConnector3"/></p:spPr></p:cxnSp>${frameShape(40, 'diagram', '<dgm:relIds r:dm="rId1"/>')}<mc:AlternateContent><mc:Choice Requires="a14">${textShape(50, null, ['chosen'])}</mc:Choice><mc:Fallback>${pictureShape(51, 'rId2', box(1, 1, 500, 500))}</mc:Fallback></mc:AlternateContent>`,
        relations: { rId1: ['diagramData', 'diagrams/d.xml'], rId2: ['image', 'media/a.png'] },
      },
      { shapes: textShape(2, 'title', ['Hidden']), isHidden: true },
    ],
    parts: {
      ...themeParts({
        master:
          textShape(9, 'title', ['Master'], { box: box(500, 200, 11_000, 900) }) +
          pictureShape(10, 'rIdP', box(100, 100, 900, 500)),
        picture: PNG,
        styles:
          '<p:titleStyle><a:lvl1pPr><a:defRPr sz="4000"/></a:lvl1pPr></p:titleStyle><p:bodyStyle><a:lvl1pPr><a:buChar char="•"/><a:defRPr sz="2400"/></a:lvl1pPr></p:bodyStyle>',
      }),
      'ppt/charts/c.xml': chartPart(
        'barChart',
        ['A', 'B', 'C'],
        { first: [1, 2, null], second: [3, -4, 5] },
        { settings: '<c:barDir val="col"/><c:grouping val="clustered"/>', format: '0.0%' },
      ),
      'ppt/media/a.png': PNG,
      'ppt/media/b.svg': SVG,
      'ppt/media/c.emf': emf(3),
      'ppt/media/d.gif': gif(3, 20),
      'ppt/media/e.mp4': Buffer.alloc(100, 1),
      'ppt/diagrams/d.xml':
        '<dgm:dataModel xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><dgm:ptLst><dgm:pt modelId="1"><dgm:t><a:p><a:r><a:t>node</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>',
    },
  });

const odp = (): Buffer =>
  makeOdp({
    title: 'A deck',
    styles: style(
      'standard',
      'graphic',
      '<style:graphic-properties draw:fill="solid" draw:fill-color="#336699"/><style:text-properties fo:font-size="18pt"/>',
    ),
    automatic:
      style(
        'gr1',
        'graphic',
        '<style:graphic-properties draw:stroke="dash" svg:stroke-width="0.1cm" draw:fill="gradient" draw:fill-gradient-name="g"/>',
        'standard',
      ) +
      style(
        'P1',
        'paragraph',
        '<style:paragraph-properties fo:text-align="center"><style:tab-stops><style:tab-stop style:position="2cm"/></style:tab-stops></style:paragraph-properties>',
      ) +
      style('T1', 'text', '<style:text-properties fo:font-weight="bold" fo:color="#ff0000" fo:font-size="120%"/>') +
      style(
        'dp1',
        'drawing-page',
        '<style:drawing-page-properties presentation:transition-type="automatic" smil:type="fade" presentation:duration="PT3S"/>',
      ) +
      style('ce1', 'table-cell', '<style:graphic-properties draw:fill-color="#eeeeee"/>'),
    master: `<draw:rect draw:style-name="gr1" ${at(0, 17, 32, 1)}/>`,
    pages:
      page(
        textBox(
          '<text:p text:style-name="P1">A <text:span text:style-name="T1">title</text:span></text:p>',
          `presentation:class="title" ${at(1, 1, 30, 3)}`,
        ) +
          textBox(
            `<text:list><text:list-item><text:p>One<text:s text:c="3"/>two</text:p><text:list><text:list-item><text:p xml:id="p2">Two</text:p></text:list-item></text:list></text:list-item></text:list>`,
            `xml:id="s1" ${at(1, 5, 15, 9)}`,
          ) +
          `<draw:custom-shape draw:style-name="gr1" ${at(18, 5, 5, 5)}><text:p>in it</text:p><draw:enhanced-geometry svg:viewBox="0 0 100 100" draw:type="non-primitive" draw:modifiers="25" draw:enhanced-path="M ?f0 0 L 100 ?f1 A 0 0 50 50 10 10 90 90 Z N"><draw:equation draw:name="f0" draw:formula="$0 * 2"/><draw:equation draw:name="f1" draw:formula="if(?f0 - 10, width / 2, min(height, 3))"/></draw:enhanced-geometry></draw:custom-shape><anim:par presentation:node-type="timing-root"><anim:seq presentation:node-type="main-sequence"><anim:par smil:begin="next"><anim:par smil:begin="0s"><anim:par presentation:node-type="on-click" presentation:preset-class="entrance"><anim:set smil:targetElement="s1" smil:attributeName="visibility" smil:to="visible"/></anim:par></anim:par></anim:par></anim:seq></anim:par>` +
          notes('What is said.', 'More of it.'),
      ) +
      page(
        `<draw:frame ${at(1, 1, 14, 8)}><table:table><table:table-column/><table:table-row><table:table-cell table:style-name="ce1" table:number-columns-spanned="2"><text:p>a</text:p></table:table-cell><table:covered-table-cell/></table:table-row><table:table-row table:number-rows-repeated="2"><table:table-cell><text:p>b</text:p></table:table-cell><table:table-cell><text:p>c</text:p></table:table-cell></table:table-row></table:table></draw:frame><draw:frame ${at(16, 1, 8, 8)}><draw:object xlink:href="./Object 1"/><draw:image xlink:href="Pictures/a.png"/></draw:frame><draw:frame ${at(16, 9, 8, 8)}><draw:image xlink:href="Pictures/a.png"/><svg:desc>a picture</svg:desc></draw:frame>`,
      ) +
      page(
        `<draw:g>${`<draw:path draw:style-name="gr1" ${at(1, 1, 5, 5)} svg:viewBox="0 0 100 100" svg:d="M0 0c10 20 30 40 50 60l5-5h9v9a5 5 0 0 1 9 9z"/>`}<draw:polygon ${at(7, 1, 5, 5)} svg:viewBox="0 0 10 10" draw:points="0,0 10,0 5,10"/><draw:line svg:x1="1cm" svg:y1="9cm" svg:x2="9cm" svg:y2="12cm"/><draw:rect draw:transform="rotate(0.5) translate(3cm 4cm)" svg:width="2cm" svg:height="3cm"/></draw:g>`,
      ),
    parts: {
      'Pictures/a.png': PNG,
      'Object 1/content.xml': document(
        '',
        '<office:chart><chart:chart chart:class="chart:bar"><chart:title><text:p>Chart</text:p></chart:title><chart:plot-area table:cell-range-address="local-table.$A$1:.$C$3"><chart:series chart:values-cell-range-address="local-table.$B$2:.$B$3" chart:label-cell-address="local-table.$B$1"/></chart:plot-area><table:table table:name="local-table"><table:table-rows>' +
          numbered(
            3,
            (row) =>
              `<table:table-row><table:table-cell><text:p>r${row}</text:p></table:table-cell><table:table-cell office:value-type="float" office:value="${row}"><text:p>${row}</text:p></table:table-cell></table:table-row>`,
          ).join('') +
          '</table:table-rows></table:table></chart:chart></office:chart>',
      ),
    },
  });

const docx = (): Buffer =>
  makeDocx({
    title: 'A document',
    body:
      docxParagraph('The title', 'Titel') +
      docxParagraph('First', 'berschrift1') +
      docxParagraph('Text of it. And more.') +
      docxItem('one') +
      docxItem('two', 1) +
      docxItem('three', 0, 2) +
      docxParagraph('Second', 'berschrift2') +
      docxTable([
        ['a', 'b'],
        ['1', '2'],
      ]) +
      docxParagraph(docxPicture('rId1', 'a picture', '<a:srcRect l="10000"/>')) +
      docxParagraph('let a = 1;', 'Quelltext') +
      docxParagraph(
        '<m:oMath><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath>',
      ) +
      docxParagraph('A quotation', 'Zitat') +
      '<w:p><w:hyperlink r:id="rId2"><w:r><w:t>link</w:t></w:r></w:hyperlink><w:r><w:footnoteReference w:id="1"/></w:r><w:r><w:br w:type="page"/></w:r></w:p>' +
      docxParagraph('After', 'berschrift1') +
      docxParagraph('Last words.'),
    relations: { rId1: ['image', 'media/a.png'], rId2: ['hyperlink', 'https://a.example/'] },
    parts: { 'word/media/a.png': PNG },
  });

const MARKDOWN = {
  own: '---\ntitle: A deck\nformat: landscape\ntransition: fade\nlexicon: "SQL = sequel"\n---\n\n# A title\n\nNote: what is said.\n\n---\n\n## Points\n\n- one **bold**\n  - two `code`\n- three [link](https://a.example/)\n\n1. a\n2. b\n\n![a picture](a.png)\n\n<!-- say: it is said -->\n\n---\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n> A quotation.\n\n---\n\n```js\nlet a = 1;\n```\n\n$$\n\\frac{a}{b} = \\sqrt{2}\n$$\n\nText with $x^2$ and a note[^1].\n\n[^1]: At its foot.\n',
  marp: '---\nmarp: true\ntheme: default\npaginate: true\nheadingDivider: 2\n---\n\n# One\n\n![bg right](a.png)\n\n<!-- notes of it -->\n\n## Two\n\n<!-- _class: lead -->\n\n- a\n- b\n\n* c\n* d\n',
  slidev:
    '---\ntheme: seriph\nlayout: cover\nbackground: a.png\n---\n\n# One\n\n<!-- said -->\n\n---\nlayout: two-cols\n---\n\n# Two\n\n<v-click>\n\n- a\n\n</v-click>\n\n::right::\n\n<img src="/a.png"/>\n\n---\nsrc: ./b.md\n---\n\n---\nhide: true\n---\n\n# Hidden\n',
  reveal: '# One\n\nNote:\nsaid\n\n---\n\n## Two\n\n--\n\n### Below\n\n- a <!-- .element: class="fragment" -->\n',
};
const HTML =
  '<!doctype html><html lang="en"><head><title>A deck</title></head><body><div class="reveal"><div class="slides"><section><h1>One</h1><p class="fragment">text <b>bold</b></p><aside class="notes">said</aside></section><section><section data-background-image="a.png" data-transition="zoom"><h2>Two</h2><ul><li>a<ul><li>b</li></ul></li></ul></section><section data-visibility="hidden"><h2>Three</h2></section></section><section data-markdown><script type="text/template">## Four\n\n- a\n\n---\n\n## Five\n\nNote: said</script></section><section><h2>Six</h2><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td colspan="2">2</td></tr></table><pre><code class="language-js">let a;</code></pre><img src="a.png" alt="picture"><svg width="20" height="10"><rect width="20" height="10"/></svg></section></div></div></body></html>';

const pdf = (): Buffer =>
  makePdf(
    [
      { text: 'A title', color: [1, 0.9, 0.8] },
      { text: 'Plan', operators: 'BT /F1 20 Tf 60 300 Td (One) Tj ET ' },
      {
        text: 'Plan',
        operators:
          'BT /F1 20 Tf 60 300 Td (One) Tj ET BT /F2 20 Tf 60 250 Td (Two hyphen-) Tj 0 -20 Td (ated words) Tj ET ',
      },
      { operators: scanned(100, 100, 300, 200), crop: [50, 50, 800, 500] },
      {
        text: 'q',
        operators: 'q 0.5 0 0 0.5 100 100 cm 0 0 m 100 200 300 400 500 10 c S Q 3 Tr',
        width: 540,
        height: 960,
      },
    ],
    {
      title: 'A deck',
      fonts: { F2: '<< /Type /Font /Subtype /TrueType /BaseFont /Verdana /Encoding /WinAnsiEncoding >>' },
    },
  );

/** Sound decks of every kind, with one of everything that readers take. */
export async function sampleDecks(): Promise<SampleDeck[]> {
  const text = (name: string, words: string) => [name, Buffer.from(words)] as const;
  const zipped = (deck: string, words: string): Buffer =>
    makeZip([
      { name: deck, bytes: words },
      { name: 'a.png', bytes: PNG },
      { name: 'b.md', bytes: '# From another file\n\n- a\n' },
    ]);
  const decks = [
    ['made.pptx', pptx()],
    ['made.odp', odp()],
    ['made.docx', docx()],
    ['made.pdf', pdf()],
    ['impress.pptx', readFileSync(join(FIXTURES, 'decks/impress.pptx'))],
    ['impress.pdf', readFileSync(join(FIXTURES, 'decks/impress.pdf'))],
    text('own.md', MARKDOWN.own),
    text('marp.md', MARKDOWN.marp),
    text('reveal.md', MARKDOWN.reveal),
    text('page.html', HTML),
    ['own.zip', zipped('slides.md', MARKDOWN.own)],
    ['slidev.zip', zipped('slides.md', MARKDOWN.slidev)],
    ['page.zip', zipped('index.html', HTML)],
  ] as const;
  return Promise.all(decks.map(([name, bytes]) => sampleDeck(name, bytes)));
}
