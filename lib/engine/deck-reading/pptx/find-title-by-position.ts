import { SLIDE_TEXT_LIMITS } from '../deck-limits.ts';
import { largestOf } from '../extremes.ts';
import type { TextOutsidePlaceholders } from './read-slide.ts';

/** Size of a text box that names none, in points, as in PowerPoint. */
const USUAL_SIZE = 18;
/** Characters, at most, of a title that is not larger than the other texts. */
const SHORT = 100;
const MAX_LINES = 3;

const fromTheTop = (texts: readonly TextOutsidePlaceholders[]): TextOutsidePlaceholders[] =>
  [...texts].sort((a, b) => (a.box?.y ?? 0) - (b.box?.y ?? 0) || (a.box?.x ?? 0) - (b.box?.x ?? 0));

/** The text of a shape in one line, with spaces between its paragraphs. */
export const oneLineOfShape = ({ paragraphs }: TextOutsidePlaceholders): string =>
  paragraphs.map(({ text }) => text).join(' ');

const sizeOf = ({ paragraphs }: TextOutsidePlaceholders): number =>
  paragraphs.reduce((most, { size = USUAL_SIZE }) => Math.max(most, size), 0);

/** Two letters: a single one is the label of a shape or an axis. */
const isWorded = (text: string): boolean => /\p{L}/u.test(text) && /[\p{L}\p{N}][^\p{L}\p{N}]*[\p{L}\p{N}]/u.test(text);

/**
 * The text that is placed like a title: the largest text of the upper half, if it is larger than all other texts or above all of them. The
 * topmost of equally large texts counts. It is neither a rotated text nor one that most slides repeat.
 * @param height of the slide
 * @param isRunning whether a text is repeated from slide to slide, as the name of an event is
 */
export function findTitleByPosition(
  texts: readonly TextOutsidePlaceholders[],
  height: number,
  isRunning: (text: string) => boolean = () => false,
): TextOutsidePlaceholders | undefined {
  const upper = fromTheTop(texts).filter((text) => {
    const line = oneLineOfShape(text);
    return (text.box?.y ?? 0) < height / 2 && !text.isTurned && isWorded(line) && !isRunning(line);
  });
  const heads = upper.filter(
    (text) => oneLineOfShape(text).length <= SLIDE_TEXT_LIMITS.title && text.paragraphs.length <= MAX_LINES,
  );
  const largest = largestOf(heads.map(sizeOf));
  const head = heads.find((text) => sizeOf(text) === largest);
  if (!head) return undefined;
  const others = upper.filter((text) => text !== head);
  if (texts.length > 1 && others.every((text) => sizeOf(text) < largest)) return head;
  const middle = (head.box?.y ?? 0) + (head.box?.height ?? 0) / 2;
  const isAbove = others.every(({ box }) => (box?.y ?? 0) >= middle);
  return isAbove && oneLineOfShape(head).length <= SHORT ? head : undefined;
}
