import { inOneLine } from '../cut-text.ts';
import { childAt, childElements, descendantsOf, type PartElement } from '../pptx/xml.ts';
import { type StyleBook, styleBook } from './odf-styles.ts';
import { colourOf, escaped } from './odf-units.ts';

/** Rows and columns of the values of a chart, and its series, that are taken at most. */
const [MAX_ROWS, MAX_COLUMNS, MAX_SERIES] = [500, 100, 50];

/** A cell of a chart's values. */
interface Cell {
  text: string;
  value: number | undefined;
}

const wordsIn = (element: PartElement): string =>
  element.children.map((child) => (typeof child === 'string' ? child : wordsIn(child))).join('');

/** The values of a chart, row by row. */
function cellsOf(table: PartElement | undefined): Cell[][] {
  return descendantsOf(table, 'table:table-row')
    .slice(0, MAX_ROWS)
    .map((row) =>
      childElements(row, 'table:table-cell')
        .slice(0, MAX_COLUMNS)
        .map((cell) => {
          const value = Number(cell.attributes['office:value']);
          const isNumber = cell.attributes['office:value'] !== undefined && Number.isFinite(value);
          return { text: inOneLine(wordsIn(cell)), value: isNumber ? value : undefined };
        }),
    );
}

const columnOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + (letter.charCodeAt(0) - 64), 0) - 1;

const PLACE = /\$?([A-Z]{1,3})\$?(\d{1,6})/g;

/** The cells of a range such as `local-table.$B$2:.$B$5`, in its direction. */
function rangeOf(cells: readonly Cell[][], range: string | undefined): Cell[] {
  const names = (range ?? '').replace(/^[^.]*\./, '').replace(/:[^.$A-Z]*\.?/, ':');
  const [from, to = from] = [...names.matchAll(PLACE)].map(([, letters = '', number = '']) => ({
    column: columnOf(letters),
    row: Number(number) - 1,
  }));
  if (!from || !to) return [];
  const found: Cell[] = [];
  for (let row = from.row; row <= Math.min(to.row, MAX_ROWS - 1); row++)
    for (let column = from.column; column <= Math.min(to.column, MAX_COLUMNS - 1) && found.length < MAX_ROWS; column++)
      found.push(cells[row]?.[column] ?? { text: '', value: undefined });
  return found;
}

/** A row of values with its name. */
interface Series {
  kind: string;
  name: string;
  values: Cell[];
  /** Places of the points of a scatter. */
  across: Cell[];
  colour: string | undefined;
  /** Colours of the parts of a pie. */
  colours: (string | undefined)[];
}

/** Colours that programs give to series that have none. */
const USUAL_COLOURS = ['004586', 'FF420E', 'FFD320', '579D1C', '7E0021', '83CAFF', '314004', 'AECF00'];

const seriesColour = (styles: StyleBook, name: string | undefined): string | undefined => {
  const graphic = styles.of('chart', name, 'graphic');
  return colourOf(graphic.get('draw:fill-color')) ?? colourOf(graphic.get('svg:stroke-color'));
};

function seriesOf(chart: PartElement, cells: readonly Cell[][], styles: StyleBook): Series[] {
  const usual = chart.attributes['chart:class'] ?? '';
  return descendantsOf(chart, 'chart:series')
    .slice(0, MAX_SERIES)
    .map((series, at) => {
      const { attributes } = series;
      const colours: (string | undefined)[] = [];
      for (const { attributes: point } of childElements(series, 'chart:data-point')) {
        if (colours.length >= MAX_ROWS) break;
        const count = Math.max(1, Math.min(MAX_ROWS, Math.trunc(Number(point['chart:repeated'])) || 1));
        const colour = seriesColour(styles, point['chart:style-name']);
        for (let left = count; left > 0; left--) colours.push(colour);
      }
      return {
        kind: (attributes['chart:class'] ?? usual).replace(/^chart:/, ''),
        name: rangeOf(cells, attributes['chart:label-cell-address'])[0]?.text ?? '',
        values: rangeOf(cells, attributes['chart:values-cell-range-address']),
        across: rangeOf(cells, childAt(series, 'chart:domain')?.attributes['table:cell-range-address']),
        colour: seriesColour(styles, attributes['chart:style-name']) ?? USUAL_COLOURS[at % USUAL_COLOURS.length],
        colours,
      };
    });
}

