import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { parseGenderedNounEntry, type SpokenLanguageRules } from '../spoken-language-rules.ts';
import { UNIT_SPELLINGS, UNIT_SYMBOLS, type UnitSymbol } from '../unit-symbols.ts';

/** The unit of a symbol, in any of the language's spellings; two units for "mph", undefined for another text. */
export function unitsOfSymbol(
  symbol: string,
  { unitSpellings = {} }: Pick<SpokenLanguageRules, 'unitSpellings'>,
): readonly UnitSymbol[] | undefined {
  const otherSpelling = ownPropertyValue(UNIT_SPELLINGS, symbol) ?? ownPropertyValue(unitSpellings, symbol);
  if (typeof otherSpelling === 'string') return [otherSpelling];
  if (otherSpelling) return otherSpelling;
  const unit = UNIT_SYMBOLS.find((unitSymbol) => unitSymbol === symbol);
  return unit && [unit];
}

/** "A per B" for each word after a slash: "per user a month". @param per such as "mo" or "user/month" */
export function perUnitWords(amount: string, per: string, language: SpokenLanguageRules): string {
  return per.split('/').reduce((words, unitName) => {
    const period = ownPropertyValue(language.periods, unitName.toLowerCase());
    return period === undefined ? perUnitOfMeasure(words, unitName, language) : `${words} ${period}`;
  }, amount);
}

/** "A per B" of a measure: "kilometers per hour". */
export function perUnitOfMeasure(amount: string, per: string, language: SpokenLanguageRules): string {
  const [unit] = unitsOfSymbol(per, language) ?? [];
  return language.per(amount, unit === undefined ? per : parseGenderedNounEntry(language.units[unit]).one, per);
}
