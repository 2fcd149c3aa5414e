import { createHash } from 'node:crypto';
import { findMentions, spokenWords } from './lexicon.ts';
import type { Pronunciation } from './pronunciation.ts';

/**
 * What a lexicon changes in sentences, as a hash; undefined when it changes nothing. Two lexicons with the same hash have
 * the sentences said in the same way. Those with another one do not, unless the word stands in `sub` or `say-as` only.
 * @param sentences as captions show them: these are kept with speech, and need not be read for markup again.
 */
export function lexiconHash(sentences: readonly string[], lexicon: readonly Pronunciation[] = []): string | undefined {
  const changed = sentences.flatMap((text) =>
    findMentions(text, lexicon)
      .map(({ from, to, entry }) => [text.slice(from, to), spokenWords(entry)])
      .filter(([word, said]) => word !== said),
  );
  return changed.length === 0 ? undefined : createHash('sha256').update(JSON.stringify(changed)).digest('hex');
}
