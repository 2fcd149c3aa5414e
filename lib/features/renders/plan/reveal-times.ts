import { hasLetterOrDigit } from '#engine/speech/sentences.ts';
import type { SpokenWord } from '#engine/speech/words/word-times.ts';

/** A sentence of a slide's narration; its time is in seconds from the start of the slide. */
export interface SentenceStart {
  text: string;
  start_seconds: number;
  /** Its words with their times, as the engine measured them; absent: they are not known. */
  words?: readonly WordStart[] | undefined;
}

/** A word as captions show it; its time is in seconds from the start of the slide. */
export type WordStart = Pick<SpokenWord, 'text' | 'start_seconds'>;

/** Seconds before the first point of a silent slide appears. */
const SILENT_START_SECONDS = 0.6;
/** Share of a slide's length at which its last point appears, if no sentence mentions it. */
const LAST_POINT_SHARE = 0.7;

/** The different words of a text, in lower case. */
const distinctWords = (text: string): Set<string> => {
  const distinct = new Set<string>();
  for (const { segment, isWordLike } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text))
    if (isWordLike && hasLetterOrDigit(segment)) distinct.add(segment.toLocaleLowerCase());
  return distinct;
};

/** The share of a bullet point's words that a sentence has, weighted by their length; 0 to 1. */
function likeness(bullet: ReadonlySet<string>, sentence: ReadonlySet<string>): number {
  let sharedLetters = 0;
  let letters = 0;
  for (const word of bullet) {
    letters += word.length;
    if (sentence.has(word)) sharedLetters += word.length;
  }
  return letters === 0 ? 0 : sharedLetters / letters;
}

/**
 * Assigns a sentence to each bullet point, in the same order, so that the sum of the likenesses is the highest possible (a dynamic program
 * over points × sentences). undefined for a point that no sentence mentions.
 */
function sentencesOfBullets(bullets: readonly string[], sentences: readonly SentenceStart[]): (number | undefined)[] {
  const sentenceWords = sentences.map(({ text }) => distinctWords(text));
  const scores = bullets.map((bullet) => sentenceWords.map((sentence) => likeness(distinctWords(bullet), sentence)));
  // best[b][s]: the highest score of the first b points with the first s sentences.
  const best = [sentenceWords.map(() => 0).concat(0)];
  for (const row of scores) {
    const previousRow = best.at(-1) ?? [];
    const bestRow = [0];
    row.forEach((score, s) => {
      bestRow.push(Math.max(bestRow[s] ?? 0, (previousRow[s + 1] ?? 0) + score));
    });
    best.push(bestRow);
  }
  const sentenceIndexes: (number | undefined)[] = bullets.map(() => undefined);
  let s = sentenceWords.length;
  for (let b = bullets.length; b > 0; b--) {
    while (s > 0 && (best[b]?.[s - 1] ?? 0) === (best[b]?.[s] ?? 0)) s--;
    const score = s > 0 ? (scores[b - 1]?.[s - 1] ?? 0) : 0;
    if (score > 0) sentenceIndexes[b - 1] = s - 1;
  }
  return sentenceIndexes;
}

/** Replaces undefined times by evenly distributed ones between their neighbours. @param from time before the first. @param to time after the last */
function interpolate(times: readonly (number | undefined)[], from: number, to: number): number[] {
  const filledTimes: number[] = [];
  times.forEach((time, index) => {
    if (time !== undefined) {
      filledTimes.push(time);
      return;
    }
    const nextKnown = times.findIndex((candidate, later) => later > index && candidate !== undefined);
    const timeBefore = filledTimes.at(-1) ?? from;
    const timeAfter = nextKnown < 0 ? to : (times[nextKnown] ?? to);
    const gaps = (nextKnown < 0 ? times.length : nextKnown) - index + 1;
    filledTimes.push(timeBefore + (timeAfter - timeBefore) / gaps);
  });
  return filledTimes;
}

/** Letters of a word that says something of its text: articles and prepositions mostly have fewer. */
const MIN_TELLING_LETTERS = 4;

/** The time of the first word of a sentence that speaks of a text; the start of the sentence where times of words are not known. */
function mentionTime(text: string, { start_seconds, words: timedWords = [] }: SentenceStart): number {
  const textWords = distinctWords(text);
  const sharedWords = timedWords.flatMap((word) => {
    const lengths = [...distinctWords(word.text)]
      .filter((candidate) => textWords.has(candidate))
      .map(({ length }) => length);
    return lengths.length > 0 ? [{ at: word.start_seconds, letters: Math.max(...lengths) }] : [];
  });
  return (sharedWords.find(({ letters }) => letters >= MIN_TELLING_LETTERS) ?? sharedWords[0])?.at ?? start_seconds;
}

