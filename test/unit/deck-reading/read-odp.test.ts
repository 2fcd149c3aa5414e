import { describe, expect, it } from 'vitest';
import type { DeckWarning } from '#engine/deck-reading/deck-warning.ts';
import { deckKindOf } from '#engine/deck-reading/detect-deck.ts';
import { officeChartXml } from '#engine/deck-reading/odp/odf-chart.ts';
import { translateOdpToPptx } from '#engine/deck-reading/odp/translate-odp-to-pptx.ts';
import { openOfficePackage } from '#engine/deck-reading/pptx/office-package.ts';
import { type ParsedPptx, readPptx } from '#engine/deck-reading/pptx/read-pptx.ts';
import { descendantsOf, type OfficeXmlElement, parsePartXml } from '#engine/deck-reading/pptx/xml.ts';
import { at, document, makeOdp, notes, page, style, type TestOdp, textBox } from '#test/support/decks/odp.ts';

interface Translated {
  read: ParsedPptx;
  warnings: DeckWarning[];
  slide(number: number): Promise<OfficeXmlElement>;
}

async function translate(deck: TestOdp): Promise<Translated> {
  const { pptx, warnings } = await translateOdpToPptx(makeOdp(deck), { maxSlides: 50 });
  const office = await openOfficePackage(pptx);
  return {
    read: await readPptx(pptx, { maxSlides: 50 }),
    warnings,
    slide: (number) => office.xml(`ppt/slides/slide${number}.xml`),
  };
}

const said = ({ warnings }: Translated): string[] => warnings.map(({ slide, message }) => `${slide} ${message}`);
const TITLE = textBox('<text:p>Our plan</text:p>', `presentation:class="title" ${at(2, 1, 28, 3)}`);
const item = (text: string, inner = ''): string => `<text:list-item><text:p>${text}</text:p>${inner}</text:list-item>`;
const list = (inner: string, name = 'L1'): string => `<text:list text:style-name="${name}">${inner}</text:list>`;
const BULLETS =
  '<text:list-style style:name="L1"><text:list-level-style-bullet text:level="1" text:bullet-char="●"><style:list-level-properties text:space-before="0.5cm" text:min-label-width="0.5cm"/></text:list-level-style-bullet><text:list-level-style-bullet text:level="2" text:bullet-char="–"/></text:list-style><text:list-style style:name="L2"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/></text:list-style>';

