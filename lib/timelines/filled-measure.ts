import { escapeXml } from '../shared/escape-xml.ts';
import { escapeMarkup, replaceMarks } from './variable-marks.ts';

/** How a value stands in a text: as it is, as a text with inline marks, or as a text of SSML. */
export const VALUE_FORMS = ['plain', 'marked', 'ssml'] as const;
export type ValueForm = (typeof VALUE_FORMS)[number];

const FORMED: Readonly<Record<ValueForm, (value: string) => string>> = {
  plain: (value) => value,
  marked: escapeMarkup,
  ssml: escapeXml,
};

/** What is counted of a text. Each of them adds up: that of a filled text is that of its own words and of the values in it. */
export interface TextMeasure {
  /** Code points. */
  characters: number;
  line_feeds: number;
  /** Letters and digits. */
  letters: number;
  /** Bytes in an answer, as `timeline-bytes.ts` counts them. */
  bytes: number;
}

export const LETTERS = /[\p{L}\p{N}]/gu;

/** Measures a text. Pure. */
export function measureText(text: string): TextMeasure {
  return {
    characters: [...text].length,
    line_feeds: text.split('\n').length - 1,
    letters: text.match(LETTERS)?.length ?? 0,
    bytes: Buffer.byteLength(JSON.stringify(JSON.stringify(text))) - 6,
  };
}

/** A value of a row, measured once for all of its places. */
export type MeasuredValue = Readonly<Record<ValueForm, TextMeasure>> & { value: string };

/** Measures a value in each of the forms in which it may stand. Pure. */
export const measureValue = (value: string): MeasuredValue => ({
  value,
  plain: measureText(FORMED.plain(value)),
  marked: measureText(FORMED.marked(value)),
  ssml: measureText(FORMED.ssml(value)),
});

/** A text with the marks of variables, read once: its own words, and how often it names each variable. */
export interface TemplateText {
  words: string;
  form: ValueForm;
  names: readonly (readonly [name: string, count: number])[];
}

/** @param declared the variables that have values; the mark of any other is text */
export function readTemplate(text: string, form: ValueForm, declared: ReadonlySet<string>): TemplateText {
  const counts = new Map<string, number>();
  const words = replaceMarks(text, (name) => {
    if (!declared.has(name)) return undefined;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return '';
  });
  return { words, form, names: [...counts] };
}

/** What the values in a text add to one of its measures. */
export const addedBy = (
  { form, names }: Pick<TemplateText, 'form' | 'names'>,
  values: ReadonlyMap<string, MeasuredValue>,
  measure: keyof TextMeasure,
): number => names.reduce((sum, [name, count]) => sum + count * (values.get(name)?.[form][measure] ?? 0), 0);