const texts = (cells: readonly { text: string }[]): string =>
  `<c:ptCount val="${cells.length}"/>${cells.map(({ text }, at) => `<c:pt idx="${at}"><c:v>${escaped(text)}</c:v></c:pt>`).join('')}`;
const numbers = (cells: readonly Cell[]): string =>
  `<c:formatCode>General</c:formatCode><c:ptCount val="${cells.length}"/>${cells.map(({ value }, at) => (value === undefined ? '' : `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`)).join('')}`;
const numbersXml = (cells: readonly Cell[]): string =>
  `<c:numRef><c:f>v</c:f><c:numCache>${numbers(cells)}</c:numCache></c:numRef>`;
const paint = (colour: string): string => `<a:solidFill><a:srgbClr val="${colour}"/></a:solidFill>`;

/** Charts whose series are lines. */
const LINES = new Set(['line', 'scatter', 'radar']);

function seriesXml(series: Series, at: number, categories: readonly Cell[], isPie: boolean): string {
  const { kind, name, values, across, colour = '004586', colours } = series;
  const fill = LINES.has(kind) ? `<a:ln w="28575">${paint(colour)}</a:ln>` : paint(colour);
  const parts = isPie
    ? values.map((_, part) => {
        const own = colours[part] ?? USUAL_COLOURS[part % USUAL_COLOURS.length] ?? '004586';
        return `<c:dPt><c:idx val="${part}"/><c:spPr>${paint(own)}</c:spPr></c:dPt>`;
      })
    : [];
  const head = `<c:idx val="${at}"/><c:order val="${at}"/><c:tx><c:strRef><c:f>n</c:f><c:strCache>${texts([{ text: name }])}</c:strCache></c:strRef></c:tx><c:spPr>${fill}</c:spPr>${parts.join('')}`;
  if (kind === 'scatter')
    return `<c:ser>${head}<c:xVal>${numbersXml(across.length > 0 ? across : categories)}</c:xVal><c:yVal>${numbersXml(values)}</c:yVal></c:ser>`;
  return `<c:ser>${head}<c:cat><c:strRef><c:f>c</c:f><c:strCache>${texts(categories)}</c:strCache></c:strRef></c:cat><c:val>${numbersXml(values)}</c:val></c:ser>`;
}

/** Charts of Office, by the classes of OpenDocument; others are not drawn. */
const CHARTS: ReadonlyMap<string, string> = new Map([
  ['bar', 'barChart'],
  ['line', 'lineChart'],
  ['area', 'areaChart'],
  ['circle', 'pieChart'],
  ['ring', 'doughnutChart'],
  ['scatter', 'scatterChart'],
  ['radar', 'radarChart'],
]);

/** Arrangement of the series of a chart: next to each other, or stacked. */
interface Arrangement {
  grouping: 'percentStacked' | 'stacked' | 'clustered';
  isAcross: boolean;
}

function plotXml(kind: string, series: readonly string[], { grouping, isAcross }: Arrangement): string {
  const element = CHARTS.get(kind) ?? 'barChart';
  const standing = grouping === 'clustered' ? 'standard' : grouping;
  const settings: Readonly<Record<string, string>> = {
    bar: `<c:barDir val="${isAcross ? 'bar' : 'col'}"/><c:grouping val="${grouping}"/>`,
    line: `<c:grouping val="${standing}"/>`,
    area: `<c:grouping val="${standing}"/>`,
    scatter: '<c:scatterStyle val="lineMarker"/>',
    radar: '<c:radarStyle val="marker"/>',
  };
  const overlap = kind === 'bar' && grouping !== 'clustered' ? '<c:overlap val="100"/>' : '';
  const end: Readonly<Record<string, string>> = { circle: '', ring: '<c:holeSize val="50"/>' };
  const last =
    end[kind] ?? `${kind === 'bar' ? `<c:gapWidth val="100"/>${overlap}` : ''}<c:axId val="1"/><c:axId val="2"/>`;
  return `<c:${element}>${settings[kind] ?? ''}<c:varyColors val="0"/>${series.join('')}${last}</c:${element}>`;
}

const titleXml = (title: string): string =>
  title === ''
    ? '<c:autoTitleDeleted val="1"/>'
    : `<c:title><c:tx><c:rich><a:bodyPr/><a:p><a:r><a:t>${escaped(title)}</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title><c:autoTitleDeleted val="0"/>`;

