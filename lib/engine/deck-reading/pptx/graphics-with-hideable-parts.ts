import { largestOf } from '../extremes.ts';
import { childElementAtPath, childElements, descendantsOf, numberInAttribute, type OfficeXmlElement } from './xml.ts';

/** A part of the file, and the id of the relation by which a slide refers to it. */
export interface RelatedPart {
  relation: string;
  part: string;
}

/** A chart or diagram whose parts can be shown and hidden separately. */
export interface GraphicWithHideableParts {
  /** The part that is drawn. */
  drawn: RelatedPart;
  /** The data of a diagram. */
  data?: RelatedPart | undefined;
  /** Reports whether a part of it can be hidden alone. @param part name of the part, as `hideableChartPartName` returns it */
  has(part: string): boolean;
  /** Hides parts in a copy of the document of `drawn`, which is changed: everything else keeps its place. */
  hide(document: OfficeXmlElement, parts: readonly string[]): void;
}

/** Name of a part of a chart: a series, a category or a point. Both numbers are from 0; a negative one stands for all. */
export const hideableChartPartName = (series: number, category: number): string =>
  `chart ${Math.max(-1, series)} ${Math.max(-1, category)}`;

/** Name of a part of a diagram. @param id of a shape in its drawing, or of a point of its data */
export const hideableDiagramPartNameOf = (id: string): string => `diagram ${id}`;

function parseChartPartName(part: string): { series: number; category: number } | undefined {
  const [, series, category] = /^chart (-?\d+) (-?\d+)$/.exec(part) ?? [];
  return series === undefined || category === undefined
    ? undefined
    : { series: Number(series), category: Number(category) };
}

const createElement = (
  name: string,
  attributes: Record<string, string> = {},
  children: OfficeXmlElement[] = [],
): OfficeXmlElement => ({
  name,
  attributes,
  children,
});

/** A transparent colour, because the program that draws charts paints parts without a fill in a colour of its choice. */
const createTransparentFill = (): OfficeXmlElement =>
  createElement('a:solidFill', {}, [
    createElement('a:srgbClr', { val: 'FFFFFF' }, [createElement('a:alpha', { val: '0' })]),
  ]);
const createTransparentProperties = (): OfficeXmlElement =>
  createElement('c:spPr', {}, [createTransparentFill(), createElement('a:ln', {}, [createTransparentFill()])]);

/** Names of plots that have an area for each point; in others, a point is a place on the line or area of its series. */
const PLOT_WITH_POINT_AREAS = /^c:(bar|bar3D|pie|pie3D|doughnut)Chart$/;

const plotsOf = (document: OfficeXmlElement): OfficeXmlElement[] =>
  childElements(descendantsOf(document, 'c:plotArea')[0]).filter(({ name }) => name.endsWith('Chart'));

interface ChartSeries {
  series: OfficeXmlElement;
  hasPointAreas: boolean;
  pointCount: number;
}

/** The highest number of points of a series that are hidden: more than the points of a chart that are read. */
const MAX_POINTS = 1000;
/**
 * The highest numbers of series and of all their points with which parts of a chart can be hidden alone: each hidden point adds elements
 * to a copy. Excel allows 255 series.
 */
const MAX_HIDEABLE = { series: 255, points: 2500 };

/** Series of all plots in the order in which the animation counts them. */
const readSeries = (document: OfficeXmlElement): ChartSeries[] =>
  plotsOf(document)
    .flatMap((plot) =>
      childElements(plot, 'c:ser').map((series) => {
        const count = largestOf([
          0,
          ...descendantsOf(series, 'c:ptCount').map((countElement) => numberInAttribute(countElement, 'val') ?? 0),
        ]);
        return {
          series,
          hasPointAreas: PLOT_WITH_POINT_AREAS.test(plot.name),
          pointCount: Math.min(MAX_POINTS, count),
        };
      }),
    )
    .toSorted((first, second) => orderOf(first.series) - orderOf(second.series));

const orderOf = (series: OfficeXmlElement): number =>
  numberInAttribute(childElementAtPath(series, 'c:order'), 'val') ?? 0;

/** Children of a series that precede its form (`c:spPr`). */
const BEFORE_FORM = new Set(['c:idx', 'c:order', 'c:tx']);
/** Children of a series that precede its points (`c:dPt`) and its labels. */
const BEFORE_POINTS = new Set([
  ...BEFORE_FORM,
  'c:spPr',
  'c:invertIfNegative',
  'c:pictureOptions',
  'c:marker',
  'c:explosion',
]);

function insertAfter(
  parent: OfficeXmlElement,
  precedingNames: ReadonlySet<string>,
  addedElements: readonly OfficeXmlElement[],
): void {
  const lastIndex = parent.children.findLastIndex(
    (child) => typeof child !== 'string' && precedingNames.has(child.name),
  );
  parent.children.splice(lastIndex + 1, 0, ...addedElements);
}

const removeChildren = (parent: OfficeXmlElement, isRemoved: (child: OfficeXmlElement) => boolean): void => {
  parent.children = parent.children.filter((child) => typeof child === 'string' || !isRemoved(child));
};

const pointIndexOf = (child: OfficeXmlElement): number =>
  numberInAttribute(childElementAtPath(child, 'c:idx'), 'val') ?? -1;

const createIndexElement = (value: number): OfficeXmlElement => createElement('c:idx', { val: String(value) });

