import { CHART_TYPES } from '#engine/video/drawing/drawable-chart.ts';
import type { DrawableImage, DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';
import { SLIDE_LAYOUTS } from '#engine/video/drawing/layout/layout-facts.ts';
import { DEVICE_KINDS } from '#engine/video/drawing/rich-slide-content.ts';
import { ASPECT_RATIO_NAMES, type AspectRatioName } from '#engine/video/format.ts';
import { BUILT_IN_TEMPLATES } from '#features/templates/built-in-templates.ts';
import { seededRandom } from '../chaos/seeded-random.ts';

/** Words of each script, common and long ones. */
const WORDS: Readonly<Record<string, string>> = {
  en: 'the keeper of a light reviews every number twice (and) again; budget, "results" 37.9% by 2025: well-known President’s goal U.S. AT&T user_name',
  de: 'Der Donaudampfschifffahrtskapitän prüft zweimal jede Zahl, Rindfleischetikettierungsüberwachungsgesetz und „mehr“ z. B. 14 % über größer',
  ru: 'Итоги квартала показывают рост выручки за 2025 год, достопримечательность и электрификация всей страны',
  ar: 'نتائج الربع الثالث نمت الإيرادات بنسبة 24% على أساس سنوي إطلاق version 2.0 في السوق والمسؤولية',
  he: 'תוצאות הרבעון ההכנסות צמחו ב-24% לעומת השנה הקודמת שלום version',
  hi: 'तिमाही परिणाम और श्रद्धा संयुक्ताक्षर क्ष त्र ज्ञ की बचत आत्मनिर्भरता ₹1,25,000',
  th: 'ผลประกอบการไตรมาสที่สาม รายได้เพิ่มขึ้น 24% น้ำ ที่ กี่ ปู่ ผู้ใหญ่',
  ja: '第三四半期の業績 売上高は前年比24％増加しました。 「新しい店舗」 インターネットサービス API',
};
/** Addresses, paths and words without a place to break. */
const LONG = [
  'https://intranet.example.com/hr/forms?lang=en&part=2',
  'https://example.com/a/path/that/never/ends/and/goes/on?with=query&more=1',
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamte',
  'first.last@department.example.org',
  '/usr/local/share/service/config.default.json',
];

/** A slide with the format and the template in which it is drawn. */
export interface SeededSlide {
  seed: number;
  format: AspectRatioName;
  template: string;
  slide: DrawableSlide;
}

type Random = ReturnType<typeof chance>;

/** Choices of a seed. */
function chance(seed: number) {
  const next = seededRandom(seed);
  const below = (count: number): number => Math.floor(next() * count);
  return {
    below,
    /** @param share of the times, 0–1 */
    is: (share: number): boolean => next() < share,
    from: <Value>(values: readonly Value[]): Value => {
      const value = values[below(values.length)];
      if (value === undefined) throw new RangeError('nothing to choose from');
      return value;
    },
  };
}

/** Text of a number of words, at most `longest` characters long. */
function textOf(random: Random, language: string, words: number, longest: number): string {
  const pool = (WORDS[language] ?? '').split(' ');
  const all = Array.from({ length: words }, () => (random.is(0.03) ? random.from(LONG) : random.from(pool))).join(' ');
  return [...all].slice(0, longest).join('').trim() || random.from(pool);
}

function contentOf(random: Random, language: string): Partial<DrawableSlide> {
  const text = (words: number, longest: number): string => textOf(random, language, 1 + random.below(words), longest);
  const list = <Value>(count: number, of: (index: number) => Value): Value[] =>
    Array.from({ length: count }, (_, i) => of(i));
  const kind = random.from(['points', 'points', 'points', 'table', 'chart', 'code', 'items', 'items'] as const);
  if (kind === 'table') {
    const columns = 1 + random.below(6);
    const row = (): string[] =>
      list(columns, () => (random.is(0.4) ? String(random.below(90_000) / 10) : text(5, 120)));
    const [header, rows] = [row(), list(1 + random.below(9), row)];
    // A merged cell, whose other cells are empty.
    const last = rows.at(-1);
    const isMerged = columns > 1 && last !== undefined && random.is(0.2);
    if (isMerged) last[1] = '';
    const spans = isMerged ? [{ row: rows.length, column: 0, rows: 1, columns: 2 }] : undefined;
    return { table: { header, rows, spans, source: random.is(0.2) ? text(6, 120) : undefined } };
  }
  if (kind === 'chart') {
    const categories = list(2 + random.below(11), (i) => `${i + 1} ${text(3, 56)}`);
    const series = list(1 + random.below(4), (i) => ({
      name: `${text(3, 50)} ${i + 1}`,
      values: categories.map(() => random.below(2000) / 10),
    }));
    const type = random.from(CHART_TYPES);
    const unit = random.is(0.3) ? random.from([' %', ' km', '€']) : undefined;
    const source = random.is(0.2) ? text(6, 120) : undefined;
    if (type === 'gauge')
      return {
        chart: { type, categories: [], series: [{ name: text(4, 50), values: [random.below(100)] }], unit, source },
      };
    if (type === 'scatter') {
      const points = list(3 + random.below(8), () => ({
        x: random.below(90),
        y: random.below(900),
        label: text(2, 30),
      }));
      const named = list(1 + random.below(3), (i) => ({ name: `${text(2, 40)} ${i + 1}`, values: [], points }));
      return { chart: { type, categories: [], series: named, unit, source } };
    }
    const isSingle = ['pie', 'donut', 'waterfall', 'funnel'].includes(type);
    return { chart: { type, categories, series: isSingle ? series.slice(0, 1) : series, unit, source } };
  }
  if (kind === 'code')
    return { code: { text: list(1 + random.below(18), (i) => `${'  '.repeat(i % 3)}${text(9, 110)}`).join('\n') } };
  if (kind === 'items') {
    const [figures, dates, texts] = [random.is(0.4), random.is(0.3), random.is(0.8)];
    return {
      items: list(1 + random.below(9), (i) => ({
        title: text(5, 80),
        text: texts ? text(18, 300) : undefined,
        figure: figures ? `${random.below(9000) / 10} %` : undefined,
        date: dates ? String(1990 + i) : undefined,
      })),
    };
  }
  const points = list(random.below(11), () => text(random.from([3, 8, 24]), 300));
  const levels = random.is(0.25) ? points.map((_, i) => (i === 0 ? 0 : random.below(3))) : undefined;
  return {
    bullet_points: points,
    bullet_levels: levels,
    bullet_style: random.from(['bullet', 'bullet', 'number', 'none'] as const),
  };
}

/** A slide of a seed: of any layout, content, language, format and template. The same seed makes the same slide. */
export function seededSlide(seed: number): SeededSlide {
  const random = chance(seed);
  const language = random.from(Object.keys(WORDS));
  const format = random.from(ASPECT_RATIO_NAMES);
  const template = random.from(BUILT_IN_TEMPLATES).id;
  const [width, height] = random.from([
    [900, 600],
    [400, 900],
    [1600, 500],
  ] as const);
  const image = (): DrawableImage => ({
    bytes: new Uint8Array(),
    width,
    height,
    fit: random.from(['cover', 'contain'] as const),
    focus: { x: 0.5, y: 0.5 },
    caption: random.is(0.3) ? textOf(random, language, 6, 120) : undefined,
  });
  const slide: DrawableSlide = {
    title: random.is(0.08) ? '' : textOf(random, language, 1 + random.below(random.from([4, 9, 20])), 200),
    bullet_points: random.is(0.2) ? [textOf(random, language, 6, 200)] : [],
    layout: random.is(0.5) ? 'auto' : random.from(SLIDE_LAYOUTS),
    language,
    is_first: random.is(0.1),
    slide_number: random.is(0.8) ? 1 + random.below(120) : undefined,
    footer: random.is(0.3) ? textOf(random, language, 5, 60) : undefined,
    ...(random.is(0.25) ? { image: image() } : {}),
    ...contentOf(random, language),
  };
  if (slide.image && random.is(0.3)) slide.images = Array.from({ length: 1 + random.below(5) }, image);
  if (random.is(0.5)) slide.device_kind = random.from(DEVICE_KINDS);
  return { seed, format, template, slide };
}
