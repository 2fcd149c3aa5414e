import { breakIntoCaptions, CAPTION_FILE_LINE_LIMITS, type CaptionLimits } from './break-lines.ts';
import { captionWidthInColumns } from './caption-width.ts';
import {
  type CaptionWord,
  countVisibleUtf16Units,
  type TimedWord,
  WordTimesByTextPosition,
  wordsOfCaption,
} from './caption-words.ts';
import { linesWithDirectionMarks } from './lines-with-direction-marks.ts';
import { splitAtLineBreakOpportunities } from './tokens.ts';

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
  /** Its words in order, with times within its own; absent: no times of words were requested. */
  words?: readonly CaptionWord[] | undefined;
  /** The declared speaker of its words; absent: there is none, or no times of words were requested. */
  speaker?: string | undefined;
}

/** The video that captions are for. */
export interface VideoFactsForCaptions {
  /** BCP 47. */
  language: string;
  fps: number;
  /** The length of the whole video, in frames. */
  frames: number;
  /** The limits of its captions; absent: those of files. */
  limits?: CaptionLimits | undefined;
  /** True: captions have the times of their words. */
  withWords?: boolean | undefined;
}

/** Characters per second that are easy to read. Captions are shown longer to stay below, if the speech leaves time. */
export const READING_CHARACTERS_PER_SECOND = 17;
/** Shortest duration of a caption in seconds, if the speech leaves time. */
export const MIN_CAPTION_SECONDS = 1;
/**
 * Shortest gap between two captions in seconds; a shorter one would flicker and is closed. Narration pauses for 0.4 s between sentences, so
 * those gaps are closed.
 */
const MIN_GAP_SECONDS = 0.5;

/** A caption before its display time is chosen; times in frames. */
interface FramedCue {
  text: string;
  start: number;
  end: number;
  /** Latest end of its display. */
  latestEnd: number;
  /** Width in columns, by which its reading time is chosen. */
  columns: number;
  words?: readonly CaptionWord[] | undefined;
  speaker?: string | undefined;
}

/** A caption of a sentence with its times. */
interface CaptionWithTimes {
  lines: string[];
  /** Number of visible UTF-16 units of the sentence before the caption. */
  unitsBefore: number;
  /** Number of visible UTF-16 units of the sentence before the end of the caption. */
  unitsToEnd: number;
  start_seconds: number;
  end_seconds: number;
}

/** The captions of a sentence with their times: those of its words, if they were measured, else in proportion to the weights of captions. */
function captionsWithTimes(
  { text, start_seconds, end_seconds, has_measured_words }: CaptionedSentence,
  language: string,
  limits: CaptionLimits,
  wordTimes: WordTimesByTextPosition,
): CaptionWithTimes[] {
  const captions = breakIntoCaptions(splitAtLineBreakOpportunities(text, language, limits.columns), limits);
  const totalWeight = captions.reduce((sum, { weight }) => sum + weight, 0);
  const sentenceSeconds = Math.max(0, end_seconds - start_seconds);
  const timeAt = (unitsBefore: number, weightBefore: number): number => {
    if (weightBefore === 0) return start_seconds;
    return has_measured_words && weightBefore < totalWeight
      ? Math.min(wordTimes.at(unitsBefore), end_seconds)
      : start_seconds + (sentenceSeconds * weightBefore) / totalWeight;
  };
  let weightBefore = 0;
  let unitsToEnd = 0;
  return captions.map(({ lines, weight }) => {
    const unitsBefore = unitsToEnd;
    const start = timeAt(unitsBefore, weightBefore);
    weightBefore += weight;
    unitsToEnd += countVisibleUtf16Units(lines.join(''));
    return { lines, unitsBefore, unitsToEnd, start_seconds: start, end_seconds: timeAt(unitsToEnd, weightBefore) };
  });
}

