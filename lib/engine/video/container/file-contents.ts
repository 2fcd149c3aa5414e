import { type CaptionTrackTexts, toSingleLine } from '../captions/timed-captions.ts';

/** A chapter of a video. */
export interface Chapter {
  title: string;
  /** The frame of the video at which it starts, 0-based. */
  startFrame: number;
}

/** A chapter with its length. */
export interface ChapterWithLength extends Chapter {
  frames: number;
}

/**
 * Gives every chapter its length. A title becomes one line without control characters; an empty title becomes the number of the chapter.
 * @param frames of the whole video
 * @throws RangeError when the first chapter does not start at frame 0, one is empty, or one starts after the end
 */
export function withChapterLengths(chapters: readonly Chapter[], frames: number): ChapterWithLength[] {
  return chapters.map(({ title, startFrame }, index) => {
    const endFrame = chapters[index + 1]?.startFrame ?? frames;
    if (endFrame <= startFrame || (index === 0 && startFrame !== 0)) {
      throw new RangeError(`chapter ${index + 1} goes from frame ${startFrame} to ${endFrame}`);
    }
    return { title: toSingleLine(title) || String(index + 1), startFrame, frames: endFrame - startFrame };
  });
}

/** Content of a video file in addition to its pictures, as the writers of MP4 and WebM files get it: sound, chapters, captions and metadata. */
export interface NonPictureFileContents {
  /** Copied, not encoded again: AAC in an M4A file for MP4, Opus in an Ogg file for WebM. */
  audioFile?: string | undefined;
  /** In order, the first at frame 0. An empty title becomes the number of the chapter. */
  chapters?: readonly Chapter[] | undefined;
  /** They become a subtitle track that is off by default. */
  captions?: CaptionTrackTexts | undefined;
  title?: string | undefined;
  /** BCP 47; the language of the speech and of the titles. */
  language?: string | undefined;
  /** RFC 3339. */
  creationTime?: string | undefined;
}
