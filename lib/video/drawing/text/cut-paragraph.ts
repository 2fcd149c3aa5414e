import { graphemeRuns, joinRuns, type TextRun } from './text-runs.ts';
import type { Paragraph } from './typesetting.ts';

const ELLIPSIS = '…';
/** The number of graphemes that a cut may move back to fall between two words. */
const WORD_SEARCH = 18;
const isSpace = (unit: TextRun | undefined): boolean =>
  unit !== undefined && 'text' in unit && /^[\s\u200b]$/u.test(unit.text);

function cutAt(paragraph: Paragraph, units: readonly TextRun[], count: number): Paragraph {
  let end = count;
  for (let back = count; back > 0 && back > count - WORD_SEARCH; back--) {
    if (!isSpace(units[back])) continue;
    end = back;
    break;
  }
  while (end > 0 && isSpace(units[end - 1])) end--;
  return { ...paragraph, runs: joinRuns([...units.slice(0, end), { text: ELLIPSIS }]) };
}

/**
 * The longest beginning of each paragraph that fits, with an ellipsis; between two words if one ends near the cut.
 * `fitting` takes one candidate per paragraph and gives whether each fits: all paragraphs share the rounds of the search.
 */
export async function cutParagraphs(
  paragraphs: readonly Paragraph[],
  fitting: (candidates: readonly Paragraph[]) => Promise<boolean[]>,
): Promise<Paragraph[]> {
  const searches = paragraphs.map((paragraph) => {
    const units = graphemeRuns(paragraph.runs);
    return { paragraph, units, low: 0, high: Math.max(0, units.length - 1) };
  });
  while (searches.some(({ low, high }) => low < high)) {
    const middles = searches.map(({ low, high }) => (low + high + 1) >> 1);
    const answers = await fitting(searches.map(({ paragraph, units }, i) => cutAt(paragraph, units, middles[i] ?? 0)));
    for (const [i, search] of searches.entries()) {
      const middle = middles[i] ?? 0;
      if (search.low >= search.high) continue;
      if (answers[i]) search.low = middle;
      else search.high = middle - 1;
    }
  }
  return searches.map(({ paragraph, units, low }) => cutAt(paragraph, units, low));
}
