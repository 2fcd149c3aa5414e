import { describe, expect, it } from 'vitest';
import { DeckRefusal } from '#engine/deck-reading/deck-warning.ts';
import { readDocx } from '#engine/deck-reading/docx/read-docx.ts';
import { CPU_TIME_FACTOR } from '#test/support/cpu-time-factor.ts';
import {
  docxDrawing,
  docxItem,
  docxParagraph,
  docxParts,
  docxPicture,
  docxRun,
  docxTable,
  makeDocx,
  type TestDocument,
} from '#test/support/decks/docx.ts';
import { chartPart } from '#test/support/decks/pptx.ts';
import { makeZip } from '#test/support/decks/zip.ts';
import { isTried } from '#test/support/depth.ts';

const [p, h1, h2, h3] = [
  docxParagraph,
  (text: string) => docxParagraph(text, 'berschrift1'),
  (text: string) => docxParagraph(text, 'berschrift2'),
  (text: string) => docxParagraph(text, 'berschrift3'),
];
const title = (text: string): string => docxParagraph(text, 'Titel');
const read = async (body: string | readonly string[], rest: Omit<TestDocument, 'body'> = {}) =>
  (await readDocx(makeDocx({ body: [body].flat().join(''), ...rest }), { maxSlides: 50 })).deck;
const rowsOf = async (...of: Parameters<typeof read>) =>
  (await read(...of)).slides.map(({ content }) => [content.title, content.bullet_points, content.speaker_notes]);
/** @throws Error where the reader fails */
const refusal = async (...of: Parameters<typeof read>): Promise<string> =>
  read(...of).then(
    () => 'taken',
    (error: unknown) => {
      if (error instanceof DeckRefusal) return error.message;
      throw error;
    },
  );

