import { toOneLine } from '../cut-text-with-ellipsis.ts';
import { largestOf } from '../extremes.ts';
import { childElementAtPath, childElements, descendantsOf, type OfficeXmlElement } from '../pptx/xml.ts';
import { createOdfStyles, type OdfStyles } from './odf-styles.ts';
import { escapeXmlText, parseOdfColor } from './odf-units.ts';

// Charts of OpenDocument: ODF 1.3 part 3, clause 11. Charts of Office: ECMA-376 part 1, 21.2.

/** The highest number of rows in the data of a chart, and of cells in a range. */
const MAX_ROWS = 500;
/** The highest number of columns in the data of a chart. */
const MAX_COLUMNS = 100;
const MAX_SERIES = 50;

/** A cell of the data of a chart. */
interface ChartCell {
  text: string;
  /** Undefined for a cell without a number. */
  value: number | undefined;
}

const textWithin = (element: OfficeXmlElement): string =>
  element.children.map((child) => (typeof child === 'string' ? child : textWithin(child))).join('');

/** The data of a chart, row by row. */
function readCells(table: OfficeXmlElement | undefined): ChartCell[][] {
  return descendantsOf(table, 'table:table-row')
    .slice(0, MAX_ROWS)
    .map((row) =>
      childElements(row, 'table:table-cell')
        .slice(0, MAX_COLUMNS)
        .map((cell) => {
          const value = Number(cell.attributes['office:value']);
          const isNumber = cell.attributes['office:value'] !== undefined && Number.isFinite(value);
          return { text: toOneLine(textWithin(cell)), value: isNumber ? value : undefined };
        }),
    );
}

/** The index of a column, from 0. @param letters its name, such as `AB` */
const columnIndexOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + (letter.charCodeAt(0) - 64), 0) - 1;

/** The address of a cell, such as `$B$2`. */
const CELL_ADDRESS = /\$?([A-Z]{1,3})\$?(\d{1,6})/g;

/** The cells of a range such as `local-table.$B$2:.$B$5`, row by row. */
function cellsInRange(cells: readonly ChartCell[][], range: string | undefined): ChartCell[] {
  const addresses = (range ?? '').replace(/^[^.]*\./, '').replace(/:[^.$A-Z]*\.?/, ':');
  const [firstCell, lastCell = firstCell] = [...addresses.matchAll(CELL_ADDRESS)].map(
    ([, letters = '', rowNumber = '']) => ({
      column: columnIndexOf(letters),
      row: Number(rowNumber) - 1,
    }),
  );
  if (!firstCell || !lastCell) return [];
  const rangeCells: ChartCell[] = [];
  for (let row = firstCell.row; row <= Math.min(lastCell.row, MAX_ROWS - 1); row++)
    for (
      let column = firstCell.column;
      column <= Math.min(lastCell.column, MAX_COLUMNS - 1) && rangeCells.length < MAX_ROWS;
      column++
    )
      rangeCells.push(cells[row]?.[column] ?? { text: '', value: undefined });
  return rangeCells;
}

/** A series of a chart. */
interface ChartSeries {
  /** Kind of its chart in OpenDocument, such as `bar`. */
  kind: string;
  name: string;
  values: ChartCell[];
  /** The x values of a scatter chart. */
  xValues: ChartCell[];
  /** RRGGBB. */
  colour: string | undefined;
  /** Colours of single points, such as the slices of a pie. */
  pointColours: (string | undefined)[];
}

/** Colours of LibreOffice for series without a colour, RRGGBB. */
const DEFAULT_SERIES_COLOURS = ['004586', 'FF420E', 'FFD320', '579D1C', '7E0021', '83CAFF', '314004', 'AECF00'];

const seriesColour = (styles: OdfStyles, name: string | undefined): string | undefined => {
  const graphic = styles.propertiesOf('chart', name, 'graphic');
  return parseOdfColor(graphic.get('draw:fill-color')) ?? parseOdfColor(graphic.get('svg:stroke-color'));
};

