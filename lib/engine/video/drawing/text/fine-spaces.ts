import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import type { TextReplacement } from './smart-quote-edits.ts';

const NO_BREAK_SPACE = '\u00a0';
const NARROW_SPACE = '\u202f';

const UNIT =
  '(?:%|‰|°C|°F|°|€|\\$|£|¥|₽|zł|Kč|kr|km²|m²|km/h|km|cm|mm|m|kg|mg|g|t|ml|l|ms|s|min|h|kB|MB|GB|TB|Mbit/s|Gbit/s|Hz|kHz|MHz|GHz|W|kW|MW|GW|Wh|kWh|MWh|GWh|V|A|px|pt|fps|dB|Mio\\.|Mrd\\.|Tsd\\.)';
/** Spaces that do not break: between a number and its unit, before a number that a sign or an abbreviation announces, in large numbers, before a dash. */
const ALL: readonly RegExp[] = [
  new RegExp(`(?<=\\p{Nd}) (?=${UNIT}(?![\\p{L}\\p{N}]))`, 'gu'),
  /(?<=(?<![\p{L}\p{N}.])(?:Nr|No|Nos|Abb|Fig|Figs|Kap|Tab|Art|vol|Bd|pp?|S|St|Dr|Mr|Mrs|Ms|Mme|M|Prof|Sra?|Sig)\.) (?=[\p{Lu}\p{Nd}])/gu,
  /(?<=[§№€£¥#]) (?=\p{Nd})/gu,
  /(?<=\p{Nd}) (?=\p{Nd}{3}(?!\p{Nd}))/gu,
  /(?<=\S) (?=(?:[–—]|-{2,3}) )/gu,
];
/** Between the letters of abbreviations such as `z. B.`, which are set closer. */
const GERMAN_ABBREVIATION = /(?<=(?<![\p{L}.])(?:z|d|u|o|i|s|v)\.) (?=(?:B|h|a|ä|U|A|R|d|o|u)\.)/gu;
/** Words of one letter, which do not end a line. */
const ONE_LETTER: Readonly<Record<string, string>> = {
  pl: 'aiouwz',
  cs: 'aikosuvz',
  sk: 'aikosuvz',
  ru: 'аивкосуя',
  uk: 'аієвзоуй',
};

/** French spaces before two-part punctuation (`; : ! ?`), and within quotation marks. */
const FRENCH: readonly (readonly [pattern: RegExp, space: string])[] = [
  [/(?<=\S) (?=[;!?]+(?:[\s\u00a0)»”]|$))/gu, NARROW_SPACE],
  [/(?<=\S) (?=:(?:\s|$))/gu, NO_BREAK_SPACE],
  [/(?<=[«‹]) (?=\S)/gu, NARROW_SPACE],
  [/(?<=\S) (?=[»›])/gu, NARROW_SPACE],
];

const replaced = (text: string, pattern: RegExp, space: string): TextReplacement[] =>
  Array.from(text.matchAll(pattern), ({ index }) => ({ at: index, length: 1, text: space }));

/** The edits that replace spaces at which a line may not break, by the habits of a language (BCP 47). */
export function fineSpaceEdits(text: string, language: string): TextReplacement[] {
  const primary = language.toLowerCase().split('-')[0] ?? '';
  const space = primary === 'fr' ? NARROW_SPACE : NO_BREAK_SPACE;
  const edits = ALL.flatMap((pattern) => replaced(text, pattern, space));
  if (primary === 'fr') edits.push(...FRENCH.flatMap(([pattern, own]) => replaced(text, pattern, own)));
  if (primary === 'de') edits.push(...replaced(text, GERMAN_ABBREVIATION, NARROW_SPACE));
  const letters = ownPropertyValue(ONE_LETTER, primary);
  if (letters !== undefined)
    edits.push(...replaced(text, new RegExp(`(?<=(?<![\\p{L}\\p{N}.])[${letters}]) (?=\\S)`, 'giu'), NO_BREAK_SPACE));
  return edits;
}
