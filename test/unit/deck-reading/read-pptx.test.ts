import { describe, expect, it } from 'vitest';
import { readPptx } from '#engine/deck-reading/pptx/read-pptx.ts';
import {
  boxAt,
  chartPart,
  frameShape,
  makePptx,
  pictureShape,
  type TestDeck,
  tableXml,
  textShape,
} from '#test/support/decks/pptx.ts';

const read = async (deck: TestDeck, maxSlides = 100) => (await readPptx(makePptx(deck), { maxSlides })).deck;
const only = async (slide: TestDeck['slides'][number], parts: TestDeck['parts'] = {}) => {
  const deck = await read({ slides: [slide], parts });
  const [first] = deck.slides;
  if (!first) throw new Error('no slide');
  return { slide: first, content: first.content, warnings: deck.warnings };
};
const codes = (warnings: readonly { code: string }[]) => warnings.map(({ code }) => code);

describe('the order of a deck', () => {
  it('is that of the list of slides, and hidden slides are left out and reported', async () => {
    const slide = (title: string, isHidden = false) => ({ shapes: textShape(2, 'title', [title]), isHidden });
    const deck = await read({
      slides: [slide('first'), slide('second'), slide('hidden', true)],
      order: [1, 2, 0],
      title: 'Plans & <more>',
    });
    expect(deck.slides.map(({ content, source_page }) => [source_page, content.title])).toEqual([
      [1, 'second'],
      [3, 'first'],
    ]);
    expect(deck.pages).toBe(3);
    expect(deck.title).toBe('second');
    expect(deck.warnings).toMatchObject([{ slide: 2, code: 'slide_hidden' }]);
  });

  it('leaves out a slide whose part is damaged, and reads the others', async () => {
    const deck = await read({
      slides: [{ shapes: '<p:sp>' }, { shapes: textShape(2, 'title', ['fine']) }],
    });
    expect(deck.slides.map(({ content }) => content.title)).toEqual(['fine']);
    expect(deck.warnings).toMatchObject([{ slide: 1, code: 'slide_unreadable' }]);
  });

  it('refuses more slides than the plan allows before it reads one', async () => {
    const slides = Array.from({ length: 4 }, () => ({ shapes: '<p:sp>' }));
    await expect(read({ slides }, 3)).rejects.toMatchObject({ code: 'import_too_large' });
  });
});

describe('the texts of a slide', () => {
  it('are title, points with levels, and notes as they were written', async () => {
    const { content } = await only({
      shapes:
        textShape(2, 'title', ['Two\u00a0 lines', 'in one']) + textShape(3, 'obj', ['One', '1:Below', '', '4:Deep']),
      notes: ['Hello all.', '', 'Second  paragraph.'],
    });
    expect(content).toEqual({
      title: 'Two lines in one',
      bullet_points: ['One', 'Below', 'Deep'],
      bullet_levels: [0, 1, 2],
      speaker_notes: 'Hello all.\n\nSecond  paragraph.',
      layout: 'auto',
      build: 'none',
    });
  });

  it('takes the largest text of the upper half as title where there is no placeholder, and the others as points', async () => {
    const { content } = await only({
      shapes: [
        textShape(2, null, ['below, and larger'], { box: boxAt(0, 700, 500, 100), run: 'sz="4400"' }),
        textShape(3, null, ['A small line'], { box: boxAt(0, 10, 500, 100), run: 'sz="1200"' }),
        textShape(4, null, ['The real title'], { box: boxAt(0, 200, 500, 100), run: 'sz="3200"' }),
      ].join(''),
    });
    expect(content.title).toBe('The real title');
    expect(content.bullet_points).toEqual(['A small line', 'below, and larger']);
  });

  it('cuts what is too long, and says so', async () => {
    const { content, warnings } = await only({
      shapes:
        textShape(2, 'title', ['word '.repeat(60)]) +
        textShape(
          3,
          'obj',
          Array.from({ length: 49 }, (_, i) => `Point ${i}`),
        ),
      notes: ['x'.repeat(5001)],
    });
    expect([...content.title].length).toBeLessThanOrEqual(200);
    expect(content.bullet_points).toHaveLength(10);
    expect([...content.speaker_notes]).toHaveLength(5000);
    expect(codes(warnings)).toEqual(['notes_cut', 'title_cut', 'points_cut']);
  });

  it('reads no fallback next to what it stands for', async () => {
    const twice = textShape(3, 'obj', ['Once']);
    const { content } = await only({
      shapes: `<mc:AlternateContent><mc:Choice Requires="a14">${twice}</mc:Choice><mc:Fallback>${twice}</mc:Fallback></mc:AlternateContent>`,
    });
    expect(content.bullet_points).toEqual(['Once']);
  });
});