describe('a document of Word', () => {
  it('has headings as slides, lists as points, and plain paragraphs as notes', async () => {
    const deck = await read([
      ...[title('The year'), p('What we did', 'Untertitel'), p('Welcome.'), h1('Work'), p('About work.')],
      ...[h2('Plan'), p('First'), docxItem('One'), docxItem('Two', 1), docxItem('Three'), p('Second')],
      ...[p('Mine', 'Eigen'), h3('Part'), docxItem('a')],
    ]);
    expect(deck).toMatchObject({ kind: 'docx', title: 'The year', language: 'en-GB', pages: 4, warnings: [] });
    expect(deck.slides.map(({ content }) => content)).toMatchObject([
      { title: 'The year', bullet_points: ['What we did'], speaker_notes: 'Welcome.', layout: 'title' },
      { title: 'Work', bullet_points: [], speaker_notes: 'About work.', layout: 'section' },
      {
        ...{ title: 'Plan', bullet_points: ['One', 'Two', 'Three'], bullet_levels: [0, 1, 0], layout: 'auto' },
        speaker_notes: 'First\n\nSecond',
      },
      { title: 'Mine', bullet_points: ['**Part**', 'a'], speaker_notes: '' },
    ]);
  });

  it('has slides at its upper headings, whatever their level', async () => {
    expect(await rowsOf([h2('A'), p('a'), h2('B')])).toEqual([
      ['A', [], 'a'],
      ['B', [], ''],
    ]);
    const outline = '<w:outlineLvl w:val="3"/>';
    expect(await rowsOf([docxParagraph('A', '', outline), p('a'), docxParagraph('B', '', outline)])).toHaveLength(2);
    // Without headings: short lines that are bold.
    const bold = (text: string): string => p(docxRun(text, '<w:b/>'));
    expect(await rowsOf([bold('A'), p('a'), bold('Is no heading.'), bold('B')])).toEqual([
      ['A', [], 'a\n\nIs no heading.'],
      ['B', [], ''],
    ]);
  });

  it('has what stands above its headings on a slide with its title, else on the first one', async () => {
    expect(await rowsOf([p('Above'), h1('A')], { title: 'Report' })).toEqual([
      ['Report', [], 'Above'],
      ['A', [], ''],
    ]);
    expect(await rowsOf([p('Above'), docxItem('x'), h1('A'), p('a')])).toEqual([['A', ['x'], 'Above\n\na']]);
  });

  it('counts its numbers on, and has lists of styles', async () => {
    const { slides } = await read([
      ...[h1('A'), docxItem('one', 0, 2), docxItem('in one', 1, 2), docxItem('two', 0, 2)],
      ...[h1('B'), docxItem('three', 0, 2), h1('C'), p('x', 'Listen'), p('y', 'Listen2')],
      ...[h1('D'), docxParagraph('no item', 'Listen', '<w:numPr><w:numId w:val="0"/></w:numPr>')],
    ]);
    expect(slides[2]?.content.bullet_levels).toEqual([0, 1]);
    expect(slides.map(({ content }) => [content.bullet_points, content.bullet_style])).toEqual([
      [['one', 'in one', 'two'], 'number'],
      [['3. three'], 'none'],
      [['x', 'y'], undefined],
      [[], undefined],
    ]);
  });

  it('has tables, code, quotations and pictures', async () => {
    const { slides, warnings } = await read(
      [
        ...[
          h1('Table'),
          docxTable([
            ['a', 'b'],
            ['1', '2'],
          ]),
        ],
        ...[h1('Code'), p('let a = 1;', 'Quelltext'), p('', 'Quelltext'), p('let b = 2;', 'Quelltext')],
        ...[p(docxRun('let c;', '<w:rFonts w:ascii="Courier New"/>')), p('Said.')],
        ...[h1('Quote'), p('Be good.', 'Zitat')],
        ...[h1('Picture'), p(`${docxRun('Look')}${docxPicture('rId1', 'A dog', '<a:srcRect l="25000"/>')}`)],
        ...[h1('Frame'), `<w:tbl><w:tr><w:tc>${docxItem('framed')}</w:tc></w:tr></w:tbl>`],
      ],
      { relations: { rId1: ['image', 'media/a b.png'] }, parts: { 'word/media/a b.png': 'x' } },
    );
    expect(slides.map(({ content }) => content)).toMatchObject([
      { title: 'Table', table: { header: ['a', 'b'], rows: [['1', '2']] } },
      { title: 'Code', code: { text: 'let a = 1;\n\nlet b = 2;\nlet c;' }, speaker_notes: 'Said.' },
      { title: 'Quote', bullet_points: ['“Be good.”'] },
      { title: 'Picture', bullet_points: [], speaker_notes: 'Look' },
      { title: 'Frame', bullet_points: ['framed'] },
    ]);
    expect(slides[3]?.image).toMatchObject({
      ...{ source: { from: 'path', path: 'word/media/a b.png' }, alt: 'A dog', fit: 'contain' },
      crop: { left: 0.25, right: 0, top: 0, bottom: 0 },
    });
    expect(warnings).toEqual([]);
  });

  it('keeps the marks of points, one for what Word writes in several runs', async () => {
    const runs = docxRun('very ', '<w:b/>') + docxRun('good', '<w:b/><w:lang w:val="en-US"/>') + docxRun(' x*y');
    const item = docxItem('').replace(docxRun(''), runs + docxRun('2', '<w:vertAlign w:val="superscript"/>'));
    expect((await read([h1('A'), item])).slides[0]?.content).toMatchObject({
      ...{ bullet_points: ['**very good** x\\*y²'], markup: 'inline' },
    });
  });

  it('shows and says nothing that was deleted or is hidden, no comment and no code of a field', async () => {
    const gone = [
      `<w:del><w:r><w:delText>gone</w:delText></w:r>${docxRun('gone')}</w:del>`,
      `<w:moveFrom>${docxRun('gone')}</w:moveFrom>`,
      docxRun('gone', '<w:vanish/>'),
      '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>gone</w:instrText></w:r>',
      '<w:commentRangeStart w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>',
      `<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>${docxRun('gone')}</w:sdtContent></w:sdt>`,
    ].join('');
    const kept = `<w:ins>${docxRun('Kept')}</w:ins><w:hyperlink>${docxRun(' and linked')}</w:hyperlink><w:sdt><w:sdtContent>${docxRun('.')}</w:sdtContent></w:sdt>`;
    const contents = p('Contents 1', 'Verzeichnis1');
    const deck = await read(
      [contents, h1('A'), p(gone + kept), docxItem('').replace(docxRun(''), gone + docxRun('x'))],
      {
        parts: { 'word/comments.xml': '<w:comments>gone</w:comments>' },
      },
    );
    expect(JSON.stringify(deck)).not.toMatch(/gone|Contents/);
    expect(deck.slides[0]?.content).toMatchObject({ bullet_points: ['x'], speaker_notes: 'Kept and linked.' });
    expect(deck.warnings).toEqual([]);
  });

  it('has a line for everything that is not imported', async () => {
    const things: readonly (readonly [string, string, RegExp])[] = [
      [
        '<w:r><w:footnoteReference w:id="1"/></w:r><w:r><w:endnoteReference w:id="1"/></w:r>',
        'markup_not_taken',
        /^2 footnotes were/,
      ],
      [docxDrawing('x', '<wps:wsp/>'), 'drawing_lost', /^1 drawing was/],
      [docxDrawing('chart', ''), 'chart_not_taken', /^1 chart was/],
      [docxDrawing('diagram', ''), 'diagram_not_taken', /^1 diagram was/],
      ['<w:r><w:object/></w:r>', 'ole_not_taken', /^1 embedded object was/],
      [
        '<m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f></m:oMath>',
        'look_approximate',
        /^1 equation is a line/,
      ],
      [docxPicture('rIdOut'), 'picture_linked', /^1 linked picture was/],
      [docxPicture('rIdNone'), 'picture_missing', /^1 picture was/],
      ['<w:r><w:pict><v:shape/></w:pict></w:r>', 'drawing_lost', /^1 drawing was/],
    ];
    const body = things.map(([thing], at) => h1(`Slide ${at + 1}`) + p(docxRun('x') + thing));
    const relations = { rIdOut: ['image', 'https://a.example/a.png'] } as const;
    const { warnings, slides } = await read(
      [...body, '<w:altChunk r:id="rId9"/>', p('<w:r><w:pict><v:rect o:hr="t"/></w:pict></w:r>')],
      { relations },
    );
    expect(warnings).toMatchObject([
      ...things.map(([, code, message], at) => ({ slide: at + 1, code, message: expect.stringMatching(message) })),
      { slide: things.length, code: 'markup_not_taken', message: expect.stringMatching(/^1 embedded file/) },
    ]);
    expect(slides[5]?.content.speaker_notes).toBe('xa/b');
  });

  it('has its text boxes as paragraphs where they are anchored, each once', async () => {
    const inner = (...paragraphs: string[]): string => `<w:txbxContent>${paragraphs.join('')}</w:txbxContent>`;
    const shape = (content: string): string => `<wps:wsp><wps:txbx>${content}</wps:txbx></wps:wsp>`;
    const old = (content: string): string => `<w:pict><v:rect><v:textbox>${content}</v:textbox></v:rect></w:pict>`;
    const run = (content: string): string => `<w:r>${content}</w:r>`;
    const forms = (content: string): string =>
      run(
        `<mc:AlternateContent><mc:Choice Requires="wps">${docxDrawing('x', shape(content)).slice(5, -6)}</mc:Choice><mc:Fallback>${old(content)}</mc:Fallback></mc:AlternateContent>`,
      );
    const picture = p(docxPicture('rId1', 'A dog'));
    const nested = inner(p(docxDrawing('x', shape(inner(p('within'))))));
    const deck = await read(
      [
        ...[
          h1('One'),
          p(docxRun('Before.') + docxDrawing('x', shape(inner(p('Boxed.'), docxItem('a point'))))),
          p('After.'),
        ],
        ...[h1('Two'), p(forms(inner(p('Once.')))), p(run(old(inner(p('Old.')))))],
        ...[h1('Three'), p(docxRun('x') + forms(inner(picture)))],
        ...[h1('Four'), p(docxDrawing('x', shape(nested)))],
        ...[
          h1('Five'),
          p(docxDrawing('x', `<wpg:wgp>${shape(inner(p('A')))}<wps:wsp/>${shape(inner(p('B')))}</wpg:wgp>`)),
        ],
        p(docxDrawing('x', shape(inner(docxParagraph('Six', 'berschrift1'))))),
        docxTable([['cell', 'x']]).replace(docxRun('x'), forms(inner(p('boxed cell')))),
      ],
      { relations: { rId1: ['image', 'media/a.png'] }, parts: { 'word/media/a.png': 'x' } },
    );
    expect(deck.slides.map(({ content }) => [content.title, content.bullet_points, content.speaker_notes])).toEqual([
      ['One', ['a point'], 'Before.\n\nBoxed.\n\nAfter.'],
      ['Two', [], 'Once.\n\nOld.'],
      ['Three', [], 'x'],
      ['Four', [], 'within'],
      ['Five', [], 'A\n\nB'],
      ['Six', [], ''],
    ]);
    expect([deck.slides[2]?.image?.alt, deck.slides[5]?.content.table]).toEqual([
      'A dog',
      { rows: [['cell', 'boxed cell']] },
    ]);
    expect(deck.warnings).toMatchObject([
      { slide: 5, code: 'drawing_lost', message: expect.stringMatching(/^1 drawing came over as its texts\./) },
    ]);
  });

  it('has its charts with their values, at their place or on their own slide', async () => {
    const chart = (relation: string): string => docxDrawing('chart', `<c:chart r:id="${relation}"/>`);
    const bars = chartPart('barChart', ['Q1', 'Q2'], { Sales: [1, 2] });
    const deck = await read(
      [
        ...[h1('Alone'), p(docxRun('Said.') + chart('rId1'))],
        ...[h1('With points'), docxItem('one'), p(chart('rId1')), docxItem('two')],
        ...[h1('Radar'), p(docxRun('x') + chart('rId2')), p(chart('rIdNone'))],
        ...[h1('In a table'), docxTable([['a', 'b']]).replace(docxRun('b'), chart('rId1'))],
      ],
      {
        relations: { rId1: ['chart', 'charts/chart1.xml'], rId2: ['chart', 'charts/chart2.xml'] },
        parts: {
          'word/charts/chart1.xml': bars,
          'word/charts/chart2.xml': chartPart('radarChart', ['a'], { x: [1] }),
        },
      },
    );
    const drawn = { type: 'column', categories: ['Q1', 'Q2'], series: [{ name: 'Sales', values: [1, 2] }] };
    expect(
      deck.slides.map(({ content }) => [content.title, content.bullet_points, content.chart, content.layout]),
    ).toEqual([
      ['Alone', [], drawn, 'auto'],
      ['With points', ['one', 'two'], undefined, 'auto'],
      ['With points', [], drawn, 'auto'],
      ['Radar', [], undefined, 'auto'],
      ['In a table', [], undefined, 'auto'],
      ['In a table', [], drawn, 'auto'],
    ]);
    expect(deck.slides[0]?.content.speaker_notes).toBe('Said.');
    expect(deck.warnings).toMatchObject([
      { slide: 3, code: 'chart_not_taken', message: expect.stringMatching(/^2 charts were left out/) },
    ]);
  });

  it('has the texts of its diagrams as points, with a line about their look', async () => {
    const diagram = docxDrawing('diagram', '<dgm:relIds r:dm="rId1"/>');
    const point = (text: string, type = 'node'): string =>
      `<dgm:pt type="${type}"><dgm:t><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt>`;
    const data = `<dgm:dataModel xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><dgm:ptLst>${point('Plan')}${point('x', 'parTrans')}${point('Build')}</dgm:ptLst></dgm:dataModel>`;
    const deck = await read([h1('Steps'), p(diagram)], {
      ...{ relations: { rId1: ['diagramData', 'diagrams/data1.xml'] }, parts: { 'word/diagrams/data1.xml': data } },
    });
    expect(deck.slides.map(({ content }) => content.bullet_points)).toEqual([['Plan', 'Build']]);
    expect(deck.warnings).toMatchObject([
      { slide: 1, code: 'diagram_not_taken', message: expect.stringMatching(/^1 diagram came over as its texts\./) },
    ]);
  });

  it('has the language of its words, or the one that they are marked with', async () => {
    const german = 'Wir zeigen heute, wie die neue Anlage gebaut wurde und was sie für die Stadt bedeutet.';
    expect((await read([h1('A'), p(german)])).language).toBe('de');
    expect((await read([h1('A'), p(docxRun(german, '<w:lang w:val="de-AT"/>'))])).language).toBe('de-AT');
    expect(
      (await read([h1('日本語の文書'), p('これは日本語の文書です。今日は新しい工場について話します。')])).language,
    ).toBe('ja-JP');
  });

  it('is read in the strict form, and with other prefixes', async () => {
    const strict = (xml: string): string =>
      xml
        .replaceAll(
          'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
          'http://purl.oclc.org/ooxml/wordprocessingml/main',
        )
        .replaceAll('xmlns:w=', 'xmlns:x=')
        .replaceAll(/(<\/?|\s)w:/g, '$1x:');
    const parts = docxParts({ body: h1('A') + p('a') }).map(({ name, bytes }) => ({
      ...{ name, bytes: name.startsWith('word/') ? strict(String(bytes)) : bytes },
    }));
    const { deck } = await readDocx(makeZip(parts), { maxSlides: 5 });
    expect(deck.slides.map(({ content }) => [content.title, content.speaker_notes])).toEqual([['A', 'a']]);
  });

  it('is refused with what to do, where it has no headings or too many', async () => {
    expect(await refusal(p('Only text.'))).toContain('has no headings');
    expect(await refusal('')).toContain('has no headings');
    expect(await refusal(Array.from({ length: 51 }, () => h1('A')))).toContain('your plan allows 50');
  });
});

