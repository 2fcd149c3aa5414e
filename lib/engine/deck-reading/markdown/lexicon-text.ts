/** The form of a lexicon in one line, for messages. */
export const LEXICON_SYNTAX_HINT = '"word = how it is said", parted by ";"';

/** A pronunciation in IPA, between slashes. */
const IPA_TEXT = /^\/[^/]+\/$/;

/** Reads `SQL = sequel; nginx = engine x; tomato = /təˈmeɪtoʊ/`. @returns undefined for any other text */
export function parseDeckLexiconText(text: string): { word: string; say: string; ipa?: string }[] | undefined {
  const entries = text.split(';').filter((entry) => entry.trim() !== '');
  const parsedEntries = entries.flatMap((entry) => {
    const [word = '', say = '', ...furtherParts] = entry.split('=').map((part) => part.trim());
    return word !== '' && say !== '' && furtherParts.length === 0
      ? [{ word, ...(IPA_TEXT.test(say) ? { say: word, ipa: say.slice(1, -1) } : { say }) }]
      : [];
  });
  return parsedEntries.length === entries.length ? parsedEntries : undefined;
}
