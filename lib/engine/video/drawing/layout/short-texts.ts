/**
 * The longest line that counts as short, in columns. A line of this length below a title fits on one line of a landscape slide (60 letters
 * of half an em at 0.042 of the short side are 1.26 short sides wide, and the text has 1.37) and on two lines of a portrait one; set as a
 * heading over an image it takes two lines.
 */
const MAX_SHORT_COLUMNS = 60;
/** Letters that are as wide as they are high, which take two columns (UAX #11). */
const WIDE_LETTER =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uff60]/gu;
/** A mark that is combined with the letter before it, and takes no column. */
const COMBINING_MARK = /\p{M}/gu;

/** The width of normalized text in columns: letters that are as wide as they are high take two. */
export const textWidthInColumns = (text: string): number =>
  Array.from(text.replace(COMBINING_MARK, '')).length + (text.match(WIDE_LETTER)?.length ?? 0);

/** Reports whether normalized text is short enough for one line under a title, or for a heading alone over an image. */
export const isShortLine = (text: string): boolean => textWidthInColumns(text) <= MAX_SHORT_COLUMNS;

/** Parts of the pattern of a number: digits with separators, a currency, a magnitude, a unit, and an optional space. */
const NUMBER = String.raw`\p{Nd}+(?:[.,'’٫٬\u00a0\u202f ]\p{Nd}+)*`;
const CURRENCY = String.raw`(?:\p{Sc}|[A-Z]{1,3}\p{Sc}|[A-Z]{3})`;
const MAGNITUDE =
  'k|K|M|m|B|b|bn|mn|tn|T|G|thousand|million|billion|trillion|Tsd\\.?|Mio\\.?|Mrd\\.?|Md|mil|mio|mln|mld|млн|млрд|тыс\\.?|万|億|亿|兆|만|억|조';
const UNIT =
  '%|٪|％|‰|×|x|X|倍|배|°|°C|°F|℃|℉|pp|pt|px|fps|nm|µm|mm|cm|m|km|mi|ft|m²|km²|m³|ha|mg|g|kg|t|ml|l|L|µs|ms|s|min|h|hrs|kB|MB|GB|TB|PB|kbit\\/s|Mbit\\/s|Gbit\\/s|Hz|kHz|MHz|GHz|W|kW|MW|GW|TW|Wh|kWh|MWh|GWh|TWh|V|kV|A|bar|dB|km\\/h|mph|m\\/s|円|元|원';
const SPACE = String.raw`[\u00a0\u202f ]?`;
/** A number with its signs, currency, magnitude and unit, or a range of two numbers, as a whole text. */
const SINGLE_NUMBER = new RegExp(
  `^[~≈<>≤≥±+\u2212–-]*${SPACE}(?:${CURRENCY}${SPACE})?[+\u2212–-]?${NUMBER}(?:${SPACE}[–-]${SPACE}${NUMBER})?` +
    `(?:${SPACE}(?:${MAGNITUDE}))?(?:${SPACE}(?:${UNIT}|${CURRENCY}))?\\+?$`,
  'u',
);

/**
 * Reports whether normalized text is one number: digits, with its sign, currency, magnitude and unit (`87 %`, `€4.2M`, `3×`). Units
 * are listed, so that "3 men" and "10 tips" are words.
 */
export const isNumberText = (text: string): boolean => SINGLE_NUMBER.test(text);
