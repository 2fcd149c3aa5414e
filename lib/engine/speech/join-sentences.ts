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
const FADE_SECONDS = 0.005;
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
export function joinSentences(clips: readonly SentenceClip[], sampleRate: number, speed: number): JoinedSpeech {
  const spoken = audibleSentences(clips, sampleRate);
  const fade = Math.round(FADE_SECONDS * sampleRate);
  const pauses = spoken.map((clip, i) => (i + 1 < spoken.length ? pauseAfter(clip, sampleRate, speed) : 0));
  const placed: { pcm: Int16Array; at: number }[] = [];
  const sentences: SpokenSentence[] = [];
  let at = 0;
  let silence = 0;
  let pause = 0;
  for (const [i, { text, pieces, ranges }] of spoken.entries()) {
    let start: number | undefined;
    const marks: SpokenWordSpan[] = [];
    let end = at;
    for (const piece of pieces) {
      if ('silence' in piece) {
        silence += piece.silence;
        continue;
      }
      at += Math.max(silence, pause);
      start ??= at;
      placed.push({ pcm: piece.pcm, at });
      marks.push(...moved(piece.marks ?? [], at, piece.pcm.length));
      at += piece.pcm.length;
      end = at;
      silence = 0;
      pause = 0;
    }
    const words = timesOfSentenceWords(text, ranges, marks);
    sentences.push({
      text,
      start_seconds: seconds(start ?? end, sampleRate),
      end_seconds: seconds(end, sampleRate),
      ...(words && { word_ms: words.map((sample) => milliseconds(sample - (start ?? end), sampleRate)) }),
    });
    pause = pauses[i] ?? 0;
  }
  const length = at + (sentences.length > 0 ? silence : 0);
  checkSpeechLength(length, sampleRate);
  const pcm = new Int16Array(length);
  for (const clip of placed) {
    pcm.set(clip.pcm, clip.at);
    fadeEnds(pcm.subarray(clip.at, clip.at + clip.pcm.length), fade);
  }
  return { pcm, sentences };
}

/** The audible part of a sound; its words are measured from there. */
function trimmed({ pcm, marks = [] }: Sound, sampleRate: number): Sound {
  const { from, to } = audibleSampleRange(pcm, sampleRate);
  return { pcm: pcm.subarray(from, to), marks: moved(marks, -from, to - from) };
}

/** Marks by a number of samples later, within the sound that starts there. */
const moved = (marks: readonly SpokenWordSpan[], samples: number, length: number): SpokenWordSpan[] => {
  const [first, last] = samples < 0 ? [0, length] : [samples, samples + length];
  const within = (sample: number) => Math.min(last, Math.max(first, sample + samples));
  return marks.map((mark) => ({
    ...mark,
    startSample: within(mark.startSample),
    endSample: within(mark.endSample),
  }));
};

function audibleSentences(clips: readonly SentenceClip[], sampleRate: number): AudibleSentence[] {
  const audible: AudibleSentence[] = [];
  /** Sentences without sound before the first one with sound. */
  let leading: AudibleSentence = { text: '', pieces: [], ranges: undefined };
  for (const { text, parts, ranges, ends_paragraph } of clips) {
    const pieces = parts.flatMap((part): Piece[] => {
      if ('break_seconds' in part) return [{ silence: Math.round(part.break_seconds * sampleRate) }];
      const sound = trimmed(part, sampleRate);
      return sound.pcm.length > 0 ? [sound] : [];
    });
    const before = audible.at(-1);
    if (pieces.some((piece) => 'pcm' in piece)) {
      audible.push({
        text: join(leading.text, text),
        pieces: leading.text === '' ? pieces : [...leading.pieces, ...pieces].map(unmarked),
        ranges,
        ends_paragraph,
      });
      leading = { text: '', pieces: [], ranges: undefined };
    } else if (before) {
      before.text = join(before.text, text);
      before.pieces = [...before.pieces, ...pieces].map(unmarked);
      before.ends_paragraph ||= ends_paragraph;
    } else leading = { text: join(leading.text, text), pieces: [...leading.pieces, ...pieces], ranges: undefined };
  }
  return audible;
}

/** A piece without its words: where two sentences have become one, their offsets are not known. */
const unmarked = (piece: Piece): Piece => ('pcm' in piece ? { pcm: piece.pcm } : piece);

function join(a: string, b: string): string {
  return a === '' ? b : `${a} ${b}`;
}

function pauseAfter({ text, ends_paragraph }: AudibleSentence, sampleRate: number, speed: number): number {
  const kind = ends_paragraph ? 'paragraph' : CLAUSE_END.test(text) ? 'clause' : 'sentence';
  return Math.round((PAUSE_SECONDS[kind] / speed) * sampleRate);
}

function fadeEnds(pcm: Int16Array, samples: number): void {
  const length = Math.min(samples, pcm.length >> 1);
  for (let i = 0; i < length; i++) {
    const last = pcm.length - 1 - i;
    pcm[i] = Math.round(((pcm[i] ?? 0) * i) / length);
    pcm[last] = Math.round(((pcm[last] ?? 0) * i) / length);
  }
}

/** Rounded, finer than any reader needs. */
const milliseconds = (sample: number, sampleRate: number): number => Math.round((sample * 1000) / sampleRate);

const seconds = (sample: number, sampleRate: number): number => milliseconds(sample, sampleRate) / 1000;
