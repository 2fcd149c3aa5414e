import { describe, expect, test } from 'vitest';
import { prepareSpeechScript } from '#engine/speech/script/prepare-speech-script.ts';
import { hasLetterOrDigit } from '#engine/speech/sentences.ts';
import { MAX_SENTENCE_UTF16_UNITS } from '#engine/speech/text-range.ts';

const splitSentences = (text: string, language: string): string[] =>
  prepareSpeechScript({ text, language }).map((sentence) => sentence.text);

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
  ])('continues after an abbreviation (%s: %s)', (language, text, sentences) => {
    expect(splitSentences(text, language)).toEqual(sentences);
  });

  test.each([
    'Watch https://www.youtube.com/watch?v=AbC123 before you go on.',
    'Open http://localhost:3000?x=1 and https://a.example/#!/home now.',
    'See example.com?ref=1 and a.example/foo_v._Case first.',
    'Yahoo! is old, and !important is of CSS.',
    'All *.TXT files of part 2.A and 1.2.3.A follow.',
  ])('continues within an address, a name and a version: %s', (sentence) => {
    expect(splitSentences(sentence, 'en')).toEqual([sentence]);
  });

  test('ends after an address, and where a mark has no space in scripts without spaces', () => {
    expect(splitSentences('See https://a.example/x?y=1. Have you? Yes! Go.', 'en')).toEqual([
      ...['See https://a.example/x?y=1.', 'Have you?', 'Yes!', 'Go.'],
    ]);
    expect(splitSentences('OK?はい。', 'ja')).toEqual(['OK?', 'はい。']);
    expect(splitSentences('你知道吗?API是接口。它很好!PDF也是。', 'zh')).toEqual([
      '你知道吗?',
      'API是接口。',
      '它很好!',
      'PDF也是。',
    ]);
    expect(splitSentences('ทำไม?API', 'th')).toEqual(['ทำไม?', 'API']);
  });

  test.each([
    ['de', 'Wir treffen uns am 3. Oktober in Berlin.'],
    ['de', 'Im 2. Quartal stieg der Umsatz.'],
    ['de', 'Vom 1.–3. Oktober und am 3. 10. 2026 ist zu.'],
    ['de', 'Der II. Weltkrieg war lang.'],
    ['de', 'Das steht (vgl. Kap. 3) auf S. 5.'],
    ['de', 'Laut Art. 5 Abs. 3 und Nr. 7.'],
    ['en', 'We met on Jan. 5.'],
    ['en', 'See No. 5, Fig. 3, ch. 2, vol. 4 and (p. 7).'],
    ['da', 'Vi mødes den 3. oktober i Aarhus.'],
    ['da', 'Vi mødes den 3. Oktober i Aarhus.'],
    ['nb', 'Vi møtes 3. Oktober.'],
    ['no', 'Vi møtes 3. Oktober.'],
    ['fi', 'Tapaamme 3. Lokakuuta.'],
    ['cs', 'Sejdeme se 3. Října v Praze.'],
    ['hu', 'Ez a 2. Negyedév.'],
    ['tr', 'Yılın 3. Çeyreğinde büyüdük.'],
    ['fr', 'Voir art. 5, p. 12 et fig. 3.'],
    ['es', 'Véase la pág. 5 y el núm. 3.'],
  ])('continues after an ordinal, and after an abbreviation that a number follows (%s: %s)', (language, sentence) => {
    expect(splitSentences(sentence, language)).toEqual([sentence]);
  });

  test.each([
    ['en', 'It was written by J. Smith and the U.S. Army.'],
    ['en', 'Harry S. Truman met J. R. R. Tolkien.'],
    ['en', 'Ask Ms. Jones (Dr. Smith is out).'],
    ['de', 'Das ist von A. Müller.'],
    ['fr', 'MM. Le Pen et M. Le Goff arrivent.'],
    ['ru', 'Это написал поэт А. С. Пушкин.'],
  ])('continues after a title or the initial of a name (%s: %s)', (language, sentence) => {
    expect(splitSentences(sentence, language)).toEqual([sentence]);
  });

  test.each([
    ['en', 'The answer is no.', 'We ship tomorrow.'],
    ['en', 'Look at the fig.', 'Trees grow here.'],
    ['en', 'It took 300 ms.', 'Marketing was happy.'],
    ['en', 'Choose plan B.', 'Then go.'],
    ['en', 'Choose plan B.', '10 NATO members did.'],
    ['en', 'It runs at 12 V.', 'Engineers like it.'],
    ['en', 'We ship in the U.S.', 'Then we ship elsewhere.'],
    ['en', 'We had 3.', 'Sales went up.'],
    ['de', 'Äpfel, Birnen usw.', 'Dann gehen wir.'],
    ['de', 'Wir nehmen Plan B.', 'Dann gehen wir.'],
    ['de', 'Wir sind 3.', 'Danach gehen wir.'],
    ['de', 'Der Umsatz stieg auf 12.', '„Das ist neu“, sagte er.'],
    ['de', 'Das war 2024.', 'Umsatz gab es kaum.'],
    ['da', 'Vi er 3.', 'Derefter går vi.'],
    ['nb', 'Vi er 3.', 'Deretter går vi.'],
    ['sv', 'Vi tar plan B.', 'Sedan går vi.'],
    ['fi', 'Meitä on 3.', 'Sitten mennään.'],
    ['cs', 'Jsou jen 3.', 'Pak půjdeme.'],
    ['fr', 'La pièce fait 300 mm.', 'Paul la mesure.'],
    ['fr', 'Prenez le plan B.', 'C’est mieux.'],
    ['fr', 'Nous sommes 3.', 'Paul arrive.'],
    ['es', 'Elige el plan B.', 'Luego vamos.'],
    ['es', 'Somos 3.', 'Vamos.'],
    ['ja', '全部で3。', '次です。'],
    ['zh', '一共3。', '然后走。'],
    ['hi', 'हम 3 हैं।', 'फिर चलें।'],
    ['ar', 'نحن 3.', 'ثم نذهب.'],
  ])('ends a sentence that only looks abbreviated (%s: %s %s)', (language, first, second) => {
    expect(splitSentences(`${first} ${second}`, language)).toEqual([first, second]);
  });

  test('continues where neither the number nor the next word tells: a pause too few is the smaller harm', () => {
    expect(splitSentences('Wir sind 3. Menschen kommen.', 'de')).toHaveLength(1);
    expect(splitSentences('Choose plan B. Marketing decides.', 'en')).toHaveLength(1);
  });

  test('ends a sentence at the end of a line, even after an abbreviation', () => {
    expect(splitSentences('Wir sind 3.\nOktober', 'de')).toEqual(['Wir sind 3.', 'Oktober']);
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
      expect(part.length).toBeLessThanOrEqual(MAX_SENTENCE_UTF16_UNITS);
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
  expect(['a', '٣', 'あ', '5'].every(hasLetterOrDigit)).toBe(true);
  expect(['', '…', '🎉', '—', '!?'].some(hasLetterOrDigit)).toBe(false);
});
