import { describe, expect, it } from 'vitest';
import { CHART_LIMITS } from '#engine/video/drawing/drawable-chart.ts';
import { TABLE_LIMITS } from '#engine/video/drawing/drawable-table.ts';
import { CODE_LIMITS } from '#engine/video/drawing/rich-slide-content.ts';
import { updateSlideContract } from '#features/timelines/contract.ts';
import {
  CHART_EMPHASIS_TEXT_LIMITS,
  initialSlideDataDraft,
  SLIDE_DATA_LIMITS,
  slideDataDraftOf,
  slideDataFormFault,
  slideDataInput,
} from '#front/console/app/data-draft.ts';
import { parseEnteredNumber } from '#front/console/app/parse-entered-number.ts';
import { slideDraftChanges, slideDraftOf } from '#front/console/app/slide-draft.ts';
import { sampleSlide } from '#test/support/console/sample-slide.ts';

const chart = {
  type: 'line' as const,
  categories: ['2025', '2026'],
  series: [{ name: 'Revenue', values: [4.2, null], points: [] }],
  ...{ range: null, thresholds: [], stacked: false },
  unit: '%',
  decimals: 1,
  ...{ highlight: [], unit_place: 'auto' as const, format: 'plain' as const, labels: 'auto' as const },
  ...{ axis_titles: null, target: null, annotations: [], source: null },
};
const telling = {
  ...chart,
  ...{ highlight: ['2026', 'Revenue'], unit_place: 'before' as const, format: 'compact' as const },
  ...{ labels: 'direct' as const, axis_titles: { x: 'Year', y: null }, target: { value: -4.5, label: 'Goal' } },
  ...{ annotations: [{ at: '2025', text: 'Start: small' }], source: 'Annual report' },
};
const points = {
  ...{ ...chart, type: 'scatter' as const, categories: [] },
  series: [
    { name: 'Teams', values: [], points: [{ x: 3, y: -1.5, label: 'A; b' }] },
    { name: 'Others', values: [], points: [{ x: 4, y: 2, label: null }] },
  ],
  annotations: [{ at: 'A; b', text: 'Since: May' }],
};
const gauge = {
  ...{ ...chart, type: 'gauge' as const, categories: [], range: { min: -10, max: 10 }, thresholds: [0, 5] },
  series: [{ name: 'Score', values: [4.5], points: [] }],
  target: { value: 6, label: null },
};
const table = {
  header: ['Region', 'Revenue'],
  rows: [['North', '4.2']],
  ...{ header_rows: 1, spans: [] },
  align: null,
  highlight_rows: [],
  highlight_columns: [1],
  source: 'Own',
};

