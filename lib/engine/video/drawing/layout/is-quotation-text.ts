/** Opening marks and the marks that close them, in the languages that use them (Unicode CLDR, delimiters). */
const QUOTATION_MARKS: readonly (readonly [open: string, close: string])[] = [
  ['"', '"'],
  ["'", "'"],
  ['“', '”“"'],
  ['”', '”'],
  ['„', '“”‟"„'],
  ['‟', '”'],
  ['‘', '’‘'],
  ['’', '’'],
  ['‚', '‘’'],
  ['«', '»'],
  ['»', '«»'],
  ['‹', '›'],
  ['›', '‹›'],
  ['「', '」'],
  ['『', '』'],
  ['﹁', '﹂'],
  ['﹃', '﹄'],
  ['｢', '｣'],
  ['《', '》'],
  ['〈', '〉'],
  ['〝', '〞〟'],
  ['＂', '＂'],
  ['⹂', '“”'],
];

/** Full stops and similar characters that may follow the mark that closes a quotation. */
const AFTER_QUOTATION = /[\s.,;:!?…。、！？।؟۔]+$/u;

/** Reports whether clean text is one quotation: it starts and ends with quotation marks that belong together. */
export function isQuotationText(text: string): boolean {
  const quoted = text.replace(AFTER_QUOTATION, '');
  const closing = QUOTATION_MARKS.find(([open]) => quoted.startsWith(open))?.[1];
  if (closing === undefined || quoted.length < 3) return false;
  const inside = quoted.slice(1, -1);
  const [open = ''] = quoted;
  // «Yes» and «no» are two quotations. An apostrophe within a word does not close a quotation.
  const closesEarlier = Array.from(closing).some(
    (mark) => inside.includes(mark) && inside.includes(open, inside.indexOf(mark)) && !/\p{L}['’]\p{L}/u.test(inside),
  );
  return closing.includes(quoted.slice(-1)) && !closesEarlier;
}
