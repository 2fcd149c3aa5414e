import { type MeasureNodes, paragraphNode } from './paragraph-node.ts';
import { paragraphTextWidth, type TextBlock } from './text-block.ts';
import type { TypesetParagraph } from './typesetting.ts';

/** Words, each with the sign after which a line may break. */
const UNBROKEN = /[^\s\u200b\-–—/]{3,}[-–—/]?/gu;
/** Words of the large number of a slide, which is so large that even short ones break; a no-break space joins a unit to them. */
const UNBROKEN_FIGURE = /[^ \t\n\u200b\-–—/]{2,}[-–—/]?/gu;
/** Letters next to which a line may break anywhere. */
const BREAKS_ANYWHERE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** The number of the longest words that are measured. */
const MAX_MEASURED_WORDS = 4;
/** The size of type, in pixels, in which words are measured. */
const REFERENCE_SIZE = 100;
/** The smallest part of the largest size to which text is shrunk for a long word, such as an address: the word is broken instead. */
const SHRINK_FOR_WORDS = 0.55;
/** The same (`minShare`) for text whose words have at most `letters` letters: a broken usual word looks like an error. */
const SHRINK_FOR_USUAL = { letters: 18, minShare: 0.38 };
/** The smallest part of the largest size to which text for one line is shrunk: it is set on several lines instead. */
const SHRINK_FOR_LINE = 0.5;
/** As SHRINK_FOR_WORDS, for the large number of a slide, which is readable even if it is much smaller. */
const SHRINK_LARGE_WORDS = 0.2;

/** The longest words of a block, at most WORDS_MEASURED, the longest first. */
function longWords(block: TextBlock): { word: string; paragraph: TypesetParagraph }[] {
  const wordPattern = block.oneLine ? UNBROKEN_FIGURE : UNBROKEN;
  return block.paragraphs
    .flatMap((paragraph) =>
      paragraph.runs
        .flatMap((run) => ('text' in run ? (run.text.match(wordPattern) ?? []) : []))
        .filter((word) => !BREAKS_ANYWHERE.test(word))
        .map((word) => ({ word, paragraph })),
    )
    .sort((a, b) => b.word.length - a.word.length)
    .slice(0, MAX_MEASURED_WORDS);
}

/**
 * The largest size (pixels) in which no word is broken; `largest` if that size would be too small. It may be above `largest`.
 * @param width of the block, and `largest` size of its style, in pixels
 */
export async function sizeWithUnbrokenWords(
  block: TextBlock,
  width: number,
  largest: number,
  measure: MeasureNodes,
): Promise<number> {
  const textWidth = paragraphTextWidth(block, largest, width);
  const look = { size: REFERENCE_SIZE, side: 'left', color: '#000000', balanced: false } as const;
  if (block.oneLine) {
    const measured = await measure(
      block.paragraphs.map((paragraph) => paragraphNode(paragraph, look)),
      REFERENCE_SIZE * 10_000,
    );
    const oneLineSize = (textWidth / Math.max(1, ...measured.map((node) => node.width))) * REFERENCE_SIZE;
    if (oneLineSize >= largest * SHRINK_FOR_LINE) return oneLineSize;
  }
  const words = longWords(block);
  // No letter is wider than one em: most blocks need no measuring.
  if ((words[0]?.word.length ?? 0) * largest <= textWidth) return largest;
  const nodes = words.map(({ word, paragraph }) => paragraphNode({ ...paragraph, runs: [{ text: word }] }, look));
  const measured = await measure(nodes, REFERENCE_SIZE * 10_000);
  const widestWord = Math.max(...measured.map(({ runs }) => runs.reduce((sum, run) => sum + run.width, 0)));
  const unbrokenSize = (textWidth / widestWord) * REFERENCE_SIZE;
  const areWordsUsual = (words[0]?.word.length ?? 0) <= SHRINK_FOR_USUAL.letters;
  const minShare = areWordsUsual ? SHRINK_FOR_USUAL.minShare : SHRINK_FOR_WORDS;
  return unbrokenSize >= largest * (block.oneLine ? SHRINK_LARGE_WORDS : minShare) ? unbrokenSize : largest;
}