function readSeries(chart: OfficeXmlElement, cells: readonly ChartCell[][], styles: OdfStyles): ChartSeries[] {
  const chartClass = chart.attributes['chart:class'] ?? '';
  return descendantsOf(chart, 'chart:series')
    .slice(0, MAX_SERIES)
    .map((series, index) => {
      const { attributes } = series;
      const pointColours: (string | undefined)[] = [];
      for (const { attributes: point } of childElements(series, 'chart:data-point')) {
        if (pointColours.length >= MAX_ROWS) break;
        const repeatCount = Math.max(1, Math.min(MAX_ROWS, Math.trunc(Number(point['chart:repeated'])) || 1));
        const colour = seriesColour(styles, point['chart:style-name']);
        for (let remaining = repeatCount; remaining > 0; remaining--) pointColours.push(colour);
      }
      return {
        kind: (attributes['chart:class'] ?? chartClass).replace(/^chart:/, ''),
        name: cellsInRange(cells, attributes['chart:label-cell-address'])[0]?.text ?? '',
        values: cellsInRange(cells, attributes['chart:values-cell-range-address']),
        xValues: cellsInRange(
          cells,
          childElementAtPath(series, 'chart:domain')?.attributes['table:cell-range-address'],
        ),
        colour:
          seriesColour(styles, attributes['chart:style-name']) ??
          DEFAULT_SERIES_COLOURS[index % DEFAULT_SERIES_COLOURS.length],
        pointColours,
      };
    });
}

// A reference to cells needs a formula (`c:f`). The readers of charts use the cached values, so the formulas here are placeholders.
const textsXml = (cells: readonly { text: string }[]): string =>
  `<c:ptCount val="${cells.length}"/>${cells.map(({ text }, index) => `<c:pt idx="${index}"><c:v>${escapeXmlText(text)}</c:v></c:pt>`).join('')}`;
const valuesXml = (cells: readonly ChartCell[]): string =>
  `<c:formatCode>General</c:formatCode><c:ptCount val="${cells.length}"/>${cells.map(({ value }, index) => (value === undefined ? '' : `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`)).join('')}`;
const numbersXml = (cells: readonly ChartCell[]): string =>
  `<c:numRef><c:f>v</c:f><c:numCache>${valuesXml(cells)}</c:numCache></c:numRef>`;
const solidFillXml = (colour: string): string => `<a:solidFill><a:srgbClr val="${colour}"/></a:solidFill>`;

/** Kinds of charts whose series are lines. */
const LINE_KINDS = new Set(['line', 'scatter', 'radar']);
/** EMU of the line of a series: 2.25 points, as in PowerPoint. */
const LINE_WIDTH_EMU = 28_575;
const [FIRST_COLOUR = '004586'] = DEFAULT_SERIES_COLOURS;

/** A series as `c:ser`. @param index of the series, from 0 @param isPie true: each of its points has another colour */
function seriesXml(series: ChartSeries, index: number, categories: readonly ChartCell[], isPie: boolean): string {
  const { kind, name, values, xValues, colour = FIRST_COLOUR, pointColours } = series;
  const shapeXml = LINE_KINDS.has(kind)
    ? `<a:ln w="${LINE_WIDTH_EMU}">${solidFillXml(colour)}</a:ln>`
    : solidFillXml(colour);
  const slicesXml = isPie
    ? values.map((_, point) => {
        const pointColour =
          pointColours[point] ?? DEFAULT_SERIES_COLOURS[point % DEFAULT_SERIES_COLOURS.length] ?? FIRST_COLOUR;
        return `<c:dPt><c:idx val="${point}"/><c:spPr>${solidFillXml(pointColour)}</c:spPr></c:dPt>`;
      })
    : [];
  const commonXml = `<c:idx val="${index}"/><c:order val="${index}"/><c:tx><c:strRef><c:f>n</c:f><c:strCache>${textsXml([{ text: name }])}</c:strCache></c:strRef></c:tx><c:spPr>${shapeXml}</c:spPr>${slicesXml.join('')}`;
  if (kind === 'scatter')
    return `<c:ser>${commonXml}<c:xVal>${numbersXml(xValues.length > 0 ? xValues : categories)}</c:xVal><c:yVal>${numbersXml(values)}</c:yVal></c:ser>`;
  return `<c:ser>${commonXml}<c:cat><c:strRef><c:f>c</c:f><c:strCache>${textsXml(categories)}</c:strCache></c:strRef></c:cat><c:val>${numbersXml(values)}</c:val></c:ser>`;
}