describe('the texts of an OpenDocument deck', () => {
  it('are title, points with their levels, and notes', async () => {
    const outline = textBox(
      list(item('First', list(item('Under it'))) + item('Second')),
      `presentation:class="outline" ${at(2, 5, 28, 10)}`,
    );
    const { read } = await translate({
      pages: page(TITLE + outline + notes('Say this.', 'And that.')),
      automatic: BULLETS,
    });
    expect(read.deck.slides[0]?.content).toMatchObject({
      title: 'Our plan',
      bullet_points: ['First', 'Under it', 'Second'],
      bullet_levels: [0, 1, 0],
      speaker_notes: 'Say this.\nAnd that.',
    });
  });

  it('have the spaces, tabs and line breaks that the file writes', async () => {
    const words =
      '<text:p>  One   two<text:s text:c="3"/>three<text:tab/>four<text:line-break/>\n five <text:span>six</text:span></text:p>';
    const { slide } = await translate({ pages: page(textBox(words, at(2, 1, 28, 3))) });
    const runs = descendantsOf(await slide(1), 'a:t').map(({ children }) => children.join(''));
    expect(runs.join('')).toBe('One two   three\tfourfive six');
  });

  it('get their sizes and colours from the nearest style', async () => {
    const automatic =
      style('gr1', 'graphic', '<style:text-properties fo:font-size="20pt" style:use-window-font-color="true"/>') +
      style('T1', 'text', '<style:text-properties fo:font-size="150%" fo:color="#336699" fo:font-weight="bold"/>');
    const words = '<text:p>plain <text:span text:style-name="T1">strong</text:span></text:p>';
    const { slide } = await translate({
      automatic,
      pages: page(textBox(words, `draw:style-name="gr1" ${at(2, 1, 28, 3)}`)),
    });
    const [plain, strong] = descendantsOf(await slide(1), 'a:rPr');
    expect([plain?.attributes.sz, plain?.attributes.b, strong?.attributes.sz, strong?.attributes.b]).toEqual([
      '2000',
      '0',
      '3000',
      '1',
    ]);
    expect([plain, strong].map((run) => descendantsOf(run, 'a:srgbClr')[0]?.attributes.val)).toEqual([
      '000000',
      '336699',
    ]);
  });

  it('are numbered as their list says', async () => {
    const words = list(item('One') + item('Two'), 'L2');
    const { slide } = await translate({ automatic: BULLETS, pages: page(textBox(words, at(2, 1, 28, 3))) });
    expect(descendantsOf(await slide(1), 'a:buAutoNum').map(({ attributes }) => attributes.type)).toEqual([
      'arabicPeriod',
      'arabicPeriod',
    ]);
  });

  it('of a first page are a title and a subtitle', async () => {
    const subtitle = textBox('<text:p>By us</text:p>', `presentation:class="subtitle" ${at(2, 8, 28, 3)}`);
    const { read } = await translate({ pages: page(TITLE + subtitle) });
    expect(read.slides[0]).toMatchObject({ title: 'Our plan', isTitleSlide: true, body: [{ text: 'By us' }] });
  });

  it('in empty placeholders are none', async () => {
    const empty = textBox(
      '<text:p>Click to add</text:p>',
      `presentation:class="outline" presentation:placeholder="true" ${at(2, 5, 28, 3)}`,
    );
    const { read } = await translate({ pages: page(TITLE + empty) });
    expect(read.slides[0]?.body).toEqual([]);
  });
});

describe('the pages of an OpenDocument deck', () => {
  it('are left out where they are hidden', async () => {
    const automatic = style('dp2', 'drawing-page', '<style:drawing-page-properties presentation:visibility="hidden"/>');
    const { read } = await translate({ automatic, pages: page(TITLE) + page(TITLE, 'dp2') });
    expect(read.deck.slides.map(({ source_page }) => source_page)).toEqual([1]);
    expect(read.deck.warnings).toMatchObject([{ slide: 2, code: 'slide_hidden' }]);
  });

  it('have the transitions and times of the file', async () => {
    const automatic = style(
      'dp2',
      'drawing-page',
      '<style:drawing-page-properties smil:type="barWipe" presentation:transition-speed="slow" presentation:transition-type="automatic" presentation:duration="PT00H00M07S"/>',
    );
    const { read } = await translate({ automatic, pages: page(TITLE, 'dp2') });
    expect(read.slides[0]).toMatchObject({
      transition: { transition: { type: 'wipe', duration_seconds: 1 } },
      advance_seconds: 7,
    });
  });

  it('show the number and the footer that their master places, only where they want them', async () => {
    const running = (name: string, inner: string): string =>
      textBox(`<text:p>${inner}</text:p>`, `presentation:class="${name}" ${at(2, 16, 10, 1)}`);
    const deck = {
      master:
        running('footer', '<presentation:footer/>') +
        running('page-number', 'No. <text:page-number>#</text:page-number>'),
      automatic: style(
        'dp2',
        'drawing-page',
        '<style:drawing-page-properties presentation:display-footer="true" presentation:display-page-number="true"/>',
      ),
      pages: `<presentation:footer-decl presentation:name="f1">Ours</presentation:footer-decl>${page(TITLE)}${page(TITLE, 'dp2').replace('<draw:page ', '<draw:page presentation:use-footer-name="f1" ')}`,
    };
    const { slide } = await translate(deck);
    const texts = async (number: number) =>
      descendantsOf(await slide(number), 'a:t').map(({ children }) => children.join(''));
    expect(await texts(1)).toEqual(['Our plan']);
    expect(await texts(2)).toEqual(['Ours', 'No. ', '2', 'Our plan']);
  });

  it('name the deck, unless its first page does', async () => {
    const { read } = await translate({
      title: 'The file',
      pages: page(textBox('<text:p>Words</text:p>', at(2, 14, 8, 1))),
    });
    expect(read.deck.title).toBe('The file');
    expect(read.deck.sides).toEqual({ width: 11_520_000, height: 6_480_000 });
  });
});

