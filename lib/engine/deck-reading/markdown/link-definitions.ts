import { removeCodeBlocks } from './line-places.ts';

/**
 * A definition of a link, an image or a footnote in one line, `[name]: address`:
 * https://spec.commonmark.org/0.31.2/#link-reference-definitions.
 */
const DEFINITION = /^ {0,3}\[([^[\]\n]+)\]:[^\S\n]*\S.*$/gm;
/** A name in brackets, by which a text may refer to a definition. */
const BRACKETED_NAME = /\[([^[\]]{1,999})\]/g;

/**
 * The normalized form of a name: two names match if their forms are equal, https://spec.commonmark.org/0.31.2/#matches. Lower case and then
 * upper case makes equal what Unicode folds to one letter, such as ẞ and ß.
 */
const normalizeName = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase();

/**
 * Reads the definitions of all pages of a deck, to which any page may refer. The first definition of a name counts.
 * @param pages their Markdown
 * @returns a function that returns, as Markdown, the definitions on other pages to which a page refers; empty if it refers to none
 */
export function createLinkDefinitionFinder(pages: readonly string[]): (page: string) => string {
  const definitions = new Map<string, string>();
  for (const page of pages) {
    if (!page.includes(']:')) continue;
    for (const [line, name = ''] of removeCodeBlocks(page).matchAll(DEFINITION)) {
      const key = normalizeName(name);
      if (!definitions.has(key)) definitions.set(key, line);
    }
  }
  return (page) => {
    if (definitions.size === 0) return '';
    // Only definitions that the page names: parsing all of them with every page would take quadratic time.
    const keys = new Set([...page.matchAll(BRACKETED_NAME)].map(([, name = '']) => normalizeName(name)));
    // The definitions of the page itself come first.
    for (const [, name = ''] of page.matchAll(DEFINITION)) keys.delete(normalizeName(name));
    return [...keys].flatMap((key) => definitions.get(key) ?? []).join('\n\n');
  };
}
