import { MAX_CAPTION_LINE_COLUMNS, type UnbreakableCaptionPart } from './tokens.ts';

/** The limits of a caption. */
export interface CaptionLimits {
  /** The most columns of a line. */
  columns: number;
  /** The most lines. */
  lines: 1 | 2;
}

/** The limits of captions in files. */
export const CAPTION_FILE_LINE_LIMITS: CaptionLimits = { columns: MAX_CAPTION_LINE_COLUMNS, lines: 2 };

/** The part of a sentence in one caption: one or two lines. */
export interface CaptionLines {
  lines: string[];
  /** Duration of its speech relative to the other captions of the sentence, in letters. */
  weight: number;
}

/**
 * The costs of captions and breaks, in a common unit. An additional caption costs most; then captions of very different lengths, and ends
 * inside of a clause; breaks between the lines of a caption cost least.
 */
const COST = {
  /** Each caption. */
  caption: 100,
  /** An empty caption; for any other, multiplied by the square of the share of its space that is unused. */
  empty: 60,
  /** A caption of fewer than TINY_COLUMNS. */
  tiny: 30,
  /** A caption that ends inside of a clause. */
  amidClause: 40,
  /** A caption or line that ends with a short word, such as an article. */
  leaning: 10,
  /** A first line that ends inside of a clause. */
  lineAmidClause: 8,
  /** Two lines that differ by a whole line's width; less in proportion. */
  uneven: 20,
  /** A first line that is longer than the second. */
  topHeavy: 2,
} as const;
const TINY_COLUMNS = 12;

/** The most columns of a caption, with the space at the end of its first line. */
const maxCaptionColumns = ({ columns, lines }: CaptionLimits): number => lines * columns + lines - 1;

/** The tokens of a sentence, with fast access to the widths of ranges. */
class TokenRow {
  readonly tokens: readonly UnbreakableCaptionPart[];
  readonly #sums: number[] = [0];

  constructor(tokens: readonly UnbreakableCaptionPart[]) {
    this.tokens = tokens;
    let sum = 0;
    for (const { columns, spaced } of tokens) {
      sum += columns + (spaced ? 1 : 0);
      this.#sums.push(sum);
    }
  }

  /** Width of the tokens from `from` up to `to` (exclusive) on one line. */
  columns(from: number, to: number): number {
    const lead = this.tokens[from]?.spaced ? 1 : 0;
    return (this.#sums[to] ?? 0) - (this.#sums[from] ?? 0) - lead;
  }

  text(from: number, to: number): string {
    return this.tokens
      .slice(from, to)
      .map(({ text, spaced }, i) => (spaced && i > 0 ? ` ${text}` : text))
      .join('');
  }

  endsClause(to: number): boolean {
    return this.tokens[to - 1]?.endsClause === true;
  }

  leans(to: number): boolean {
    return this.tokens[to - 1]?.leansOn === true;
  }
}

/** The best start of the second line (`to` if one line is enough) and its cost; undefined if the tokens do not fit into two lines. */
function bestLineBreak(
  row: TokenRow,
  from: number,
  to: number,
  { columns: maxColumns, lines }: CaptionLimits,
): { second: number; cost: number } | undefined {
  if (row.columns(from, to) <= maxColumns) return { second: to, cost: 0 };
  if (lines === 1) return undefined;
  let bestBreak: { second: number; cost: number } | undefined;
  for (let secondStart = to - 1; secondStart > from; secondStart--) {
    const lowerColumns = row.columns(secondStart, to);
    if (lowerColumns > maxColumns) break;
    const upperColumns = row.columns(from, secondStart);
    if (upperColumns > maxColumns) continue;
    const cost =
      (COST.uneven * Math.abs(upperColumns - lowerColumns)) / maxColumns +
      (row.endsClause(secondStart) ? 0 : COST.lineAmidClause) +
      (row.leans(secondStart) ? COST.leaning : 0) +
      (upperColumns > lowerColumns ? COST.topHeavy : 0);
    if (!bestBreak || cost < bestBreak.cost) bestBreak = { second: secondStart, cost };
  }
  return bestBreak;
}

/** The cost of a caption with the tokens from `from` up to `to` (exclusive), without that of its line break. */
function captionCost(row: TokenRow, from: number, to: number, limits: CaptionLimits): number {
  const columns = row.columns(from, to);
  const isWholeSentence = from === 0 && to === row.tokens.length;
  const isLast = to === row.tokens.length;
  return (
    COST.caption +
    COST.empty * Math.max(0, 1 - columns / (limits.lines * limits.columns)) ** 2 +
    (columns < Math.min(TINY_COLUMNS, limits.columns / 3) && !isWholeSentence ? COST.tiny : 0) +
    (isLast || row.endsClause(to) ? 0 : COST.amidClause) +
    (!isLast && row.leans(to) ? COST.leaning : 0)
  );
}

/**
 * Breaks a sentence into captions within the limits, at the lowest total cost: few captions of similar length
 * that end with clauses. It is a dynamic program over the positions where lines may break. Empty without tokens.
 */
export function breakIntoCaptions(
  tokens: readonly UnbreakableCaptionPart[],
  limits: CaptionLimits = CAPTION_FILE_LINE_LIMITS,
): CaptionLines[] {
  const row = new TokenRow(tokens);
  const bestUpTo: { cost: number; from: number; second: number }[] = [{ cost: 0, from: 0, second: 0 }];
  for (let to = 1; to <= tokens.length; to++) {
    let bestCaption = { cost: Number.POSITIVE_INFINITY, from: to - 1, second: to };
    for (let from = to - 1; from >= 0 && row.columns(from, to) <= maxCaptionColumns(limits); from--) {
      const lineBreak = bestLineBreak(row, from, to, limits);
      if (!lineBreak) continue;
      const cost = (bestUpTo[from]?.cost ?? 0) + captionCost(row, from, to, limits) + lineBreak.cost;
      if (cost < bestCaption.cost) bestCaption = { cost, from, second: lineBreak.second };
    }
    bestUpTo.push(bestCaption);
  }
  const captions: CaptionLines[] = [];
  for (let to = tokens.length; to > 0; ) {
    const { from, second: secondStart } = bestUpTo[to] ?? { from: 0, second: to };
    const lineBreak =
      secondStart < to ? [row.text(from, secondStart), row.text(secondStart, to)] : [row.text(from, to)];
    captions.unshift({ lines: lineBreak, weight: tokens.slice(from, to).reduce((sum, { weight }) => sum + weight, 0) });
    to = from;
  }
  return captions;
}