describe('the date on a page', () => {
  it.each([
    ['fixed', 0],
    ['current-date', 1],
  ])('whose source is %s has %i lines', async (source, lines) => {
    const made = await translate({
      master: textBox(
        '<text:p><presentation:date-time/></text:p>',
        `presentation:class="date-time" ${at(2, 16, 10, 1)}`,
      ),
      automatic: style('dp2', 'drawing-page', '<style:drawing-page-properties presentation:display-date-time="true"/>'),
      pages: `<presentation:date-time-decl presentation:name="d1" presentation:source="${source}">1 May</presentation:date-time-decl>${page(TITLE, 'dp2').replace('<draw:page ', '<draw:page presentation:use-date-time-name="d1" ')}`,
    });
    expect(said(made)).toEqual(
      Array.from({ length: lines }, () => expect.stringContaining('the date of the day on which the deck is shown')),
    );
  });
});

describe('what a page has of its master', () => {
  const HATCH = '<style:drawing-page-properties draw:fill="hatch" draw:fill-hatch-name="H" draw:fill-color="#336699"/>';
  const DATE = textBox(
    '<text:p><presentation:date-time/></text:p>',
    `presentation:class="date-time" ${at(2, 16, 10, 1)}`,
  );
  const CURRENT = '<presentation:date-time-decl presentation:name="d1" presentation:source="current-date"/>';
  const dated = (style: string): string =>
    page(TITLE, style).replace('<draw:page ', '<draw:page presentation:use-date-time-name="d1" ');
  const hidden = (name: string, value: string): string =>
    style('dp3', 'drawing-page', `<style:drawing-page-properties ${name}="${value}"/>`);

  it('is a date only where the page and the master show one', async () => {
    const automatic =
      style('dp2', 'drawing-page', '<style:drawing-page-properties presentation:display-date-time="true"/>') +
      style(
        'dp3',
        'drawing-page',
        '<style:drawing-page-properties presentation:display-date-time="true" presentation:background-objects-visible="false"/>',
      );
    const pages = CURRENT + dated('dp2') + dated('dp1') + dated('dp3');
    expect(said(await translate({ master: DATE, automatic, pages })).map((line) => line.split(':')[0])).toEqual([
      '1 Missing on the slide',
    ]);
    expect(said(await translate({ automatic, pages }))).toEqual([]);
  });

  it.each([
    ['its own background', 'draw:fill-color="#ffffff" draw:fill', 'solid', []],
    ['no background', 'presentation:background-visible', 'false', []],
    ['no shapes of the master', 'presentation:background-objects-visible', 'false', ['2']],
  ])('is a background that is drawn nearly, unless it has %s', async (_, name, value, lines) => {
    const made = await translate({
      styles: style('Master-background', 'presentation', HATCH.replace('drawing-page', 'graphic')),
      automatic: hidden(name, value),
      pages: page(TITLE) + page(TITLE, 'dp3'),
    });
    expect(
      said(made)
        .filter((line) => line.includes('the background'))
        .map((line) => line.split(' ')[0]),
    ).toEqual(['1', ...lines]);
  });
});