describe('content of Word inside of something else', () => {
  const field = (inner: string): string => `<w:sdt><w:sdtContent>${inner}</w:sdtContent></w:sdt>`;
  const row = (text: string, properties = ''): string =>
    `<w:tr><w:trPr>${properties}</w:trPr>${field(`<w:tc>${p(text)}</w:tc>`)}<w:tc>${p('b')}</w:tc></w:tr>`;

  it('is taken: the rows of a repeating section, except those that were deleted', async () => {
    const table = `<w:tbl>${row('A')}${field(field(row('B')) + field(row('Gone', '<w:del/>')))}<w:ins>${row('C')}</w:ins></w:tbl>`;
    const { slides } = await read([h1('Table'), table]);
    expect(slides[0]?.content.table?.rows.map(([first]) => first)).toEqual(['A', 'B', 'C']);
  });

  it('is taken: signs of Wingdings that others have too; further ones have a line', async () => {
    const sign = (code: string): string => `<w:r><w:sym w:font="Wingdings" w:char="${code}"/></w:r>`;
    const deck = await read([h1('Signs'), p(docxRun('A ') + sign('F0E0') + docxRun(' B') + sign('F0FF'))]);
    expect(deck.slides[0]?.content.speaker_notes).toBe('A → B');
    expect(deck.warnings).toMatchObject([{ slide: 1, message: expect.stringContaining('1 sign of a special font') }]);
  });

  it('is taken: the picture that stands for a drawing of a new kind', async () => {
    const model = docxDrawing(
      'model3d',
      '<am3d:model3d xmlns:am3d="http://schemas.microsoft.com/office/drawing/2017/model3d"/>',
    );
    const form = (name: string, inner: string, rest = ''): string => `<mc:${name}${rest}>${inner}</mc:${name}>`;
    const choice = (inner: string): string => form('Choice', inner.replace(/<\/?w:r>/g, ''), ' Requires="am3d"');
    const both = `<w:r>${form('AlternateContent', choice(model) + form('Fallback', docxPicture('rId9').replace(/<\/?w:r>/g, '')))}</w:r>`;
    const deck = await read([h1('Model'), p(both)], {
      relations: { rId9: ['image', 'media/a.png'] },
      parts: { 'word/media/a.png': Buffer.from('\x89PNG\r\n\x1a\n', 'latin1') },
    });
    expect(deck.warnings.map(({ code }) => code)).not.toContain('drawing_lost');
    expect(deck.slides[0]?.image).toBeDefined();
  });

  it('is numbered as in the document, also by a style of lists', async () => {
    const numbering = `<w:numbering xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:abstractNum w:abstractNumId="0"><w:styleLink w:val="Mine"/><w:lvl w:ilvl="0"><w:start w:val="3"/><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum><w:abstractNum w:abstractNumId="1"><w:numStyleLink w:val="Mine"/></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride></w:num></w:numbering>`;
    const body = [h1('Lists'), docxItem('a', 0, 1), docxItem('b', 0, 1), docxItem('c', 0, 2)].join('');
    const parts = docxParts({ body }).map((part) =>
      part.name === 'word/numbering.xml' ? { ...part, bytes: numbering } : part,
    );
    const { deck } = await readDocx(makeZip(parts), { maxSlides: 50 });
    expect(deck.slides[0]?.content.bullet_points).toEqual(['3. a', '4. b', '7. c']);
  });

  it('is code by the name of its style, and not by a part of another word', async () => {
    const styles = ['Figure Source', 'Programmpunkt', 'Resource']
      .map((name) => `<w:style w:styleId="${name}"><w:name w:val="${name}"/></w:style>`)
      .join('');
    const deck = await read([h1('A'), p('One', 'Figure Source'), p('Two', 'Programmpunkt'), p('Three', 'Resource')], {
      styles,
    });
    expect(deck.slides[0]?.content).toMatchObject({ speaker_notes: 'One\n\nTwo\n\nThree' });
  });

  const MANY = [
    ['200,000 paragraphs in a cell', `<w:tbl><w:tr><w:tc>${'<w:p/>'.repeat(200_000)}</w:tc><w:tc/></w:tr></w:tbl>`],
    ['150,000 runs in a paragraph', `<w:p>${'<w:r><w:t>a</w:t></w:r>'.repeat(150_000)}</w:p>`],
  ] as const;
  it.each(MANY.filter((_, at) => isTried(at + 1, 2)))(
    'is read or refused, however much there is of it: %s',
    async (_, inner) => {
      expect(await refusal([h1('A'), inner])).toMatch(/^taken$|[.]$/);
    },
  );
});

