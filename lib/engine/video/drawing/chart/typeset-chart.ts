import type { SlideTemplate, TextStyle } from '../design.ts';
import {
  type ChartType,
  chartCategoryOrPointNames,
  type DrawableChart,
  doesChartShowParts,
  showsValuesAsShares,
} from '../drawable-chart.ts';
import type { GraphicContent } from '../layout/graphic-content.ts';
import { isTextShrunk } from '../layout/text-fit-report.ts';
import { normalizeDrawableText } from '../text/normalize-drawable-text.ts';
import type { SlideTextContext, TypesetParagraph, Typesetter } from '../text/typesetting.ts';
import {
  allowsLetterSpacingAndSlant,
  findTextDirectionInLanguage,
  type TextDirection,
} from '../text/writing-system.ts';
import { arrangeBars } from './arrange-bars.ts';
import { arrangeColumnsAndLines } from './arrange-columns-and-lines.ts';
import { arrangeFunnel } from './arrange-funnel.ts';
import { arrangeGauge } from './arrange-gauge.ts';
import { arrangePie } from './arrange-pie.ts';
import { arrangeScatter } from './arrange-scatter.ts';
import { chartColors } from './chart-colors.ts';
import { arrangeChartAboveTitleSource } from './chart-foot.ts';
import type { AvailableChartSpace, TypesetChart } from './chart-model.ts';
import { chartTickFormatter, chartValueFormatter } from './chart-numbers.ts';
import { chartValueAxis, isChartStacked } from './chart-value-axis.ts';
import { findHorizontalValueAxis, horizontalChartAxisFormatter } from './horizontal-value-axis.ts';
import { measureChart } from './measure-chart.ts';
import { chartSpaceOnSlide, graphicOfArrangedChart } from './place-chart.ts';
import { chartWithValuesAsShares, numbersWrittenInChart } from './shares.ts';
import { AXIS_CHART_FONT_SIZES, PIE_CHART_FONT_SIZES } from './type-sizes.ts';
import {
  chartAnnotationTexts,
  listChartAnnotationTexts,
  typesetChartAnnotationTexts,
} from './typeset-chart-annotation-texts.ts';

/** Line height of the text of charts, as a multiple of its size. */
const LEADING = 1.22;
/** The largest number of values that are written next to their marks: with more, none is. */
const MAX_WRITTEN_VALUES = 24;

/** Reports whether the values of a chart are written next to its marks if there is room. */
function doesWriteValues(chart: DrawableChart): boolean {
  if (doesChartShowParts(chart)) return true;
  if (chart.type === 'scatter' || chart.type === 'gauge') return false;
  if (chart.type === 'line' || chart.type === 'combo' || chart.type === 'area' || isChartStacked(chart)) return false;
  return chart.categories.length * chart.series.length <= MAX_WRITTEN_VALUES;
}

/**
 * Chooses the fonts of the text of a chart, and the colours of its series or slices.
 * @param colors `#rrggbb` of the scene
 * @param direction of the slide; numbers have another one
 * @returns the chart as content of a slide, which `arrange` measures and places
 */
