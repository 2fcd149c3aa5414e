import { describe, expect, it } from 'vitest';
import { andThen, click, DIM, effect, timing } from '#test/support/decks/animation.ts';
import { DECK_JOB, drawnPictures, type Pixels } from '#test/support/decks/drawn-pictures.ts';
import { boxAt, chartPart, frameShape, makePptx, type TestSlide, textShape } from '#test/support/decks/pptx.ts';

const CM = 360_000;
const COLOURS = { red: 'D02020', green: '20A040', blue: '2040D0', dim: DIM } as const;
type Colour = keyof typeof COLOURS;

/** The numbers of pixels that have about these colours, and of those that have any other than white. */
type Counts = Record<Colour | 'all', number>;
function countsOf({ width, height, pixel }: Pixels): Counts {
  const counts: Counts = { red: 0, green: 0, blue: 0, dim: 0, all: 0 };
  const wanted = Object.entries(COLOURS).map(([name, hex]) => [name as Colour, Buffer.from(hex, 'hex')] as const);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const found = pixel(x, y);
      if (Math.min(...found) < 250) counts.all += 1;
      for (const [name, colour] of wanted)
        if (found.every((part, at) => Math.abs(part - (colour[at] ?? 0)) < 24)) counts[name] += 1;
    }
  return counts;
}

const fill = (colour: Colour): string =>
  `<c:spPr><a:solidFill><a:srgbClr val="${COLOURS[colour]}"/></a:solidFill></c:spPr>`;
const frame = (kind: string, inner: string): string =>
  frameShape(4, kind, inner).replace(
    /<p:xfrm>.*<\/p:xfrm>/,
    `<p:xfrm><a:off x="${CM}" y="${CM}"/><a:ext cx="${28 * CM}" cy="${16 * CM}"/></p:xfrm>`,
  );
const chart = (plot: string, part: string, ...steps: string[]): [TestSlide, Record<string, string>] => [
  {
    shapes: frame('chart', '<c:chart r:id="rId1"/>'),
    relations: { rId1: ['chart', `charts/${part}`] },
    after: timing(...steps),
  },
  { [`ppt/charts/${part}`]: plot },
];
/** Columns of two series, red and green. */
const columns = chartPart('barChart', ['A', 'B'], { One: [4, 2], Two: [3, 5] }, { settings: '<c:barDir val="col"/>' })
  .replace('</c:tx>', `</c:tx>${fill('red')}`)
  .replace(/(<c:v>Two<\/c:v>.*?<\/c:tx>)/, `$1${fill('green')}`);
const dPt = (at: number, colour: Colour): string => `<c:dPt><c:idx val="${at}"/>${fill(colour)}</c:dPt>`;
const pie = chartPart('pieChart', ['A', 'B', 'C'], { One: [1, 1, 1] }).replace(
  '</c:tx>',
  `</c:tx>${dPt(0, 'red')}${dPt(1, 'green')}${dPt(2, 'blue')}`,
);
const line = chartPart('lineChart', ['A', 'B'], { One: [1, 2] });
const of = (series: number, category: number, step?: string) =>
  click(effect('entr', 4, { series, category, ...(step ? { step } : {}) }));
const grid = of(-3, -3, 'gridLegend');

