import { detectTextLanguage } from '../detected-text-language.ts';
import { foldLexiconWord } from './lexicon.ts';
import type { Pronunciation } from './pronunciation.ts';

/** A word in letters of another script than Latin, with the language that it is probably in. */
export interface ForeignScriptWord {
  word: string;
  /** The primary subtag of BCP 47. */
  language: string;
}

/** The likeliest language of each script, for texts with too few letters to detect the language. */
const LANGUAGE_BY_SCRIPT: readonly (readonly [letters: RegExp, language: string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Cyrillic}/u, 'ru'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Devanagari}/u, 'hi'],
  [/\p{Script=Thai}/u, 'th'],
  [/\p{Script=Bengali}/u, 'bn'],
  [/\p{Script=Tamil}/u, 'ta'],
  [/\p{Script=Telugu}/u, 'te'],
  [/\p{Script=Gujarati}/u, 'gu'],
  [/\p{Script=Gurmukhi}/u, 'pa'],
  [/\p{Script=Kannada}/u, 'kn'],
  [/\p{Script=Malayalam}/u, 'ml'],
  [/\p{Script=Georgian}/u, 'ka'],
  [/\p{Script=Armenian}/u, 'hy'],
];
/** Letters with their marks, none of which is Latin. A single one is a sign, such as "π" or "Ω". */
const FOREIGN_WORD = /(?:(?!\p{Script=Latin})\p{L}\p{M}*){2,100}|\p{Script=Han}/gu;
const LATIN_WORD = /\p{Script=Latin}{2}/u;
/** The maximum number of words of a text that are transcribed: each takes about 20 ms. */
const MAX_WORDS = 50;

const defaultLanguage = (word: string): string | undefined =>
  LANGUAGE_BY_SCRIPT.find(([letters]) => letters.test(word))?.[1];

/**
 * The words of other scripts among Latin ones, each once; empty for a text without Latin words.
 * @param lexicon the author's lexicon, whose words are left out
 */
export function findForeignScriptWords(text: string, lexicon: readonly Pronunciation[] = []): ForeignScriptWord[] {
  if (!LATIN_WORD.test(text)) return [];
  const lexiconWords = new Set(lexicon.map(({ word }) => foldLexiconWord(word)));
  const words = [...new Set(text.normalize('NFC').match(FOREIGN_WORD) ?? [])].filter(
    (word) => !lexiconWords.has(foldLexiconWord(word)),
  );
  const foreignWords = words.slice(0, MAX_WORDS).flatMap((word) => {
    const language = defaultLanguage(word);
    return language === undefined ? [] : [{ word, language }];
  });
  // All words of a script together show its language better: "uk" of Cyrillic, not "ru".
  const detectedLanguages = new Map(
    [...Map.groupBy(foreignWords, ({ language }) => language)].map(([language, sameScriptWords]) => [
      language,
      detectTextLanguage(sameScriptWords.map(({ word }) => word).join(' '))?.language ?? language,
    ]),
  );
  return foreignWords.map(({ word, language }) => ({ word, language: detectedLanguages.get(language) ?? language }));
}
