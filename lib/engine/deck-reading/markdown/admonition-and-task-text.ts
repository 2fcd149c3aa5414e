import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import type { PlainAndMarkedText } from './marked-text.ts';

/** Kinds of admonitions by the names of alerts in GitHub and Obsidian; an alert that is not listed becomes `DEFAULT_ADMONITION`. */
const ADMONITION_BY_ALERT: Readonly<Record<string, string>> = {
  tip: 'TIP',
  hint: 'TIP',
  success: 'TIP',
  check: 'TIP',
  done: 'TIP',
  important: 'IMPORTANT',
  warning: 'WARNING',
  attention: 'WARNING',
  caution: 'CAUTION',
  danger: 'CAUTION',
  error: 'CAUTION',
  failure: 'CAUTION',
  fail: 'CAUTION',
  bug: 'CAUTION',
};
const DEFAULT_ADMONITION = 'NOTE';
/** Names of alerts that stay quotations. */
const QUOTATION_ALERTS = new Set(['quote', 'cite']);
/** The mark of an alert, `> [!NOTE]`; Obsidian writes a sign after it that folds the text. */
const ALERT_MARK = /^\s*\[!(?<kind>[\w-]{1,30})\][-+]?\s*/;
/** The mark of an alert in a marked text, where brackets are escaped. */
const ESCAPED_ALERT_MARK = /^\s*\\\[![\w-]{1,30}\\\][-+]?\s*/;

/** The API's kind of admonition for an alert at the start of a text; undefined if the text does not start with an alert. */
export function admonitionKindOfAlert(plain: string): string | undefined {
  const kind = ALERT_MARK.exec(plain)?.groups?.kind?.toLowerCase();
  if (kind === undefined || QUOTATION_ALERTS.has(kind)) return undefined;
  return ownPropertyValue(ADMONITION_BY_ALERT, kind) ?? DEFAULT_ADMONITION;
}

/** A text without the mark of an alert at its start. */
export const removeAlertMark = <Text extends { plain: string; marked: string }>(text: Text): Text =>
  ALERT_MARK.test(text.plain)
    ? { ...text, plain: text.plain.replace(ALERT_MARK, ''), marked: text.marked.replace(ESCAPED_ALERT_MARK, '') }
    : text;

/** A text as an admonition of the API. @param kind a result of `admonitionKindOfAlert` */
export const admonitionPointText = (kind: string, { plain, marked }: PlainAndMarkedText): PlainAndMarkedText => ({
  plain,
  marked: `[!${kind}] ${marked}`,
  hasMarks: true,
});

/** A text as a task in the API's markup. In a numbered list, where a number precedes it, its box is a character. */
export function taskPointText(text: PlainAndMarkedText, isDone: boolean, isNumbered: boolean): PlainAndMarkedText {
  const box = isDone ? '☑ ' : '☐ ';
  const { plain, marked } = text;
  if (isNumbered) return { ...text, plain: box + plain, marked: box + marked };
  return { plain: box + plain, marked: `${isDone ? '[x]' : '[ ]'} ${marked}`, hasMarks: true };
}
