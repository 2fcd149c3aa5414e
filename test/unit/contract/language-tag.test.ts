import { describe, expect, it } from 'vitest';
import { espeakIdentity } from '#engine/speech/engines/espeak-identity.ts';
import { pollyIdentity } from '#engine/speech/engines/polly-identity.ts';
import { findCanonicalLanguageTag, languageTagSchema } from '#kernel/contract/language-tag.ts';

const messageOf = (value: string) => languageTagSchema.safeParse(value).error?.issues[0]?.message;

describe('a language', () => {
  it.each([
    ['en', 'en'],
    ['EN-us', 'en-US'],
    ['zh-Hant', 'zh-Hant'],
    ['pt-BR', 'pt-BR'],
    ['es-419', 'es-419'],
    ['sr-Latn', 'sr-Latn'],
    ['de-DE-1996', 'de-DE-1996'],
    ['cmn', 'zh'],
    ['yue', 'yue'],
    ['tlh', 'tlh'],
    ['en-x-foo', 'en-x-foo'],
  ])('%s is accepted', (value, canonical) => {
    expect(languageTagSchema.parse(value)).toBe(canonical);
  });

  it('of any voice is accepted', () => {
    const languages = [...espeakIdentity.voices(), ...pollyIdentity.voices()].flatMap((voice) => [
      voice.language,
      ...('other_languages' in voice ? (voice.other_languages ?? []) : []),
    ]);
    expect(languages.length).toBeGreaterThan(100);
    expect(languages.filter((language) => findCanonicalLanguageTag(language) !== language)).toEqual([]);
  });

  it.each([
    ['english', 'en'],
    ['German', 'de'],
    ['Portuguese', 'pt'],
    ['chinese', 'zh'],
    ['JAPANESE', 'ja'],
  ])('by its English name %s is refused, and the message has its tag', (name, tag) => {
    expect(messageOf(name)).toBe(`Use the language tag "${tag}".`);
  });

  it.each(['deutsch', 'xx', 'qqq', 'abcdefgh', 'e', 'en_US', 'en-', '', 'i-klingon'])('%o is refused', (value) => {
    expect(messageOf(value)).toBe('Use a language tag such as "en".');
  });
});