const SHAPES = ['{A}', '{B}'].map(
  (id, at) =>
    `<dsp:sp modelId="${id}"><dsp:nvSpPr><dsp:cNvPr id="0" name=""/><dsp:cNvSpPr/></dsp:nvSpPr><dsp:spPr>${boxAt(at * 10 * CM, 0, 8 * CM, 8 * CM)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:solidFill><a:srgbClr val="${[COLOURS.red, COLOURS.green][at]}"/></a:solidFill></dsp:spPr></dsp:sp>`,
);
const XMLNS =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:dsp="http://schemas.microsoft.com/office/drawing/2008/diagram" xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"';
const DIAGRAM = {
  'ppt/diagrams/drawing1.xml': `<dsp:drawing ${XMLNS}><dsp:spTree><dsp:nvGrpSpPr><dsp:cNvPr id="0" name=""/><dsp:cNvGrpSpPr/></dsp:nvGrpSpPr><dsp:grpSpPr/>${SHAPES.join('')}</dsp:spTree></dsp:drawing>`,
  'ppt/diagrams/data1.xml': `<dgm:dataModel ${XMLNS}><dgm:ptLst><dgm:pt modelId="{1}"><dgm:t><a:p><a:r><a:t>One</a:t></a:r></a:p></dgm:t></dgm:pt><dgm:pt modelId="{B}" type="pres"><dgm:prSet presAssocID="{2}"/></dgm:pt></dgm:ptLst></dgm:dataModel>`,
};
const diagram = (...steps: string[]): TestSlide => ({
  shapes: frame('diagram', '<dgm:relIds r:dm="rId1"/>'),
  relations: { rId1: ['diagramData', 'diagrams/data1.xml'], rId2: ['diagramDrawing', 'diagrams/drawing1.xml'] },
  after: timing(...steps),
});
const ofDiagram = (id: string) => click(effect('entr', 4, { diagram: id }));

const LIST = textShape(4, null, ['Mmmmmmm', 'Mmmmmmm', 'Mmmmmmm'], {
  box: boxAt(CM, CM, 28 * CM, 12 * CM),
  run: 'sz="5400"',
}).replaceAll(
  '<a:rPr sz="5400"/>',
  `<a:rPr sz="5400"><a:solidFill><a:srgbClr val="${COLOURS.red}"/></a:solidFill></a:rPr>`,
);
const point = (at: number): string => andThen('dimmed', 4, click(effect('entr', 4, [at, at])), [at, at]);
const square = `<p:sp><p:nvSpPr><p:cNvPr id="4" name="f"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr>${boxAt(CM, CM, 8 * CM, 8 * CM)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:solidFill><a:srgbClr val="${COLOURS.red}"/></a:solidFill></p:spPr></p:sp>`;

const bySeries = chart(columns, 'bySeries.xml', grid, of(0, -3), of(1, -3));
const byCategory = chart(columns, 'byCategory.xml', grid, of(-3, 0, 'category'), of(-3, 1, 'category'));
const byPoint = chart(
  columns,
  'byPoint.xml',
  of(0, 0, 'ptInSeries'),
  of(0, 1, 'ptInSeries'),
  of(1, 0, 'ptInSeries'),
  of(1, 1, 'ptInSeries'),
);
const ofPie = chart(pie, 'pie.xml', ...[0, 1, 2].map((at) => of(-3, at, 'category')));
const ofLine = chart(line, 'line.xml', of(-3, 0, 'category'), of(-3, 1, 'category'));
const SLIDES = {
  'by series': bySeries[0],
  'by category': byCategory[0],
  'by point': byPoint[0],
  pie: ofPie[0],
  line: ofLine[0],
  diagram: diagram(ofDiagram('{A}'), ofDiagram('{2}')),
  'strange diagram': diagram(ofDiagram('{A}'), ofDiagram('{9}')),
  list: { shapes: LIST, after: timing(point(0), point(1), point(2)) },
  square: { shapes: square, after: timing(click(andThen('dimmed', 4, effect('entr', 4))), click(effect('emph', 4))) },
};
const { deck, states } = await drawnPictures(
  {
    ...{ ...DECK_JOB, long_side: 320 },
    deck: makePptx({
      sides: [12_192_000, 6_858_000],
      slides: Object.values(SLIDES),
      parts: { ...bySeries[1], ...byCategory[1], ...byPoint[1], ...ofPie[1], ...ofLine[1], ...DIAGRAM },
    }),
  },
  countsOf,
);

const numberOf = (name: keyof typeof SLIDES): number => Object.keys(SLIDES).indexOf(name) + 1;
const statesOf = (name: keyof typeof SLIDES): Counts[] =>
  (states[numberOf(name) - 1] ?? []).map((counts) => counts ?? expect.fail('a state has no picture'));
