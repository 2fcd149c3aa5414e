import type { Sentence } from './engine.ts';

/** One sentence as the engine gave it: silence around it, any level. */
export interface SentenceClip {
  text: string;
  pcm: Int16Array;
}

export interface JoinedSpeech {
  pcm: Int16Array<ArrayBuffer>;
  sentences: Sentence[];
}

/** Silence between two sentences in seconds at speed 1, and where a long sentence was cut at a clause mark. */
const PAUSE_SECONDS = { sentence: 0.4, clause: 0.2 };
const FADE_SECONDS = 0.005;
// Kept around what is audible, so that the fades take nothing of a soft consonant.
const KEEP_BEFORE_SECONDS = 0.01;
const KEEP_AFTER_SECONDS = 0.03;
/** −50 dB under the clip's own peak. */
const AUDIBLE = 10 ** (-50 / 20);
/** Under this peak (−60 dBFS) a clip has no speech in it. */
const NOTHING = 33;
const CLAUSE_END = /[,;:،؛、，；：–—]$/u;

/**
 * Lays sentences one after the other: trimmed, faded in and out (a join cannot click), a natural pause between them.
 * A clip without sound gives its text to its neighbour, so that captions lose nothing. No sound at all: no sentences.
 */
export function joinSentences(clips: readonly SentenceClip[], sampleRate: number, speed: number): JoinedSpeech {
  const spoken = withSound(clips, sampleRate);
  const fade = Math.round(FADE_SECONDS * sampleRate);
  const pauses = spoken.slice(1).map((_, i) => pauseAfter(spoken[i]?.text ?? '', sampleRate, speed));
  const pcm = new Int16Array(spoken.reduce((sum, clip, i) => sum + clip.pcm.length + (pauses[i] ?? 0), 0));
  const sentences: Sentence[] = [];
  let at = 0;
  for (const [i, clip] of spoken.entries()) {
    pcm.set(clip.pcm, at);
    fadeEnds(pcm.subarray(at, at + clip.pcm.length), fade);
    const end = at + clip.pcm.length;
    sentences.push({ text: clip.text, start_seconds: seconds(at, sampleRate), end_seconds: seconds(end, sampleRate) });
    at = end + (pauses[i] ?? 0);
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

function withSound(clips: readonly SentenceClip[], sampleRate: number): SentenceClip[] {
  const spoken: SentenceClip[] = [];
  let unspoken = '';
  for (const clip of clips) {
    const pcm = trimSilence(clip.pcm, sampleRate);
    const before = spoken.at(-1);
    if (pcm.length > 0) spoken.push({ text: join(unspoken, clip.text), pcm });
    else if (before) before.text = join(before.text, clip.text);
    unspoken = pcm.length > 0 || before ? '' : join(unspoken, clip.text);
  }
  return spoken;
}

function join(a: string, b: string): string {
  return a === '' ? b : `${a} ${b}`;
}

function pauseAfter(text: string, sampleRate: number, speed: number): number {
  const pause = CLAUSE_END.test(text) ? PAUSE_SECONDS.clause : PAUSE_SECONDS.sentence;
  return Math.round((pause / speed) * sampleRate);
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
