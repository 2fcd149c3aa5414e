import { checkSpeechLength } from './check-speech-length.ts';
import type { Sentence } from './engine.ts';
import type { BreakPart } from './script/script.ts';

/** A stretch of a sentence as the engine gave it (silence around it, any level), or silence that the author asked for. */
export type ClipPart = { pcm: Int16Array } | BreakPart;

/** A sentence in its stretches, in order. */
export interface SentenceClip {
  text: string;
  parts: readonly ClipPart[];
  /** The pause after it is that between two paragraphs. */
  ends_paragraph?: boolean | undefined;
}

export interface JoinedSpeech {
  pcm: Int16Array<ArrayBuffer>;
  sentences: Sentence[];
}

/** Silence between two sentences in seconds at speed 1, and where a long sentence was cut at a clause mark. */
const PAUSE_SECONDS = { paragraph: 0.8, sentence: 0.4, clause: 0.2 };
const FADE_SECONDS = 0.005;
// Kept around what is audible, so that the fades take nothing of a soft consonant.
const KEEP_BEFORE_SECONDS = 0.01;
const KEEP_AFTER_SECONDS = 0.03;
/** −50 dB under the clip's own peak. */
const AUDIBLE = 10 ** (-50 / 20);
/** Under this peak (−60 dBFS) a clip has no speech in it. */
const NOTHING = 33;
const CLAUSE_END = /[,;:،؛、，；：–—]$/u;

/** Sound or silence of a length in samples. */
type Stretch = { pcm: Int16Array } | { silence: number };
type Laid = { text: string; stretches: Stretch[]; ends_paragraph?: boolean | undefined };

/**
 * Lays sentences one after the other: trimmed, faded in and out (a join cannot click), a natural pause between them. A
 * break is silence of exactly its length whatever the speed; between two sentences it takes the place of the pause if it
 * is longer. A clip without sound gives its text to its neighbour, so that captions lose nothing. No sound at all: no
 * sentences.
 * @throws SpeechError `too_long`
 */
export function joinSentences(clips: readonly SentenceClip[], sampleRate: number, speed: number): JoinedSpeech {
  const spoken = withSound(clips, sampleRate);
  const fade = Math.round(FADE_SECONDS * sampleRate);
  const pauses = spoken.map((clip, i) => (i + 1 < spoken.length ? pauseAfter(clip, sampleRate, speed) : 0));
  const placed: { pcm: Int16Array; at: number }[] = [];
  const sentences: Sentence[] = [];
  let at = 0;
  let silence = 0;
  let pause = 0;
  for (const [i, { text, stretches }] of spoken.entries()) {
    let start: number | undefined;
    let end = at;
    for (const stretch of stretches) {
      if ('silence' in stretch) {
        silence += stretch.silence;
        continue;
      }
      at += Math.max(silence, pause);
      start ??= at;
      placed.push({ pcm: stretch.pcm, at });
      at += stretch.pcm.length;
      end = at;
      silence = 0;
      pause = 0;
    }
    sentences.push({ text, start_seconds: seconds(start ?? end, sampleRate), end_seconds: seconds(end, sampleRate) });
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

/** The part with sound in it, a view and no copy; empty when there is none. */
export function trimSilence(pcm: Int16Array, sampleRate: number): Int16Array {
  let peak = 0;
  for (const value of pcm) peak = Math.max(peak, Math.abs(value));
  if (peak < NOTHING) return pcm.subarray(0, 0);
  const audible = (value: number) => Math.abs(value) > peak * AUDIBLE;
  const from = pcm.findIndex(audible) - Math.round(KEEP_BEFORE_SECONDS * sampleRate);
  const to = pcm.findLastIndex(audible) + 1 + Math.round(KEEP_AFTER_SECONDS * sampleRate);
  return pcm.subarray(Math.max(0, from), Math.min(pcm.length, to));
}

function withSound(clips: readonly SentenceClip[], sampleRate: number): Laid[] {
  const laid: Laid[] = [];
  /** Sentences without sound that nothing stands before. */
  let ahead: Laid = { text: '', stretches: [] };
  for (const { text, parts, ends_paragraph } of clips) {
    const stretches = parts.flatMap((part): Stretch[] => {
      if ('break_seconds' in part) return [{ silence: Math.round(part.break_seconds * sampleRate) }];
      const pcm = trimSilence(part.pcm, sampleRate);
      return pcm.length > 0 ? [{ pcm }] : [];
    });
    const before = laid.at(-1);
    if (stretches.some((stretch) => 'pcm' in stretch)) {
      laid.push({ text: join(ahead.text, text), stretches: [...ahead.stretches, ...stretches], ends_paragraph });
      ahead = { text: '', stretches: [] };
    } else if (before) {
      before.text = join(before.text, text);
      before.stretches.push(...stretches);
      before.ends_paragraph ||= ends_paragraph;
    } else ahead = { text: join(ahead.text, text), stretches: [...ahead.stretches, ...stretches] };
  }
  return laid;
}

function join(a: string, b: string): string {
  return a === '' ? b : `${a} ${b}`;
}

function pauseAfter({ text, ends_paragraph }: Laid, sampleRate: number, speed: number): number {
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

/** Milliseconds are finer than anything that reads them. */
function seconds(sample: number, sampleRate: number): number {
  return Math.round((sample * 1000) / sampleRate) / 1000;
}
