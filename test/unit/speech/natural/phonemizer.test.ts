import { beforeAll, describe, expect, it } from 'vitest';
import { loadPhonemeData, type PhonemeData } from '#engine/speech/natural/phonemes/phoneme-data.ts';
import type { PhonemeWord } from '#engine/speech/natural/phonemes/phoneme-word.ts';
import { createPhonemizer, type Phonemizer } from '#engine/speech/natural/phonemes/phonemizer.ts';
import cases from '#test/fixtures/phonemes/phonemes.json' with { type: 'json' };
import { CPU_TIME_FACTOR } from '#test/support/cpu-time-factor.ts';
import { isTried } from '#test/support/depth.ts';
import { randomChoices } from '#test/support/fuzz/random-choices.ts';
import { cpuSecondsOf } from '#test/support/hostile/measure-cases.ts';
import { editDistance } from '#test/support/speech/edit-distance.ts';
import { NATURAL_FOLDER, phonemesOf } from '#test/support/speech/natural-data.ts';

let data: PhonemeData;
let phonemize: Phonemizer;
/** The words of each sentence of the package. */
let spoken: readonly { text: string; phonemes: string; words: readonly PhonemeWord[] }[];
beforeAll(async () => {
  data = await loadPhonemeData(NATURAL_FOLDER);
  phonemize = createPhonemizer(data);
  spoken = cases.map((sentence) => ({ ...sentence, words: phonemize(sentence.text) }));
});

const read = (text: string): string => phonemesOf(phonemize(text));

/** What the ranges of words leave out of a text, and ranges that are out of order. */
function faultsOfRanges(text: string, words: readonly PhonemeWord[]): string[] {
  const between = [...words, { from: text.length, to: text.length }].map(({ from }, at) => ({
    from: words[at - 1]?.to ?? 0,
    to: from,
  }));
  return [
    ...words
      .filter(({ from, to }) => to <= from || to > text.length)
      .map(({ from, to }) => `${from}–${to} is not a range`),
    ...between.filter(({ from, to }) => to < from).map(({ from }) => `the ranges at ${from} overlap`),
    ...between.filter(({ from, to }) => /\S/u.test(text.slice(from, to))).map(({ from }) => `${from} is left out`),
  ];
}

