import { breakLines } from './break-lines.ts';
import { columnsOf } from './columns.ts';
import { directedLines } from './direction-marks.ts';
import { tokensOf } from './tokens.ts';

/** A spoken sentence with its times, in seconds from the start of the video. */
export interface CaptionedSentence {
  text: string;
  start_seconds: number;
  end_seconds: number;
  /** BCP 47; absent: the language of the video. */
  language?: string | undefined;
  /** True when its speech is cut off at its end; then its captions end there, too. */
  is_cut?: boolean | undefined;
}

/** A caption: one line, or two separated by a line feed. Its times are those of whole frames, in seconds. */
export interface CaptionCue {
  text: string;
  start_seconds: number;
  end_seconds: number;
}

/** The video that captions are for. */
export interface CaptionFrame {
  /** BCP 47. */
  language: string;
  fps: number;
  /** The length of the whole video, in frames. */
  frames: number;
}

/** Characters per second that are easy to read. Captions are shown longer to stay below, if the speech leaves time. */
export const READING_SPEED = 20;
/** Shortest duration of a caption in seconds, if the speech leaves time. */
export const MIN_SECONDS = 1;
/**
 * Shortest gap between two captions in seconds; a shorter one would flicker and is closed. Narration pauses for 0.4 s between sentences.
 */
const MIN_GAP_SECONDS = 0.5;

/** A caption before its display time is chosen; times in frames. */
interface FramedCue {
  text: string;
  start: number;
  end: number;
  /** Latest end of its display. */
  latest: number;
  columns: number;
}

/** The captions of one sentence, with times in proportion to their weights. */
function cuesOf(sentence: CaptionedSentence, frame: CaptionFrame): FramedCue[] {
  const { fps, frames } = frame;
  const { text, start_seconds, end_seconds, is_cut, language = frame.language } = sentence;
  const broken = breakLines(tokensOf(text, language));
  const total = broken.reduce((sum, { weight }) => sum + weight, 0);
  const seconds = Math.max(0, end_seconds - start_seconds);
  let said = 0;
  return broken.map(({ lines, weight }) => {
    const start = Math.round((start_seconds + (seconds * said) / total) * fps);
    said += weight;
    const end = Math.round((start_seconds + (seconds * said) / total) * fps);
    return {
      text: directedLines(lines, text, language).join('\n'),
      start,
      end,
      latest: is_cut ? Math.round(end_seconds * fps) : frames,
      columns: columnsOf(lines.join(' ')),
    };
  });
}

/**
 * The captions of sentences, which must be in the order in which they are spoken. Each caption has at most two lines of at most 42
 * characters (`columnsOf`). It is shown while its part of the sentence is spoken, and longer if that is too short to read and no speech
 * follows. Captions do not overlap and end with the video at the latest. Between two captions there is no gap, or at least half a second.
 * A caption that would have no frame is dropped.
 */
export function captionCues(sentences: readonly CaptionedSentence[], frame: CaptionFrame): CaptionCue[] {
  const { fps, frames } = frame;
  const placed: FramedCue[] = [];
  for (const cue of sentences.flatMap((sentence) => cuesOf(sentence, frame))) {
    const start = Math.max(cue.start, (placed.at(-1)?.start ?? -1) + 1);
    if (start < Math.min(cue.latest, frames)) placed.push({ ...cue, start });
  }
  return placed.map(({ text, start, end, latest, columns }, i) => {
    const readable = start + Math.ceil(Math.max(MIN_SECONDS, columns / READING_SPEED) * fps);
    const next = placed[i + 1]?.start ?? Number.POSITIVE_INFINITY;
    const most = Math.min(latest, next, frames);
    const wanted = Math.min(Math.max(end, readable, start + 1), most);
    const until = next - wanted < MIN_GAP_SECONDS * fps ? most : wanted;
    return { text, start_seconds: start / fps, end_seconds: until / fps };
  });
}
