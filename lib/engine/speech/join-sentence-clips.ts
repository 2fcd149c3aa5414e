import { audibleSampleRange } from './audible-sample-range.ts';
import { checkSpeechLength } from './check-speech-length.ts';
import type { SpokenSentence } from './engine.ts';
import type { SentenceBreakPart } from './script/script.ts';
import {
  type SpokenWordSpan,
  timesOfSentenceWords,
  type WrittenToSpokenRange,
} from './words/times-of-sentence-words.ts';

/** Sound of an engine, with its words if the engine reports them; offsets in the spoken text of the sentence. */
interface Sound {
  pcm: Int16Array;
  marks?: readonly SpokenWordSpan[] | undefined;
}

/** Part of a sentence: sound from the engine (with silence around it, not levelled), or a break of the author. */
export type SentenceClipPart = Sound | SentenceBreakPart;

/** A sentence in its parts, in order. */
export interface SentenceClip {
  text: string;
  parts: readonly SentenceClipPart[];
  /** The ranges of the sentence in the script. */
  ranges?: readonly WrittenToSpokenRange[] | undefined;
  /** True if the pause between paragraphs follows it. */
  ends_paragraph?: boolean | undefined;
}

/** The sentences of a text as one sound, not yet levelled. */
export interface JoinedSpeech {
  pcm: Int16Array<ArrayBuffer>;
  sentences: SpokenSentence[];
}

/** Seconds of silence at speed 1: after paragraphs, after sentences, and where a long sentence is cut at a clause mark. */
const PAUSE_SECONDS = { paragraph: 0.8, sentence: 0.4, clause: 0.2 };
/** Length of the fade at both ends of each clip. */
const FADE_SECONDS = 0.005;
/** Matches a sentence that was cut off after a clause mark. */
const CLAUSE_END = /[,;:،؛、，；：–—]$/u;

/** A piece of sound, or a number of samples of silence. */
type Piece = Sound | { silence: number };
/** A sentence with at least one piece of sound. */
type AudibleSentence = {
  text: string;
  pieces: Piece[];
  ranges: readonly WrittenToSpokenRange[] | undefined;
  ends_paragraph?: boolean | undefined;
};

/**
 * Joins sentences: each is trimmed, faded in and out (a join must not click) and followed by a natural pause. A break has
 * exactly its length, whatever the speed; between two sentences it replaces a shorter pause. The text of a sentence without sound is
 * added to the sentence before it (or the first with sound), so that captions lose nothing. Without any sound there are no sentences.
 * @param sampleRate Hz, of all clips
 * @throws SpeechError `too_long`
 */
export function joinSentenceClips(clips: readonly SentenceClip[], sampleRate: number, speed: number): JoinedSpeech {
  const sentencesWithSound = audibleSentences(clips, sampleRate);
  const fadeSamples = Math.round(FADE_SECONDS * sampleRate);
  const pauses = sentencesWithSound.map((clip, i) =>
    i + 1 < sentencesWithSound.length ? pauseAfter(clip, sampleRate, speed) : 0,
  );
  const placedClips: { pcm: Int16Array; start: number }[] = [];
  const sentences: SpokenSentence[] = [];
  let position = 0;
  let silence = 0;
  let nextPause = 0;
  for (const [i, { text, pieces, ranges }] of sentencesWithSound.entries()) {
    let sentenceStart: number | undefined;
    const marks: SpokenWordSpan[] = [];
    let sentenceEnd = position;
    for (const piece of pieces) {
      if ('silence' in piece) {
        silence += piece.silence;
        continue;
      }
      position += Math.max(silence, nextPause);
      sentenceStart ??= position;
      placedClips.push({ pcm: piece.pcm, start: position });
      marks.push(...moveMarks(piece.marks ?? [], position, piece.pcm.length));
      position += piece.pcm.length;
      sentenceEnd = position;
      silence = 0;
      nextPause = 0;
    }
    const words = timesOfSentenceWords(text, ranges, marks);
    sentences.push({
      text,
      start_seconds: secondsOf(sentenceStart ?? sentenceEnd, sampleRate),
      end_seconds: secondsOf(sentenceEnd, sampleRate),
      ...(words && {
        word_ms: words.map((sample) => millisecondsOf(sample - (sentenceStart ?? sentenceEnd), sampleRate)),
      }),
    });
    nextPause = pauses[i] ?? 0;
  }
  const length = position + (sentences.length > 0 ? silence : 0);
  checkSpeechLength(length, sampleRate);
  const pcm = new Int16Array(length);
  for (const clip of placedClips) {
    pcm.set(clip.pcm, clip.start);
    fadeEnds(pcm.subarray(clip.start, clip.start + clip.pcm.length), fadeSamples);
  }
  return { pcm, sentences };
}

