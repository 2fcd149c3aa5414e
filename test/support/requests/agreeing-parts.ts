import { agreeingSpans, isCovered, needsHead } from './agreeing-spans.ts';

/** A part of a request, while it is made. */
type Part = Record<string, unknown>;

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** A list of this length: cut, or with its first item (or the given one) repeated. */
const ofLength = (list: readonly unknown[], length: number, filler: unknown = ''): unknown[] =>
  Array.from({ length }, (_, index) => list[index] ?? list[0] ?? filler);

/** The names in a list, each once. */
const uniqueTexts = (list: readonly unknown[]): unknown[] => [
  ...new Set(list.filter((each) => typeof each === 'string')),
];

/** The number of parts that a list of positions needs. */
const countFor = (positions: unknown): number => Math.max(0, ...listOf(positions).map((at) => Number(at) + 1));

/**
 * Every row has as many cells as the widest of them, the header and the alignments; what is emphasized is there. Merged cells do not overlap,
 * and the cells that they cover are empty.
 */
function agreeingTable(table: Part): Part {
  const { header_rows: heads, spans: wanted, ...kept } = table;
  const merged = agreeingSpans(listOf(wanted), heads === 2 ? 2 : table.header === undefined ? 0 : 1);
  const hasHeader = table.header !== undefined || heads !== undefined || needsHead(merged?.lines ?? 0);
  const given = listOf(table.rows).map(listOf);
  const least = Math.max(heads === 2 ? 2 : 1, (merged?.lines ?? 0) - (hasHeader ? 1 : 0));
  const rows = ofLength(given, Math.max(given.length, countFor(table.highlight_rows), least), []).map(listOf);
  const lists = [listOf(table.header), listOf(table.align), ...rows];
  const columns = Math.max(
    ...[1, countFor(table.highlight_columns), merged?.columns ?? 0],
    ...lists.map(({ length }) => length),
  );
  const lines = [...(hasHeader ? [listOf(table.header)] : []), ...rows].map((line, row) =>
    ofLength(line, columns).map((cell, column) => (merged && isCovered(merged.spans, row, column) ? '' : cell)),
  );
  return {
    ...kept,
    rows: lines.slice(hasHeader ? 1 : 0),
    ...(hasHeader ? { header: lines[0] } : {}),
    ...(heads === undefined ? {} : { header_rows: heads }),
    ...(merged ? { spans: merged.spans } : {}),
    ...(table.align === undefined ? {} : { align: ofLength(listOf(table.align), columns, 'left') }),
  };
}

/** Fields of charts that have an axis of values. */
const NEEDS_AXIS = new Set(['axis_titles', 'target', 'annotations']);

/** A chart of points has a point in each series, and names that are those of points. */
function agreeingPoints(chart: Part): Part {
  const { categories, range, thresholds, ...kept } = chart;
  const notes = listOf(chart.annotations).filter(isPart);
  const labels = uniqueTexts([...listOf(chart.highlight), ...notes.map(({ at }) => at)]);
  const named = labels.map((label) => ({ x: 1, y: 2, label }));
  const series = listOf(chart.series).filter(isPart);
  const pointed = series.map(({ values, ...one }, index) => {
    const points = [...(index === 0 ? named : []), ...listOf(one.points)];
    return {
      ...one,
      points: points.length > 0 ? points.slice(0, Math.max(named.length, listOf(one.points).length)) : [{ x: 1, y: 2 }],
    };
  });
  return { ...kept, series: pointed };
}

/** A gauge has one value, and a scale on which it, its target and what divides it are. */
function agreeingGauge(chart: Part): Part {
  const { categories, highlight, annotations, axis_titles, target, ...kept } = chart;
  const [first] = listOf(chart.series).filter(isPart);
  const { points, ...one } = first ?? {};
  const scale = { range: { min: -1, max: 100 }, thresholds: listOf(chart.thresholds).map((_, i) => i + 1) };
  return { ...kept, ...scale, series: [{ ...one, values: [1] }] };
}

/** Reports whether a chart has points, and nothing that other charts have. */
const isOfPoints = ({ categories, series }: Part): boolean =>
  categories === undefined &&
  listOf(series).some((one) => isPart(one) && listOf(one.points).length > 0 && listOf(one.values).length === 0);
/** Reports whether a chart has the scale of a gauge, and nothing that other charts have. Its value may be outside of the scale. */
const isOfScale = ({ categories, range, thresholds }: Part): boolean =>
  categories === undefined && (range !== undefined || thresholds !== undefined);

/**
 * A series has a value for each category; a chart of shares has one series, of positive values. Names that are emphasized or have a note are
 * those of categories.
 */
