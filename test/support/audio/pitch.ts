import type { Heard } from './measure-speech.ts';

/** Hz: lower and higher than the voices of people. */
const RANGE = { least: 70, most: 350 };
const WINDOW_SECONDS = 0.04;
const HOP_SECONDS = 0.02;
/** How alike a stretch and the one a period later are, from which it has a pitch: vowels have one, hisses and pauses do not. */
const PERIODIC = 0.7;
/** A shorter period that is nearly as good as the best one is the true one, which the best one has twice. */
const NEARLY = 0.92;

/** How alike a stretch of `count` samples and the one that starts `lag` samples later are: −1 to 1. */
function likeness(samples: Int16Array, at: number, count: number, lag: number): number {
  let [product, here, there] = [0, 1, 1];
  for (let i = at; i < at + count; i += 2) {
    const [one, other] = [samples[i] ?? 0, samples[i + lag] ?? 0];
    product += one * other;
    here += one * one;
    there += other * other;
  }
  return product / Math.sqrt(here * there);
}

/** The pitch at a place in Hz; undefined where there is none. */
function pitchAt({ samples, sampleRate }: Heard, at: number): number | undefined {
  const count = Math.round(WINDOW_SECONDS * sampleRate);
  const found: { lag: number; alike: number }[] = [];
  for (let lag = Math.floor(sampleRate / RANGE.most); lag <= sampleRate / RANGE.least; lag += 2)
    found.push({ lag, alike: likeness(samples, at, count, lag) });
  const best = Math.max(...found.map(({ alike }) => alike));
  if (best < PERIODIC) return undefined;
  const first = found.find(({ alike }) => alike >= NEARLY * best);
  return first && sampleRate / first.lag;
}

/** The middle pitch of speech between two moments, in Hz; undefined if nothing there has a pitch. */
export function pitchBetween(speech: Heard, fromSeconds: number, toSeconds: number): number | undefined {
  const { sampleRate } = speech;
  const found: number[] = [];
  for (let at = fromSeconds; at < toSeconds; at += HOP_SECONDS) {
    const pitch = pitchAt(speech, Math.round(at * sampleRate));
    if (pitch !== undefined) found.push(pitch);
  }
  return found.sort((one, other) => one - other)[Math.floor(found.length / 2)];
}