describe('the animation of a page', () => {
  const effect = (id: string, kind = 'entrance', start = 'on-click'): string =>
    `<anim:par><anim:par><anim:par presentation:node-type="${start}" presentation:preset-class="${kind}"><anim:set smil:targetElement="${id}" smil:attributeName="visibility" smil:to="visible"/></anim:par></anim:par></anim:par>`;
  const timing = (steps: string): string =>
    `<anim:par presentation:node-type="timing-root"><anim:seq presentation:node-type="main-sequence">${steps}</anim:seq></anim:par>`;

  it('becomes states: paragraphs and shapes come in, and go, by their clicks', async () => {
    const box = textBox('<text:p xml:id="p1">First</text:p><text:p xml:id="p2">Second</text:p>', at(2, 5, 28, 5));
    const shape = `<draw:rect draw:id="s1" xml:id="s1" ${at(2, 12, 5, 3)}/>`;
    const { read } = await translate({
      pages: page(box + shape + timing(effect('p2') + effect('s1') + effect('s1', 'exit'))),
    });
    const { states, clickCount } = read.slides[0] ?? expect.fail('there is no slide');
    expect(clickCount).toBe(3);
    expect(states.states.map(({ hidden, text }) => [hidden.shapes, hidden.paragraphs, text])).toEqual([
      [[3], { 2: [1] }, ''],
      [[3], {}, 'Second'],
      [[], {}, ''],
      [[3], {}, ''],
    ]);
  });

  it('of what is emphasized, or in an old format, has a line', async () => {
    const shape = `<draw:rect xml:id="s1" ${at(2, 12, 5, 3)}/>`;
    const made = await translate({
      pages:
        page(shape + timing(effect('s1', 'emphasis'))) +
        page(
          `${shape}<presentation:animations><presentation:show-shape draw:shape-id="s1"/></presentation:animations>`,
        ),
    });
    expect(made.read.slides[0]?.states.notShown).toEqual(['what is emphasized looks as it does without']);
    expect(said(made)).toEqual(['2 Its animation has an old format: the slide is shown as it is after the animation.']);
  });
});

