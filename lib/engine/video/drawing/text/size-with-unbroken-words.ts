import { type MeasureNodes, paragraphNode } from './paragraph-node.ts';
import { paragraphTextWidth, type TextBlock } from './text-block.ts';
import type { TypesetParagraph } from './typesetting.ts';

/** Words, each with the sign after which a line may break; a no-break space joins words. */
const UNBROKEN = /(?:[^\s\u200b\-–—/]|[\u00a0\u202f]){3,}[-–—/]?/gu;
/** Words of the large number of a slide, which is so large that even short ones break. */
const UNBROKEN_FIGURE = /(?:[^\s\u200b\-–—/]|[\u00a0\u202f]){2,}[-–—/]?/gu;
/** A number with its signs and its unit. */
const NUMBER = /^[^\p{L}]*\p{Nd}[^\p{L}]*(?:[\u00a0\u202f]?\p{L}{1,3}[-–—/]?)?$/u;
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
const SHRINK_LARGE_WORDS = 0.15;

/** The same for numbers in other text: a broken number is read as two. */
const SHRINK_FOR_NUMBERS = 0.3;

/** A word in the fonts of its paragraph. */
interface Word {
  text: string;
  paragraph: TypesetParagraph;
}

/** The longest words of a block, at most MAX_MEASURED_WORDS, the longest first; and as many of its longest numbers. */
function longWordsAndNumbers(block: TextBlock): { words: Word[]; numbers: Word[] } {
  const wordPattern = block.oneLine ? UNBROKEN_FIGURE : UNBROKEN;
  const allWords = block.paragraphs
    .flatMap((paragraph) =>
      paragraph.runs
        .flatMap((run) => ('text' in run ? (run.text.match(wordPattern) ?? []) : []))
        .filter((text) => !BREAKS_ANYWHERE.test(text))
        .map((text) => ({ text, paragraph })),
    )
    .sort((a, b) => b.text.length - a.text.length);
  const numbers = block.oneLine ? allWords : allWords.filter(({ text }) => NUMBER.test(text));
  return { words: allWords.slice(0, MAX_MEASURED_WORDS), numbers: numbers.slice(0, MAX_MEASURED_WORDS) };
}

/** The largest size of a block. */
interface LargestUnbrokenSize {
  /** Pixels. */
  size: number;
  /** True: a number would be broken in a larger size, so that it may be below the smallest one of the style. */
  isForNumber: boolean;
}

/**
 * The largest size in which no word is broken; `largest` if that size would be too small. It may be above `largest`.
 * @param width of the block, and `largest` size of its style, in pixels
 */
export async function sizeWithUnbrokenWords(
  block: TextBlock,
  width: number,
  largest: number,
  measure: MeasureNodes,
): Promise<LargestUnbrokenSize> {
  const textWidth = paragraphTextWidth(block, largest, width);
  const look = { size: REFERENCE_SIZE, side: 'left', color: '#000000', balanced: false } as const;
  if (block.oneLine) {
    const measured = await measure(
      block.paragraphs.map((paragraph) => paragraphNode(paragraph, look)),
      REFERENCE_SIZE * 10_000,
    );
    const oneLineSize = (textWidth / Math.max(1, ...measured.map((node) => node.width))) * REFERENCE_SIZE;
    if (oneLineSize >= largest * SHRINK_FOR_LINE) return { size: oneLineSize, isForNumber: true };
  }
  const { words, numbers } = longWordsAndNumbers(block);
  const longestLength = words[0]?.text.length ?? 0;
  // No letter is wider than one em: most blocks need no measuring.
  if (longestLength * largest <= textWidth) return { size: largest, isForNumber: false };
  const nodes = [...words, ...numbers].map(({ text, paragraph }) =>
    paragraphNode({ ...paragraph, runs: [{ text }] }, look),
  );
  const widths = (await measure(nodes, REFERENCE_SIZE * 10_000)).map(({ runs }) =>
    runs.reduce((sum, run) => sum + run.width, 0),
  );
  const unbrokenSizeOf = (wordWidths: readonly number[]): number =>
    (textWidth / Math.max(1, ...wordWidths)) * REFERENCE_SIZE;
  const numbersSize = unbrokenSizeOf(widths.slice(words.length));
  const isForNumber =
    numbersSize < largest && numbersSize >= largest * (block.oneLine ? SHRINK_LARGE_WORDS : SHRINK_FOR_NUMBERS);
  const unbrokenSize = unbrokenSizeOf(widths.slice(0, words.length));
  const minShare = longestLength <= SHRINK_FOR_USUAL.letters ? SHRINK_FOR_USUAL.minShare : SHRINK_FOR_WORDS;
  const wordsSize = unbrokenSize >= largest * minShare ? unbrokenSize : largest;
  if (isForNumber && numbersSize <= wordsSize) return { size: numbersSize, isForNumber };
  return { size: wordsSize, isForNumber: false };
}
