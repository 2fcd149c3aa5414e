import { describe, expect, test } from 'vitest';
import { prepareScript } from '../../../lib/narration/script/prepare-script.ts';
import { hasWords, MAX_SENTENCE_LENGTH } from '../../../lib/narration/sentences.ts';

const splitSentences = (text: string, language: string): string[] =>
  prepareScript({ text, language }).map((sentence) => sentence.text);

describe('splitting a text into sentences', () => {
  test.each([
    ['en', 'Welcome. Shall we begin? Yes!', ['Welcome.', 'Shall we begin?', 'Yes!']],
    ['ar', 'مرحبا بكم. كيف الحال؟ بخير.', ['مرحبا بكم.', 'كيف الحال؟', 'بخير.']],
    ['hi', 'आपका स्वागत है। राजस्व बढ़ा।', ['आपका स्वागत है।', 'राजस्व बढ़ा।']],
    ['ja', 'ようこそ。はじめます！', ['ようこそ。', 'はじめます！']],
    ['zh', '欢迎。开始吗？', ['欢迎。', '开始吗？']],
    ['not a tag', 'One. Two.', ['One.', 'Two.']],
  ])('knows the marks of %s', (language, text, sentences) => {
    expect(splitSentences(text, language)).toEqual(sentences);
  });

  test.each([
    ['en', 'Dr. Smith paid 3.5 dollars. He left.', ['Dr. Smith paid 3.5 dollars.', 'He left.']],
    ['en', 'J. R. Tolkien wrote it. We read it.', ['J. R. Tolkien wrote it.', 'We read it.']],
    ['de', 'Das gilt z. B. Montag. Dann nicht.', ['Das gilt z. B. Montag.', 'Dann nicht.']],
    ['fr', 'M. Dupont arrive. Il parle.', ['M. Dupont arrive.', 'Il parle.']],
  ])('goes on after an abbreviation (%s: %s)', (language, text, sentences) => {
    expect(splitSentences(text, language)).toEqual(sentences);
  });

  test('ends a sentence at the end of a line, even after an abbreviation', () => {
    expect(splitSentences('Sold by Mr.\nNext point\r\n\n  Last  point ', 'en')).toEqual([
      'Sold by Mr.',
      'Next point',
      'Last point',
    ]);
  });

  test('keeps what has no words with its neighbour', () => {
    expect(splitSentences('Great work!\n🎉\nNext.', 'en')).toEqual(['Great work! 🎉', 'Next.']);
    expect(splitSentences('…\nWell then.', 'en')).toEqual(['… Well then.']);
    expect(splitSentences(' \n\t', 'en')).toEqual([]);
    expect(splitSentences('', 'en')).toEqual([]);
  });

  test.each([
    ['clause marks', `${'the costs of the year stayed flat, '.repeat(30)}and so on.`, 'en'],
    ['spaces', `${'word '.repeat(200)}end`, 'en'],
    ['nothing but letters', 'a'.repeat(1000), 'en'],
    ['Thai words', 'ยินดีต้อนรับสู่การทบทวนรายไตรมาส'.repeat(30), 'th'],
    ['full-width commas', '収入は増えました、'.repeat(80), 'ja'],
    ['characters beyond the basic plane', '𠮷'.repeat(400), 'ja'],
  ])('cuts a very long sentence and loses nothing: %s', (_, text, language) => {
    const parts = splitSentences(text, language);
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts) {
      expect(part.length).toBeLessThanOrEqual(MAX_SENTENCE_LENGTH);
      expect(part.isWellFormed()).toBe(true);
    }
    expect(parts.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
  });

  test('cuts at clause marks where there are any, and not within numbers', () => {
    const parts = splitSentences(`${'it cost 1,000 at 12:30 in all of the shops, '.repeat(10)}they said.`, 'en');
    for (const part of parts.slice(0, -1)) expect(part).toMatch(/shops,$/);
  });

  test('an unpaired surrogate and a decomposed accent come out well-formed and composed', () => {
    expect(splitSentences('Cafe\u0301 \ud800 open.', 'fr')).toEqual(['Café \ufffd open.']);
  });
});

test('words are letters or digits of any script', () => {
  expect(['a', '٣', 'あ', '5'].every(hasWords)).toBe(true);
  expect(['', '…', '🎉', '—', '!?'].some(hasWords)).toBe(false);
});
