import { SLIDE_TEXT_LIMITS } from '../deck-limits.ts';
import { largestOf } from '../extremes.ts';
import type { TextOutsidePlaceholders } from './read-slide.ts';

/** Size of a text box that names none, in points, as in PowerPoint. */
const DEFAULT_SIZE_POINTS = 18;
/** The length of the longest title, in characters, that is not larger than the other texts. */
const MAX_SHORT_TITLE_CHARACTERS = 100;
/** The highest number of paragraphs of a title. */
const MAX_TITLE_PARAGRAPHS = 3;

const sortFromTop = (texts: readonly TextOutsidePlaceholders[]): TextOutsidePlaceholders[] =>
  [...texts].sort((a, b) => (a.box?.y ?? 0) - (b.box?.y ?? 0) || (a.box?.x ?? 0) - (b.box?.x ?? 0));

/** The text of a shape in one line, with spaces between its paragraphs. */
export const oneLineOfShape = ({ paragraphs }: TextOutsidePlaceholders): string =>
  paragraphs.map(({ text }) => text).join(' ');

const largestSizeOf = ({ paragraphs }: TextOutsidePlaceholders): number =>
  paragraphs.reduce((largest, { size = DEFAULT_SIZE_POINTS }) => Math.max(largest, size), 0);

/** Reports whether a text has at least two letters or digits, a letter among them: a single letter is the label of a shape or an axis. */
const hasTwoLetters = (text: string): boolean =>
  /\p{L}/u.test(text) && /[\p{L}\p{N}][^\p{L}\p{N}]*[\p{L}\p{N}]/u.test(text);

/**
 * The text that is placed like a title: the largest text of the upper half, if it is larger than all other texts or above all of them. The
 * topmost of equally large texts counts. It is neither a rotated text nor one that most slides repeat.
 * @param height of the slide
 * @param isRepeated reports whether a text is repeated from slide to slide, as the name of an event is
 */
export function findPptxTitleByPosition(
  texts: readonly TextOutsidePlaceholders[],
  height: number,
  isRepeated: (text: string) => boolean = () => false,
): TextOutsidePlaceholders | undefined {
  const upperTexts = sortFromTop(texts).filter((text) => {
    const line = oneLineOfShape(text);
    return (text.box?.y ?? 0) < height / 2 && !text.isTurned && hasTwoLetters(line) && !isRepeated(line);
  });
  const candidates = upperTexts.filter(
    (text) => oneLineOfShape(text).length <= SLIDE_TEXT_LIMITS.title && text.paragraphs.length <= MAX_TITLE_PARAGRAPHS,
  );
  const largestSize = largestOf(candidates.map(largestSizeOf));
  const candidate = candidates.find((text) => largestSizeOf(text) === largestSize);
  if (!candidate) return undefined;
  const otherTexts = upperTexts.filter((text) => text !== candidate);
  if (texts.length > 1 && otherTexts.every((text) => largestSizeOf(text) < largestSize)) return candidate;
  const middle = (candidate.box?.y ?? 0) + (candidate.box?.height ?? 0) / 2;
  const isAboveOthers = otherTexts.every(({ box }) => (box?.y ?? 0) >= middle);
  return isAboveOthers && oneLineOfShape(candidate).length <= MAX_SHORT_TITLE_CHARACTERS ? candidate : undefined;
}
