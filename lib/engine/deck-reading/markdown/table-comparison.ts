import { SLIDE_ITEM_LIMITS } from '#engine/video/drawing/drawable-items.ts';
import { isNumberText } from '#engine/video/drawing/layout/short-texts.ts';
import type { DeckSlideContent, DeckTable } from '../deck.ts';
import type { MarkdownPageBlockOfKind } from './page-part.ts';

type Items = NonNullable<DeckSlideContent['items']>;

/** Heads of columns with arguments for something, separated by `|`. */
const PRO_WORDS =
  'pro|pros|advantages|benefits|strengths|do|dos|good|for|vorteile|stärken|dafür|avantages|atouts|ventajas|fortalezas|vantaggi|vantagens|voordelen|zalety|fördelar';
/** Heads of columns with arguments against something, separated by `|`. */
const CON_WORDS =
  "con|cons|contra|disadvantages|drawbacks|weaknesses|don't|don’t|don'ts|don’ts|bad|against|nachteile|schwächen|dagegen|inconvénients|faiblesses|desventajas|debilidades|svantaggi|desvantagens|nadelen|wady|nackdelar";
/** Families of heads of columns that are compared with each other. All heads of a comparison are of one family. */
const HEAD_FAMILIES = [
  `${PRO_WORDS}|${CON_WORDS}`,
  'before|now|today|after|then|later|next|vorher|nachher|heute|früher|morgen|avant|maintenant|après|antes|ahora|después|prima|oggi|dopo|depois|voorher|nu|daarna',
  'problem|solution|problème|problema|lösung|solución|soluzione|solução',
  'old|new|alt|neu|myth|fact|mythos|fakt',
].map((words) => new Set(words.split('|')));
const [PRO_HEADS, CON_HEADS] = [PRO_WORDS, CON_WORDS].map((words) => new Set(words.split('|')));

/** Numbers of columns that are compared. */
const COLUMN_COUNT_RANGE = { min: 2, max: 3 };
const SIGN_AT_START = /^[+\-−–✓✔✅✗✘❌×]/u;

/** The lines of a column with the sign of its head, unless they have one. */
function linesOf({ rows }: DeckTable, column: number, head: string): string[] {
  const sign = PRO_HEADS?.has(head) ? '+ ' : CON_HEADS?.has(head) ? '- ' : '';
  return rows
    .map((row) => row[column] ?? '')
    .filter((cell) => cell.trim() !== '')
    .map((cell) => (SIGN_AT_START.test(cell) ? cell : `${sign}${cell}`));
}

/**
 * The columns of a table as items of a comparison. The headers of the table must be like `Pros | Cons` or `Before | After`, and its cells
 * words.
 * @returns undefined for any other table, and for one that is too long
 */
export function findComparisonItemsInTable({
  table,
  marked,
  hasMarks,
}: MarkdownPageBlockOfKind<'table'>): Items | undefined {
  const heads = (table.header ?? []).map((head) => head.trim().toLowerCase());
  const isKnownFamily = HEAD_FAMILIES.some((family) => heads.every((head) => family.has(head)));
  const hasValidColumns =
    heads.length >= COLUMN_COUNT_RANGE.min &&
    heads.length <= COLUMN_COUNT_RANGE.max &&
    new Set(heads).size === heads.length;
  if (!isKnownFamily || !hasValidColumns || table.rows.flat().some((cell) => isNumberText(cell.trim())))
    return undefined;
  const shownTable = hasMarks ? marked : table;
  const items = heads.map((head, column) => ({
    title: shownTable.header?.[column] ?? '',
    text: linesOf(shownTable, column, head).join('\n'),
  }));
  const areTextsValid = items.every(({ text }) => text !== '' && text.length <= SLIDE_ITEM_LIMITS.text);
  return areTextsValid ? items : undefined;
}