describe('a hostile document', () => {
  const nested = (depth: number): string =>
    `${'<w:sdt><w:sdtContent>'.repeat(depth)}${p('x')}${'</w:sdtContent></w:sdt>'.repeat(depth)}`;
  it.each([
    [
      'with styles based on one another in a circle',
      h1('A') + p('x', 'A'),
      '<w:style w:styleId="A"><w:basedOn w:val="B"/></w:style><w:style w:styleId="B"><w:basedOn w:val="A"/></w:style>',
      'taken',
    ],
    ['with boxes within boxes', h1('A') + nested(70), '', 'The XML of the file is nested too deep'],
    [
      'with a cell for many',
      `${h1('A')}<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="4000000000"/></w:tcPr>${p('x')}</w:tc><w:tc>${p('y')}</w:tc></w:tr></w:tbl>`,
      '',
      'taken',
    ],
    [
      'with text boxes within text boxes',
      `${h1('A')}${'<w:p><w:r><w:drawing><wp:inline><a:graphic><a:graphicData><wps:wsp><wps:txbx><w:txbxContent>'.repeat(5)}${p('x').repeat(300)}${'</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>'.repeat(5)}`,
      '',
      'taken',
    ],
    [
      'with 3,000 text boxes in a drawing',
      h1('A') + p(docxDrawing('x', `<wps:wsp><w:txbxContent>${p('x')}</w:txbxContent></wps:wsp>`.repeat(3000))),
      '',
      'taken',
    ],
    ['with levels that no list has', h1('A') + docxItem('x', 4_000_000) + docxItem('y', -7), '', 'taken'],
    ['with 10,000 items in a list', h1('A') + docxItem('x').repeat(10_000), '', 'taken'],
    ['with 10,000 runs in a line', h1('A') + p(docxRun('a', '<w:b/>').repeat(10_000)), '', 'taken'],
    ['with 5,000 headings', h1('A').repeat(5000), '', 'your plan allows'],
  ])('is refused or read in bounded time: %s', async (_, body, styles, result) => {
    const began = process.cpuUsage();
    expect(await refusal(body, { styles })).toContain(result);
    expect(process.cpuUsage(began).user).toBeLessThan(4_000_000 * CPU_TIME_FACTOR);
  });
});
