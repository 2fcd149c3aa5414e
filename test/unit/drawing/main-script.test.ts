import { expect, it } from 'vitest';
import { findMainAlphabet, keepLettersOfAlphabet, splitByAlphabet } from '#engine/video/drawing/text/main-script.ts';

it.each([
  ['Hamburgefonts Ж', 'Latin'],
  ['Москва Metro', undefined],
  ['Московское metro', undefined],
  ['Московский вокзал A', 'Cyrillic'],
  ['Ελληνικά', 'Greek'],
  ['API の使い方', undefined],
  ['87 %', undefined],
])('the main alphabet of %s is %s', (text, alphabet) => {
  expect(findMainAlphabet(text)).toBe(alphabet);
});

it('the letters of an alphabet keep their marks, and other scripts lose theirs', () => {
  expect(keepLettersOfAlphabet('e\u0301 हिन्दी Ж', 'Latin').replace(/ +/g, ' ').trim()).toBe('e\u0301');
});

it('a text is split where letters of an alphabet meet others, with what is between these', () => {
  expect(splitByAlphabet('In हिन्दी 2 भाषा, too')).toEqual([
    { text: 'In ' },
    { text: 'हिन्दी 2 भाषा', isForeign: true },
    { text: ', too' },
  ]);
  expect(splitByAlphabet('Ж and a')).toEqual([{ text: 'Ж and a' }]);
});
