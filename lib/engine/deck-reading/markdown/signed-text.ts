import { ownValue } from '#kernel/shared/own-value.ts';
import type { RichText } from './marked-text.ts';

/** Kinds of alerts of other programs, as the callouts that are most like them. */
const CALLOUTS: Readonly<Record<string, string>> = {
  ...{ note: 'NOTE', info: 'NOTE', tip: 'TIP', success: 'TIP', important: 'IMPORTANT', warning: 'WARNING' },
  ...{ caution: 'CAUTION', danger: 'CAUTION' },
};
/** The mark of an alert of GitHub, `> [!NOTE]`. */
const ALERT = /^\s*\[!(?<kind>note|tip|important|warning|caution|info|danger|success|quote)\]\s*/i;
/** The same mark in a marked text, where brackets are escaped. */
const MARKED_ALERT = /^\s*\\\[!\w+\\\]\s*/;

/** The kind of the alert that a text starts, as the API writes it; undefined: it starts none. */
export const alertKind = (plain: string): string | undefined =>
  ownValue(CALLOUTS, ALERT.exec(plain)?.groups?.kind?.toLowerCase() ?? '');

/** A text without the mark of an alert at its start. */
export const withoutAlert = <Text extends { plain: string; marked: string }>(text: Text): Text =>
  ALERT.test(text.plain)
    ? { ...text, plain: text.plain.replace(ALERT, ''), marked: text.marked.replace(MARKED_ALERT, '') }
    : text;

/** A text as a callout of the API. @param kind as `alertKind` has it */
export const calloutText = (kind: string, { plain, marked }: RichText): RichText => ({
  ...{ plain, marked: `[!${kind}] ${marked}`, hasMarks: true },
});

/** A text as a task of the API. In a numbered list, where a number is before it, its box is a character. */
export function taskText(text: RichText, isDone: boolean, isNumbered: boolean): RichText {
  const box = isDone ? '☑ ' : '☐ ';
  const { plain, marked } = text;
  if (isNumbered) return { ...text, plain: box + plain, marked: box + marked };
  return { plain: box + plain, marked: `${isDone ? '[x]' : '[ ]'} ${marked}`, hasMarks: true };
}
