import { type MeasureNodes, paragraphNode } from './paragraph-node.ts';
import { paragraphTextWidth, type TextBlock } from './text-block.ts';
import type { TypesetParagraph } from './typesetting.ts';

/** Words, each with the sign after which a line may break. */
const UNBROKEN = /[^\s\u200b\-–—/]{3,}[-–—/]?/gu;
/** Words of the large number of a slide, which is so large that even short ones break; a no-break space joins a unit to them. */
const UNBROKEN_FIGURE = /[^ \t\n\u200b\-–—/]{2,}[-–—/]?/gu;
const BREAKS_ANYWHERE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const WORDS_MEASURED = 4;
const REFERENCE_SIZE = 100;
/** A word that needs a smaller size than this part of the largest, such as a long address, is broken instead. */
const SHRINK_FOR_WORDS = 0.55;
/** The same for text in which all words are usual, with at most this number of letters: a broken usual word looks like an error. */
const SHRINK_FOR_USUAL = { letters: 18, least: 0.38 };
/** Text for one line that needs a smaller size than this part of the largest is set on several lines instead. */
const SHRINK_FOR_LINE = 0.5;
/** As SHRINK_FOR_WORDS, for the large number of a slide, which is readable even when it is much smaller. */
const SHRINK_LARGE_WORDS = 0.2;

/** The longest words of a block, the longest first. */
function longWords(block: TextBlock): { word: string; paragraph: TypesetParagraph }[] {
  const unbroken = block.oneLine ? UNBROKEN_FIGURE : UNBROKEN;
  return block.paragraphs
    .flatMap((paragraph) =>
      paragraph.runs
        .flatMap((run) => ('text' in run ? (run.text.match(unbroken) ?? []) : []))
        .filter((word) => !BREAKS_ANYWHERE.test(word))
        .map((word) => ({ word, paragraph })),
    )
    .sort((a, b) => b.word.length - a.word.length)
    .slice(0, WORDS_MEASURED);
}

/** The largest size (pixels) at which no word is broken; `largest` where that size would be too small. */
export async function sizeWithUnbrokenWords(
  block: TextBlock,
  width: number,
  largest: number,
  measure: MeasureNodes,
): Promise<number> {
  const room = paragraphTextWidth(block, largest, width);
  const look = { size: REFERENCE_SIZE, side: 'left', color: '#000000', balanced: false } as const;
  if (block.oneLine) {
    const measured = await measure(
      block.paragraphs.map((paragraph) => paragraphNode(paragraph, look)),
      REFERENCE_SIZE * 10_000,
    );
    const line = (room / Math.max(1, ...measured.map((node) => node.width))) * REFERENCE_SIZE;
    if (line >= largest * SHRINK_FOR_LINE) return line;
  }
  const words = longWords(block);
  // No letter is wider than one em: most blocks need no measuring.
  if ((words[0]?.word.length ?? 0) * largest <= room) return largest;
  const nodes = words.map(({ word, paragraph }) => paragraphNode({ ...paragraph, runs: [{ text: word }] }, look));
  const measured = await measure(nodes, REFERENCE_SIZE * 10_000);
  const widest = Math.max(...measured.map(({ runs }) => runs.reduce((sum, run) => sum + run.width, 0)));
  const cap = (room / widest) * REFERENCE_SIZE;
  const areUsual = (words[0]?.word.length ?? 0) <= SHRINK_FOR_USUAL.letters;
  const ofWords = areUsual ? SHRINK_FOR_USUAL.least : SHRINK_FOR_WORDS;
  return cap >= largest * (block.oneLine ? SHRINK_LARGE_WORDS : ofWords) ? cap : largest;
}
