import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import type { TextMarkup } from '../rich-slide-content.ts';

/** Kinds of admonitions, as GitHub and others write them: `[!NOTE]`. */
const ADMONITION_KINDS = ['note', 'tip', 'important', 'warning', 'caution'] as const;
/** The kind of an admonition. */
export type AdmonitionKind = (typeof ADMONITION_KINDS)[number];

/** The sign at the start of a text: the kind of an admonition, or the state of a task. */
export type PointSign = { admonition: AdmonitionKind } | { isDone: boolean };

/** A sign at the start of a text. */
const SIGN_PATTERN = new RegExp(
  `^\\s*\\[(?:!(?<admonition>${ADMONITION_KINDS.join('|')})|(?<state>[ xX]))\\]\\s+(?=\\S)`,
  'iu',
);

/** Separates `[!NOTE] `, `[ ] ` or `[x] ` at the start of a text from the rest. Without the markup `inline`, texts have no signs. */
export function splitPointSign(text: string, markup: TextMarkup | undefined): { sign?: PointSign; rest: string } {
  const match = markup === 'inline' ? SIGN_PATTERN.exec(text) : null;
  if (!match) return { rest: text };
  const { admonition, state } = match.groups ?? {};
  const rest = text.slice(match[0].length);
  const kind = ADMONITION_KINDS.find((name) => name === admonition?.toLowerCase());
  return { sign: kind ? { admonition: kind } : { isDone: state !== ' ' }, rest };
}

/** The characters for a checked and an unchecked task in texts that cannot have a drawn checkbox. */
export const TASK_CHECKBOX_CHARACTERS = { done: '☑', open: '☐' } as const;

/** The names of admonitions by language, in the order of ADMONITION_KINDS. */
const ADMONITION_NAMES: Readonly<Record<string, readonly string[]>> = {
  en: ['Note', 'Tip', 'Important', 'Warning', 'Caution'],
  de: ['Hinweis', 'Tipp', 'Wichtig', 'Warnung', 'Vorsicht'],
  fr: ['Remarque', 'Astuce', 'Important', 'Avertissement', 'Attention'],
  es: ['Nota', 'Consejo', 'Importante', 'Advertencia', 'Precaución'],
  it: ['Nota', 'Suggerimento', 'Importante', 'Avviso', 'Attenzione'],
  pt: ['Nota', 'Dica', 'Importante', 'Aviso', 'Cuidado'],
  nl: ['Opmerking', 'Tip', 'Belangrijk', 'Waarschuwing', 'Let op'],
  pl: ['Uwaga', 'Wskazówka', 'Ważne', 'Ostrzeżenie', 'Ostrożnie'],
  cs: ['Poznámka', 'Tip', 'Důležité', 'Varování', 'Pozor'],
  sv: ['Obs', 'Tips', 'Viktigt', 'Varning', 'Försiktigt'],
  da: ['Bemærk', 'Tip', 'Vigtigt', 'Advarsel', 'Forsigtig'],
  nb: ['Merk', 'Tips', 'Viktig', 'Advarsel', 'Forsiktig'],
  fi: ['Huomautus', 'Vinkki', 'Tärkeää', 'Varoitus', 'Huomio'],
  tr: ['Not', 'İpucu', 'Önemli', 'Uyarı', 'Dikkat'],
  ru: ['Примечание', 'Совет', 'Важно', 'Предупреждение', 'Осторожно'],
  uk: ['Примітка', 'Порада', 'Важливо', 'Попередження', 'Обережно'],
  ar: ['ملاحظة', 'نصيحة', 'مهم', 'تحذير', 'تنبيه'],
  he: ['הערה', 'טיפ', 'חשוב', 'אזהרה', 'זהירות'],
  hi: ['नोट', 'सुझाव', 'महत्वपूर्ण', 'चेतावनी', 'सावधानी'],
  ja: ['メモ', 'ヒント', '重要', '警告', '注意'],
  zh: ['注意', '提示', '重要', '警告', '小心'],
  ko: ['참고', '팁', '중요', '경고', '주의'],
};

/** The name of an admonition in a language (BCP 47), or in English if the language is not listed. */
export function admonitionName(kind: AdmonitionKind, language: string): string {
  const names = ownPropertyValue(ADMONITION_NAMES, language.toLowerCase().split('-')[0] ?? '') ?? ADMONITION_NAMES.en;
  return names?.[ADMONITION_KINDS.indexOf(kind)] ?? kind;
}