/** The part of a colour in each state, of that in the last one. */
const growth = (name: keyof typeof SLIDES, colour: Colour): number[] => {
  const all = statesOf(name).map((counts) => counts[colour]);
  return all.map((count) => Math.round((10 * count) / Math.max(1, all.at(-1) ?? 0)) / 10);
};
const unshown = (name: keyof typeof SLIDES): string[] =>
  deck.warnings.flatMap(({ slide, code, message }) =>
    slide === numberOf(name) && code === 'animation_not_taken' ? [message] : [],
  );

describe('a chart that comes part by part', () => {
  it('comes series by series, its axes first and where they are', () => {
    expect(growth('by series', 'red')).toEqual([0, 0, 1, 1]);
    expect(growth('by series', 'green')).toEqual([0, 0, 0, 1]);
    const [before, axes] = statesOf('by series');
    expect([before?.all, (axes?.all ?? 0) > 100]).toEqual([0, true]);
    expect(unshown('by series')).toEqual([]);
  });

  it('comes category by category, and point by point', () => {
    // Values 4 and 2 of the red series, 3 and 5 of the green one.
    expect(growth('by category', 'red')).toEqual([0, 0, 0.7, 1]);
    expect(growth('by category', 'green')).toEqual([0, 0, 0.4, 1]);
    expect(growth('by point', 'red')).toEqual([0, 0.7, 1, 1, 1]);
    expect(growth('by point', 'green')).toEqual([0, 0, 0, 0.4, 1]);
    expect([...unshown('by category'), ...unshown('by point')]).toEqual([]);
  });

  it('of one pie comes in its parts, which stay where they are', () => {
    expect(growth('pie', 'red')).toEqual([0, 1, 1, 1]);
    expect(growth('pie', 'green')).toEqual([0, 0, 1, 1]);
    expect(growth('pie', 'blue')).toEqual([0, 0, 0, 1]);
  });

  it('is whole with its first part where that cannot be drawn alone, with a line', () => {
    const [before, first, second] = statesOf('line').map(({ all }) => all);
    expect([before, first === second, (first ?? 0) > 100]).toEqual([0, true, true]);
    expect(unshown('line')).toEqual([expect.stringContaining('whole with its first part')]);
  });
});

describe('a diagram that comes part by part', () => {
  it('comes shape by shape, by the ids of its drawing and those of its data', () => {
    expect(growth('diagram', 'red')).toEqual([0, 1, 1]);
    expect(growth('diagram', 'green')).toEqual([0, 0, 1]);
    expect(unshown('diagram')).toEqual([]);
  });

  it('comes as a whole where a part is not in its drawing, with a line', () => {
    expect(growth('strange diagram', 'red')).toEqual([0, 1, 1]);
    expect(growth('strange diagram', 'green')).toEqual([0, 1, 1]);
    expect(unshown('strange diagram')).toEqual([expect.stringContaining('whole with its first part')]);
  });
});

describe('what is dimmed after its animation', () => {
  it('has the colour from the next click on: paragraphs one by one', () => {
    const all = statesOf('list');
    const one = all[1]?.red ?? 0;
    expect(one).toBeGreaterThan(100);
    expect(all.map(({ red }) => Math.round(red / one))).toEqual([0, 1, 1, 1]);
    expect(all.map(({ dim }) => Math.round(dim / (all[2]?.dim ?? 0)))).toEqual([0, 0, 1, 2]);
    expect(unshown('list')).toEqual([]);
  });

  it('has it as a form, too', () => {
    const all = statesOf('square');
    expect(all.map(({ red, dim }) => [red > 100, dim > 100])).toEqual([
      [false, false],
      [true, false],
      [false, true],
    ]);
    expect(unshown('square')).toEqual([expect.not.stringContaining('dimmed')]);
  });
});
