import { largestOf } from '../extremes.ts';
import { childElementAtPath, childElements, descendantsOf, numberInAttribute, type OfficeXmlElement } from './xml.ts';

/** A part of the file, and the id of the relation by which a slide has it. */
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
  /** Reports whether a part of it can be hidden alone. */
  has(part: string): boolean;
  /** Hides parts in a copy of its document: all else stays where it is. */
  hide(document: OfficeXmlElement, parts: readonly string[]): void;
}

/** Name of a part of a chart: a series, a category or a point, each from 0; a negative number is any. */
export const hideableChartPartName = (series: number, category: number): string =>
  `chart ${Math.max(-1, series)} ${Math.max(-1, category)}`;

/** Name of a part of a diagram. @param id of a shape in its drawing, or of a point of its data */
export const hideableDiagramPartName = (id: string): string => `diagram ${id}`;

function chartPlace(part: string): { series: number; category: number } | undefined {
  const [, series, category] = /^chart (-?\d+) (-?\d+)$/.exec(part) ?? [];
  return series === undefined || category === undefined
    ? undefined
    : { series: Number(series), category: Number(category) };
}

const element = (
  name: string,
  attributes: Record<string, string> = {},
  children: OfficeXmlElement[] = [],
): OfficeXmlElement => ({
  name,
  attributes,
  children,
});

/** A transparent colour: the program that draws charts paints parts without a fill in a colour of its choice. */
const unseenFill = (): OfficeXmlElement =>
  element('a:solidFill', {}, [element('a:srgbClr', { val: 'FFFFFF' }, [element('a:alpha', { val: '0' })])]);
const unseen = (): OfficeXmlElement => element('c:spPr', {}, [unseenFill(), element('a:ln', {}, [unseenFill()])]);

/** Plots that have an area for each point; in others a point is a place on the line or area of its series. */
const OF_AREAS = /^c:(bar|bar3D|pie|pie3D|doughnut)Chart$/;

const plotsOf = (document: OfficeXmlElement): OfficeXmlElement[] =>
  childElements(descendantsOf(document, 'c:plotArea')[0]).filter(({ name }) => name.endsWith('Chart'));

interface PlacedSeries {
  series: OfficeXmlElement;
  isOfAreas: boolean;
  points: number;
}

/** Points of a series that are hidden, at most: more than a chart is read with. */
const MAX_POINTS = 1000;
/**
 * Series, and points of all of them, with which parts of a chart can be hidden alone: each hidden point becomes elements of a copy.
 * Excel allows 255 series.
 */
const MAX_CHART = { series: 255, points: 2500 };

/** Series of all plots in the order in which the animation counts them. */
const seriesOf = (document: OfficeXmlElement): PlacedSeries[] =>
  plotsOf(document)
    .flatMap((plot) =>
      childElements(plot, 'c:ser').map((series) => {
        const count = largestOf([
          0,
          ...descendantsOf(series, 'c:ptCount').map((each) => numberInAttribute(each, 'val') ?? 0),
        ]);
        return { series, isOfAreas: OF_AREAS.test(plot.name), points: Math.min(MAX_POINTS, count) };
      }),
    )
    .toSorted((one, other) => orderOf(one.series) - orderOf(other.series));

const orderOf = (series: OfficeXmlElement): number =>
  numberInAttribute(childElementAtPath(series, 'c:order'), 'val') ?? 0;

/** Children of a series after which its form, its points and its labels stand, in this order. */
const BEFORE_FORM = new Set(['c:idx', 'c:order', 'c:tx']);
const BEFORE_POINTS = new Set([
  ...BEFORE_FORM,
  'c:spPr',
  'c:invertIfNegative',
  'c:pictureOptions',
  'c:marker',
  'c:explosion',
]);

function insertAfter(parent: OfficeXmlElement, before: ReadonlySet<string>, added: readonly OfficeXmlElement[]): void {
  const at = parent.children.findLastIndex((child) => typeof child !== 'string' && before.has(child.name));
  parent.children.splice(at + 1, 0, ...added);
}

const remove = (parent: OfficeXmlElement, isRemoved: (child: OfficeXmlElement) => boolean): void => {
  parent.children = parent.children.filter((child) => typeof child === 'string' || !isRemoved(child));
};

const indexOf = (child: OfficeXmlElement): number => numberInAttribute(childElementAtPath(child, 'c:idx'), 'val') ?? -1;

const index = (value: number): OfficeXmlElement => element('c:idx', { val: String(value) });

