import { escapeInlineMarks } from '#engine/video/drawing/text/inline-markup.ts';
import { escapeXml } from '#kernel/shared/escape-xml.ts';
import { replaceVariables } from './variable-marks.ts';

/** The forms in which a value is inserted into a text: unchanged, escaped for inline markup, or escaped for SSML. */
export const VARIABLE_INSERTION_FORMS = ['plain', 'marked', 'ssml'] as const;
export type VariableInsertionForm = (typeof VARIABLE_INSERTION_FORMS)[number];

const FORMAT_OF_FORM: Readonly<Record<VariableInsertionForm, (value: string) => string>> = {
  plain: (value) => value,
  marked: escapeInlineMarks,
  ssml: escapeXml,
};

/** Measures of a text. They are additive: the measure of a filled text is the sum of those of its fixed text and its values. */
export interface VariableTextMeasure {
  /** Number of code points. */
  characters: number;
  line_feeds: number;
  /** Number of letters and digits. */
  letters: number;
  /** Bytes in an answer, as `timeline-bytes.ts` counts them. */
  bytes: number;
}

/** Matches letters and digits. */
export const LETTER_OR_DIGIT_PATTERN = /[\p{L}\p{N}]/gu;

/** Measures a text. Pure. */
export function countTextCharactersAndLines(text: string): VariableTextMeasure {
  return {
    characters: [...text].length,
    line_feeds: text.split('\n').length - 1,
    letters: text.match(LETTER_OR_DIGIT_PATTERN)?.length ?? 0,
    // 6 bytes are quotation marks: two of the outer JSON, and two of the inner JSON, each escaped by a backslash.
    bytes: Buffer.byteLength(JSON.stringify(JSON.stringify(text))) - 6,
  };
}

/** A value of a row, measured once for all its occurrences. */
export type MeasuredVariableValue = Readonly<Record<VariableInsertionForm, VariableTextMeasure>> & { value: string };

/** Measures a value in each form. Pure. */
export const measureVariableValue = (value: string): MeasuredVariableValue => ({
  value,
  plain: countTextCharactersAndLines(FORMAT_OF_FORM.plain(value)),
  marked: countTextCharactersAndLines(FORMAT_OF_FORM.marked(value)),
  ssml: countTextCharactersAndLines(FORMAT_OF_FORM.ssml(value)),
});

/** A parsed text with variables. */
export interface TextWithVariables {
  /** The text without the marks of variables. */
  words: string;
  form: VariableInsertionForm;
  /** The variables in it, with the number of their occurrences. */
  names: readonly (readonly [name: string, count: number])[];
}

/** Parses a text with variables. @param declared names of the variables; marks with any other name count as text */
export function parseTextWithVariables(
  text: string,
  form: VariableInsertionForm,
  declared: ReadonlySet<string>,
): TextWithVariables {
  const counts = new Map<string, number>();
  const words = replaceVariables(text, (name) => {
    if (!declared.has(name)) return undefined;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return '';
  });
  return { words, form, names: [...counts] };
}

/** The sum of one measure over all values in a text. */
export const measureAddedByValues = (
  { form, names }: Pick<TextWithVariables, 'form' | 'names'>,
  values: ReadonlyMap<string, MeasuredVariableValue>,
  measure: keyof VariableTextMeasure,
): number => names.reduce((sum, [name, count]) => sum + count * (values.get(name)?.[form][measure] ?? 0), 0);
