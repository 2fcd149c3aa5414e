import { SLIDE_ITEM_LIMITS } from '#engine/video/drawing/drawable-items.ts';
import { isNumberText } from '#engine/video/drawing/layout/short-texts.ts';
import type { DeckSlideContent, DeckTable } from '../deck.ts';
import type { PageBlockOfKind } from './page-part.ts';

type Items = NonNullable<DeckSlideContent['items']>;

/** Heads of columns that speak for something, and against it. */
const PROS =
  'pro|pros|advantages|benefits|strengths|do|dos|good|for|vorteile|stärken|dafür|avantages|atouts|ventajas|fortalezas|vantaggi|vantagens|voordelen|zalety|fördelar';
const CONS =
  "con|cons|contra|disadvantages|drawbacks|weaknesses|don't|don’t|don'ts|don’ts|bad|against|nachteile|schwächen|dagegen|inconvénients|faiblesses|desventajas|debilidades|svantaggi|desvantagens|nadelen|wady|nackdelar";
/** Headers of columns that are compared with each other, in families. All headers of a comparison are of one family. */
const FAMILIES = [
  `${PROS}|${CONS}`,
  'before|now|today|after|then|later|next|vorher|nachher|heute|früher|morgen|avant|maintenant|après|antes|ahora|después|prima|oggi|dopo|depois|voorher|nu|daarna',
  'problem|solution|problème|problema|lösung|solución|soluzione|solução',
  'old|new|alt|neu|myth|fact|mythos|fakt',
].map((words) => new Set(words.split('|')));
const [FOR, AGAINST] = [PROS, CONS].map((words) => new Set(words.split('|')));

/** Numbers of columns that are compared. */
const COLUMNS = { least: 2, most: 3 };
const SIGNED = /^[+\-−–✓✔✅✗✘❌×]/u;

/** The lines of a column with the sign of its head, unless they have one. */
function linesOf({ rows }: DeckTable, column: number, head: string): string[] {
  const sign = FOR?.has(head) ? '+ ' : AGAINST?.has(head) ? '- ' : '';
  return rows
    .map((row) => row[column] ?? '')
    .filter((cell) => cell.trim() !== '')
    .map((cell) => (SIGNED.test(cell) ? cell : `${sign}${cell}`));
}

/**
 * The columns of a table as items of a comparison. The headers of the table must be like `Pros | Cons` or `Before | After`, and its cells
 * words. undefined for any other table, and for one that is too long.
 */
export function comparisonItems({ table, marked, hasMarks }: PageBlockOfKind<'table'>): Items | undefined {
  const heads = (table.header ?? []).map((head) => head.trim().toLowerCase());
  const isKnown = FAMILIES.some((family) => heads.every((head) => family.has(head)));
  const isPossible =
    heads.length >= COLUMNS.least && heads.length <= COLUMNS.most && new Set(heads).size === heads.length;
  if (!isKnown || !isPossible || table.rows.flat().some((cell) => isNumberText(cell.trim()))) return undefined;
  const shown = hasMarks ? marked : table;
  const items = heads.map((head, column) => ({
    title: shown.header?.[column] ?? '',
    text: linesOf(shown, column, head).join('\n'),
  }));
  const fit = items.every(({ text }) => text !== '' && text.length <= SLIDE_ITEM_LIMITS.text);
  return fit ? items : undefined;
}
