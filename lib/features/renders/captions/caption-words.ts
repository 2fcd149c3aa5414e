/** A word of a sentence with its times, in seconds from the start of the video. */
export interface TimedWord {
  text: string;
  start_seconds: number;
  end_seconds: number;
}

/** A word in the text of a caption: the characters from `from` up to `to` (exclusive), and its times in seconds. */
export interface CaptionWord {
  from: number;
  to: number;
  start_seconds: number;
  end_seconds: number;
}

/** Reports whether a UTF-16 unit is seen. Lines of captions have other spaces than the sentence, but the same units that are seen. */
const isVisible = (unit: string): boolean => !/[\s\p{Cc}]/u.test(unit);

/** The number of UTF-16 units of a text that are visible: neither white space nor control characters. */
export function countVisibleUtf16Units(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index++) if (isVisible(text.charAt(index))) count++;
  return count;
}

/** The words of a sentence with their times, found by the number of visible UTF-16 units of the sentence before a position. */
export class WordTimesByTextPosition {
  readonly #words: readonly (TimedWord & { from: number; to: number })[];

  /** @param words all words of the sentence, in order */
  constructor(words: readonly TimedWord[]) {
    let from = 0;
    this.#words = words.map((word) => {
      const to = from + countVisibleUtf16Units(word.text);
      const wordWithRange = { ...word, from, to };
      from = to;
      return wordWithRange;
    });
  }

  /** The time at which a number of visible units has been spoken, in seconds; in proportion inside of a word. */
  at(visibleUnits: number): number {
    const word = this.#words.find(({ to }) => visibleUnits < to) ?? this.#words.at(-1);
    if (!word) return 0;
    const share = Math.min(1, (visibleUnits - word.from) / Math.max(1, word.to - word.from));
    return word.start_seconds + share * (word.end_seconds - word.start_seconds);
  }

  /**
   * The time at which a number of visible units before a position has been spoken: the end of a word, if the next unit belongs to another
   * one.
   */
  endAt(visibleUnits: number): number {
    const lastWord = this.#words.find(({ to }) => visibleUnits - 1 < to);
    return lastWord && lastWord.to === visibleUnits ? lastWord.end_seconds : this.at(visibleUnits);
  }

  /** The index of the word that contains the unit after a number of visible units; −1 if there is none. */
  indexAt(visibleUnits: number): number {
    return this.#words.findIndex(({ to }) => visibleUnits < to);
  }
}

/** A part of a word in one line: its characters, and the seen units of the sentence that it has. */
interface WordPart {
  index: number;
  from: number;
  to: number;
  unitsBefore: number;
  unitsUntil: number;
}

/**
 * The words in the text of a caption, in order. A word that continues on the next line counts as two.
 * @param text lines with a line feed between
 * @param hasMark whether each line starts with a direction mark, which is not part of the sentence
 * @param first number of seen units of the sentence before the caption
 */
export function wordsOfCaption(
  text: string,
  hasMark: readonly boolean[],
  first: number,
  wordTimes: WordTimesByTextPosition,
): CaptionWord[] {
  const parts: WordPart[] = [];
  let visibleUnits = first;
  let lineStart = 0;
  text.split('\n').forEach((line, row) => {
    let part: WordPart | undefined;
    for (let column = hasMark[row] ? 1 : 0; column < line.length; column++) {
      if (!isVisible(line.charAt(column))) continue;
      const index = wordTimes.indexAt(visibleUnits);
      if (part?.index !== index) {
        part = { index, from: lineStart + column, to: 0, unitsBefore: visibleUnits, unitsUntil: 0 };
        parts.push(part);
      }
      visibleUnits++;
      part.to = lineStart + column + 1;
      part.unitsUntil = visibleUnits;
    }
    lineStart += line.length + 1;
  });
  return parts.map((part) => ({
    from: part.from,
    to: part.to,
    start_seconds: wordTimes.at(part.unitsBefore),
    end_seconds: wordTimes.endAt(part.unitsUntil),
  }));
}
