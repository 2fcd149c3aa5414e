import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { parseCountedNoun, type SpokenLanguageRules } from '../spoken-language-rules.ts';
import { UNIT_SPELLINGS, UNIT_SYMBOLS, type UnitSymbol } from '../unit-symbols.ts';

/** The unit of a symbol in any of the language's spellings; two of them for "mph". */
export function unitsOfSymbol(
  symbol: string,
  { unitSpellings = {} }: Pick<SpokenLanguageRules, 'unitSpellings'>,
): readonly UnitSymbol[] | undefined {
  const other = ownPropertyValue(UNIT_SPELLINGS, symbol) ?? ownPropertyValue(unitSpellings, symbol);
  if (typeof other === 'string') return [other];
  if (other) return other;
  const unit = UNIT_SYMBOLS.find((known) => known === symbol);
  return unit && [unit];
}

/** "A per B" for each word after a slash: "per user a month". @param per such as "mo" or "user/month" */
export function perUnitWords(amount: string, per: string, language: SpokenLanguageRules): string {
  return per.split('/').reduce((words, each) => {
    const period = ownPropertyValue(language.periods, each.toLowerCase());
    return period === undefined ? perUnitOfMeasure(words, each, language) : `${words} ${period}`;
  }, amount);
}

/** "A per B" of a measure: "kilometers per hour". */
export function perUnitOfMeasure(amount: string, per: string, language: SpokenLanguageRules): string {
  const [unit] = unitsOfSymbol(per, language) ?? [];
  return language.per(amount, unit === undefined ? per : parseCountedNoun(language.units[unit]).one, per);
}
