import { describe, expect, it } from 'vitest';
import { espeakInput } from '#engine/speech/engines/espeak-input.ts';
import { pollySsml } from '#engine/speech/engines/polly-ssml.ts';
import { utterancesOf } from '#engine/speech/engines/utterance.ts';
import { givenPhonemeRangesOf } from '#engine/speech/natural/given-phonemes.ts';
import { convertIpaToPhonemes } from '#engine/speech/natural/phonemes/convert-ipa-to-phonemes.ts';
import { hashLexiconEffect } from '#engine/speech/script/hash-lexicon-effect.ts';
import { describeIpaFault, parseIpa } from '#engine/speech/script/ipa.ts';
import { lexiconFieldSchema, toPronunciations } from '#engine/speech/script/lexicon-field.ts';
import { prepareSpeechScript } from '#engine/speech/script/prepare-speech-script.ts';
import { describeSpeechMarkupFault } from '#engine/speech/script/read-markup.ts';

const MARKED = '<speak>Say <phoneme alphabet="ipa" ph="təˈmɑːtəʊ">tomato</phoneme>, SQL.</speak>';
const request = {
  text: MARKED,
  language: 'en',
  lexicon: toPronunciations(lexiconFieldSchema.parse([{ word: 'SQL', say: 'SQL', ipa: '/ˈsiːkwəl/' }])),
};

describe('a pronunciation in IPA', () => {
  it.each(['təˈmeɪtoʊ', '/ˌnjuːˈjɔːk/', '[t͡ʃiːz]', 'mɑ̃ʒe', 'bʌtn̩', 'pʰiɲa˥', "ga'ra:Ze".toLowerCase(), 'çɪɐ̯'])(
    '%s is taken',
    (ipa) => {
      expect(describeIpaFault(ipa)).toBeUndefined();
    },
  );

  it.each([
    ['tə7', '"7" (U+0037)'],
    ['Köln', '"K" (U+004B)'],
    ['ˈ.', 'at least one sound'],
    ['日本', '"日" (U+65E5)'],
    ['ə'.repeat(201), 'at most 200'],
  ])('%s is refused with its sign', (ipa, fault) => {
    expect(describeIpaFault(ipa)).toContain(fault);
  });

  it('has stress on the vowel of its syllable, whatever stands between', () => {
    expect(parseIpa('əˈstɹɔŋ').find(({ stress }) => stress)?.letter).toBe('ɔ');
  });
});

describe('the phonemes of the natural voice', () => {
  it.each([
    ['təˈmeɪtoʊ', 'təmˈAtO'],
    ['/ˌnjuːˈjɔːk/', 'njˌujˈɔk'],
    ['t͡ʃiːz', 'ʧiz'],
    ['ˈbʌtn̩', 'bˈʌtən'],
    ['mɑ̃ʒe', 'mɑnʒA'],
    ['ˈkøːln̩', 'kˈɜlən'],
  ])('of %s are %s', (ipa, phonemes) => {
    expect(convertIpaToPhonemes(ipa)).toBe(phonemes);
  });
});

describe('words with given sounds', () => {
  it('keep their spelling in captions, and are given to each engine in its way', () => {
    const script = prepareSpeechScript(request);
    const [utterance] = utterancesOf(script);
    expect(script[0]?.text).toBe('Say tomato, SQL.');
    expect(utterance && givenPhonemeRangesOf(utterance)).toEqual([
      { from: 4, to: 10, phonemes: 'təmˈɑtO' },
      { from: 12, to: 15, phonemes: 'sˈikwəl' },
    ]);
    expect(utterance && pollySsml(utterance, 1)).toBe(
      '<speak>Say <phoneme alphabet="ipa" ph="təˈmɑːtəʊ">tomato</phoneme>, <phoneme alphabet="ipa" ph="ˈsiːkwəl">SQL</phoneme>.</speak>',
    );
    expect(espeakInput(utterancesOf(script), (ipa) => (ipa.startsWith('t') ? '[[t@]]' : undefined)).lines).toEqual([
      'Say [[t@]], SQL.',
    ]);
    expect(espeakInput(utterancesOf(script)).lines).toEqual(['Say tomato, SQL.']);
  });

  it('make no command of what an author writes', () => {
    const text = '<speak>[ <phoneme ph="a">[[h@]]</phoneme></speak>';
    const lines = (command?: string) =>
      espeakInput(utterancesOf(prepareSpeechScript({ text, language: 'en' })), () => command).lines;
    expect(lines()).toEqual(['[ [ [h@]]']);
    expect(lines('[[a]]')).toEqual(['[ [[a]]']);
  });

  it('are apart from marks before them and from markup after them, which would silence them or be read aloud', () => {
    const text =
      '<speak>A “<phoneme ph="a">b</phoneme>”, <emphasis><phoneme ph="a">c</phoneme></emphasis>&amp;d.</speak>';
    expect(espeakInput(utterancesOf(prepareSpeechScript({ text, language: 'en' })), () => '[[a]]').lines).toEqual([
      'A “ [[a]]”, <prosody volume="loud" rate="92%"> [[a]] </prosody>&amp;d.',
    ]);
  });

  it('change the address of speech', () => {
    const hash = (ipa?: string) => hashLexiconEffect(['SQL.'], [{ word: 'SQL', say: 'SQL', ipa }]);
    expect(hash()).toBeUndefined();
    expect(new Set([hash(), hash('ˈsiːkwəl'), hash('ɛs')]).size).toBe(3);
  });

  it.each([
    ['<speak><phoneme ph="tə7">x</phoneme></speak>', '"7"'],
    ['<speak><phoneme alphabet="x-sampa" ph="t@">x</phoneme></speak>', 'alphabet="ipa"'],
    ['<speak><phoneme>x</phoneme></speak>', 'needs ph'],
    ['<speak><phoneme ph="a"><break/></phoneme></speak>', '<break> is not allowed in <phoneme>'],
  ])('%s is refused', (text, fault) => {
    expect(describeSpeechMarkupFault(text)).toContain(fault);
  });

  it('are checked in a lexicon', () => {
    const messages = (entry: object) =>
      lexiconFieldSchema.safeParse([{ word: 'a', say: 'a', ...entry }]).error?.issues.map(({ message }) => message);
    expect(messages({ ipa: 'K' })?.[0]).toContain('"K" (U+004B) is not a sign of IPA');
    expect(messages({ ipa: 'a' })).toBeUndefined();
  });
});
