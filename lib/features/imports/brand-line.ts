import type { ReportedBrand } from './reported-brand.ts';

/** A list in words. */
const inWords = (words: readonly string[]): string => words.join(', ').replace(/, ([^,]*)$/, ' and $1');

/** The end of a sentence about the parts of a template that are those of a deck. */
export function brandOrigin({ reused, logo, fonts }: Pick<ReportedBrand, 'reused' | 'logo' | 'fonts'>): string {
  const parts = ['colours', ...(fonts.length > 0 ? ['fonts'] : []), ...(logo ? ['logo'] : [])];
  const others = fonts.filter(({ deck, template }) => deck.toLowerCase() !== template.toLowerCase());
  const instead = [...new Set(others.map(({ deck, template }) => `${template} for ${deck}`))];
  const replaced = instead.length > 0 ? ` (${inWords(instead)})` : '';
  return `from the ${inWords(parts)} of ${reused ? 'a deck with the same theme' : 'the deck'}${replaced}.`;
}

/** The sentence of a report about the template that was made of the theme of a deck. */
export const brandLine = ({ name, ...brand }: Omit<ReportedBrand, 'template_id'>): string =>
  `Template "${name}" ${brandOrigin(brand)}`;
