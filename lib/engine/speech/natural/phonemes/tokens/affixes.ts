/**
 * Affixes that are cut from the ends of a word, and signs at which a word is cut in the middle. They are spaCy's rules for English (MIT),
 * with the character classes that Latin text needs.
 */

/** Alternatives that match exactly one of the characters. */
const oneOf = (characters: string): string => `[${characters.replace(/[\]\\^-]/g, '\\$&')}]`;
const either = (...patterns: readonly string[]): string => `(?:${patterns.join('|')})`;

const LETTER = '[\\p{L}\\p{Nl}\\p{No}]';
const WORD_CHARACTER = '[\\p{L}\\p{N}]';
/** Ranges of the small letters of Latin text, for character classes of patterns. */
export const LATIN_LOWERCASE_RANGES = 'a-zß-öø-ÿ';
/** Ranges of the capital letters of Latin text, for character classes of patterns. */
export const LATIN_UPPERCASE_RANGES = 'A-ZÀ-ÖØ-Þ';
const QUOTES = '\'"”“`‘´’‚,„»«「」『』（）〔〕【】《》〈〉';
const MARKS = '…,:;!?¿¡()[]{}<>_#*&。？！，、；：～·';
const SIGNS = '™®©°§¶†‡•';
const DASHES = '—–';
const CURRENCIES = either('\\$', '[£€¥฿₽₹₩₪₺₴₦₫₱₲₵₸₼₾₿]', '(?:US|C|A)\\$');
const LENGTH_UNITS = either('km', 'm', 'dm', 'cm', 'mm');
// biome-ignore format: many short units on a line
const UNITS = either(
  `${LENGTH_UNITS}[²³]?`,
  'ha', 'µm', 'nm', 'yd', 'in', 'ft', 'kg', 'g', 'mg', 'µg', 't', 'lb', 'oz', 'm/s', 'km/h', 'kmh', 'mph',
  'hPa', 'Pa', 'mbar', 'mb', 'MB', 'kb', 'KB', 'gb', 'GB', 'tb', 'TB', 'T', 'G', 'M', 'K', '%',
);

const COMMON_AFFIXES = [oneOf(MARKS), oneOf(QUOTES), oneOf(SIGNS), oneOf(DASHES), '\\.{2,}'];

/** The marks that are cut from the start of a word. */
export const TOKENIZER_PREFIX_PATTERN = new RegExp(
  `^${either(...COMMON_AFFIXES, '[%=]', '\\+(?![0-9])', CURRENCIES)}`,
  'u',
);

/**
 * The marks and endings that are cut from the end of a word. A dot stays with a single capital letter ("J.") and with text that is not a
 * word.
 */
export const TOKENIZER_SUFFIX_PATTERN = new RegExp(
  `${either(
    '……',
    ...COMMON_AFFIXES,
    "['’][sS]",
    `(?<=[0-9])${either('\\+', CURRENCIES, UNITS)}`,
    '(?<=°[FfCcKk])\\.',
    `(?<=${either(`[0-9${LATIN_LOWERCASE_RANGES}%²+\\-]`, oneOf(MARKS), oneOf(QUOTES))})\\.`,
    `(?<=[${LATIN_UPPERCASE_RANGES}]{2})\\.`,
  )}$`,
  'u',
);

/** The signs at which the rest of a word is cut; each becomes a separate token. */
export const TOKENIZER_INFIX_PATTERN = new RegExp(
  either(
    '\\.{2,}',
    '…',
    oneOf(SIGNS),
    '(?<=[0-9])[+\\-*^](?=[0-9-])',
    `(?<=${either(`[${LATIN_LOWERCASE_RANGES}]`, oneOf(QUOTES))})\\.(?=${either(`[${LATIN_UPPERCASE_RANGES}]`, oneOf(QUOTES))})`,
    `(?<=${LETTER}),(?=${LETTER})`,
    `(?<=${WORD_CHARACTER})${either('---', '--', '——', '[-–—~]')}(?=${LETTER})`,
    `(?<=${WORD_CHARACTER})[:<>=/](?=${LETTER})`,
  ),
  'gu',
);

const TOP_LEVEL_DOMAINS = 'com|org|net|edu|gov|io|co|uk|de|fr|info|biz|us|ca|au|tv|me|ly|ai';

/** An address of the web or of mail: it is one token. */
export const ADDRESS_TOKEN_PATTERN = new RegExp(
  `^${either(
    '(?:(?:https?|ftp)://|www\\.)\\S+',
    '[\\w.+\\-]+@[\\w\\-]+(?:\\.[\\w\\-]+)+',
    `(?:[\\w\\-]+\\.)+(?:${TOP_LEVEL_DOMAINS})(?:/\\S*)?`,
  )}$`,
  'iu',
);
