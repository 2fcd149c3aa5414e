import { VoiceId } from '@aws-sdk/client-polly';
import { describe, expect, it } from 'vitest';
import { pollyIdentity, pollyLanguageOfVoice } from '#engine/speech/engines/polly-identity.ts';

describe('the voices of Amazon Polly', () => {
  it('are known to the SDK, each once, with a language and a gender', () => {
    const voices = pollyIdentity.voices();
    expect(new Set(voices.map(({ id }) => id)).size).toBe(voices.length);
    for (const { id, language, gender } of voices) {
      expect(Object.values<string>(VoiceId)).toContain(id);
      expect(Intl.getCanonicalLocales(language)).toEqual([language]);
      expect(gender).toMatch(/^(fe)?male$/);
    }
    // the languages and variants that the guide counts, with both of Kajal's
    const languages = voices.flatMap(({ language, other_languages = [] }) => [language, ...other_languages]);
    expect(new Set(languages).size).toBe(36);
  });

  it.each([
    ['en', 'Joanna'],
    ['en-GB', 'Amy'],
    ['en-CA', 'Joanna'],
    ['de', 'Vicki'],
    ['de-AT', 'Hannah'],
    ['de-LU', 'Vicki'],
    ['fr-CH', 'Lea'],
    ['es-AR', 'Lupe'],
    ['es-MX', 'Mia'],
    ['pt', 'Camila'],
    ['pt-PT', 'Ines'],
    ['zh', 'Zhiyu'],
    ['zh-TW', 'Zhiyu'],
    ['zh-HK', 'Hiujin'],
    ['yue', 'Hiujin'],
    ['ar-EG', 'Hala'],
    ['hi', 'Kajal'],
    ['no', 'Ida'],
  ])('%s is spoken by %s', (language, voice) => {
    expect(pollyIdentity.voiceFor(language)).toBe(voice);
  });

  it.each(['ru', 'th', 'xx', 'not a tag'])('no voice speaks "%s"', (language) => {
    expect(pollyIdentity.voiceFor(language)).toBeUndefined();
  });

  it('are taken by name, whatever its case, for any language', () => {
    expect(pollyIdentity.voiceFor('ru', 'joanna')).toBe('Joanna');
    expect(pollyIdentity.voiceFor('en', 'Joana')).toBeUndefined();
  });

  it('are shown with the language where they have several', () => {
    expect(pollyLanguageOfVoice('Kajal', 'hi')).toBe('hi-IN');
    expect(pollyLanguageOfVoice('Kajal', 'en-IN')).toBeUndefined();
    expect(pollyLanguageOfVoice('Vicki', 'hi')).toBeUndefined();
  });
});
