import type { Schemas } from '#front/client/client.ts';
import { parseEnteredNumber } from './parse-entered-number.ts';

/** Settings of a chart in the form, except its values: all of them are texts; an empty text means unset. */
export interface ChartDisplayFormSettings {
  /** Names, one a line. */
  highlight: string;
  unitPlace: Schemas['Chart']['unit_place'];
  format: Schemas['Chart']['format'];
  labels: Schemas['Chart']['labels'];
  xTitle: string;
  yTitle: string;
  target: string;
  targetLabel: string;
  /** One a line: the name of a category, a colon, a space and the note. */
  annotations: string;
  source: string;
}

/** The settings of a chart for which none was chosen: each is unset or has its default value. */
export const NO_CHART_EMPHASIS: ChartDisplayFormSettings = {
  highlight: '',
  unitPlace: 'auto',
  format: 'plain',
  labels: 'auto',
  xTitle: '',
  yTitle: '',
  target: '',
  targetLabel: '',
  annotations: '',
  source: '',
};

/** The form for the settings of a stored chart. */
export const chartDisplayFormSettingsOf = (chart: Schemas['Chart']): ChartDisplayFormSettings => ({
  highlight: chart.highlight.join('\n'),
  unitPlace: chart.unit_place,
  format: chart.format,
  labels: chart.labels,
  xTitle: chart.axis_titles?.x ?? '',
  yTitle: chart.axis_titles?.y ?? '',
  target: chart.target ? String(chart.target.value) : '',
  targetLabel: chart.target?.label ?? '',
  annotations: chart.annotations.map(({ at, text }) => `${at}: ${text}`).join('\n'),
  source: chart.source ?? '',
});

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

/** A note of a line; `at` is the longest name of a category at its start, else the text before the first colon. */
function noteOf(line: string, categories: readonly string[]): Schemas['ChartNoteInput'] {
  const categoryName = categories.filter((name) => line.startsWith(`${name}:`)).sort((a, b) => b.length - a.length)[0];
  const colonIndex = categoryName === undefined ? line.indexOf(':') : categoryName.length;
  return { at: colonIndex < 0 ? '' : line.slice(0, colonIndex), text: line.slice(colonIndex + 1).trim() };
}

/** The reason, for the user, why the settings cannot be saved; undefined if they can. */
export function chartEmphasisFormFault({ target, annotations }: ChartDisplayFormSettings): string | undefined {
  if (parseEnteredNumber(target) === undefined) return `“${target}” (target) is not a number.`;
  const malformedNote = linesOf(annotations).find((line) => !/:\s*\S/.test(line));
  return malformedNote === undefined
    ? undefined
    : `“${malformedNote}” needs the name of a category, a colon and a note.`;
}

/** The settings as fields of a request, without titles, target and source that are empty. */
export function chartInputOfEmphasis(
  emphasis: ChartDisplayFormSettings,
  categories: readonly string[],
): Partial<Schemas['ChartInput']> {
  const { unitPlace, format, labels, xTitle, yTitle, targetLabel, source } = emphasis;
  const highlight = linesOf(emphasis.highlight);
  const annotations = linesOf(emphasis.annotations).map((line) => noteOf(line, categories));
  const value = parseEnteredNumber(emphasis.target);
  const x = xTitle === '' ? {} : { x: xTitle };
  const y = yTitle === '' ? {} : { y: yTitle };
  return {
    highlight,
    unit_place: unitPlace,
    format,
    labels,
    annotations,
    ...(xTitle === '' && yTitle === '' ? {} : { axis_titles: { ...x, ...y } }),
    ...(value === null || value === undefined
      ? {}
      : { target: { value, ...(targetLabel === '' ? {} : { label: targetLabel }) } }),
    ...(source === '' ? {} : { source }),
  };
}