export async function typesetChart(
  requestedChart: DrawableChart,
  language: string,
  template: SlideTemplate,
  colors: { accent: string; background: string },
  direction: TextDirection,
  { typesetParagraph }: Typesetter,
): Promise<GraphicContent> {
  const chart = chartWithValuesAsShares(requestedChart);
  const categories = chart.categories.map(normalizeDrawableText);
  const names = chart.series.map(({ name }) => normalizeDrawableText(name));
  const writeValue = chartValueFormatter(chart, language);
  const extras = chartAnnotationTexts(chart, writeValue);
  const pointNames = chart.type === 'scatter' ? chartCategoryOrPointNames(chart).map(normalizeDrawableText) : [];
  const allTexts = [
    ...categories,
    ...pointNames,
    ...names,
    ...listChartAnnotationTexts(extras),
    normalizeDrawableText(chart.unit ?? ''),
  ];
  // All texts of the chart have one face. Its letters are enough, each once.
  const sameFaceTexts = [[...new Set(allTexts.filter(allowsLetterSpacingAndSlant).join(''))].join('')];
  const context: SlideTextContext = { language, text: allTexts.join(' '), direction, sameFaceTexts };
  const style: TextStyle = { ...template.type.body, leading: LEADING };
  // Numbers are set from left to right on every slide, so that a sign stays before its number, unless the unit has another direction.
  const numberDirection = findTextDirectionInLanguage(chart.unit ?? '', language) ?? 'ltr';
  const numberContext: SlideTextContext = { ...context, fixedDirection: numberDirection };
  const typesetNumber = async (text: string): Promise<TypesetParagraph> => {
    const paragraph = await typesetParagraph(normalizeDrawableText(text), style, numberContext);
    return { ...paragraph, isTabular: true };
  };
  const axis = chartValueAxis(chart, true);
  const writeTick = chartTickFormatter(axis.ticks, chart, language);
  const acrossAxis = findHorizontalValueAxis(chart);
  const writeAcrossTick = acrossAxis && horizontalChartAxisFormatter(acrossAxis, chart, language);
  const typesetNumbers = (areWritten: boolean) =>
    Promise.all(
      numbersWrittenInChart(chart).map((values) =>
        Promise.all(
          values.map(async (value) =>
            areWritten && value !== null ? await typesetNumber(writeValue(value)) : undefined,
          ),
        ),
      ),
    );
  const typeset: TypesetChart = {
    data: chart,
    categories: await Promise.all(categories.map((text) => typesetParagraph(text, style, context))),
    names: await Promise.all(names.map((text) => typesetParagraph(text, style, context))),
    values: await typesetNumbers(doesWriteValues(chart)),
    inside: await typesetNumbers(showsValuesAsShares(chart) && isChartStacked(chart)),
    axis: { ...axis, labels: await Promise.all(axis.ticks.map((tick) => typesetNumber(writeTick(tick)))) },
    tight: chartValueAxis(chart, false),
    across: acrossAxis && {
      ...acrossAxis,
      labels: await Promise.all(acrossAxis.ticks.map((tick) => typesetNumber(writeAcrossTick?.(tick) ?? ''))),
    },
    pointNames: await Promise.all(
      pointNames.map(async (text) => (text === '' ? undefined : await typesetParagraph(text, style, context))),
    ),
    ...chartColors(chart, [colors.accent, ...template.marker.colors], colors.background),
    extras: await typesetChartAnnotationTexts(extras, (text) => typesetParagraph(text, style, context)),
  };
  const paragraphs = [
    ...typeset.categories,
    ...typeset.names,
    ...[...typeset.values, ...typeset.inside, typeset.pointNames].flat().filter((paragraph) => paragraph !== undefined),
    ...typeset.axis.labels,
    ...(typeset.across?.labels ?? []),
    ...listChartAnnotationTexts(typeset.extras),
  ];
  return {
    paragraphs,
    async arrange(frame, measure) {
      const measured = await measureChart(typeset, paragraphs, measure);
      const space = chartSpaceOnSlide(frame, measured);
      const arrangeIn = (innerSpace: AvailableChartSpace) => ARRANGERS[chart.type](measured, innerSpace, measure);
      const arranged = await arrangeChartAboveTitleSource(measured, space, measure, arrangeIn);
      const [largest] = doesChartShowParts(chart) ? PIE_CHART_FONT_SIZES : AXIS_CHART_FONT_SIZES;
      return {
        ...graphicOfArrangedChart(arranged, frame, space, chart),
        shrunk: isTextShrunk(arranged.size, largest, frame.unit),
      };
    },
  };
}

/** The function that arranges the shapes and labels of a chart of each type. */
const ARRANGERS = {
  column: arrangeColumnsAndLines,
  bar: arrangeBars,
  line: arrangeColumnsAndLines,
  area: arrangeColumnsAndLines,
  pie: arrangePie,
  donut: arrangePie,
  combo: arrangeColumnsAndLines,
  waterfall: arrangeColumnsAndLines,
  funnel: arrangeFunnel,
  scatter: arrangeScatter,
  gauge: arrangeGauge,
} satisfies Readonly<Record<ChartType, unknown>>;
