/** The form of a lexicon in one line, for messages. */
export const LEXICON_SYNTAX_HINT = '"word = how it is said", parted by ";"';

/** Sounds in IPA, which are between slashes. */
const IPA = /^\/[^/]+\/$/;

/** Reads `SQL = sequel; nginx = engine x; tomato = /təˈmeɪtoʊ/`. @returns undefined for any other text */
export function parseLexiconText(text: string): { word: string; say: string; ipa?: string }[] | undefined {
  const entries = text.split(';').filter((entry) => entry.trim() !== '');
  const read = entries.flatMap((entry) => {
    const [word = '', say = '', ...rest] = entry.split('=').map((part) => part.trim());
    return word !== '' && say !== '' && rest.length === 0
      ? [{ word, ...(IPA.test(say) ? { say: word, ipa: say.slice(1, -1) } : { say }) }]
      : [];
  });
  return read.length === entries.length ? read : undefined;
}
