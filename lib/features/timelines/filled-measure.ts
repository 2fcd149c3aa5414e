import { escapeXml } from '#kernel/shared/escape-xml.ts';
import { escapeMarkup, replaceMarks } from './variable-marks.ts';

/** Forms of a value in a text: plain, with inline marks, or SSML. */
export const VALUE_FORMS = ['plain', 'marked', 'ssml'] as const;
export type ValueForm = (typeof VALUE_FORMS)[number];

const FORMED: Readonly<Record<ValueForm, (value: string) => string>> = {
  plain: (value) => value,
  marked: escapeMarkup,
  ssml: escapeXml,
};

/** Measures of a text. They add up: the measure of a filled text is the sum of those of its words and of its values. */
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

/** Measures a value in each form in which texts can contain it. Pure. */
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

/** The part of the values in one measure of a text. */
export const addedBy = (
  { form, names }: Pick<TemplateText, 'form' | 'names'>,
  values: ReadonlyMap<string, MeasuredValue>,
  measure: keyof TextMeasure,
): number => names.reduce((sum, [name, count]) => sum + count * (values.get(name)?.[form][measure] ?? 0), 0);
