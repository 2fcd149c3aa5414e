import { describe, expect, it } from 'vitest';
import { bulletRevealTimes } from '#features/renders/plan/reveal-times.ts';

const said = (...sentences: [number, string][]) => sentences.map(([start_seconds, text]) => ({ start_seconds, text }));

describe('bullet points appear', () => {
  it.each<[string, string[], ReturnType<typeof said>, number, number[]]>([
    [
      'each with its own sentence',
      ['Revenue up 12 %', 'Two new markets'],
      said([0.25, 'Good morning.'], [2, 'Our revenue went up.'], [5, 'And we entered two markets.']),
      9,
      [2, 5],
    ],
    ['at the same time when one sentence speaks of several', ['Red', 'Blue'], said([2, 'Red and blue.']), 6, [2, 2]],
    [
      'evenly between those of which something is said',
      ['One thing', 'Unspoken', 'Another thing'],
      said([1, 'One first.'], [7, 'Then another.']),
      10,
      [1, 4, 7],
    ],
    ['evenly over the slide when nothing is said', ['A', 'B', 'C'], [], 10, [0.6, 3.8, 7]],
    [
      'in Japanese too',
      ['売上が増えた', '新しい市場'],
      said([1, '売上が増えました。'], [4, '新しい市場に入りました。']),
      8,
      [1, 4],
    ],
    ['not at all where there are none', [], said([1, 'Hello.']), 4, []],
  ])('%s', (_, bullets, sentences, seconds, expected) => {
    const times = bulletRevealTimes(bullets, sentences, seconds);
    expect(times.map((time) => Math.round(time * 1000) / 1000)).toEqual(expected);
  });

  it('in their order, whatever order they are spoken of', () => {
    const times = bulletRevealTimes(['Alpha', 'Beta'], said([1, 'Beta first.'], [4, 'Then alpha.']), 8);
    expect(times).toHaveLength(2);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });
});

describe('points of a voice that tells the times of its words', () => {
  const sentences = [
    {
      text: 'We cut the costs, and the revenue grew.',
      start_seconds: 1,
      words: ['We', 'cut', 'the', 'costs,', 'and', 'the', 'revenue', 'grew.'].map((text, index) => ({
        text,
        start_seconds: 1 + index / 2,
      })),
    },
    { text: 'Then we hired.', start_seconds: 6 },
  ];

  it('appear with the first word that speaks of them, and not with an article', () => {
    expect(bulletRevealTimes(['The costs', 'The revenue', 'We hired'], sentences, 10)).toEqual([2.5, 4, 6]);
  });

  it('appear in their order, whichever is spoken of first', () => {
    expect(bulletRevealTimes(['Revenue', 'Costs'], sentences.slice(0, 1), 10)[1]).toBeGreaterThanOrEqual(4);
  });
});