describe('the data of a slide, as the console edits it', () => {
  it('has the limits of the API', () => {
    expect(SLIDE_DATA_LIMITS).toEqual({
      ...{ categories: CHART_LIMITS.categories, series: CHART_LIMITS.series, category: CHART_LIMITS.category },
      ...{ seriesName: CHART_LIMITS.name, unit: CHART_LIMITS.unit },
      ...{ columns: TABLE_LIMITS.columns, rows: TABLE_LIMITS.rows, cell: TABLE_LIMITS.cell },
      ...{ codeCharacters: CODE_LIMITS.characters, codeLines: CODE_LIMITS.lines, language: CODE_LIMITS.language },
    });
  });

  it('has the limits of the texts of a chart', () => {
    const { axisTitle, targetLabel, source } = CHART_LIMITS;
    expect(CHART_EMPHASIS_TEXT_LIMITS).toEqual({ axisTitle, targetLabel, source });
  });

  it('sends what a chart emphasizes as it was read, and says what is wrong with it', () => {
    const draft = slideDataDraftOf(sampleSlide({ chart: telling }));
    if (draft.kind !== 'chart') throw new Error(draft.kind);
    expect(slideDataInput(draft).chart).toMatchObject({
      highlight: ['2026', 'Revenue'],
      annotations: telling.annotations,
    });
    expect(slideDataInput(draft).chart?.axis_titles).toEqual({ x: 'Year' });
    const withEmphasis = (more: object) =>
      slideDataFormFault({ kind: 'chart', chart: { ...draft.chart, emphasis: { ...draft.chart.emphasis, ...more } } });
    expect(withEmphasis({ target: 'much' })).toBe('“much” (target) is not a number.');
    expect(withEmphasis({ annotations: '2025' })).toContain('needs the name of a category');
    expect(withEmphasis({})).toBeUndefined();
  });

  it.each([
    ['a chart', { chart }],
    ['a chart that says something', { chart: telling }],
    ['points', { chart: points }],
    [
      'points of series without names',
      { chart: { ...points, series: points.series.map((one) => ({ ...one, name: '' })) } },
    ],
    [
      'points of series with semicolons',
      { chart: { ...points, series: points.series.map((one) => ({ ...one, name: 'A; b' })) } },
    ],
    ['a gauge', { chart: gauge }],
    ['a table', { table }],
    [
      'a table without header',
      { table: { ...table, header: null, header_rows: null, align: ['left' as const, 'right' as const] } },
    ],
    [
      'a table with merged cells',
      {
        table: {
          ...{ ...table, header_rows: 2, rows: [['', ''], ...table.rows] },
          spans: [{ row: 0, column: 0, rows: 2, columns: 2 }],
        },
      },
    ],
    ['code', { code: { language: 'ts', text: 'const a = 1;', focus: ['1'] } }],
    ['code without a language', { code: { language: null, text: 'x', focus: [] } }],
    ['none', {}],
  ])('is not changed by being opened: %s', (_, fields) => {
    const slide = sampleSlide(fields);
    expect(slideDraftChanges(slide, slideDraftOf(slide))).toEqual({});
    expect(slideDataFormFault(slideDraftOf(slide).data)).toBeUndefined();
  });

  it.each(['none', 'chart', 'table', 'code', 'items'] as const)(
    'starts with something that the API takes: %s',
    (kind) => {
      const data = initialSlideDataDraft(kind);
      const filled = data.kind === 'code' ? { ...data, code: { language: '', text: 'x', focus: '1' } } : data;
      expect(slideDataFormFault(filled)).toBeUndefined();
      expect(updateSlideContract.body?.safeParse(slideDataInput(filled)).error).toBeUndefined();
    },
  );

  it('says what is wrong with points and with a gauge', () => {
    const faultOf = (stored: typeof points | typeof gauge, more: object) => {
      const draft = slideDataDraftOf(sampleSlide({ chart: stored }));
      if (draft.kind !== 'chart') throw new Error(draft.kind);
      return slideDataFormFault({ kind: 'chart', chart: { ...draft.chart, ...more } });
    };
    expect(faultOf(points, {})).toBeUndefined();
    expect(faultOf(points, { points: 'Teams\n3; many' })).toContain('needs two numbers');
    expect(faultOf(points, { points: 'many; 3' })).toContain('needs two numbers');
    expect(faultOf(points, { points: 'Teams' })).toBe('“Teams” has no points.');
    expect(faultOf(gauge, {})).toBeUndefined();
    expect(faultOf(gauge, { scale: { min: '1', max: '', thresholds: '' } })).toContain('both ends');
    expect(faultOf(gauge, { scale: { min: '', max: '', thresholds: '1; x' } })).toContain('semicolons');
    expect(faultOf(gauge, { series: [{ name: 'Score', values: [''] }] })).toContain('value of the gauge');
  });

  it('takes the data of another kind away', () => {
    const slide = sampleSlide({ chart });
    const changes = slideDraftChanges(slide, {
      ...slideDraftOf(slide),
      data: { kind: 'code', code: { language: '', text: 'x', focus: '' } },
    });
    expect(changes).toEqual({ chart: null, code: { text: 'x', focus: [] } });
  });

  it('keeps the lines of code that are lit, and says which are none', () => {
    const code = { language: 'ts', text: 'a\nb\nc', focus: ['1-2', '3'] };
    const data = slideDataDraftOf(sampleSlide({ code }));
    expect(slideDataInput(data).code).toEqual(code);
    const wrong = { kind: 'code', code: { language: '', text: 'a', focus: '1 | second' } } as const;
    expect(slideDataFormFault(wrong)).toContain('“second”');
    expect(slideDataFormFault({ ...wrong, code: { ...wrong.code, focus: '0' } })).toContain('“0”');
  });

  it.each([
    ['4.2', 4.2],
    ['4,2', 4.2],
    ['−3', -3],
    ['12 000', 12_000],
    ['', null],
    ['1,000,000', undefined],
    ['many', undefined],
    ['0x10', undefined],
  ])('reads %j as %j', (text, value) => expect(parseEnteredNumber(text)).toBe(value));

  it('says which cell is not a number, and what a pie cannot show', () => {
    const draft = slideDataDraftOf(sampleSlide({ chart }));
    if (draft.kind !== 'chart') throw new Error(draft.kind);
    const broken = { ...draft.chart, series: [{ name: 'Revenue', values: ['many', ''] }] };
    expect(slideDataFormFault({ kind: 'chart', chart: broken })).toBe('“many” (Revenue, 2025) is not a number.');
    const pie = { ...draft.chart, type: 'pie' as const, series: [{ name: 'a', values: ['-1', '2'] }] };
    expect(slideDataFormFault({ kind: 'chart', chart: pie })).toContain('negative');
    expect(slideDataFormFault({ kind: 'chart', chart: { ...pie, series: [...pie.series, ...pie.series] } })).toContain(
      'one series',
    );
    expect(slideDataFormFault({ kind: 'code', code: { language: '', text: 'x\n'.repeat(60), focus: '' } })).toContain(
      'at most 60 lines',
    );
  });
});
