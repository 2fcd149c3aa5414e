import { describe, expect, test } from 'vitest';
import { createEspeakEngine } from '#engine/speech/engines/espeak.ts';

const { voiceFor } = createEspeakEngine();

describe('the espeak-ng voice of a language', () => {
  test.each([
    ['en', 'en-us'],
    ['en-US', 'en-us'],
    ['EN-gb', 'en-gb'],
    ['en-AU', 'en-gb'],
    ['en-CA', 'en-us'],
    ['de', 'de'],
    ['de-AT', 'de'],
    ['fr', 'fr-fr'],
    ['fr-CA', 'fr-fr'],
    ['fr-BE', 'fr-be'],
    ['es', 'es'],
    ['es-ES', 'es'],
    ['es-MX', 'es-419'],
    ['pt', 'pt-br'],
    ['pt-BR', 'pt-br'],
    ['pt-PT', 'pt'],
    ['zh', 'cmn'],
    ['zh-Hans-CN', 'cmn'],
    ['zh-TW', 'cmn'],
    ['zh-HK', 'yue'],
    ['yue', 'yue'],
    ['ar', 'ar'],
    ['ar-EG', 'ar'],
    ['hi-IN', 'hi'],
    ['ja-JP', 'ja'],
    ['he', 'he'],
    ['iw', 'he'],
    ['ru', 'ru'],
    ['ko-KR', 'ko'],
    ['th', 'th'],
    ['el', 'el'],
    ['no', 'nb'],
    ['sr-Latn-RS', 'sr'],
    ['en-US-u-ca-buddhist', 'en-us'],
  ])('%s is spoken by %s', (language, voice) => {
    expect(voiceFor(language)).toBe(voice);
  });

  test.each(['xx', 'fil', 'zzz-ZZ', '', 'not a tag', 'x-klingon', '-v'])('no voice speaks "%s"', (language) => {
    expect(voiceFor(language)).toBeUndefined();
  });

  test('a voice that is asked for by name is taken, with a known variant', () => {
    expect(voiceFor('de', 'en-GB')).toBe('en-gb');
    expect(voiceFor('de', 'de+F3')).toBe('de+f3');
  });

  test.each(['', 'nobody', 'de+', 'de+zz', 'de+f1+f2', '../../etc/passwd', '-m', '+f1'])(
    'a voice called "%s" is not known',
    (voice) => {
      expect(voiceFor('de', voice)).toBeUndefined();
    },
  );
});
