import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import type { TextReplacement } from './smart-quote-edits.ts';

const NO_BREAK_SPACE = '\u00a0';
const NARROW_SPACE = '\u202f';

/** Units that are separated from their number by a space. */
const UNIT =
  '(?:%|‰|°C|°F|°|€|\\$|£|¥|₽|zł|Kč|kr|km²|m²|km/h|km|cm|mm|m|kg|mg|g|t|ml|l|ms|s|min|h|kB|MB|GB|TB|Mbit/s|Gbit/s|Hz|kHz|MHz|GHz|W|kW|MW|GW|Wh|kWh|MWh|GWh|V|A|px|pt|fps|dB|Mio\\.|Mrd\\.|Tsd\\.)';
/**
 * Spaces at which a line may not break in any language: between a number and its unit, between an abbreviation or a sign and what it belongs
 * to, in large numbers, and before a dash.
 */
const UNBREAKABLE_SPACES: readonly RegExp[] = [
  new RegExp(`(?<=\\p{Nd}) (?=${UNIT}(?![\\p{L}\\p{N}]))`, 'gu'),
  /(?<=(?<![\p{L}\p{N}.])(?:Nr|No|Nos|Abb|Fig|Figs|Kap|Tab|Art|vol|Bd|pp?|S|St|Dr|Mr|Mrs|Ms|Mme|M|Prof|Sra?|Sig)\.) (?=[\p{Lu}\p{Nd}])/gu,
  /(?<=[§№€£¥#]) (?=\p{Nd})/gu,
  /(?<=\p{Nd}) (?=\p{Nd}{3}(?!\p{Nd}))/gu,
  /(?<=\S) (?=(?:[–—]|-{2,3}) )/gu,
];
/** The spaces in German abbreviations such as `z. B.`, which are narrow. */
const GERMAN_ABBREVIATION = /(?<=(?<![\p{L}.])(?:z|d|u|o|i|s|v)\.) (?=(?:B|h|a|ä|U|A|R|d|o|u)\.)/gu;
/** Letters, by language, that are words of one letter, which do not end a line. */
const ONE_LETTER_WORDS: Readonly<Record<string, string>> = {
  pl: 'aiouwz',
  cs: 'aikosuvz',
  sk: 'aikosuvz',
  ru: 'аивкосуя',
  uk: 'аієвзоуй',
};

/** French spaces before `; : ! ?` and within quotation marks, and the spaces that replace them. */
const FRENCH_SPACES: readonly (readonly [pattern: RegExp, space: string])[] = [
  [/(?<=\S) (?=[;!?]+(?:[\s\u00a0)»”]|$))/gu, NARROW_SPACE],
  [/(?<=\S) (?=:(?:\s|$))/gu, NO_BREAK_SPACE],
  [/(?<=[«‹]) (?=\S)/gu, NARROW_SPACE],
  [/(?<=\S) (?=[»›])/gu, NARROW_SPACE],
];

/** The edits that replace spaces at the matches of a pattern. */
const spaceReplacements = (text: string, pattern: RegExp, space: string): TextReplacement[] =>
  Array.from(text.matchAll(pattern), ({ index }) => ({ at: index, length: 1, text: space }));

/** The edits that replace spaces at which a line may not break by no-break spaces, by the rules of a language (BCP 47). */
export function noBreakSpaceEdits(text: string, language: string): TextReplacement[] {
  const primaryTag = language.toLowerCase().split('-')[0] ?? '';
  const space = primaryTag === 'fr' ? NARROW_SPACE : NO_BREAK_SPACE;
  const edits = UNBREAKABLE_SPACES.flatMap((pattern) => spaceReplacements(text, pattern, space));
  if (primaryTag === 'fr')
    edits.push(...FRENCH_SPACES.flatMap(([pattern, frenchSpace]) => spaceReplacements(text, pattern, frenchSpace)));
  if (primaryTag === 'de') edits.push(...spaceReplacements(text, GERMAN_ABBREVIATION, NARROW_SPACE));
  const wordLetters = ownPropertyValue(ONE_LETTER_WORDS, primaryTag);
  if (wordLetters !== undefined)
    edits.push(
      ...spaceReplacements(
        text,
        new RegExp(`(?<=(?<![\\p{L}\\p{N}.])[${wordLetters}]) (?=\\S)`, 'giu'),
        NO_BREAK_SPACE,
      ),
    );
  return edits;
}
