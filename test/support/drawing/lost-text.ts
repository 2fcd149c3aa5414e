import type { SlideTemplate, TextRole } from '#engine/video/drawing/design.ts';
import type { DrawableChart } from '#engine/video/drawing/drawable-chart.ts';
import type { DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';
import type { DrawnLayout } from '#engine/video/drawing/layout/layout-facts.ts';
import { drawingOfLayout } from '#engine/video/drawing/layout/layouts/layout-of.ts';
import { slideUnitInPixels } from '#engine/video/drawing/layout/slide-unit-in-pixels.ts';
import { withoutInlineMarks } from '#engine/video/drawing/text/inline-markup.ts';
import type { PictureDimensions } from '#engine/video/format.ts';
import { type DrawnParagraph, drawnText } from './drawn-text.ts';

/** A text of a slide with the field that it comes from. */
interface Wanted {
  field: 'title' | 'bullet_points' | 'code' | 'table' | 'chart' | 'footer';
  text: string;
  /** It may be left out where its neighbours tell it: a year on an axis. */
  mayMiss?: boolean;
}

/** Text is small below this part of what its template sets it in, and below this part of the unit of its format. */
const SMALL = { ofUsual: 0.62, ofUnit: 0.05 };

/** Digits in a box are a picture. */
const KEYCAP = /[\d#*]\ufe0f?\u20e3/gu;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/**
 * What is compared of a text: letters and digits, which are drawn as they are. Signs, marks and spaces may be drawn in another
 * form. The layout engine tells the pieces of a line from left to right: where some are read the other way, the letters are sorted.
 */
function lettersOf(text: string): string {
  const letters = text
    .replace(KEYCAP, '')
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '');
  return RIGHT_TO_LEFT.test(letters) ? [...letters].sort().join('') : letters;
}

/** Whether a text that was cut may be the beginning of another. */
function begins(cut: string, whole: string): boolean {
  if (!RIGHT_TO_LEFT.test(whole)) return whole.startsWith(cut);
  const left = [...whole];
  return [...cut].every((letter) => {
    const at = left.indexOf(letter);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** An ellipsis may be typed as three dots. */
const dotsOf = (text: string): number => text.split(/…|\.{3}/u).length - 1;

/** Names of which each tells where the next ones are. */
const areOrdered = ({ type, categories }: DrawableChart): boolean =>
  type === 'line' || type === 'area' || categories.every((name) => /\p{Nd}/u.test(name));

/** What a slide has to show in this layout, in the order of reading. */
function wantedText(slide: DrawableSlide, layout: DrawnLayout): Wanted[] {
  const { title, bullet_points, code, table, chart, footer, markup } = slide;
  const shown = (field: Wanted['field'], texts: readonly string[]): Wanted[] =>
    texts.map((text) => ({ field, text: withoutInlineMarks(text, markup) }));
  const wanted = shown('title', [title]);
  if (layout === 'code' && code) wanted.push(...code.text.split('\n').map((text): Wanted => ({ field: 'code', text })));
  else if (layout === 'code')
    wanted.push(
      ...bullet_points.flatMap((point) => point.split('\n').map((text): Wanted => ({ field: 'bullet_points', text }))),
    );
  else wanted.push(...shown('bullet_points', bullet_points));
  if (layout === 'table' && table)
    wanted.push(...shown('table', [...(table.header ?? []), ...table.rows.flat(), table.source ?? '']));
  if (layout === 'chart' && chart) {
    const mayMiss = areOrdered(chart);
    const names = chart.series.length > 1 ? chart.series.map(({ name }) => name) : [];
    wanted.push(...chart.categories.map((text): Wanted => ({ field: 'chart', text, mayMiss })));
    wanted.push(...[...names, chart.source ?? ''].map((text): Wanted => ({ field: 'chart', text })));
  }
  if (footer !== undefined && layout !== 'title' && layout !== 'image_full')
    wanted.push({ field: 'footer', text: footer });
  return wanted.filter(({ text }) => text.trim() !== '');
}

/** A chart of the same type that has room for all it says in the usual size. */
const easyChart = ({ type }: DrawableChart): DrawableChart => ({
  type,
  categories: ['Kai', 'Mole'],
  series: [{ name: 'One', values: [1, 2] }],
});

/** How large the names of a chart of two are on such a slide, in pixels. */
async function usualChartSize(slide: DrawableSlide, size: PictureDimensions, template: SlideTemplate): Promise<number> {
  const chart = slide.chart && easyChart(slide.chart);
  const easy = { ...slide, title: 'T', bullet_points: [], chart };
  const { paragraphs } = await drawnText(easy, size, template);
  return paragraphs.find(({ text }) => text === 'Kai')?.size ?? 0;
}

/** How large the template sets a field, as a part of the unit; undefined: nothing is reported of its size. */
function usualSize(
  field: Wanted['field'],
  layout: DrawnLayout,
  { type }: SlideTemplate,
  { title, bullet_points }: DrawableSlide,
): number | undefined {
  const role: Record<Wanted['field'], TextRole | undefined> = {
    title: drawingOfLayout(layout).text.role,
    bullet_points:
      layout === 'code'
        ? 'code'
        : drawingOfLayout(layout).text.points === 'list' || layout === 'number'
          ? 'body'
          : 'subtitle',
    code: 'code',
    table: 'body',
    chart: undefined,
    footer: undefined,
  };
  // A quotation may be the only point of a slide without a title.
  const isOnlyPoint = title.trim() === '' && bullet_points.filter((point) => point.trim() !== '').length === 1;
  const own = field === 'bullet_points' && layout === 'quote' && isOnlyPoint ? 'quote' : role[field];
  return own && type[own].largest;
}

/** The drawn paragraphs of a text, and whether they are all of it. */
function find({ field, text }: Wanted, free: DrawnParagraph[], isCode: boolean) {
  const letters = lettersOf(text);
  // A text of signs and pictures alone is whole unless an ellipsis follows it.
  if (letters === '') {
    const at = free.findIndex((one) => lettersOf(one.text) === '' && dotsOf(one.text) > dotsOf(text));
    return { drawn: at < 0 ? [] : free.splice(at, 1), isWhole: at < 0 };
  }
  const take = (test: (one: DrawnParagraph) => boolean): DrawnParagraph[] => {
    const at = field === 'footer' ? free.findLastIndex(test) : free.findIndex(test);
    return at < 0 ? [] : free.splice(at, 1);
  };
  const isWhole = (one: DrawnParagraph): boolean => lettersOf(one.text) === letters && dotsOf(one.text) <= dotsOf(text);
  const whole = take(isWhole);
  if (whole.length > 0) return { drawn: whole, isWhole: true };
  if (isCode) {
    // A long line continues in the rows below it.
    for (let from = 0; from < free.length; from++) {
      let joined = '';
      for (let to = from; to < free.length && lettersOf(joined).length < letters.length; to++) {
        joined += free[to]?.text ?? '';
        if (lettersOf(joined) === letters) return { drawn: free.splice(from, to - from + 1), isWhole: true };
      }
    }
  }
  const begun = take((one) => dotsOf(one.text) > dotsOf(text) && begins(lettersOf(one.text), letters));
  return { drawn: begun, isWhole: false };
}

/**
 * What the picture of a slide lost of its text, found by the picture's own letters and sizes: `text_cut` and `text_shrunk` with
 * the field, in order, as `check` has them.
 */
export async function lostText(
  slide: DrawableSlide,
  size: PictureDimensions,
  template: SlideTemplate,
): Promise<string[]> {
  const { layout, paragraphs } = await drawnText(slide, size, template);
  const unit = slideUnitInPixels(size);
  const free = [...paragraphs];
  const cut = new Set<Wanted['field']>();
  const largest = new Map<Wanted['field'], number>();
  for (const wanted of wantedText(slide, layout)) {
    const isCode = wanted.field === 'code' || (layout === 'code' && wanted.field === 'bullet_points');
    const { drawn, isWhole } = find(wanted, free, isCode);
    if (!isWhole && !(wanted.mayMiss && drawn.length === 0)) cut.add(wanted.field);
    for (const one of drawn) {
      if (one.isOutside) cut.add(wanted.field);
      largest.set(wanted.field, Math.max(largest.get(wanted.field) ?? 0, one.size));
    }
  }
  const chartSize = largest.has('chart') ? await usualChartSize(slide, size, template) : 0;
  const shrunk = [...largest].filter(([field, own]) => {
    const usual = field === 'chart' ? chartSize : (usualSize(field, layout, template, slide) ?? 0) * unit;
    return own < SMALL.ofUsual * usual && own < SMALL.ofUnit * unit;
  });
  return [
    ...[...cut].map((field) => `text_cut ${field}`),
    ...shrunk.flatMap(([field]) => (cut.has(field) ? [] : [`text_shrunk ${field}`])),
  ].sort();
}
