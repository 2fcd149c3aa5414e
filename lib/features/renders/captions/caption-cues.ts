import { breakIntoCaptions, CAPTION_FILE_LIMITS, type CaptionLimits } from './break-lines.ts';
import {
  type CaptionWord,
  countVisibleUtf16Units,
  type TimedWord,
  WordTimesByTextPosition,
  wordsOfCaption,
} from './caption-words.ts';
import { captionWidthInColumns } from './columns.ts';
import { linesWithDirectionMarks } from './lines-with-direction-marks.ts';
import { captionTokensOf } from './tokens.ts';

/** A spoken sentence with its times, in seconds from the start of the video. */
export interface CaptionedSentence {
  text: string;
  start_seconds: number;
  end_seconds: number;
  /** BCP 47; absent: the language of the video. */
  language?: string | undefined;
  /** True when its speech is cut off at its end; then its captions end there, too. */
  is_cut?: boolean | undefined;
  /** All its words in order. */
  words?: readonly TimedWord[] | undefined;
  /** The declared speaker who speaks it; absent: none. */
  speaker?: string | undefined;
  /** True if the times of its words were measured: captions then change with words. Else they are estimates. */
  has_measured_words?: boolean | undefined;
}

/** A caption: one line, or two separated by a line feed. Its times are those of whole frames, in seconds. */
export interface CaptionCue {
  text: string;
  start_seconds: number;
  end_seconds: number;
  /** Its words, if their times are wanted; in order, within its times. */
  words?: readonly CaptionWord[] | undefined;
  /** The declared speaker of its words, if their times are wanted; absent: none. */
  speaker?: string | undefined;
}

/** The video that captions are for. */
export interface CaptionedVideo {
  /** BCP 47. */
  language: string;
  fps: number;
  /** The length of the whole video, in frames. */
  frames: number;
  /** Absent: those of files. */
  limits?: CaptionLimits | undefined;
  /** True: captions have the times of their words. */
  withWords?: boolean | undefined;
}

/** Characters per second that are easy to read. Captions are shown longer to stay below, if the speech leaves time. */
export const READING_CHARACTERS_PER_SECOND = 17;
/** Shortest duration of a caption in seconds, if the speech leaves time. */
export const MIN_CAPTION_SECONDS = 1;
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
  words?: readonly CaptionWord[] | undefined;
  speaker?: string | undefined;
}

/** A caption of a sentence with its times. */
interface SaidCaption {
  lines: string[];
  /** Number of seen units of the sentence before it, and before its end. */
  first: number;
  until: number;
  start_seconds: number;
  end_seconds: number;
}

/** The captions of a sentence with their times: those of its words, if they were measured, else in proportion to the weights of captions. */
function saidCaptions(
  { text, start_seconds, end_seconds, has_measured_words }: CaptionedSentence,
  language: string,
  limits: CaptionLimits,
  clock: WordTimesByTextPosition,
): SaidCaption[] {
  const broken = breakIntoCaptions(captionTokensOf(text, language, limits.columns), limits);
  const total = broken.reduce((sum, { weight }) => sum + weight, 0);
  const seconds = Math.max(0, end_seconds - start_seconds);
  const timeAt = (seen: number, said: number): number => {
    if (said === 0) return start_seconds;
    return has_measured_words && said < total
      ? Math.min(clock.at(seen), end_seconds)
      : start_seconds + (seconds * said) / total;
  };
  let said = 0;
  let seen = 0;
  return broken.map(({ lines, weight }) => {
    const first = seen;
    const start = timeAt(first, said);
    said += weight;
    seen += countVisibleUtf16Units(lines.join(''));
    return { lines, first, until: seen, start_seconds: start, end_seconds: timeAt(seen, said) };
  });
}