function hideSeries({ series, pointCount }: ChartSeries): void {
  const removedNames = new Set(['c:spPr', 'c:dPt', 'c:dLbls', 'c:trendline', 'c:errBars', 'c:marker']);
  removeChildren(series, ({ name }) => removedNames.has(name));
  insertAfter(series, BEFORE_FORM, [createTransparentProperties()]);
  insertAfter(series, BEFORE_POINTS, [
    createElement('c:marker', {}, [createElement('c:symbol', { val: 'none' })]),
    ...Array.from({ length: pointCount }, (_, pointIndex) =>
      createElement('c:dPt', {}, [createIndexElement(pointIndex), createTransparentProperties()]),
    ),
    createElement('c:dLbls', {}, [createElement('c:delete', { val: '1' })]),
  ]);
}

function hidePoints({ series }: ChartSeries, hiddenPoints: readonly number[]): void {
  const isHidden = (child: OfficeXmlElement): boolean => hiddenPoints.includes(pointIndexOf(child));
  removeChildren(series, (child) => child.name === 'c:dPt' && isHidden(child));
  insertAfter(
    series,
    BEFORE_POINTS,
    hiddenPoints.map((pointIndex) =>
      createElement('c:dPt', {}, [createIndexElement(pointIndex), createTransparentProperties()]),
    ),
  );
  const labels = childElementAtPath(series, 'c:dLbls');
  if (!labels) return;
  removeChildren(labels, (child) => child.name === 'c:dLbl' && isHidden(child));
  labels.children.unshift(
    ...hiddenPoints.map((pointIndex) =>
      createElement('c:dLbl', {}, [createIndexElement(pointIndex), createElement('c:delete', { val: '1' })]),
    ),
  );
}

function hideInChart(document: OfficeXmlElement, parts: readonly string[]): void {
  const hiddenPlaces = parts.flatMap((part) => parseChartPartName(part) ?? []);
  for (const [seriesIndex, chartSeries] of readSeries(document).entries()) {
    const placesInSeries = hiddenPlaces.filter(({ series }) => series < 0 || series === seriesIndex);
    const pointIndexes = Array.from({ length: chartSeries.pointCount }, (_, point) => point).filter((point) =>
      placesInSeries.some(({ category }) => category < 0 || category === point),
    );
    if (placesInSeries.some(({ category }) => category < 0)) hideSeries(chartSeries);
    else if (pointIndexes.length > 0) hidePoints(chartSeries, pointIndexes);
  }
}

/** A chart whose parts can be hidden. @param drawn its part @param document the document of the part */
export function createChartWithHideableParts(drawn: RelatedPart, document: OfficeXmlElement): GraphicWithHideableParts {
  const series = readSeries(document);
  const pointCount = series.reduce((sum, chartSeries) => sum + chartSeries.pointCount, 0);
  const isTooLarge = series.length > MAX_HIDEABLE.series || pointCount > MAX_HIDEABLE.points;
  return {
    drawn,
    has(name) {
      const placeOfPart = parseChartPartName(name);
      if (!placeOfPart || isTooLarge || series.length === 0 || placeOfPart.series >= series.length) return false;
      const affectedSeries = placeOfPart.series < 0 ? series : series.slice(placeOfPart.series, placeOfPart.series + 1);
      return (
        placeOfPart.category < 0 ||
        affectedSeries.every(({ hasPointAreas, pointCount }) => hasPointAreas && placeOfPart.category < pointCount)
      );
    },
    hide: hideInChart,
  };
}

const shapesOfDrawing = (document: OfficeXmlElement): OfficeXmlElement[] => descendantsOf(document, 'dsp:sp');

/** Empties a shape of a drawing, which keeps its place and shows nothing. */
function emptyShape(shape: OfficeXmlElement): void {
  const properties = childElementAtPath(shape, 'dsp:spPr');
  if (properties)
    properties.children = [
      ...childElements(properties, 'a:xfrm'),
      createElement('a:prstGeom', { prst: 'rect' }, [createElement('a:avLst')]),
      createElement('a:noFill'),
      createElement('a:ln', {}, [createElement('a:noFill')]),
    ];
  removeChildren(shape, ({ name }) => !['dsp:nvSpPr', 'dsp:spPr'].includes(name));
}

/**
 * A diagram whose parts can be hidden.
 * @param drawn the drawing of the diagram that PowerPoint left in the file
 * @param data the points of the diagram: an animation may name a point instead of its shapes
 */
export function createDiagramWithHideableParts(
  drawn: RelatedPart & { document: OfficeXmlElement },
  data: RelatedPart & { document: OfficeXmlElement },
): GraphicWithHideableParts {
  const shapes = new Set(shapesOfDrawing(drawn.document).flatMap(({ attributes }) => attributes.modelId ?? []));
  const shapesByPoint = Map.groupBy(
    descendantsOf(data.document, 'dgm:pt').flatMap((point) => {
      const shape = point.attributes.modelId ?? '';
      const pointId = childElementAtPath(point, 'dgm:prSet')?.attributes.presAssocID;
      return pointId !== undefined && shapes.has(shape) ? [{ pointId, shape }] : [];
    }),
    ({ pointId }) => pointId,
  );
  const shapesFor = (name: string): string[] => {
    const id = name.replace(/^diagram /, '');
    return shapes.has(id) ? [id] : (shapesByPoint.get(id) ?? []).map(({ shape }) => shape);
  };
  return {
    drawn,
    data,
    has: (name) => shapesFor(name).length > 0,
    hide(document, parts) {
      const hiddenShapes = new Set(parts.flatMap(shapesFor));
      for (const shape of shapesOfDrawing(document))
        if (hiddenShapes.has(shape.attributes.modelId ?? '')) emptyShape(shape);
    },
  };
}