/** Names of the chart elements of Office, by the kinds of charts in OpenDocument. A chart of another kind is not translated. */
const CHART_ELEMENT_BY_KIND: ReadonlyMap<string, string> = new Map([
  ['bar', 'barChart'],
  ['line', 'lineChart'],
  ['area', 'areaChart'],
  ['circle', 'pieChart'],
  ['ring', 'doughnutChart'],
  ['scatter', 'scatterChart'],
  ['radar', 'radarChart'],
]);

/** The arrangement of the series of a chart. */
interface SeriesArrangement {
  grouping: 'percentStacked' | 'stacked' | 'clustered';
  /** True if bars are horizontal. */
  isHorizontal: boolean;
}

/** The series of one kind as an element such as `c:barChart`. @param seriesXmlList each series as `c:ser` */
function plotXml(
  kind: string,
  seriesXmlList: readonly string[],
  { grouping, isHorizontal }: SeriesArrangement,
): string {
  const elementName = CHART_ELEMENT_BY_KIND.get(kind) ?? 'barChart';
  // Lines and areas that are not stacked are `standard`; only bars are `clustered`.
  const lineGrouping = grouping === 'clustered' ? 'standard' : grouping;
  const settingsXmlByKind: Readonly<Record<string, string>> = {
    bar: `<c:barDir val="${isHorizontal ? 'bar' : 'col'}"/><c:grouping val="${grouping}"/>`,
    line: `<c:grouping val="${lineGrouping}"/>`,
    area: `<c:grouping val="${lineGrouping}"/>`,
    scatter: '<c:scatterStyle val="lineMarker"/>',
    radar: '<c:radarStyle val="marker"/>',
  };
  const overlapXml = kind === 'bar' && grouping !== 'clustered' ? '<c:overlap val="100"/>' : '';
  const endXmlWithoutAxes: Readonly<Record<string, string>> = { circle: '', ring: '<c:holeSize val="50"/>' };
  const endXml =
    endXmlWithoutAxes[kind] ??
    `${kind === 'bar' ? `<c:gapWidth val="100"/>${overlapXml}` : ''}<c:axId val="1"/><c:axId val="2"/>`;
  return `<c:${elementName}>${settingsXmlByKind[kind] ?? ''}<c:varyColors val="0"/>${seriesXmlList.join('')}${endXml}</c:${elementName}>`;
}

/** The title of a chart or of an axis as `c:title`; '' if it is empty. */
const titleXml = (title: string): string =>
  title === ''
    ? ''
    : `<c:title><c:tx><c:rich><a:bodyPr/><a:p><a:r><a:t>${escapeXmlText(title)}</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title>`;

const readTitle = (element: OfficeXmlElement | undefined): string => {
  const title = childElementAtPath(element, 'chart:title');
  return title ? toOneLine(textWithin(title)) : '';
};

/** The two axes of a chart, which every chart but a pie has. */
function axesXml(chart: OfficeXmlElement, isScatter: boolean, isHorizontal: boolean): string {
  const findAxis = (dimension: string): OfficeXmlElement | undefined =>
    descendantsOf(chart, 'chart:axis').find(({ attributes }) => attributes['chart:dimension'] === dimension);
  const axisXml = (elementName: string, id: number, otherId: number, side: string, dimension: string): string => {
    const axis = findAxis(dimension);
    const gridlinesXml = childElements(axis, 'chart:grid').length > 0 ? '<c:majorGridlines/>' : '';
    return `<c:${elementName}><c:axId val="${id}"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="${side}"/>${gridlinesXml}${titleXml(readTitle(axis))}<c:numFmt formatCode="General" sourceLinked="0"/><c:crossAx val="${otherId}"/></c:${elementName}>`;
  };
  const [xSide = 'b', ySide = 'l'] = isHorizontal ? ['l', 'b'] : ['b', 'l'];
  return axisXml(isScatter ? 'valAx' : 'catAx', 1, 2, xSide, 'x') + axisXml('valAx', 2, 1, ySide, 'y');
}

/** Sides of a legend in Office (ST_LegendPos), by its positions in OpenDocument; on the right by default. */
const LEGEND_SIDE_BY_POSITION: ReadonlyMap<string, string> = new Map([
  ['start', 'l'],
  ['top', 't'],
  ['bottom', 'b'],
]);

