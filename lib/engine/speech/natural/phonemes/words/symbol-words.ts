/** Signs that are read in every position, and their words. */
export const ALWAYS_SPOKEN_SIGNS: ReadonlyMap<string, string> = new Map([
  ['%', 'percent'],
  ['&', 'and'],
  ['+', 'plus'],
  ['@', 'at'],
]);

/** Signs of money before an amount: the unit and its hundredth. */
export const CURRENCY_UNIT_NAMES: ReadonlyMap<string, readonly [unit: string, hundredth: string]> = new Map([
  ['$', ['dollar', 'cent']],
  ['£', ['pound', 'pence']],
  ['€', ['euro', 'cent']],
]);

/** Signs that are read where no other rule uses them. Other signs are silent. */
export const SYMBOL_WORDS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...[...ALWAYS_SPOKEN_SIGNS].map(([sign, word]) => [sign, [word]] as [string, readonly string[]]),
  ...[...CURRENCY_UNIT_NAMES].map(([sign, [unit]]) => [sign, [`${unit}s`]] as [string, readonly string[]]),
  ['/', ['slash']],
  ['=', ['equals']],
  ['#', ['hash']],
  ['*', ['asterisk']],
  ['~', ['tilde']],
  ['^', ['caret']],
  ['<', ['less', 'than']],
  ['>', ['greater', 'than']],
  ['°', ['degrees']],
  ['×', ['times']],
  ['÷', ['divided', 'by']],
  ['±', ['plus', 'or', 'minus']],
  // The slash in what NFKC makes of "½".
  ['⁄', ['over']],
]);