/** The times at which texts are mentioned, which appear in this order; undefined for a text that no sentence mentions. */
function mentionTimes(texts: readonly string[], sentences: readonly SentenceStart[]): (number | undefined)[] {
  let latest = 0;
  return sentencesOfBullets(texts, sentences).map((index, textIndex) => {
    const sentence = index === undefined ? undefined : sentences[index];
    if (!sentence) return undefined;
    // Two texts of one sentence appear in their order, whichever is spoken of first.
    latest = Math.max(latest, mentionTime(texts[textIndex] ?? '', sentence));
    return latest;
  });
}

/**
 * The times at which bullet points appear, in seconds from the start of the slide, ascending. If the notes mark clicks, the n-th point
 * appears with the n-th click; else with the first word that speaks of it (with its sentence, if times of words are not known). Points that
 * are not mentioned are distributed evenly between their neighbours; without narration, all are distributed over the slide.
 * @param seconds length of the slide
 * @param clicks seconds of the clicks that the notes mark, ascending
 */
export function bulletRevealTimes(
  bullets: readonly string[],
  sentences: readonly SentenceStart[],
  seconds: number,
  clicks: readonly number[] = [],
): readonly number[] {
  const knownTimes = clicks.length > 0 ? bullets.map((_, index) => clicks[index]) : mentionTimes(bullets, sentences);
  const first = sentences[0]?.start_seconds ?? Math.min(SILENT_START_SECONDS, seconds / 4);
  const end = sentences.length > 0 ? Math.max(first, sentences.at(-1)?.start_seconds ?? 0) : seconds * LAST_POINT_SHARE;
  const step = bullets.length > 1 ? (end - first) / (bullets.length - 1) : 0;
  // If no point is mentioned, all are distributed evenly, and the first one appears at the start.
  if (knownTimes.every((time) => time === undefined)) return bullets.map((_, index) => first + index * step);
  const [firstTime, ...otherTimes] = knownTimes;
  return interpolate([firstTime ?? first, ...otherTimes], first, Math.max(end, seconds * LAST_POINT_SHARE));
}

/** The times of all states after the first. @param clickTimes times of those that appear with a click, ascending */
function timesOfLaterStates(laterStates: readonly StateTimingInput[], clickTimes: readonly number[]): number[] {
  let [clickIndex, lastTime] = [0, 0];
  return laterStates.map(({ at, after }) => {
    const nextClickTime = clickTimes[clickIndex] ?? Infinity;
    if (after === undefined) clickIndex += 1;
    lastTime = after === undefined ? nextClickTime : (at ?? Math.min(lastTime + after, nextClickTime));
    return lastTime;
  });
}

/** The facts about a state of a slide's picture on which its time depends. */
export interface StateTimingInput {
  /** Text that appears with it; may be empty. */
  text: string;
  /** Time that was set for it, in seconds from the start of the slide. */
  at?: number | undefined;
  /** Seconds after the previous state at which it appears automatically; absent: it appears with a click. */
  after?: number | undefined;
  /** The identity of its picture: states with the same identity look the same. */
  picture: string;
}

/**
 * The times at which the states after the first one appear, in seconds from the start of the slide, ascending. A state appears at its given
 * time; else, if the notes mark clicks, with the click of its number; else with the sentence that mentions its text. The other states are
 * distributed evenly between their neighbours. An automatic state follows the previous one, at the latest with the next click.
 * @param states in their order, including the first
 * @param seconds length of the slide
 * @param clicks seconds of the clicks that the notes mark, ascending
 */
export function stateRevealTimes(
  states: readonly StateTimingInput[],
  sentences: readonly SentenceStart[],
  seconds: number,
  clicks: readonly number[] = [],
): readonly number[] {
  const laterStates = states.slice(1);
  const clickedStates = laterStates.filter(({ after }) => after === undefined);
  const texts = clickedStates.map(({ text }) => text);
  const triggers = clicks.length > 0 ? clicks : mentionTimes(texts, sentences);
  const clickTimes = interpolate(
    clickedStates.map(({ at }, index) => at ?? triggers[index]),
    sentences[0]?.start_seconds ?? 0,
    seconds,
  );
  const times = timesOfLaterStates(laterStates, clickTimes);
  // A time that was set is kept, so no earlier state may appear after it.
  const cappedTimes = times.map((time, index) =>
    Math.min(time, ...laterStates.slice(index).flatMap(({ at }) => (at === undefined ? [] : [at]))),
  );
  return cappedTimes.map((_, index) => Math.max(...cappedTimes.slice(0, index + 1)));
}
