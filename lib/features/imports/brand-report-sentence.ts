import { listInWords } from '#kernel/shared/list-in-words.ts';
import type { BrandInImportReport } from './brand-in-import-report.ts';

/**
 * The end of a sentence about the parts of a template that come from a deck, and the fonts that replace the deck's fonts:
 * `from the colours and fonts of the deck (Lato for Calibri).`
 */
export function brandOriginClause({
  reused,
  logo,
  fonts,
}: Pick<BrandInImportReport, 'reused' | 'logo' | 'fonts'>): string {
  const parts = ['colours', ...(fonts.length > 0 ? ['fonts'] : []), ...(logo ? ['logo'] : [])];
  const replacedFonts = fonts.filter(({ deck, template }) => deck.toLowerCase() !== template.toLowerCase());
  const replacements = [...new Set(replacedFonts.map(({ deck, template }) => `${template} for ${deck}`))];
  const replacementText = replacements.length > 0 ? ` (${listInWords(replacements)})` : '';
  return `from the ${listInWords(parts)} of ${reused ? 'a deck with the same theme' : 'the deck'}${replacementText}.`;
}

/** The sentence of a report about the template that was made from the theme of a deck. */
export const brandReportSentence = ({ name, ...brand }: Omit<BrandInImportReport, 'template_id'>): string =>
  `Template "${name}" ${brandOriginClause(brand)}`;
