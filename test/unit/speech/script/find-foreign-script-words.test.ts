import { describe, expect, it } from 'vitest';
import { findForeignScriptWords } from '#engine/speech/script/find-foreign-script-words.ts';

describe('words of other scripts among Latin ones', () => {
  it.each([
    ['The word Привет means hello, and Привет is short.', ['Привет ru']],
    ['Athens is Αθήνα, Tokyo 東京, Kyiv Київ.', ['Αθήνα el', '東京 zh', 'Київ ru']],
    ['Sing カラオケ and say 안녕하세요.', ['カラオケ ja', '안녕하세요 ko']],
    ['He wrote Мене звати Олена і я живу у місті Києві.', 'uk'],
  ])('%s', (text, expected) => {
    const found = findForeignScriptWords(text);
    if (typeof expected === 'string')
      expect(new Set(found.map(({ language }) => language))).toEqual(new Set([expected]));
    else expect(found.map(({ word, language }) => `${word} ${language}`)).toEqual(expected);
  });

  it.each(['Only English, 5 µm and π = 3.14, Ω too.', 'Привет, мир.', 'Crème brûlée in Łódź', '…'])(
    'are none in %s',
    (text) => {
      expect(findForeignScriptWords(text)).toEqual([]);
    },
  );

  it('are left to the lexicon of the author', () => {
    const lexicon = [{ word: 'привет', say: 'pree vyet' }];
    expect(findForeignScriptWords('The word Привет is from Москва.', lexicon)).toEqual([
      { word: 'Москва', language: 'ru' },
    ]);
  });

  it('are fifty at most, whatever the text', () => {
    const words = Array.from(
      { length: 80 },
      (_, at) => `ж${String.fromCodePoint(0x430 + (at % 30), 0x430 + ((at * 7) % 31))}`,
    );
    expect(findForeignScriptWords(`So: ${words.join(' ')}`)).toHaveLength(50);
  });
});
