import type { SpokenLanguageRules } from '../spoken-language-rules.ts';
import type { MakeSpokenRules } from '../spoken-rule.ts';
import { digitsInWords } from '../written-number-pattern.ts';

/** The number of digits of a telephone number (at most 15: ITU-T E.164). */
const DIGIT_COUNT_RANGE = { min: 7, max: 15 };

/** The digits one by one, with a pause between the written groups. @returns undefined for too few or too many digits */
export function phoneNumberInWords(text: string, language: SpokenLanguageRules): string | undefined {
  const digitCount = text.replace(/\D/g, '').length;
  if (digitCount < DIGIT_COUNT_RANGE.min || digitCount > DIGIT_COUNT_RANGE.max) return undefined;
  const groups = text.match(/\d+/g) ?? [];
  return (
    (text.startsWith('+') ? `${language.words.plus} ` : '') +
    groups.map((group) => digitsInWords(group, language)).join(', ')
  );
}

/** Telephone numbers: those with a country code, those of North America, and those after a word that announces one. */
export const spokenPhoneNumberRules: MakeSpokenRules = () => [
  {
    pattern: /(?<![\p{L}\p{N}])\+\d{1,4}(?:[ ./-]?\(\d{1,5}\))?(?:[ ./-]?\d{1,9}){1,6}(?![\p{L}\p{N}%€$]|[.,]\d)/gu,
    say: ({ text }, language) => phoneNumberInWords(text, language),
  },
  {
    pattern: /(?<![\p{L}\p{N}])(?:\(\d{3}\) ?|\d{3}[-.])\d{3}[-.]\d{4}(?![\p{L}\p{N}]|[.,-]\d)/gu,
    say: ({ text }, language) => phoneNumberInWords(text, language),
  },
  {
    pattern:
      /(?<=\b(?:tel\.?|tél\.?|téléphone|phone|telefon|telefono|teléfono|telefone|telefoon|call|fax|móvil|handy|hotline)(?: |: ?|\. ?))\(?0?\d{1,5}\)?(?:[ /-]\d{2,9}){1,5}(?![\p{L}\p{N}]|[.,]\d)/giu,
    say: ({ text }, language) => phoneNumberInWords(text, language),
  },
];
