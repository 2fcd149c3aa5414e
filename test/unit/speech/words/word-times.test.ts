import { describe, expect, it } from 'vitest';
import { timedWordsOfSentence } from '#engine/speech/words/word-times.ts';
import { findWrittenWords } from '#engine/speech/words/written-words.ts';

const wordsIn = (text: string): string[] => findWrittenWords(text).map(({ from, to }) => text.slice(from, to));

describe('findWrittenWords', () => {
  it.each([
    ['It costs $6.50, you know.', ['It', 'costs', '$6.50,', 'you', 'know.']],
    ['A dash – between', ['A', 'dash –', 'between']],
    ['“ Hello ” there', ['“ Hello ”', 'there']],
    ['— first', ['— first']],
    ['مرحبا بكم', ['مرحبا', 'بكم']],
    ['今日は良い天気です。', ['今日', 'は', '良い', '天気', 'です。']],
    ['👩‍👧 🙂', ['👩‍👧 🙂']],
    ['', []],
  ])('divides %j', (text, words) => {
    expect(wordsIn(text)).toEqual(words);
  });
});

describe('wordsOfSentence', () => {
  const sentence = { text: 'One seven.', start_seconds: 2, end_seconds: 3 };

  it('has the measured times, from the start of the speech', () => {
    expect(timedWordsOfSentence({ ...sentence, word_ms: [0, 310, 420, 980] })).toEqual([
      { text: 'One', start_seconds: 2, end_seconds: 2.31 },
      { text: 'seven.', start_seconds: 2.42, end_seconds: 2.98 },
    ]);
  });

  it('estimates times that are not there for every word: in order, over the whole sentence, longer words longer', () => {
    const [one, seven] = timedWordsOfSentence({ ...sentence, word_ms: [0, 310] });
    expect(one?.start_seconds).toBe(2);
    expect(seven?.end_seconds).toBe(3);
    expect(seven?.start_seconds).toBe(one?.end_seconds);
    expect(Number(one?.end_seconds) - 2).toBeLessThan(0.5);
  });

  it('estimates that the last word is drawn out', () => {
    const [first, last] = timedWordsOfSentence({ ...sentence, text: 'Seven seven' });
    const lengths = [first, last].map((word) => Number(word?.end_seconds) - Number(word?.start_seconds));
    expect(lengths[1]).toBeGreaterThan(Number(lengths[0]) * 1.2);
    expect(lengths[1]).toBeLessThan(Number(lengths[0]) * 1.5);
  });
});
