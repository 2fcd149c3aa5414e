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
const isSeen = (unit: string): boolean => !/[\s\p{Cc}]/u.test(unit);

/** The number of UTF-16 units of a text that are visible: neither white space nor control characters. */
export function countVisibleUtf16Units(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) if (isSeen(text.charAt(at))) count++;
  return count;
}

/** The words of a sentence by the number of seen units before them. */
export class WordTimesByTextPosition {
  readonly #words: readonly (TimedWord & { from: number; to: number })[];

  /** @param words all words of the sentence, in order */
  constructor(words: readonly TimedWord[]) {
    let from = 0;
    this.#words = words.map((word) => {
      const to = from + countVisibleUtf16Units(word.text);
      const placed = { ...word, from, to };
      from = to;
      return placed;
    });
  }

  /** The time at which a number of seen units has been spoken, in seconds; in proportion inside of a word. */
  at(seen: number): number {
    const word = this.#words.find(({ to }) => seen < to) ?? this.#words.at(-1);
    if (!word) return 0;
    const share = Math.min(1, (seen - word.from) / Math.max(1, word.to - word.from));
    return word.start_seconds + share * (word.end_seconds - word.start_seconds);
  }

  /** The time at which the seen units before a position have been spoken: the end of a word, if the next unit belongs to another one. */
  endAt(seen: number): number {
    const before = this.#words.find(({ to }) => seen - 1 < to);
    return before && before.to === seen ? before.end_seconds : this.at(seen);
  }

  /** The index of the word of which a seen unit is a part. */
  indexAt(seen: number): number {
    return this.#words.findIndex(({ to }) => seen < to);
  }
}

/** A part of a word in one line: its characters, and the seen units of the sentence that it has. */
interface WordPart {
  index: number;
  from: number;
  to: number;
  seen: number;
  until: number;
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
  clock: WordTimesByTextPosition,
): CaptionWord[] {
  const parts: WordPart[] = [];
  let seen = first;
  let base = 0;
  text.split('\n').forEach((line, row) => {
    let part: WordPart | undefined;
    for (let at = hasMark[row] ? 1 : 0; at < line.length; at++) {
      if (!isSeen(line.charAt(at))) continue;
      const index = clock.indexAt(seen);
      if (part?.index !== index) {
        part = { index, from: base + at, to: 0, seen, until: 0 };
        parts.push(part);
      }
      seen++;
      part.to = base + at + 1;
      part.until = seen;
    }
    base += line.length + 1;
  });
  return parts.map((part) => ({
    from: part.from,
    to: part.to,
    start_seconds: clock.at(part.seen),
    end_seconds: clock.endAt(part.until),
  }));
}