/** The words of a caption. Estimated times are spread over the times of the caption. @param text its directed lines */
function wordsOf(
  { lines, first, until, start_seconds, end_seconds }: SaidCaption,
  text: string,
  { has_measured_words }: CaptionedSentence,
  clock: WordTimesByTextPosition,
): CaptionWord[] {
  const hasMark = text.split('\n').map((line, row) => line !== lines[row]);
  const words = wordsOfCaption(text, hasMark, first, clock);
  if (has_measured_words) return words;
  const [from, to] = [clock.at(first), clock.endAt(until)];
  const scale = to > from ? (end_seconds - start_seconds) / (to - from) : 0;
  const within = (seconds: number): number => start_seconds + (seconds - from) * scale;
  return words.map((word) => ({
    ...word,
    start_seconds: within(word.start_seconds),
    end_seconds: within(word.end_seconds),
  }));
}

/** The captions of one sentence. */
function cuesOf(sentence: CaptionedSentence, frame: CaptionedVideo): FramedCue[] {
  const { fps, frames, limits = CAPTION_FILE_LIMITS, withWords } = frame;
  const { text, end_seconds, is_cut, language = frame.language, words = [], speaker } = sentence;
  const said = speaker === undefined ? {} : { speaker };
  const clock = new WordTimesByTextPosition(words);
  return saidCaptions(sentence, language, limits, clock).map((caption) => {
    const { lines, start_seconds, end_seconds: end } = caption;
    const directed = linesWithDirectionMarks(lines, text, language).join('\n');
    return {
      text: directed,
      start: Math.round(start_seconds * fps),
      end: Math.round(end * fps),
      latest: is_cut ? Math.round(end_seconds * fps) : frames,
      columns: captionWidthInColumns(lines.join(' ')),
      ...(withWords && words.length > 0 ? { words: wordsOf(caption, directed, sentence, clock), ...said } : {}),
    };
  });
}

/**
 * The captions of sentences, which must be in the order in which they are spoken. Each caption is within the limits: at most two lines of
 * at most 42 characters (`captionWidthInColumns`) in files. It is shown while its part of the sentence is spoken, and longer if that time is too short
 * to read and no speech follows. Captions do not overlap and end with the video at the latest. Between two captions there is no gap, or at
 * least half a second. A caption that would have no frame is dropped.
 */
export function captionCues(sentences: readonly CaptionedSentence[], frame: CaptionedVideo): CaptionCue[] {
  const { fps, frames } = frame;
  const placed: FramedCue[] = [];
  for (const cue of sentences.flatMap((sentence) => cuesOf(sentence, frame))) {
    const start = Math.max(cue.start, (placed.at(-1)?.start ?? -1) + 1);
    if (start < Math.min(cue.latest, frames)) placed.push({ ...cue, start });
  }
  return placed.map(({ text, start, end, latest, columns, words, speaker }, i) => {
    const readable = start + Math.ceil(Math.max(MIN_CAPTION_SECONDS, columns / READING_CHARACTERS_PER_SECOND) * fps);
    const next = placed[i + 1]?.start ?? Number.POSITIVE_INFINITY;
    const most = Math.min(latest, next, frames);
    const wanted = Math.min(Math.max(end, readable, start + 1), most);
    const until = next - wanted < MIN_GAP_SECONDS * fps ? most : wanted;
    const times = { start_seconds: start / fps, end_seconds: until / fps };
    const said = speaker === undefined ? {} : { speaker };
    return { text, ...times, ...(words ? { words: clampWords(words, times), ...said } : {}) };
  });
}

/** The words with times within those of their caption, in milliseconds. */
function clampWords(
  words: readonly CaptionWord[],
  { start_seconds, end_seconds }: Pick<CaptionCue, 'start_seconds' | 'end_seconds'>,
): CaptionWord[] {
  const within = (seconds: number): number =>
    Math.min(Math.max(Math.round(seconds * 1000) / 1000, start_seconds), end_seconds);
  return words.map((word) => ({
    ...word,
    start_seconds: within(word.start_seconds),
    end_seconds: within(word.end_seconds),
  }));
}
