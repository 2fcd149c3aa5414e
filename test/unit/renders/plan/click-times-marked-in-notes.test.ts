import { describe, expect, it } from 'vitest';
import { prepareSpeechScript } from '#engine/speech/script/prepare-speech-script.ts';
import { clickTimesMarkedInNotes } from '#features/renders/plan/click-times-marked-in-notes.ts';
import { bulletRevealTimes } from '#features/renders/plan/reveal-times.ts';

/** The sentences of notes, one every two seconds from 0.4 s on. */
const said = (notes: string) =>
  prepareSpeechScript({ text: notes, language: 'en' }).map(({ text }, at) => ({ text, start_seconds: 0.4 + 2 * at }));
const timesOf = (notes: string, count = 12): readonly number[] =>
  clickTimesMarkedInNotes(notes, said(notes), { end: 10, count });

describe('the clicks that notes mark', () => {
  it.each<[name: string, notes: string, times: number[]]>([
    [
      'at the start of lines',
      'We begin.\n\n[click] Red ones.\n\n[click] Green ones.\n\n[click] Blue ones.',
      [2.4, 4.4, 6.4],
    ],
    ['at the start of sentences in one line', 'We begin. [click] Red ones. [click] Green ones.', [2.4, 4.4]],
    ['in an item', '- We begin.\n- [click] **Red** ones.', [2.4]],
    ['before anything is said', '[click] Red. [click] Green.', [0.4, 2.4]],
    ['several at once', 'We begin.\n[click:2] Both.\n[click] The third.', [2.4, 2.4, 4.4]],
    ['after the last word', 'We begin. [click]', [10]],
    ['none', 'We begin. [clicks] here.', []],
    ['nothing is said', '[click]', []],
  ])('come with the words after them: %s', (_, notes, times) => {
    expect(timesOf(notes)).toEqual(times);
  });

  it('come within a sentence in proportion to its letters', () => {
    // Nine letters of twenty, in 2 s of which the next sentence is the end.
    expect(timesOf('abcd efghi [click] jkl mnopqrs. Next.')).toEqual([0.4 + (2 * 9) / 20]);
  });

  it('are no more than are needed', () => {
    expect(timesOf(`${'[click:999] '.repeat(400)}Said.`, 3)).toHaveLength(3);
  });

  it('bring in the points, whatever the words are', () => {
    const notes =
      'Plums and pears come late.\n\n[click] The red ones.\n\n[click] The green ones.\n\n[click] And last the blue ones.';
    const points = ['Apples', 'Pears', 'Plums'];
    expect(bulletRevealTimes(points, said(notes), 10, timesOf(notes))).toEqual([2.4, 4.4, 6.4]);
    expect(bulletRevealTimes([...points, 'More'], said(notes), 10, timesOf(notes))).toEqual([2.4, 4.4, 6.4, 6.7]);
  });
});

it('has the time of the word after a mark, where the voice tells it', () => {
  const words = [
    { text: 'One', start_seconds: 1 },
    { text: 'long', start_seconds: 1.2 },
    { text: 'word.', start_seconds: 3.5 },
  ];
  const sentences = [{ text: 'One long word.', start_seconds: 1, words }];
  expect(clickTimesMarkedInNotes('One [[show]] long [[show]] word.', sentences, { end: 4, count: 3 })).toEqual([
    1.2, 3.5,
  ]);
});