/** The words of a caption. Estimated times are spread over the times of the caption. @param text its directed lines */
function wordsWithTimesOf(
  { lines, unitsBefore, unitsToEnd, start_seconds, end_seconds }: CaptionWithTimes,
  text: string,
  { has_measured_words }: CaptionedSentence,
  wordTimes: WordTimesByTextPosition,
): CaptionWord[] {
  const hasMark = text.split('\n').map((line, row) => line !== lines[row]);
  const words = wordsOfCaption(text, hasMark, unitsBefore, wordTimes);
  if (has_measured_words) return words;
  const [spokenFrom, spokenTo] = [wordTimes.at(unitsBefore), wordTimes.endAt(unitsToEnd)];
  const scale = spokenTo > spokenFrom ? (end_seconds - start_seconds) / (spokenTo - spokenFrom) : 0;
  const rescale = (seconds: number): number => start_seconds + (seconds - spokenFrom) * scale;
  return words.map((word) => ({
    ...word,
    start_seconds: rescale(word.start_seconds),
    end_seconds: rescale(word.end_seconds),
  }));
}

/** The captions of one sentence. */
function framedCuesOf(sentence: CaptionedSentence, video: VideoFactsForCaptions): FramedCue[] {
  const { fps, frames, limits = CAPTION_FILE_LINE_LIMITS, withWords } = video;
  const { text, end_seconds, is_cut, language = video.language, words = [], speaker } = sentence;
  const speakerPart = speaker === undefined ? {} : { speaker };
  const wordTimes = new WordTimesByTextPosition(words);
  return captionsWithTimes(sentence, language, limits, wordTimes).map((caption) => {
    const { lines, start_seconds, end_seconds: captionEndSeconds } = caption;
    const directedText = linesWithDirectionMarks(lines, text, language).join('\n');
    return {
      text: directedText,
      start: Math.round(start_seconds * fps),
      end: Math.round(captionEndSeconds * fps),
      latestEnd: is_cut ? Math.round(end_seconds * fps) : frames,
      columns: captionWidthInColumns(lines.join(' ')),
      ...(withWords && words.length > 0
        ? { words: wordsWithTimesOf(caption, directedText, sentence, wordTimes), ...speakerPart }
        : {}),
    };
  });
}

/**
 * The captions of sentences, which must be in the order in which they are spoken. Each caption is within the limits: at most two lines of
 * at most 42 characters (`captionWidthInColumns`) in files. It is shown while its part of the sentence is spoken, and longer if that time is
 * too short to read and no speech follows. Captions do not overlap and end with the video at the latest. Between two captions there is no
 * gap, or at least half a second. A caption that would have no frame is dropped.
 */
export function captionCuesOfSentences(
  sentences: readonly CaptionedSentence[],
  video: VideoFactsForCaptions,
): CaptionCue[] {
  const { fps, frames } = video;
  const framedCues: FramedCue[] = [];
  for (const cue of sentences.flatMap((sentence) => framedCuesOf(sentence, video))) {
    const start = Math.max(cue.start, (framedCues.at(-1)?.start ?? -1) + 1);
    if (start < Math.min(cue.latestEnd, frames)) framedCues.push({ ...cue, start });
  }
  return framedCues.map(({ text, start, end, latestEnd, columns, words, speaker }, i) => {
    const readableEnd = start + Math.ceil(Math.max(MIN_CAPTION_SECONDS, columns / READING_CHARACTERS_PER_SECOND) * fps);
    const nextStart = framedCues[i + 1]?.start ?? Number.POSITIVE_INFINITY;
    const maxEnd = Math.min(latestEnd, nextStart, frames);
    const preferredEnd = Math.min(Math.max(end, readableEnd, start + 1), maxEnd);
    const shownUntil = nextStart - preferredEnd < MIN_GAP_SECONDS * fps ? maxEnd : preferredEnd;
    const times = { start_seconds: start / fps, end_seconds: shownUntil / fps };
    const speakerPart = speaker === undefined ? {} : { speaker };
    return { text, ...times, ...(words ? { words: clampWords(words, times), ...speakerPart } : {}) };
  });
}

/** The words with times within those of their caption, in milliseconds. */
function clampWords(
  words: readonly CaptionWord[],
  { start_seconds, end_seconds }: Pick<CaptionCue, 'start_seconds' | 'end_seconds'>,
): CaptionWord[] {
  const clampToCue = (seconds: number): number =>
    Math.min(Math.max(Math.round(seconds * 1000) / 1000, start_seconds), end_seconds);
  return words.map((word) => ({
    ...word,
    start_seconds: clampToCue(word.start_seconds),
    end_seconds: clampToCue(word.end_seconds),
  }));
}