describe('the shapes of a page', () => {
  const boxOf = async (shape: string): Promise<Record<string, string | undefined>> => {
    const { slide } = await translate({ pages: page(shape) });
    const [place] = descendantsOf(await slide(1), 'a:xfrm');
    return {
      ...place?.attributes,
      ...descendantsOf(place, 'a:off')[0]?.attributes,
      ...descendantsOf(place, 'a:ext')[0]?.attributes,
    };
  };

  it('are turned against the clock about their first corner', async () => {
    const turned =
      '<draw:rect svg:width="4cm" svg:height="2cm" draw:transform="rotate (1.5707963267949) translate (10cm 10cm)"/>';
    // Its first corner stays at 10 cm; the shape goes up from there.
    expect(await boxOf(turned)).toEqual({
      rot: '16200000',
      x: String(9 * 360_000),
      y: String(7 * 360_000),
      cx: String(4 * 360_000),
      cy: String(2 * 360_000),
    });
  });

  it('that are lines go from their first point to their second', async () => {
    const line = '<draw:line svg:x1="8cm" svg:y1="2cm" svg:x2="3cm" svg:y2="6cm"/>';
    expect(await boxOf(line)).toEqual({ flipH: '1', x: '1080000', y: '720000', cx: '1800000', cy: '1440000' });
  });

  const geometryOf = async (inner: string): Promise<OfficeXmlElement> => {
    const { slide } = await translate({
      pages: page(`<draw:custom-shape ${at(2, 2, 10, 5)}>${inner}</draw:custom-shape>`),
    });
    return slide(1);
  };

  it.each([
    ['rectangle', 'rect', []],
    ['round-rectangle', 'roundRect', ['val 16667']],
    ['ooxml-rightArrow', 'rightArrow', ['val 50000', 'val 25000']],
  ])('of the form %s are that of Office', async (type, name, guides) => {
    const modifiers = guides.length > 1 ? ' draw:modifiers="50000 25000"' : '';
    const slide = await geometryOf(`<draw:enhanced-geometry draw:type="${type}"${modifiers}/>`);
    expect(descendantsOf(slide, 'a:prstGeom')[0]?.attributes.prst).toBe(name);
    expect(descendantsOf(slide, 'a:gd').map(({ attributes }) => attributes.fmla)).toEqual(guides);
  });

  it('of any other form are its path, with what its formulas say', async () => {
    const slide = await geometryOf(
      '<draw:enhanced-geometry svg:viewBox="0 0 100 50" draw:type="own" draw:modifiers="40" draw:enhanced-path="M 0 0 L ?f1 0 100 ?f0 0 50 Z N"><draw:equation draw:name="f0" draw:formula="if(1,max($0,10),0)+bottom/5"/><draw:equation draw:name="f1" draw:formula="-(?f0 -150)"/></draw:enhanced-geometry>',
    );
    const points = descendantsOf(slide, 'a:pt').map(({ attributes: { x, y } }) => [
      Number(x) / 36_000,
      Number(y) / 36_000,
    ]);
    expect(points).toEqual([
      [0, 0],
      [100, 0],
      [100, 50],
      [0, 50],
    ]);
    expect(descendantsOf(slide, 'a:close')).toHaveLength(1);
  });

  it('whose form cannot be read are rectangles, with a line', async () => {
    const made = await translate({
      pages: page(
        `<draw:custom-shape ${at(2, 2, 10, 5)}><draw:enhanced-geometry draw:type="own" draw:enhanced-path="M 0 0 K 1"/></draw:custom-shape>`,
      ),
    });
    expect(said(made)).toEqual([expect.stringMatching(/^1 Drawn only nearly .*the form of a shape is a rectangle/)]);
  });

  it('that nothing here draws have a line', async () => {
    const made = await translate({
      pages: page(
        `<dr3d:scene xmlns:dr3d="urn:oasis:names:tc:opendocument:xmlns:dr3d:1.0" ${at(1, 1, 5, 5)}/><draw:control ${at(7, 1, 5, 5)}/><draw:frame ${at(1, 8, 5, 5)}><draw:image xlink:href="Pictures/none.png"/></draw:frame><draw:frame ${at(8, 8, 5, 5)}><draw:image xlink:href="https://example.com/a.png"/></draw:frame><draw:frame ${at(14, 8, 5, 5)}><draw:object xlink:href="./Object 1"/></draw:frame>`,
      ),
    });
    expect(made.warnings).toMatchObject([{ slide: 1, code: 'drawing_lost' }]);
    for (const lost of [
      'a 3-D object',
      'a field of a form',
      'a picture;',
      'a picture that is only linked',
      'an embedded object',
    ])
      expect(made.warnings[0]?.message).toContain(lost);
  });

  it('that are tables have their cells, and those that span others', async () => {
    const cell = (text: string, attributes = ''): string =>
      `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`;
    const grid = `<table:table table:use-first-row-styles="true"><table:table-column table:number-columns-repeated="2"/><table:table-row>${cell('Both', 'table:number-columns-spanned="2"')}<table:covered-table-cell/></table:table-row><table:table-row>${cell('One')}${cell('Two')}</table:table-row></table:table>`;
    const { read } = await translate({ pages: page(`<draw:frame ${at(2, 2, 20, 5)}>${grid}</draw:frame>`) });
    expect(read.slides[0]?.tables).toMatchObject([{ table: { header: ['Both', ''], rows: [['One', 'Two']] } }]);
  });

  it('that are charts have their values', async () => {
    const cells = (...values: readonly (string | number)[]): string =>
      `<table:table-row>${values.map((value) => `<table:table-cell${typeof value === 'number' ? ` office:value-type="float" office:value="${value}"` : ''}><text:p>${value}</text:p></table:table-cell>`).join('')}</table:table-row>`;
    const chart = (series = '', point = '', row = '') =>
      document(
        '',
        `<office:chart><chart:chart chart:class="chart:bar"><chart:plot-area><chart:axis chart:dimension="x"><chart:categories table:cell-range-address="local-table.$A$2:.$A$3"/></chart:axis><chart:series chart:class="chart:bar" chart:values-cell-range-address="local-table.$B$2:.$B$3" chart:label-cell-address="local-table.$B$1" ${series}>${point}</chart:series></chart:plot-area><table:table table:name="local-table"><table:table-rows>${cells('', 'Sales')}${cells('North', 3)}${cells('South', 5)}${row}</table:table-rows></table:table></chart:chart></office:chart>`,
      );
    const pages = page(`<draw:frame ${at(2, 2, 20, 10)}><draw:object xlink:href="./Object 1"/></draw:frame>`);
    const made = await translate({
      pages,
      parts: { 'Object 1/content.xml': chart('', '<chart:data-point chart:repeated="1.5"/>') },
    });
    expect(made.warnings).toEqual([]);
    expect(made.read.slides[0]?.charts).toMatchObject([
      { chart: { categories: ['North', 'South'], series: [{ name: 'Sales', values: [3, 5] }] } },
    ]);
    // A second axis of values is not drawn: the picture of the object would stand for it.
    const twoAxes = await translate({
      pages,
      parts: { 'Object 1/content.xml': chart('chart:attached-axis="secondary-y"') },
    });
    expect(said(twoAxes)).toEqual([expect.stringContaining('an embedded object')]);
    // So would it for a row with more columns than are read.
    const wide = await translate({
      pages,
      parts: { 'Object 1/content.xml': chart('', '', cells(...Array.from({ length: 101 }, () => 1))) },
    });
    expect(said(wide)).toEqual([expect.stringContaining('an embedded object')]);
  });

  it.each([
    ['', 'gap'],
    ['chart:treat-empty-cells="ignore"', 'span'],
    ['chart:treat-empty-cells="use-zero"', 'zero'],
    ['chart:stacked="true"', 'zero'],
  ])('that are charts say what stands for missing values: %s', (properties, blanks) => {
    const xml = document(
      style('ch1', 'chart', `<style:chart-properties ${properties}/>`),
      '<office:chart><chart:chart chart:class="chart:line"><chart:plot-area chart:style-name="ch1"><chart:series chart:values-cell-range-address="t.$A$1:.$A$1"/></chart:plot-area><table:table table:name="t"><table:table-rows><table:table-row><table:table-cell office:value-type="float" office:value="1"/></table:table-row></table:table-rows></table:table></chart:chart></office:chart>',
    );
    expect(officeChartXml(parsePartXml(Buffer.from(xml)))).toContain(`<c:dispBlanksAs val="${blanks}"/>`);
  });

  it('that have no size have a line', async () => {
    const shapes =
      '<draw:custom-shape><text:p>Lost</text:p></draw:custom-shape><draw:ellipse/><draw:rect/><draw:frame><draw:text-box/></draw:frame>';
    expect(said(await translate({ pages: page(TITLE + shapes) }))).toEqual([
      expect.stringContaining('a shape without a size (3 times)'),
    ]);
  });
});