function agreeingChart(asked: Part): Part {
  if (asked.type === 'scatter' || isOfPoints(asked)) return agreeingPoints({ ...asked, type: 'scatter' });
  if (asked.type === 'gauge') return agreeingGauge(asked);
  const { range, thresholds, ...chart } = asked;
  const series = listOf(chart.series).filter(isPart);
  if (isOfScale(asked)) return { ...asked, type: 'gauge', series: [{ ...series[0], values: [0] }] };
  const showsParts = chart.type === 'pie' || chart.type === 'donut' || chart.type === 'funnel';
  const kept = Object.fromEntries(Object.entries(chart).filter(([name]) => !showsParts || !NEEDS_AXIS.has(name)));
  const notes = listOf(kept.annotations).filter(isPart);
  const named = uniqueTexts([...listOf(chart.highlight), ...notes.map(({ at }) => at)]);
  const lengths = [named.length, listOf(chart.categories).length, ...series.map(({ values }) => listOf(values).length)];
  // Optional as a field, categories are needed by these charts.
  const count = Math.max(1, ...lengths);
  const wholes = series.map(({ points, ...one }) => ({ ...one, values: ofLength(listOf(one.values), count, 0) }));
  const [first] = wholes;
  return {
    ...kept,
    categories: ofLength([...named, ...listOf(chart.categories)], count),
    series: showsParts ? [{ ...first, values: ofLength([1], count) }] : wholes,
  };
}

/** Content of which a slide has one kind. */
const HELD = ['table', 'code', 'chart', 'items'];

/** An item has something. */
const agreeingItem = (item: unknown): unknown =>
  isPart(item) && Object.values(item).every((field) => field === undefined || field === '' || field === false)
    ? { ...item, title: 'a' }
    : item;

/** Code lights lines that it has. */
const agreeingCode = (code: unknown): unknown =>
  isPart(code) && Array.isArray(code.focus)
    ? { ...code, focus: code.focus.map((group) => `1${',1'.repeat(Math.floor((String(group).length - 1) / 2))}`) }
    : code;

/** A level for each point, a column that starts at one of them, and one kind of content. */
function agreeingSlide(slide: Part): Part {
  const { bullet_points, bullet_levels: levels, column_break: at, image_variable } = slide;
  const least = Math.max(listOf(levels).length, typeof at === 'number' ? at + 1 : 0);
  const points = least > listOf(bullet_points).length ? ofLength(listOf(bullet_points), least) : bullet_points;
  const [content, ...others] = HELD.filter((name) => isPart(slide[name]) || listOf(slide[name]).length > 0);
  const withoutOthers = Object.entries(slide).filter(
    ([name]) => !others.includes(name) && !(name === 'image' && image_variable !== undefined && content !== undefined),
  );
  return {
    ...Object.fromEntries(withoutOthers),
    ...(points === undefined ? {} : { bullet_points: points }),
    ...(Array.isArray(levels) ? { bullet_levels: ofLength(levels, listOf(points).length, 0) } : {}),
    ...(content === 'code' ? { code: agreeingCode(slide.code) } : {}),
    ...(Array.isArray(slide.items) && content === 'items' ? { items: slide.items.map(agreeingItem) } : {}),
  };
}

/** Values of variables are for those that a new timeline declares. */
function agreeingRender(render: Part): Part {
  const { timeline, variables } = render;
  const { timeline_id, ...others } = render;
  if (!isPart(timeline)) return render;
  return { ...others, timeline: { ...timeline, ...(isPart(variables) ? { variables: { ...variables } } : {}) } };
}

/** A moment is named by one of its properties. */
function agreeingMoment(moment: unknown): unknown {
  if (!isPart(moment)) return moment;
  const [name = 'seconds', value = 1] = Object.entries(moment).find(([, one]) => one !== undefined) ?? [];
  return { [name]: value };
}

/** A callout ends after it starts, which it does where it does not say when. */
const agreeingCallout = ({ at, until, ...others }: Part): Part => ({
  ...others,
  ...(at === undefined ? {} : { at: agreeingMoment(at) }),
  ...(until === undefined || at !== undefined ? {} : { until: agreeingMoment(until) }),
});

const RULES: readonly (readonly [applies: (part: Part) => boolean, agree: (part: Part) => Part])[] = [
  [(part) => 'rows' in part && Array.isArray(listOf(part.rows)[0]), agreeingTable],
  [(part) => 'series' in part, agreeingChart],
  [(part) => ['bullet_levels', 'column_break', ...HELD].some((name) => name in part), agreeingSlide],
  [(part) => 'kind' in part && 'area' in part, agreeingCallout],
  // A range ends where it starts, or later.
  [(part) => 'from' in part && 'to' in part, ({ from, to }) => ({ from, to: Math.max(Number(from), Number(to)) })],
  [(part) => 'timeline' in part, agreeingRender],
];

/**
 * Makes the parts of a request agree that depend on each other, by as little as possible: each field by itself is allowed, and what is
 * said of two together stands in sentences of the description only.
 */
export function agreeingParts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(agreeingParts);
  if (!isPart(value)) return value;
  const inner: Part = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, agreeingParts(part)]));
  return RULES.reduce((part, [applies, agree]) => (applies(part) ? agree(part) : part), inner);
}