describe('createPhonemizer', () => {
  it('reads sentences as the package does that the voice is from', { timeout: 120_000 }, () => {
    const errors = spoken.map(({ words, phonemes }) => {
      const [found, expected] = [phonemesOf(words), phonemes.replace(/ {2,}/g, ' ')];
      return found === expected ? 0 : editDistance(found, expected);
    });
    const all = cases.reduce((sum, { phonemes }) => sum + [...phonemes].length, 0);
    expect(cases.length).toBeGreaterThanOrEqual(400);
    // The phoneme error rate. All of it is what the package does not do as it should.
    expect(errors.reduce((sum, count) => sum + count, 0) / all).toBeLessThan(0.005);
    const wrong = cases.filter((_, at) => errors[at] !== 0).map(({ text }) => text);
    expect(wrong.sort()).toEqual(
      [
        // It does not know double quotation marks, and reads the words next to them without the lexicon.
        '"Hello," she said, "is anybody there?"',
        'He called it "a small step" and left.',
        '“Quality,” the manager said, “is never an accident.”',
        '"To be," he said, "or not to be": that is the question.',
        '"And what is the use of a book," thought Alice, "without pictures or conversations?"',
        cases.find(({ text }) => text.endsWith('"Oh dear!"'))?.text,
        // It reads all of a compound without the lexicon if it does not know a part.
        'Yamamoto-san arrived from Hokkaido.',
        // It leaves out the stop after a single letter.
        'Plan A failed, so we took plan B.',
        'The letter a, the letter b, and the letter z.',
        // It does not say "#".
        'Use #1 or #2.',
      ].sort(),
    );
  });

  it('covers each sentence with the ranges of its words, in order', () => {
    expect(spoken.flatMap(({ text, words }) => faultsOfRanges(text, words))).toEqual([]);
  });

  it('gives each word its range, its phonemes and its space; a mark is a word', () => {
    const text = 'The well-known "B52" don\'t cost $5.';
    const words = phonemize(text).map(({ from, to, phonemes, isFollowedBySpace }) => [
      text.slice(from, to),
      phonemes,
      isFollowedBySpace,
    ]);
    expect(words).toEqual([
      ['The', 'ðə', true],
      ['well-known', 'wˌɛlnˈOn', true],
      ['"', '“', false],
      ['B52', 'bˈi fˈɪfti tˈu', false],
      ['"', '”', true],
      ["don't", 'dˈOnt', true],
      ['cost', 'kˈɔst', true],
      ['$', '', false],
      ['5', 'fˈIv dˈɑləɹz', false],
      ['.', '.', false],
    ]);
  });

  it.each([
    ['a number within a word', 'A380', 'ˈA θɹˈi ˈATi'],
    ['a zero within a word', 'B707', 'bˈi sˈɛvən O sˈɛvən'],
    ['zeros at the start', '0042', 'zˈɪɹO zˈɪɹO fˈɔɹ tˈu'],
    ['zeros at the end of a decimal', '2.50', 'tˈu pYnt fˈIv zˈɪɹO'],
    ['a number beyond words', '12345678901234567', expect.stringMatching(/^wˈʌn tˈu θɹˈi fˈɔɹ fˈIv.* sˈɛvən$/)],
    ['figures of another script', '٤٢', 'fˈɔɹTi tˈu'],
    ['a fraction', '½', 'wˈʌn ˈOvəɹ tˈu'],
    ['cents', '$0.05', 'fˈIv sˈɛnts'],
    ['one figure after the dot of an amount', '$1.5', 'wˈʌn dˈɑləɹ ænd fˈɪfti sˈɛnts'],
    ['a sign of money after its amount', '5€', 'fˈIv jˈʊɹOz'],
    ['a row of signs, as silence', 'One ===== two', 'wˈʌn tˈu'],
    ['a single letter', 'q', 'kjˈu'],
    ['a letter with a mark that the model of unknown words does not have', 'Nguyễn', 'əŋˈIən'],
    ['letters and their marks apart', 'cafe\u0301', 'kæfˈA'],
    ['a script that the voice does not know, as silence', 'one 中文 two', 'wˈʌn tˈu'],
  ])('reads %s', (_, text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it('reads all letters of a word that is longer than the model of unknown words reads', () => {
    const [first, second] = ['qwertzflorbulatormaschin', 'vorsteherei'];
    expect(first).toHaveLength(24);
    expect(read(first + second)).toBe(read(first) + read(second));
  });

  it.each([
    ['a part of a compound that is unknown', 'kubectl-based', ['kubectl', 'based']],
    ['words in brackets', '[optional]', ['optional']],
    ['words next to marks of other languages', '«close»', ['close']],
    ['an unknown word in capitals', 'KUBERNETES', ['kubernetes']],
    ['a path with an unknown part', 'kubectl/close', ['kubectl', 'slash', 'close']],
  ])('reads %s as it reads its words', (_, text, words) => {
    const plain = read(text).replace(/[“”()]/g, '');
    expect(plain.replaceAll(' ', '')).toBe(words.map(read).join(''));
  });

  it.each([
    // The right column is the initialism as the lexica and the package read it.
    ['nine A M', 'nine AM'],
    ['the I O T', 'the IOT'],
    ['an S L A review', 'an SLA review'],
    ["the K P I's value", "the KPI's value"],
  ])('reads the letters of "%s" as one initialism', (spelled, written) => {
    expect(read(spelled)).toBe(read(written));
  });

  it('leaves single capital letters alone, and gives a plural its ending', () => {
    expect(read('A plan B')).toBe('ɐ plˈæn bˈi');
    expect(read('A B tests')).toBe('ˌAbˈi tˈɛsts');
    expect(read('two L L Ms')).toBe(`tˈu ${read('LLM')}z`);
  });

  it.each(['We took plan B.', 'We work for Acme Inc.', 'It was at 5 p.m.', 'Yes. ', 'He lives in the U.S.'])(
    'ends "%s" with one stop',
    (text) => {
      expect(read(text)).toMatch(/[^.]\.$/);
      expect(faultsOfRanges(text, phonemize(text))).toEqual([]);
    },
  );

  it('prefers given phonemes to those of spelled letters', () => {
    const words = phonemize('at A M', [{ from: 3, to: 4, phonemes: 'ˈɑ' }]);
    expect(words.map(({ phonemes }) => phonemes)).toEqual(['æt', 'ˈɑ', 'ˈɛm']);
  });

  it('takes given phonemes for their range, and other words in their neighbourhood depend on them', () => {
    const text = 'The hibari sings to Xiphos.';
    const plain = phonemize(text);
    const fixed = phonemize(text, [
      { from: 4, to: 10, phonemes: 'ˈibɑɹi' },
      { from: 20, to: 26, phonemes: 'zˈIfOs\u0000' },
    ]);
    expect(plain[0]?.phonemes).toBe('ðə');
    expect(fixed.map(({ from, to, phonemes }) => [text.slice(from, to), phonemes])).toEqual([
      ['The', 'ði'],
      ['hibari', 'ˈibɑɹi'],
      ['sings', 'sˈɪŋz'],
      ['to', 'tə'],
      ['Xiphos', 'zˈIfOs'],
      ['.', '.'],
    ]);
  });

  it.each([
    [
      'overlap',
      [
        { from: 0, to: 3 },
        { from: 2, to: 4 },
      ],
    ],
    ['are empty', [{ from: 1, to: 1 }]],
    ['are beyond the text', [{ from: 2, to: 9 }]],
  ])('refuses given ranges that %s', (_, ranges) => {
    expect(() =>
      phonemize(
        'one two',
        ranges.map((range) => ({ ...range, phonemes: 'A' })),
      ),
    ).toThrow(RangeError);
  });

  it('says the same for a line whatever it read before', () => {
    const line = Array.from(
      { length: 90 },
      (_, at) => `zorblify${'aeiou'[at % 5]}${'bdfgk'[at % 7] ?? 'm'}xu${'lnrst'[at % 3]}`,
    ).join(' ');
    const again = createPhonemizer(data);
    const first = phonemesOf(again(line));
    for (const word of line.split(' ')) again(word);
    expect(phonemesOf(again(line))).toBe(first);
  });

  it('reads any text: phonemes that the model has, ranges that cover it', () => {
    const choices = randomChoices(7);
    const signs = [
      'a',
      'E',
      'é',
      'ß',
      "'",
      '’',
      '-',
      '_',
      '.',
      ',',
      '!',
      '"',
      '“',
      '(',
      ')',
      '/',
      '$',
      '€',
      '#',
      '@',
      ':',
      '=',
      '7',
      '0',
      '½',
    ];
    const strange = [
      '\ud800',
      '\udc00',
      '😀',
      '\u0301',
      '中',
      'ع',
      '\u200d',
      '\u0000',
      '\u2028',
      '٣',
      'ﬁ',
      'Ⅷ',
      'ǅ',
      '\ufffe',
      ' ',
      ' ',
      '\n',
    ];
    const sign = (): string =>
      choices.oneIn(12) ? String.fromCodePoint(choices.below(0x110000)) : choices.of([...signs, ...strange]);
    const texts = Array.from({ length: 400 }, () => Array.from({ length: choices.below(40) }, sign).join(''));
    const faults = texts.flatMap((text) => {
      const words = phonemize(text);
      const foreign = [...phonemesOf(words)].filter((one) => !data.vocabulary.has(one));
      return [...faultsOfRanges(text, words), ...foreign].map((fault) => `${JSON.stringify(text)}: ${fault}`);
    });
    expect(faults).toEqual([]);
  });

  const hostile: readonly (readonly [string, string])[] = [
    ...['.', '"', 'a-', '1', 'aB', 'q', 'A.', 'a@', 'a\u0301', 'and/'].map(
      (unit) => [unit, unit.repeat(Math.ceil(10_000 / unit.length))] as const,
    ),
    [
      'unknown words',
      Array.from(
        { length: 2000 },
        (_, at) => `xq${at.toString(4).replace(/\d/g, (one) => 'vzkw'[Number(one)] ?? '')}`,
      ).join(' '),
    ],
  ];
  it.each(hostile.filter((_, at) => isTried(at, 2)))(
    'reads 10,000 characters of %s in bounded time',
    async (_, text) => {
      // Half a second on an idle machine. A quadratic step would take minutes.
      expect(await cpuSecondsOf(() => phonemize(text))).toBeLessThan(4 * CPU_TIME_FACTOR);
    },
  );
});
