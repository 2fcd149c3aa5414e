/** A position in a text; both count from 1, columns in characters (code points). */
export interface MarkupPosition {
  line: number;
  column: number;
}

const LINE_END = /\r\n|\r|\n/g;

/** The position of an offset. @param offset in UTF-16 units */
export function lineAndColumnOfOffset(text: string, offset: number): MarkupPosition {
  let line = 1;
  let start = 0;
  for (const { index, 0: end } of text.slice(0, offset).matchAll(LINE_END)) {
    line += 1;
    start = index + end.length;
  }
  return { line, column: [...text.slice(start, offset)].length + 1 };
}

/** Markup that is malformed or not supported. The message is for the author. */
export class SpeechMarkupError extends Error {
  override name = 'SpeechMarkupError';
  readonly position: MarkupPosition;

  constructor(message: string, { line, column }: MarkupPosition, options: { cause?: unknown } = {}) {
    super(message, options);
    this.position = { line, column };
  }
}