function hideSeries({ series, points }: PlacedSeries): void {
  const gone = new Set(['c:spPr', 'c:dPt', 'c:dLbls', 'c:trendline', 'c:errBars', 'c:marker']);
  remove(series, ({ name }) => gone.has(name));
  insertAfter(series, BEFORE_FORM, [unseen()]);
  insertAfter(series, BEFORE_POINTS, [
    element('c:marker', {}, [element('c:symbol', { val: 'none' })]),
    ...Array.from({ length: points }, (_, at) => element('c:dPt', {}, [index(at), unseen()])),
    element('c:dLbls', {}, [element('c:delete', { val: '1' })]),
  ]);
}

function hidePoints({ series }: PlacedSeries, hidden: readonly number[]): void {
  const isHidden = (child: OfficeXmlElement): boolean => hidden.includes(indexOf(child));
  remove(series, (child) => child.name === 'c:dPt' && isHidden(child));
  insertAfter(
    series,
    BEFORE_POINTS,
    hidden.map((at) => element('c:dPt', {}, [index(at), unseen()])),
  );
  const labels = childElementAtPath(series, 'c:dLbls');
  if (!labels) return;
  remove(labels, (child) => child.name === 'c:dLbl' && isHidden(child));
  labels.children.unshift(...hidden.map((at) => element('c:dLbl', {}, [index(at), element('c:delete', { val: '1' })])));
}

function hideInChart(document: OfficeXmlElement, parts: readonly string[]): void {
  const hidden = parts.flatMap((part) => chartPlace(part) ?? []);
  for (const [at, placed] of seriesOf(document).entries()) {
    const ofIt = hidden.filter(({ series }) => series < 0 || series === at);
    const points = Array.from({ length: placed.points }, (_, point) => point).filter((point) =>
      ofIt.some(({ category }) => category < 0 || category === point),
    );
    if (ofIt.some(({ category }) => category < 0)) hideSeries(placed);
    else if (points.length > 0) hidePoints(placed, points);
  }
}

/** A chart as its slide names it. @param document of its part */
export function chartWithHideableParts(drawn: RelatedPart, document: OfficeXmlElement): GraphicWithHideableParts {
  const series = seriesOf(document);
  const points = series.reduce((sum, each) => sum + each.points, 0);
  const isTooLarge = series.length > MAX_CHART.series || points > MAX_CHART.points;
  return {
    drawn,
    has(name) {
      const place = chartPlace(name);
      if (!place || isTooLarge || series.length === 0 || place.series >= series.length) return false;
      const ofIt = place.series < 0 ? series : series.slice(place.series, place.series + 1);
      return place.category < 0 || ofIt.every(({ isOfAreas, points }) => isOfAreas && place.category < points);
    },
    hide: hideInChart,
  };
}

const shapesOfDrawing = (document: OfficeXmlElement): OfficeXmlElement[] => descendantsOf(document, 'dsp:sp');

/** A shape of a drawing keeps its place, and shows nothing. */
function emptyShape(shape: OfficeXmlElement): void {
  const properties = childElementAtPath(shape, 'dsp:spPr');
  if (properties)
    properties.children = [
      ...childElements(properties, 'a:xfrm'),
      element('a:prstGeom', { prst: 'rect' }, [element('a:avLst')]),
      element('a:noFill'),
      element('a:ln', {}, [element('a:noFill')]),
    ];
  remove(shape, ({ name }) => !['dsp:nvSpPr', 'dsp:spPr'].includes(name));
}

/**
 * A diagram as its slide names it.
 * @param drawn the picture of it that PowerPoint left in the file @param data its points: an animation may name one instead of its shapes
 */
export function diagramWithHideableParts(
  drawn: RelatedPart & { document: OfficeXmlElement },
  data: RelatedPart & { document: OfficeXmlElement },
): GraphicWithHideableParts {
  const shapes = new Set(shapesOfDrawing(drawn.document).flatMap(({ attributes }) => attributes.modelId ?? []));
  const ofPoints = Map.groupBy(
    descendantsOf(data.document, 'dgm:pt').flatMap((point) => {
      const shape = point.attributes.modelId ?? '';
      const of = childElementAtPath(point, 'dgm:prSet')?.attributes.presAssocID;
      return of !== undefined && shapes.has(shape) ? [{ of, shape }] : [];
    }),
    ({ of }) => of,
  );
  const shapesFor = (name: string): string[] => {
    const id = name.replace(/^diagram /, '');
    return shapes.has(id) ? [id] : (ofPoints.get(id) ?? []).map(({ shape }) => shape);
  };
  return {
    drawn,
    data,
    has: (name) => shapesFor(name).length > 0,
    hide(document, parts) {
      const hidden = new Set(parts.flatMap(shapesFor));
      for (const shape of shapesOfDrawing(document)) if (hidden.has(shape.attributes.modelId ?? '')) emptyShape(shape);
    },
  };
}