/** The audible part of a sound; its words are measured from there. */
function trimSound({ pcm, marks = [] }: Sound, sampleRate: number): Sound {
  const { from, to } = audibleSampleRange(pcm, sampleRate);
  return { pcm: pcm.subarray(from, to), marks: moveMarks(marks, -from, to - from) };
}

/** Moves marks by a number of samples, which may be negative, and limits them to a sound of `length` samples. */
const moveMarks = (marks: readonly SpokenWordSpan[], samples: number, length: number): SpokenWordSpan[] => {
  const [first, last] = samples < 0 ? [0, length] : [samples, samples + length];
  const clampToSound = (sample: number) => Math.min(last, Math.max(first, sample + samples));
  return marks.map((mark) => ({
    ...mark,
    startSample: clampToSound(mark.startSample),
    endSample: clampToSound(mark.endSample),
  }));
};

/** Merges sentences without sound into their neighbours, and trims the sounds. */
function audibleSentences(clips: readonly SentenceClip[], sampleRate: number): AudibleSentence[] {
  const sentences: AudibleSentence[] = [];
  /** Sentences without sound before the first one with sound. */
  let leadingSentence: AudibleSentence = { text: '', pieces: [], ranges: undefined };
  for (const { text, parts, ranges, ends_paragraph } of clips) {
    const pieces = parts.flatMap((part): Piece[] => {
      if ('break_seconds' in part) return [{ silence: Math.round(part.break_seconds * sampleRate) }];
      const sound = trimSound(part, sampleRate);
      return sound.pcm.length > 0 ? [sound] : [];
    });
    const previousSentence = sentences.at(-1);
    if (pieces.some((piece) => 'pcm' in piece)) {
      sentences.push({
        text: joinTexts(leadingSentence.text, text),
        pieces: leadingSentence.text === '' ? pieces : [...leadingSentence.pieces, ...pieces].map(withoutMarks),
        ranges,
        ends_paragraph,
      });
      leadingSentence = { text: '', pieces: [], ranges: undefined };
    } else if (previousSentence) {
      previousSentence.text = joinTexts(previousSentence.text, text);
      previousSentence.pieces = [...previousSentence.pieces, ...pieces].map(withoutMarks);
      previousSentence.ends_paragraph ||= ends_paragraph;
    } else
      leadingSentence = {
        text: joinTexts(leadingSentence.text, text),
        pieces: [...leadingSentence.pieces, ...pieces],
        ranges: undefined,
      };
  }
  return sentences;
}

/** A piece without its words: where two sentences have become one, their offsets are not known. */
const withoutMarks = (piece: Piece): Piece => ('pcm' in piece ? { pcm: piece.pcm } : piece);

function joinTexts(a: string, b: string): string {
  return a === '' ? b : `${a} ${b}`;
}

function pauseAfter({ text, ends_paragraph }: AudibleSentence, sampleRate: number, speed: number): number {
  const kind = ends_paragraph ? 'paragraph' : CLAUSE_END.test(text) ? 'clause' : 'sentence';
  return Math.round((PAUSE_SECONDS[kind] / speed) * sampleRate);
}

/** Fades both ends of a clip in place, linearly. */
function fadeEnds(pcm: Int16Array, maxFadeSamples: number): void {
  const length = Math.min(maxFadeSamples, pcm.length >> 1);
  for (let i = 0; i < length; i++) {
    const mirrorIndex = pcm.length - 1 - i;
    pcm[i] = Math.round(((pcm[i] ?? 0) * i) / length);
    pcm[mirrorIndex] = Math.round(((pcm[mirrorIndex] ?? 0) * i) / length);
  }
}

/** A number of samples in whole milliseconds. */
const millisecondsOf = (sample: number, sampleRate: number): number => Math.round((sample * 1000) / sampleRate);

const secondsOf = (sample: number, sampleRate: number): number => millisecondsOf(sample, sampleRate) / 1000;