/** Drawings of missing values in Office (ST_DispBlanksAs), by their treatments in OpenDocument (`chart:treat-empty-cells`). */
const BLANKS_BY_TREATMENT: ReadonlyMap<string, string> = new Map([
  ['leave-gap', 'gap'],
  ['ignore', 'span'],
  ['use-zero', 'zero'],
]);

const NAMESPACES =
  'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

/** Reports whether a chart can be translated completely: it has no secondary axis, and its rows, columns and series are within the limits. */
function isTranslatable(chart: OfficeXmlElement): boolean {
  const series = descendantsOf(chart, 'chart:series');
  const rows = descendantsOf(chart, 'table:table-row');
  return (
    series.length <= MAX_SERIES &&
    rows.length <= MAX_ROWS &&
    rows.every((row) => childElements(row, 'table:table-cell').length <= MAX_COLUMNS) &&
    series.every(({ attributes }) => attributes['chart:attached-axis'] !== 'secondary-y')
  );
}

/**
 * Translates a chart of OpenDocument into a chart part of Office.
 * @param document `content.xml` of the embedded object
 * @returns undefined for another object, and for a chart that cannot be translated completely: the slide shows its picture instead
 */
export function officeChartXml(document: OfficeXmlElement | undefined): string | undefined {
  const content = childElementAtPath(document, 'office:document-content');
  const chart = childElementAtPath(content, 'office:body', 'office:chart', 'chart:chart');
  if (!content || !chart) return undefined;
  const styles = createOdfStyles([childElementAtPath(content, 'office:automatic-styles')], [], []);
  const plot = childElementAtPath(chart, 'chart:plot-area');
  if (!isTranslatable(chart)) return undefined;
  const cells = readCells(childElementAtPath(chart, 'table:table'));
  const series = readSeries(chart, cells, styles);
  if (series.length === 0 || !series.every(({ kind }) => CHART_ELEMENT_BY_KIND.has(kind))) return undefined;
  const properties = styles.propertiesOf('chart', plot?.attributes['chart:style-name'], 'chart');
  const isTrue = (name: string): boolean => properties.get(name) === 'true';
  // `chart:vertical` refers to the axis of categories: with a vertical one, bars are horizontal (ODF 1.3 part 3, 20.62).
  const isHorizontal = isTrue('chart:vertical');
  const grouping = isTrue('chart:percentage') ? 'percentStacked' : isTrue('chart:stacked') ? 'stacked' : 'clustered';
  const categories = cellsInRange(
    cells,
    descendantsOf(plot, 'chart:categories')[0]?.attributes['table:cell-range-address'],
  );
  const maxValueCount = largestOf(series.map(({ values }) => values.length));
  const namedCategories =
    categories.length > 0
      ? categories
      : Array.from({ length: maxValueCount }, (_, index) => ({ text: String(index + 1), value: index + 1 }));
  const isPie = series.every(({ kind }) => kind === 'circle' || kind === 'ring');
  const kinds = [...new Set(series.map(({ kind }) => kind))];
  const plotsXml = kinds.map((kind) =>
    plotXml(
      kind,
      series.flatMap((chartSeries, index) =>
        chartSeries.kind === kind ? [seriesXml(chartSeries, index, namedCategories, isPie)] : [],
      ),
      { grouping, isHorizontal },
    ),
  );
  const blanks =
    BLANKS_BY_TREATMENT.get(properties.get('chart:treat-empty-cells') ?? '') ??
    (grouping === 'clustered' ? 'gap' : 'zero');
  const title = readTitle(chart);
  const legend = childElementAtPath(chart, 'chart:legend');
  const legendSide = LEGEND_SIDE_BY_POSITION.get(legend?.attributes['chart:legend-position'] ?? '') ?? 'r';
  const bothAxesXml = isPie ? '' : axesXml(chart, kinds.includes('scatter'), isHorizontal);
  return `<c:chartSpace ${NAMESPACES}><c:chart>${titleXml(title)}<c:autoTitleDeleted val="${title === '' ? 1 : 0}"/><c:plotArea><c:layout/>${plotsXml.join('')}${bothAxesXml}</c:plotArea>${legend ? `<c:legend><c:legendPos val="${legendSide}"/><c:overlay val="0"/></c:legend>` : ''}<c:plotVisOnly val="1"/><c:dispBlanksAs val="${blanks}"/></c:chart></c:chartSpace>`;
}
