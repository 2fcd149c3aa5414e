import type { BenchResult } from '../result.ts';
import type { Row } from '../row.ts';
import { MIB } from '../table.ts';
import { wantedOf } from '../targets.ts';
import { type BarChart, barChart } from './bar-chart.ts';
import { type Plot, plotsOf, targetsPlot, workersPlots } from './charts.ts';
import { secondsText } from './figures.ts';
import { type LineChart, legend, lineChart } from './line-chart.ts';
import { element, escaped } from './markup.ts';
import { STYLE } from './style.ts';

const WIDE = 760;
const NARROW = 340;

/** A drawing for wide windows and one for phones; the style shows one of them. */
const bothWidths = (draw: (width: number) => string): string =>
  element('div', { class: 'wide' }, draw(WIDE)) + element('div', { class: 'narrow' }, draw(NARROW));

const bars = (chart: BarChart): string => bothWidths((width) => barChart(chart, width));
const paragraph = (text: string, kind?: string): string => element('p', { class: kind }, escaped(text));
const section = (heading: string, ...parts: readonly string[]): string =>
  element('section', {}, element('h2', {}, escaped(heading)) + parts.join(''));

const plotSection = ({ heading, about, chart, remarks }: Plot): string =>
  section(heading, paragraph(about), bars(chart), ...remarks.map((remark) => paragraph(remark, 'remark')));

const lineSections = (charts: readonly LineChart[], models: readonly string[]): string =>
  charts.length === 0
    ? ''
    : section(
        'More workers',
        paragraph(
          'Wall seconds of the whole job. One worker at a time is measured; the other points are a schedule of the same tasks over more workers, each of which has as much of a machine as that one. Dashed: what runs alone.',
        ),
        ...charts.map(
          (chart) =>
            element('h3', {}, escaped(chart.title)) + legend(chart) + bothWidths((width) => lineChart(chart, width)),
        ),
        ...models.map((line) => paragraph(line, 'remark')),
      );

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[], cell: string) =>
    element('tr', {}, cells.map((text) => element(cell, {}, escaped(text))).join(''));
  const body = rows.map((cells) => line(cells, 'td')).join('');
  const whole = element('table', {}, element('thead', {}, line(head, 'th')) + element('tbody', {}, body));
  return element('div', { class: 'scroll', tabindex: 0 }, whole);
}

const fixed = (value: number | undefined, digits: number): string => value?.toFixed(digits) ?? '';

function cellsOf(row: Row): string[] {
  const { seconds, cpuSeconds, ratio, base, ssimMin, bytes, p50Ms, peakBytes } = row;
  const spread =
    row.fastestSeconds === undefined || row.slowestSeconds === undefined
      ? ''
      : `${secondsText(row.fastestSeconds)} – ${secondsText(row.slowestSeconds)}`;
  return [
    row.name,
    fixed(seconds, 2),
    String(row.runs ?? 1),
    spread,
    fixed(cpuSeconds, 2),
    ratio === undefined ? '' : `${ratio.toFixed(4)} of ${base}`,
    fixed(bytes === undefined ? undefined : bytes / 1e6, 1),
    fixed(ssimMin, 4),
    fixed(peakBytes === undefined ? undefined : peakBytes / MIB, 0),
    fixed(p50Ms, 1),
    row.error ?? row.missing ?? row.note ?? '',
  ];
}

const HEAD = 'what|wall s|runs|from – to|CPU s|ratio|MB|SSIM min|peak MiB|p50 ms|remarks'.split('|');

const dateOf = (at: string): string => at.slice(0, 16).replace('T', ' ');

const spanOf = (dates: readonly string[]): string =>
  [...new Set([dates[0], dates.at(-1)].map((at) => dateOf(at ?? '')))].join(' to ');

/** Which command measured what, and when. */
function measurements(rows: readonly Row[]): string {
  const found = [...Map.groupBy(rows, ({ measured }) => measured?.at)].flatMap(([at, measuredThen]) => {
    const measured = measuredThen[0]?.measured;
    if (at === undefined || measured === undefined) return [];
    const names = `${measuredThen.length} rows`;
    return [[measured.command, `${dateOf(at)} UTC`, measured.load.toFixed(1), names]];
  });
  return table(['command', 'begun', 'load before', 'measured'], found);
}

const programs = (rows: readonly Row[]): string =>
  table(
    ['program', 'version', 'command'],
    rows.flatMap(({ name, program }) => (program ? [[name, program.version, program.command]] : [])),
  );

/** The whole page: one file, which asks for nothing else. */
export function pageOf({ film, machine, rows, targets }: BenchResult): string {
  const { slides, secondsPerSlide, width, height, fps } = film;
  const memory = `${(machine.memoryBytes / 2 ** 30).toFixed(0)} GiB`;
  const dates = rows.flatMap(({ measured }) => measured?.at ?? []).toSorted();
  const runs = Math.max(...rows.map((row) => row.runs ?? 1), 1);
  const reached = targetsPlot(targets);
  const about = [
    `${slides} slides of ${secondsPerSlide} s, ${width}×${height} at ${fps} fps, if nothing else is said.`,
    `${machine.cores} cores (${machine.processor}), ${memory}, ${machine.system}, Node ${machine.node}.`,
    ...(dates.length === 0 ? [] : [`Measured ${spanOf(dates)} UTC.`]),
    runs > 1 ? `Figures are medians of up to ${runs} runs; the table says of how many.` : 'Figures are of one run.',
  ].join(' ');
  const body = [
    element('h1', {}, 'How fast it is'),
    paragraph('Video Timeline and Render Service: slides to narrated video', 'subject'),
    paragraph(about),
    ...plotsOf(rows).map(plotSection),
    lineSections(
      workersPlots(rows),
      rows.flatMap(({ name, model = [] }) => (model.length === 0 ? [] : `${name}: ${model.join('; ')}.`)),
    ),
    reached === undefined
      ? ''
      : section(
          'Targets',
          paragraph('Each figure as a share of its target. A bar that goes beyond its mark has missed it.'),
          bars(reached),
          table(
            ['target', 'wanted', 'reached', ''],
            targets.map((target) => [
              target.name,
              wantedOf(target),
              target.reached?.toFixed(target.digits) ?? '',
              target.isMet === undefined ? 'not measured' : target.isMet ? 'met' : 'missed',
            ]),
          ),
        ),
    section('All rows', table(HEAD, rows.map(cellsOf))),
    section('The other programs', programs(rows)),
    section('The commands', measurements(rows)),
  ];
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    element('title', {}, 'How fast it is: Video Timeline and Render Service'),
    element('style', {}, STYLE),
  ].join('\n');
  return `<!doctype html>\n<html lang="en">\n<head>\n${head}\n</head>\n<body>\n<main>\n${body.join('\n')}\n</main>\n</body>\n</html>\n`;
}