const titleIn = (element: PartElement | undefined): string => {
  const title = childAt(element, 'chart:title');
  return title ? inOneLine(wordsIn(title)) : '';
};

function axesXml(chart: PartElement, isScatter: boolean, isAcross: boolean): string {
  const axis = (dimension: string): PartElement | undefined =>
    descendantsOf(chart, 'chart:axis').find(({ attributes }) => attributes['chart:dimension'] === dimension);
  const xml = (element: string, id: number, other: number, place: string, dimension: string): string => {
    const title = titleIn(axis(dimension));
    const lines = childElements(axis(dimension), 'chart:grid').length > 0 ? '<c:majorGridlines/>' : '';
    return `<c:${element}><c:axId val="${id}"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="${place}"/>${lines}${title === '' ? '' : titleXml(title).replace(/<c:autoTitleDeleted[^>]*>/, '')}<c:numFmt formatCode="General" sourceLinked="0"/><c:crossAx val="${other}"/></c:${element}>`;
  };
  const [across, up] = isAcross ? ['l', 'b'] : ['b', 'l'];
  return xml(isScatter ? 'valAx' : 'catAx', 1, 2, across ?? 'b', 'x') + xml('valAx', 2, 1, up ?? 'l', 'y');
}

const LEGENDS: ReadonlyMap<string, string> = new Map([
  ['start', 'l'],
  ['top', 't'],
  ['bottom', 'b'],
]);

const NAMESPACES =
  'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

/** Reports whether all of a chart can be written: it has no second axis of values, and no more values and series than are taken. */
function isWhole(chart: PartElement): boolean {
  const series = descendantsOf(chart, 'chart:series');
  return (
    series.length <= MAX_SERIES &&
    descendantsOf(chart, 'table:table-row').length <= MAX_ROWS &&
    series.every(({ attributes }) => attributes['chart:attached-axis'] !== 'secondary-y')
  );
}

/** A chart of OpenDocument as the part of Office. @param document of the embedded object @returns undefined for other objects, and charts that are not written as a whole: the picture of the object stands for them */
export function chartXml(document: PartElement | undefined): string | undefined {
  const content = childAt(document, 'office:document-content');
  const chart = childAt(content, 'office:body', 'office:chart', 'chart:chart');
  if (!content || !chart) return undefined;
  const styles = styleBook([childAt(content, 'office:automatic-styles')], [], []);
  const plot = childAt(chart, 'chart:plot-area');
  if (!isWhole(chart)) return undefined;
  const cells = cellsOf(childAt(chart, 'table:table'));
  const series = seriesOf(chart, cells, styles);
  if (series.length === 0 || !series.every(({ kind }) => CHARTS.has(kind))) return undefined;
  const properties = styles.of('chart', plot?.attributes['chart:style-name'], 'chart');
  const isTrue = (name: string): boolean => properties.get(name) === 'true';
  const isAcross = isTrue('chart:vertical');
  const grouping = isTrue('chart:percentage') ? 'percentStacked' : isTrue('chart:stacked') ? 'stacked' : 'clustered';
  const categories = rangeOf(cells, descendantsOf(plot, 'chart:categories')[0]?.attributes['table:cell-range-address']);
  const longest = Math.max(...series.map(({ values }) => values.length));
  const named =
    categories.length > 0
      ? categories
      : Array.from({ length: longest }, (_, at) => ({ text: String(at + 1), value: at + 1 }));
  const isPie = series.every(({ kind }) => kind === 'circle' || kind === 'ring');
  const kinds = [...new Set(series.map(({ kind }) => kind))];
  const plots = kinds.map((kind) =>
    plotXml(
      kind,
      series.flatMap((each, at) => (each.kind === kind ? [seriesXml(each, at, named, isPie)] : [])),
      { grouping, isAcross },
    ),
  );
  const legend = childAt(chart, 'chart:legend');
  const place = LEGENDS.get(legend?.attributes['chart:legend-position'] ?? '') ?? 'r';
  const axes = isPie ? '' : axesXml(chart, kinds.includes('scatter'), isAcross);
  return `<c:chartSpace ${NAMESPACES}><c:chart>${titleXml(titleIn(chart))}<c:plotArea><c:layout/>${plots.join('')}${axes}</c:plotArea>${legend ? `<c:legend><c:legendPos val="${place}"/><c:overlay val="0"/></c:legend>` : ''}<c:plotVisOnly val="1"/></c:chart></c:chartSpace>`;
}