describe('a file of OpenDocument that is not sound', () => {
  it.each([
    ['template', 'presentation-template'],
    ['deck', 'presentation'],
  ])('is a deck when it is a %s', (_, kind) => {
    expect(deckKindOf(makeOdp({ pages: page(TITLE), kind }))).toBe('odp');
  });

  it.each([
    ['of a password', { parts: { 'META-INF/manifest.xml': '<m:encryption-data xmlns:m="m"/>' } }, 'import_encrypted'],
    ['of a DOCTYPE', { parts: { 'content.xml': '<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>' } }, 'import_invalid'],
    ['of no pages', { pages: '' }, 'import_invalid'],
    ['of another document', { parts: { 'content.xml': document('', '<office:text/>') } }, 'import_invalid'],
  ])('is refused because %s', async (_, deck, code) => {
    await expect(translate({ pages: page(TITLE), ...deck })).rejects.toMatchObject({ name: 'DeckRefusal', code });
  });

  it('is read when its styles follow one another in a circle, and its numbers have no end', async () => {
    const automatic =
      style('a', 'graphic', '<style:graphic-properties draw:fill="solid" draw:fill-color="#ff0000"/>', 'b') +
      style('b', 'graphic', '', 'a');
    const huge = '99999999999999';
    const shapes = `${textBox(`<text:p>a<text:s text:c="${huge}"/>b</text:p>`, `draw:style-name="a" ${at(1, 1, 1e12, 1)}`)}<draw:frame ${at(1, 1, 5, 5)}><table:table><table:table-column table:number-columns-repeated="${huge}"/><table:table-row table:number-rows-repeated="${huge}"><table:table-cell table:number-columns-repeated="${huge}"><text:p>x</text:p></table:table-cell></table:table-row></table:table></draw:frame><draw:custom-shape ${at(1, 1, 5, 5)}><draw:enhanced-geometry draw:type="own" draw:enhanced-path="M ?f0 0 L 1 1"><draw:equation draw:name="f0" draw:formula="?f1"/><draw:equation draw:name="f1" draw:formula="?f0+${'('.repeat(900)}"/></draw:enhanced-geometry></draw:custom-shape>`;
    const { read } = await translate({ automatic, pages: page(TITLE + shapes) });
    expect(read.slides[0]?.title).toBe('Our plan');
  });

  it('with more pages than the plan allows is refused before any is translated', async () => {
    const pages = page('').repeat(51);
    // Not a byte may be written: what is refused is the number of pages.
    await expect(translateOdpToPptx(makeOdp({ pages }), { maxSlides: 50, maxXmlBytes: 0 })).rejects.toMatchObject({
      ...{ code: 'import_too_large', message: 'The deck has 51 slides; your plan allows 50 in a timeline.' },
    });
  });

  it('whose text would be too long as a PPTX is refused', async () => {
    const cells = '<table:table-cell table:number-columns-repeated="100"><text:p>x</text:p></table:table-cell>';
    const grid = `<draw:frame ${at(1, 1, 5, 5)}><table:table><table:table-column table:number-columns-repeated="100"/><table:table-row table:number-rows-repeated="300">${cells}</table:table-row></table:table></draw:frame>`;
    await expect(
      translateOdpToPptx(makeOdp({ pages: page(grid) }), { maxSlides: 50, maxXmlBytes: 2 ** 20 }),
    ).rejects.toMatchObject({
      name: 'DeckRefusal',
      code: 'import_too_large',
    });
    // It shows 3,000 cells; the report names the rest.
    expect(
      (await translateOdpToPptx(makeOdp({ pages: page(grid) }), { maxSlides: 50, maxXmlBytes: 4 * 2 ** 20 })).warnings,
    ).toMatchObject([
      { slide: 1, code: 'drawing_lost', message: expect.stringContaining('rows or columns of a table') },
    ]);
  });
});

