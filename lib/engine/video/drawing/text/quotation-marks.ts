/** The quotation marks of a language. */
export interface QuotationMarks {
  /** The marks that replace `"`. */
  double: readonly [open: string, close: string];
  /** The marks that replace `'` around words. */
  single: readonly [open: string, close: string];
}

const NARROW_SPACE = '\u202f';

/** Styles of quotation marks, and the languages (BCP 47) that have them (Unicode CLDR, delimiters; French with its spaces). */
const QUOTATION_STYLES: readonly (readonly [marks: QuotationMarks, languages: string])[] = [
  [
    { double: ['“', '”'], single: ['‘', '’'] },
    'en pt nl tr zh ko hi bn gu kn ml mr pa ta te si ne th vi id ms fil ga cy mt sw zu af lv da ur',
  ],
  [{ double: ['„', '“'], single: ['‚', '‘'] }, 'de cs sk sl bg lt is ka sq mk et lb dsb hsb'],
  [{ double: ['„', '”'], single: ['‚', '’'] }, 'pl hu ro hr sr bs'],
  [{ double: [`«${NARROW_SPACE}`, `${NARROW_SPACE}»`], single: [`‹${NARROW_SPACE}`, `${NARROW_SPACE}›`] }, 'fr br'],
  [{ double: ['«', '»'], single: ['‹', '›'] }, 'de-ch de-li it-ch'],
  [{ double: ['«', '»'], single: ['“', '”'] }, 'es it pt-pt ca gl eu el hy fa az uz kk be ru uk'],
  [{ double: ['«', '»'], single: ['‘', '’'] }, 'no nb nn'],
  [{ double: ['”', '”'], single: ['’', '’'] }, 'fi sv'],
  [{ double: ['”', '“'], single: ['’', '‘'] }, 'ar'],
];

/** The marks by language, in lower case. */
const MARKS_BY_LANGUAGE = new Map(
  QUOTATION_STYLES.flatMap(([marks, languages]) => languages.split(' ').map((language) => [language, marks] as const)),
);

/**
 * The quotation marks of a language, or of its region if that differs. Undefined if straight marks stay as they are: in languages that are
 * not listed, and in Hebrew and Japanese, where they have other meanings or are not used.
 */
export function findQuotationMarksOfLanguage(language: string): QuotationMarks | undefined {
  const [primary = '', ...subtags] = language.toLowerCase().split('-');
  const regional = subtags
    .map((part) => MARKS_BY_LANGUAGE.get(`${primary}-${part}`))
    .find((marks) => marks !== undefined);
  return regional ?? MARKS_BY_LANGUAGE.get(primary);
}
