import { detectTextLanguage } from '../text-language.ts';
import { foldedLexiconWord } from './lexicon.ts';
import type { Pronunciation } from './pronunciation.ts';

/** A word in letters of another script than Latin, with the language that it is probably in. */
export interface ForeignScriptWord {
  word: string;
  /** The primary subtag of BCP 47. */
  language: string;
}

/** The languages of scripts, for texts with too few letters to detect the language. */
const LANGUAGES: readonly (readonly [letters: RegExp, language: string])[] = [
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
const WORD = /(?:(?!\p{Script=Latin})\p{L}\p{M}*){2,100}|\p{Script=Han}/gu;
const LATIN_WORD = /\p{Script=Latin}{2}/u;
/** The most words of a text that are transcribed: each takes its voice some 20 ms. */
const MAX_WORDS = 50;

const defaultLanguage = (word: string): string | undefined => LANGUAGES.find(([letters]) => letters.test(word))?.[1];

/**
 * The words of other scripts among Latin ones, each once; empty for a text without Latin words.
 * @param lexicon of the author, whose words are left out
 */
export function findForeignScriptWords(text: string, lexicon: readonly Pronunciation[] = []): ForeignScriptWord[] {
  if (!LATIN_WORD.test(text)) return [];
  const known = new Set(lexicon.map(({ word }) => foldedLexiconWord(word)));
  const words = [...new Set(text.normalize('NFC').match(WORD) ?? [])].filter(
    (word) => !known.has(foldedLexiconWord(word)),
  );
  const found = words.slice(0, MAX_WORDS).flatMap((word) => {
    const language = defaultLanguage(word);
    return language === undefined ? [] : [{ word, language }];
  });
  // All words of a script together show its language better: "uk" of Cyrillic, not "ru".
  const likely = new Map(
    [...Map.groupBy(found, ({ language }) => language)].map(([language, same]) => [
      language,
      detectTextLanguage(same.map(({ word }) => word).join(' '))?.language ?? language,
    ]),
  );
  return found.map(({ word, language }) => ({ word, language: likely.get(language) ?? language }));
}
