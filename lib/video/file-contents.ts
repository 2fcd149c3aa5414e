import type { Captions } from './captions/cues.ts';
import type { Chapter } from './chapters.ts';

/** What a video's file holds besides its pictures. */
export interface FileContents {
  /** Copied, not encoded again: AAC in an M4A file for MP4, Opus in an Ogg file for WebM. */
  audioFile?: string | undefined;
  /** In order, the first at frame 0. An empty title becomes the number of the chapter. */
  chapters?: readonly Chapter[] | undefined;
  /** A track that is off until somebody chooses it. */
  captions?: Captions | undefined;
  title?: string | undefined;
  /** BCP 47, of what is spoken and of the titles. */
  language?: string | undefined;
  /** RFC 3339. */
  creationTime?: string | undefined;
}
