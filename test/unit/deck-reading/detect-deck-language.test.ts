import { expect, it } from 'vitest';
import { detectDeckLanguage } from '#engine/deck-reading/detect-deck-language.ts';
import { detectTextLanguage, mayTextBeInLanguage } from '#engine/speech/detected-text-language.ts';

const GERMAN = 'Heute sprechen wir über Äpfel und Birnen. Danach schauen wir uns die Zahlen des letzten Jahres an.';
const ENGLISH = 'Today we talk about apples and pears, and after that we look at the figures of last year.';

it.each([
  ['de', GERMAN],
  ['en', ENGLISH],
  ['fr', 'Aujourd’hui nous parlons de pommes et de poires, puis des chiffres de l’année dernière.'],
  ['es', 'Hoy hablamos de manzanas y peras, y después de las cifras del año pasado en el mercado.'],
  ['ru', 'Сегодня мы говорим о яблоках и грушах, а потом посмотрим на цифры прошлого года.'],
  ['uk', 'Сьогодні ми говоримо про яблука та груші, а потім подивимося на цифри минулого року.'],
  ['ar', 'مرحبا بكم في هذا العرض، سنتحدث اليوم عن التفاح'],
  ['he', 'שלום לכולם, היום נדבר על תפוחים'],
  ['ja', '今日は林檎と梨について話します。'],
  ['zh', '今天我们谈谈苹果和梨。'],
  ['ko', '오늘은 사과와 배에 대해 이야기합니다.'],
  ['el', 'Σήμερα μιλάμε για μήλα και αχλάδια'],
])('%s is known by its letters: %s', (language, text) => {
  expect(detectTextLanguage(text)?.language).toBe(language);
  expect(detectDeckLanguage([{ text }], [])).toBe(language);
});

it.each([
  ['de-AT', [{ text: GERMAN, language: 'de-AT' }], null],
  // Google Slides writes `en` into every run.
  ['de', [{ text: GERMAN, language: 'en' }], 'en-US'],
  ['ar', [{ text: 'مرحبا بكم في هذا العرض', language: 'en-US' }], 'en-US'],
  // The detector does not know Danish from its neighbours: the tag is right.
  [
    'da-DK',
    [{ text: 'I dag taler vi om æbler og pærer, og bagefter om tallene for sidste år.', language: 'da-DK' }],
    'en-US',
  ],
  // Too little to contradict the file.
  ['en-GB', [{ text: 'API REST JSON webhooks', language: 'en-GB' }], null],
  ['fr', [{ text: '42' }], 'fr'],
  [null, [], null],
])('a deck is %s by its notes, their tags and its usual language', (language, notes, usual) => {
  expect(detectDeckLanguage(notes, [], usual)).toBe(language);
});

it('few notes say less than the slides', () => {
  expect(detectDeckLanguage([{ text: 'OK?' }], [{ text: GERMAN }])).toBe('de');
  expect(detectDeckLanguage([{ text: GERMAN }], [{ text: ENGLISH.repeat(5) }])).toBe('de');
});

it.each([
  [GERMAN, 'en', false],
  [GERMAN, 'de-CH', true],
  [GERMAN, 'ja', false],
  ['今日は林檎と梨について話します。', 'en', false],
  // Languages that the detector does not know are believed, in their own letters.
  ['I dag snakker vi om epler og pærer, og etterpå om tallene for i fjor.', 'nb-NO', true],
  [ENGLISH, 'cy', true],
  ['API REST JSON webhooks', 'de', true],
])('%s may be in %s: %s', (text, language, may) => {
  const found = detectTextLanguage(text);
  expect(found && mayTextBeInLanguage(found, language)).toBe(may);
});

it.each(['Kickoff Meeting Agenda', 'Product Roadmap 2026', 'Welcome\nOur team\nQuestions'])(
  'is not guessed from a few Latin words: %s',
  (text) => {
    expect(detectDeckLanguage([], [{ text, language: undefined }])).toBeNull();
    expect(detectDeckLanguage([], [{ text, language: undefined }], 'de')).not.toBe('tr');
  },
);
