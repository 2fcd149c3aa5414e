import type { ReportedBrand } from './reported-brand.ts';

/** A list in words. */
const inWords = (words: readonly string[]): string => words.join(', ').replace(/, ([^,]*)$/, ' and $1');

/** The sentence of a report about the template that was made of the theme of a deck. */
export function brandLine({ name, reused, logo, fonts }: Omit<ReportedBrand, 'template_id'>): string {
  const parts = ['colours', ...(fonts.length > 0 ? ['fonts'] : []), ...(logo ? ['logo'] : [])];
  const others = fonts.filter(({ deck, template }) => deck.toLowerCase() !== template.toLowerCase());
  const instead = [...new Set(others.map(({ deck, template }) => `${template} for ${deck}`))];
  return [
    `Template "${name}" from the ${inWords(parts)} of ${reused ? 'a deck with the same theme' : 'the deck'}`,
    ...(instead.length > 0 ? [` (${inWords(instead)})`] : []),
    '.',
  ].join('');
}
