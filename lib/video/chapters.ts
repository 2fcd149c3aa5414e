/** Where a chapter starts, and what it is called. */
export interface Chapter {
  title: string;
  /** 0-based. */
  startFrame: number;
}

export interface PlacedChapter extends Chapter {
  frames: number;
}

/**
 * Gives every chapter its length. A title is one line without control characters; one without a letter becomes the
 * number of the chapter.
 * @throws RangeError when the first does not start at frame 0, one is empty, or one starts behind the end
 */
export function placeChapters(chapters: readonly Chapter[], frames: number): PlacedChapter[] {
  return chapters.map(({ title, startFrame }, index) => {
    const end = chapters[index + 1]?.startFrame ?? frames;
    if (end <= startFrame || (index === 0 && startFrame !== 0)) {
      throw new RangeError(`chapter ${index + 1} goes from frame ${startFrame} to ${end}`);
    }
    return { title: oneLine(title) || String(index + 1), startFrame, frames: end - startFrame };
  });
}

/** Runs of white space and control characters become one space; a lone surrogate becomes U+FFFD. */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
