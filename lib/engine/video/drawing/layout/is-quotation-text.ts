/** Opening marks, each with all marks that close it in some language (Unicode CLDR, delimiters). */
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
const SIGNS_AFTER_QUOTATION = /[\s.,;:!?…。、！？।؟۔]+$/u;

const APOSTROPHES_WITHIN_WORDS = /(?<=\p{L})['’](?=\p{L})/gu;

/** Reports whether normalized text is one quotation: it starts and ends with quotation marks that belong together. */
export function isQuotationText(text: string): boolean {
  const textToLastMark = text.replace(SIGNS_AFTER_QUOTATION, '');
  const closingMarks = QUOTATION_MARKS.find(([open]) => textToLastMark.startsWith(open))?.[1];
  if (closingMarks === undefined || textToLastMark.length < 3) return false;
  // An apostrophe within a word does not close a quotation.
  const innerText = textToLastMark.slice(1, -1).replace(APOSTROPHES_WITHIN_WORDS, '');
  const [openingMark = ''] = textToLastMark;
  // «Yes» and «no» are two quotations.
  const closesEarlier = Array.from(closingMarks).some(
    (mark) => innerText.includes(mark) && innerText.includes(openingMark, innerText.indexOf(mark)),
  );
  return closingMarks.includes(textToLastMark.slice(-1)) && !closesEarlier;
}