describe('what comes in by clicks', () => {
  const click = (shape: number, paragraph: number) =>
    `<p:par><p:cTn><p:childTnLst><p:spTgt spid="${shape}"><p:txEl><p:pRg st="${paragraph}" end="${paragraph}"/></p:txEl></p:spTgt></p:childTnLst></p:cTn></p:par>`;
  const timing = (...clicks: string[]) =>
    `<p:timing><p:tnLst><p:cTn nodeType="mainSeq"><p:childTnLst>${clicks.join('')}</p:childTnLst></p:cTn></p:tnLst></p:timing>`;
  const points = textShape(3, 'obj', ['One', 'Two']);

  it('is a build by points when every point has its own click, in order', async () => {
    const { slide } = await only({ shapes: points, after: timing(click(3, 0), click(3, 1)) });
    expect(slide.content.build).toBe('by_bullet');
    expect(slide.clicks).toBe(2);
  });

  it.each([
    ['out of order', [click(3, 1), click(3, 0)]],
    ['for one point only', [click(3, 0)]],
  ])('is none %s', async (_, clicks) => {
    const { slide, warnings } = await only({ shapes: points, after: timing(...clicks) });
    expect(slide.content.build).toBe('none');
    expect(codes(warnings)).toEqual(['animation_not_taken']);
  });

  it('keeps the time of a slide that continues by itself, unless it speaks', async () => {
    const after = '<p:transition advTm="7250"/>';
    const silent = await only({ shapes: points, after });
    expect(silent.content.duration_seconds).toBe(7.3);
    expect(silent.slide.advance_seconds).toBe(7.25);
    const spoken = await only({ shapes: points, after, notes: ['Words'] });
    expect(spoken.content.duration_seconds).toBeUndefined();
  });
});