describe('the brand of an ODP', () => {
  const face = '<style:font-face style:name="F1" svg:font-family="&apos;Some Serif&apos;"/>';
  const brandWith = async (ofOutline: string, ofTitle: string, background = '') =>
    (
      await translateOdpToPptx(
        makeOdp({
          pages: page(''),
          ofMasters: style('Mdp1', 'drawing-page', background),
          styles: `${face}${style('Master-outline1', 'presentation', `<style:text-properties ${ofOutline}/>`)}${style('Master-title', 'presentation', `<style:text-properties ${ofTitle}/>`)}`,
        }),
        { maxSlides: 50 },
      )
    ).brand;
  const dark = '<style:drawing-page-properties draw:fill="solid" draw:fill-color="#102040"/>';

  it('is that of its master: background, and colours and fonts of titles and outlines', async () => {
    expect(
      await brandWith(
        'fo:color="#f0f0f0" fo:font-family="Lato"',
        'fo:color="#ffcc00" fo:font-family="Some Sans"',
        dark,
      ),
    ).toEqual({
      colors: { background: '#102040', text: '#f0f0f0', accent: '#ffcc00' },
      fonts: { heading: 'Some Sans', body: 'Lato' },
    });
  });

  it('leaves out colours that cannot be read on its background', async () => {
    expect(await brandWith('fo:color="#203050"', 'fo:color="#1a2a4a"', dark)).toEqual({
      colors: { background: '#102040' },
      fonts: {},
    });
    expect((await brandWith('fo:color="#101010"', 'fo:color="#101010"')).colors).toEqual({
      ...{ background: '#ffffff', text: '#101010' },
    });
  });
});
