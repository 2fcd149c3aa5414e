import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import type { TextWithMarks } from './marked-text.ts';

/** Kinds of admonitions for the alerts of GitHub and of Obsidian, which has more; any other one is a note. */
const ADMONITION_BY_ALERT: Readonly<Record<string, string>> = {
  ...{ tip: 'TIP', hint: 'TIP', success: 'TIP', check: 'TIP', done: 'TIP', important: 'IMPORTANT' },
  ...{ warning: 'WARNING', attention: 'WARNING', caution: 'CAUTION', danger: 'CAUTION', error: 'CAUTION' },
  ...{ failure: 'CAUTION', fail: 'CAUTION', bug: 'CAUTION' },
};
const USUAL_ADMONITION = 'NOTE';
/** Alerts that are quotations. */
const QUOTATIONS = new Set(['quote', 'cite']);
/** The mark of an alert, `> [!NOTE]`; Obsidian writes a sign after it that folds the text. */
const ALERT = /^\s*\[!(?<kind>[\w-]{1,30})\][-+]?\s*/;
/** The same mark in a marked text, where brackets are escaped. */
const MARKED_ALERT = /^\s*\\\[![\w-]{1,30}\\\][-+]?\s*/;

/** The API's kind of admonition for an alert at the start of a text; undefined if the text does not start with an alert. */
export function admonitionKindOfAlert(plain: string): string | undefined {
  const kind = ALERT.exec(plain)?.groups?.kind?.toLowerCase();
  if (kind === undefined || QUOTATIONS.has(kind)) return undefined;
  return ownPropertyValue(ADMONITION_BY_ALERT, kind) ?? USUAL_ADMONITION;
}

/** A text without the mark of an alert at its start. */
export const withoutAlertMark = <Text extends { plain: string; marked: string }>(text: Text): Text =>
  ALERT.test(text.plain)
    ? { ...text, plain: text.plain.replace(ALERT, ''), marked: text.marked.replace(MARKED_ALERT, '') }
    : text;

/** A text as an admonition of the API. @param kind as `admonitionKindOfAlert` has it */
export const admonitionPointText = (kind: string, { plain, marked }: TextWithMarks): TextWithMarks => ({
  ...{ plain, marked: `[!${kind}] ${marked}`, hasMarks: true },
});

/** A text as a task in the API's markup. In a numbered list, where a number precedes it, its box is a character. */
export function taskPointText(text: TextWithMarks, isDone: boolean, isNumbered: boolean): TextWithMarks {
  const box = isDone ? '☑ ' : '☐ ';
  const { plain, marked } = text;
  if (isNumbered) return { ...text, plain: box + plain, marked: box + marked };
  return { plain: box + plain, marked: `${isDone ? '[x]' : '[ ]'} ${marked}`, hasMarks: true };
}