describe('pictures, tables and charts', () => {
  const relations = { rId1: ['image', 'media/a.png'], rId2: ['image', 'media/b.wdp'] } as const;
  const parts = { 'ppt/media/a.png': 'png', 'ppt/media/b.wdp': 'wdp' };

  it('places a picture on the side where it stood, also in a group that is scaled', async () => {
    const picture = pictureShape(5, 'rId1', boxAt(0, 0, 10, 10), 'A lighthouse');
    const group = `<p:grpSp><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="400" cy="800"/><a:chOff x="0" y="0"/><a:chExt cx="10" cy="10"/></a:xfrm></p:grpSpPr>${picture}</p:grpSp>`;
    const { slide } = await only({ shapes: textShape(3, 'obj', ['One']) + group, relations }, parts);
    expect(slide.content.layout).toBe('image_left');
    expect(slide.image).toEqual({
      source: { from: 'path', path: 'ppt/media/a.png' },
      alt: 'A lighthouse',
    });
  });

  it('keeps a slide that is one picture as that picture', async () => {
    const { slide } = await only({ shapes: pictureShape(5, 'rId1', boxAt(0, 0, 1000, 950)), relations }, parts);
    expect(slide).toMatchObject({ look: 'original', content: { layout: 'page' }, image: { fit: 'contain' } });
  });

  it('says which pictures cannot be taken, and why', async () => {
    const { slide, warnings } = await only(
      {
        shapes: ['rId1', 'rId2', 'rId3', 'rId1']
          .map((id, at) => pictureShape(5 + at, id, boxAt(0, 0, 500 - at, 500)))
          .join(''),
        relations,
      },
      parts,
    );
    expect(slide.pictures).toBe(4);
    expect(codes(warnings)).toEqual(['picture_unreadable', 'picture_missing', 'picture_not_used']);
  });

  it('reads a table with its header, and cuts it to what a video can show', async () => {
    const rows = Array.from({ length: 20 }, (_, row) => Array.from({ length: 9 }, (_, at) => `${row}.${at}`));
    const { content, warnings } = await only({ shapes: frameShape(4, 'table', tableXml(rows)) });
    expect(content.table?.header).toEqual(rows[0]?.slice(0, 8));
    expect(content.table?.rows).toHaveLength(14);
    expect(codes(warnings)).toEqual(['table_cut']);
    expect(warnings[0]?.message).toContain('1 of 9 columns, 5 of 19 rows');
  });

  const chart = (part: string) =>
    only(
      { shapes: frameShape(4, 'chart', '<c:chart r:id="rId7"/>'), relations: { rId7: ['chart', 'charts/c.xml'] } },
      { 'ppt/charts/c.xml': part },
    );

  it('takes titles of axes, and the point that its author coloured unlike the others', async () => {
    const title = (text: string) =>
      `<c:title><c:tx><c:rich><a:p><a:r><a:t>${text}</a:t></a:r></a:p></c:rich></c:tx></c:title>`;
    const axes = `<c:catAx>${title('Month')}</c:catAx><c:valAx>${title('Euro')}</c:valAx>`;
    const fill = (color: string) => `<c:spPr><a:solidFill><a:srgbClr val="${color}"/></a:solidFill></c:spPr>`;
    const lit = (...places: number[]) =>
      places.map((at) => `<c:dPt><c:idx val="${at}"/>${fill('FF0000')}</c:dPt>`).join('');
    const of = async (settings: string, points: string) => {
      const part = chartPart('barChart', ['a', 'b', 'c'], { s: [1, 2, 3] }, { settings });
      const { content } = await chart(
        part
          .replace('</c:barChart>', `</c:barChart>${axes}`)
          .replace('</c:tx><c:cat>', `</c:tx>${fill('808080')}${points}<c:cat>`),
      );
      return content.chart;
    };
    expect(await of('', lit(1))).toMatchObject({ highlight: ['b'], axis_titles: { x: 'Month', y: 'Euro' } });
    expect(await of('<c:barDir val="bar"/>', lit(0, 2))).toMatchObject({
      ...{ type: 'bar', highlight: ['b'], axis_titles: { x: 'Euro', y: 'Month' } },
    });
    expect(await of('', lit(0, 1, 2))).not.toHaveProperty('highlight');
    expect(await of('', '')).not.toHaveProperty('highlight');
  });

  it('takes points, and columns with a line on the same axes', async () => {
    const values = (name: string, numbers: readonly (number | string)[]) =>
      `<c:${name}><c:numRef><c:numCache><c:ptCount val="${numbers.length}"/>${numbers.map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join('')}</c:numCache></c:numRef></c:${name}>`;
    const plot = (xs: string) =>
      chartPart('scatterChart', [], {}).replace(
        '</c:scatterChart>',
        `<c:ser>${xs}${values('yVal', [4, 5])}</c:ser></c:scatterChart>`,
      );
    const pointsOf = async (xs: string) => (await chart(plot(xs))).content.chart;
    expect(await pointsOf(values('xVal', [1.5, -2]))).toEqual({
      ...{ type: 'scatter', categories: [] },
      series: [
        {
          name: '1',
          values: [],
          points: [
            { x: 1.5, y: 4 },
            { x: -2, y: 5 },
          ],
        },
      ],
    });
    expect((await pointsOf(values('xVal', ['a', 'b'])))?.series[0]?.points?.map(({ x }) => x)).toEqual([1, 2]);
    const inner = (part: string, name: string) => new RegExp(`<c:${name}>.*</c:${name}>`).exec(part)?.[0] ?? '';
    const both = async (axis: number) => {
      const line = inner(chartPart('lineChart', ['a', 'b'], { Trend: [3, 4] }), 'lineChart');
      const columns = chartPart('barChart', ['a', 'b'], { Sales: [1, 2] }).replace(
        '</c:barChart>',
        '<c:axId val="1"/></c:barChart>',
      );
      const second = line.replace('</c:lineChart>', `<c:axId val="${axis}"/></c:lineChart>`);
      return chart(columns.replace('</c:barChart>', `</c:barChart>${second}`));
    };
    expect((await both(1)).content.chart).toMatchObject({
      ...{ type: 'combo', categories: ['a', 'b'] },
      series: [
        { name: 'Sales', values: [1, 2] },
        { name: 'Trend', values: [3, 4] },
      ],
    });
    expect(codes((await both(2)).warnings)).toEqual(['chart_not_taken']);
  });

  it('keeps merged cells, and a head of two rows', async () => {
    const cells = [
      [
        ['Region', 'rowSpan="2"'],
        ['2026', 'gridSpan="2"'],
        ['', 'hMerge="1"'],
      ],
      [
        ['', 'vMerge="1"'],
        ['Plan', ''],
        ['Actual', ''],
      ],
      [
        ['North', 'rowSpan="2"'],
        ['1', ''],
        ['2', ''],
      ],
      [
        ['', 'vMerge="1"'],
        ['3', ''],
        ['4', ''],
      ],
    ];
    let xml = tableXml(cells.map((row) => row.map(([text = '']) => text)));
    for (const [, attributes = ''] of cells.flat()) xml = xml.replace('<a:tc>', `<a:tc ${attributes}>`);
    const { content } = await only({ shapes: frameShape(4, 'table', xml) });
    expect(content.table).toMatchObject({
      ...{ header: ['Region', '2026', ''], header_rows: 2 },
      spans: [
        { row: 0, column: 0, rows: 2, columns: 1 },
        { row: 0, column: 1, rows: 1, columns: 2 },
        { row: 2, column: 0, rows: 2, columns: 1 },
      ],
    });
  });

  it('reads a chart from its cached values, gaps and percentages included', async () => {
    const { content } = await chart(
      chartPart(
        'barChart',
        ['North', 'South'],
        { '2025': [0.125, null], '2026': [0.5, 0.25] },
        {
          settings: '<c:barDir val="bar"/><c:grouping val="stacked"/>',
          format: '0.0%',
        },
      ),
    );
    expect(content.chart).toEqual({
      type: 'bar',
      categories: ['North', 'South'],
      series: [
        { name: '2025', values: [12.5, null] },
        { name: '2026', values: [50, 25] },
      ],
      stacked: true,
      unit: '%',
      decimals: 1,
    });
  });

  it.each([
    [
      'columns',
      'barChart',
      '<c:barDir val="col"/><c:grouping val="percentStacked"/>',
      { stacked: true, format: 'percent' },
    ],
    ['areas', 'areaChart', '<c:grouping val="percentStacked"/>', { stacked: true, format: 'percent' }],
    ['columns with plain sums', 'barChart', '<c:barDir val="col"/><c:grouping val="stacked"/>', { stacked: true }],
  ] as const)('shows %s as shares of their stack if the deck does', async (_, kind, settings, expected) => {
    const values = { '2025': [1.5, 4], '2026': [3, 2] };
    const { content } = await chart(chartPart(kind, ['North', 'South'], values, { settings, format: '0.0' }));
    const { stacked, format, decimals } = content.chart ?? {};
    expect({ stacked, format }).toEqual({ format: undefined, ...expected });
    expect(decimals).toBe('format' in expected ? undefined : 1);
  });

  it.each([
    ['of an unknown kind', chartPart('scatterChart', ['a'], { s: [1] })],
    ['with too many categories', chartPart('lineChart', Array.from({ length: 25 }, String), { s: [1] })],
    ['without values', chartPart('lineChart', [], { s: [] })],
    [
      'whose count is a lie',
      chartPart('lineChart', ['a'], { s: [1] }).replaceAll('ptCount val="1"', 'ptCount val="4000000000"'),
    ],
    ['round, with a negative value', chartPart('pieChart', ['a', 'b'], { s: [1, -1] })],
  ])('reports a chart %s', async (_, part) => {
    const { content, warnings } = await chart(part);
    expect(content.chart).toBeUndefined();
    expect(codes(warnings)).toEqual(['chart_not_taken']);
  });

  it('takes the texts of a diagram as points', async () => {
    const { content, warnings } = await only(
      {
        shapes: frameShape(4, 'diagram', '<dgm:relIds r:dm="rId9"/>'),
        relations: { rId9: ['diagramData', 'diagrams/d.xml'] },
      },
      {
        'ppt/diagrams/d.xml':
          '<dgm:dataModel xmlns:dgm="d" xmlns:a="a"><dgm:ptLst><dgm:pt type="doc"/><dgm:pt><dgm:t><a:p><a:r><a:t>Plan</a:t></a:r></a:p></dgm:t></dgm:pt><dgm:pt type="parTrans"/></dgm:ptLst></dgm:dataModel>',
      },
    );
    expect(content.bullet_points).toEqual(['Plan']);
    expect(codes(warnings)).toEqual(['diagram_not_taken']);
  });
});
