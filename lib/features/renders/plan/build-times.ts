import { hasWords } from '#engine/speech/sentences.ts';

/** A sentence of a slide's narration; seconds from the start of the slide. */
export interface TimedSentence {
  text: string;
  start_seconds: number;
}

/** Time before the first point of a silent slide appears. */
const SILENT_START_SECONDS = 0.6;
/** Share of a slide at the end of which all its points have appeared, at the earliest. */
const SILENT_SHARE = 0.7;

const words = (text: string): Set<string> => {
  const found = new Set<string>();
  for (const { segment, isWordLike } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text))
    if (isWordLike && hasWords(segment)) found.add(segment.toLocaleLowerCase());
  return found;
};

/** Share of a bullet point whose words are in a sentence, weighted by their length; 0 to 1. */
function likeness(bullet: ReadonlySet<string>, sentence: ReadonlySet<string>): number {
  let said = 0;
  let all = 0;
  for (const word of bullet) {
    all += word.length;
    if (sentence.has(word)) said += word.length;
  }
  return all === 0 ? 0 : said / all;
}

/**
 * The sentence of each bullet point: the points keep their order, and the sum of their likenesses to their sentences is the
 * highest possible (a dynamic program over points × sentences). `undefined` for a point that no sentence mentions.
 */
function sentenceOf(bullets: readonly string[], sentences: readonly TimedSentence[]): (number | undefined)[] {
  const said = sentences.map(({ text }) => words(text));
  const scores = bullets.map((bullet) => said.map((sentence) => likeness(words(bullet), sentence)));
  // best[b][s]: the most that the first b points can score with sentences before s.
  const best = [said.map(() => 0).concat(0)];
  for (const row of scores) {
    const before = best.at(-1) ?? [];
    const line = [0];
    row.forEach((score, s) => {
      line.push(Math.max(line[s] ?? 0, (before[s + 1] ?? 0) + score));
    });
    best.push(line);
  }
  const chosen: (number | undefined)[] = bullets.map(() => undefined);
  let s = said.length;
  for (let b = bullets.length; b > 0; b--) {
    while (s > 0 && (best[b]?.[s - 1] ?? 0) === (best[b]?.[s] ?? 0)) s--;
    const score = s > 0 ? (scores[b - 1]?.[s - 1] ?? 0) : 0;
    if (score > 0) chosen[b - 1] = s - 1;
  }
  return chosen;
}

/** Fills the gaps evenly between what is known; `from` and `to` stand before the first and after the last. */
function spread(times: readonly (number | undefined)[], from: number, to: number): number[] {
  const filled: number[] = [];
  times.forEach((time, index) => {
    if (time !== undefined) {
      filled.push(time);
      return;
    }
    const next = times.findIndex((candidate, later) => later > index && candidate !== undefined);
    const left = filled.at(-1) ?? from;
    const right = next < 0 ? to : (times[next] ?? to);
    const gaps = (next < 0 ? times.length : next) - index + 1;
    filled.push(left + (right - left) / gaps);
  });
  return filled;
}

/** The times of the sentences that mention texts which appear in this order; undefined: none does. */
const mentionTimes = (texts: readonly string[], sentences: readonly TimedSentence[]): (number | undefined)[] =>
  sentenceOf(texts, sentences).map((index) => (index === undefined ? undefined : sentences[index]?.start_seconds));

/**
 * Times at which the bullet points appear, in seconds from the start of the slide, ascending: the n-th with the n-th click; where the notes
 * mark no clicks, with the sentence that mentions it, otherwise evenly between its mentioned neighbours; without narration evenly over the
 * slide.
 * @param seconds length of the slide
 * @param clicks seconds of the clicks that the notes mark, ascending
 */
export function bulletRevealTimes(
  bullets: readonly string[],
  sentences: readonly TimedSentence[],
  seconds: number,
  clicks: readonly number[] = [],
): readonly number[] {
  const known = clicks.length > 0 ? bullets.map((_, index) => clicks[index]) : mentionTimes(bullets, sentences);
  const first = sentences[0]?.start_seconds ?? Math.min(SILENT_START_SECONDS, seconds / 4);
  const end = sentences.length > 0 ? Math.max(first, sentences.at(-1)?.start_seconds ?? 0) : seconds * SILENT_SHARE;
  const step = bullets.length > 1 ? (end - first) / (bullets.length - 1) : 0;
  // Nothing at all is known: evenly, the first one at once.
  if (known.every((time) => time === undefined)) return bullets.map((_, index) => first + index * step);
  const [head, ...rest] = known;
  return spread([head ?? first, ...rest], first, Math.max(end, seconds * SILENT_SHARE));
}

/** The times of all states, from those that clicks bring. */
function withFollowing(later: readonly TimedState[], ofClicks: readonly number[]): number[] {
  let [click, last] = [0, 0];
  return later.map(({ at, after }) => {
    const next = ofClicks[click] ?? Infinity;
    if (after === undefined) click += 1;
    last = after === undefined ? next : (at ?? Math.min(last + after, next));
    return last;
  });
}

/** A state of a slide's picture as its time depends on it. */
export interface TimedState {
  /** Words that it brings in; empty: none. */
  text: string;
  /** Seconds from the start of the slide, as they were set. */
  at?: number | undefined;
  /** Seconds after the state before it at which it comes by itself; absent: it comes with a click. */
  after?: number | undefined;
  /** Names its picture: states with the same name look the same. */
  picture: string;
}

/**
 * Times at which the states after the first one are shown, in seconds from the start of the slide, ascending: the time that was set, else
 * with the click of its number that the notes mark, else, where they mark none, with the sentence that mentions its text; the others
 * evenly between their neighbours, over the narration or the slide. One that comes by itself follows the state before it, at the latest
 * with the next click.
 * @param states in their order, the first one included
 * @param seconds length of the slide
 * @param clicks seconds of the clicks that the notes mark, ascending
 */
export function stateTimes(
  states: readonly TimedState[],
  sentences: readonly TimedSentence[],
  seconds: number,
  clicks: readonly number[] = [],
): readonly number[] {
  const later = states.slice(1);
  const clicked = later.filter(({ after }) => after === undefined);
  const texts = clicked.map(({ text }) => text);
  const told = clicks.length > 0 ? clicks : mentionTimes(texts, sentences);
  const ofClicks = spread(
    clicked.map(({ at }, index) => at ?? told[index]),
    sentences[0]?.start_seconds ?? 0,
    seconds,
  );
  const times = withFollowing(later, ofClicks);
  // A time that was set is kept: no state before it comes later, whatever its sentence.
  const capped = times.map((time, index) =>
    Math.min(time, ...later.slice(index).flatMap(({ at }) => (at === undefined ? [] : [at]))),
  );
  return capped.map((_, index) => Math.max(...capped.slice(0, index + 1)));
}
