import { createHash } from 'node:crypto';
import { findLexiconMentions, wordsSpokenForEntry } from './lexicon.ts';
import type { Pronunciation } from './pronunciation.ts';

/**
 * A hash of the changes that a lexicon makes in sentences; undefined if it changes nothing. With equal hashes the sentences are spoken in
 * the same way. With different hashes they are not, unless the changed words occur only in `sub` or `say-as`.
 * @param sentences as captions show them; they are stored with speech, so that no markup has to be read again
 */
export function hashLexiconEffect(
  sentences: readonly string[],
  lexicon: readonly Pronunciation[] = [],
): string | undefined {
  const changes = sentences.flatMap((text) =>
    findLexiconMentions(text, lexicon)
      .map(({ from, to, entry }) => [
        text.slice(from, to),
        wordsSpokenForEntry(entry),
        ...(entry.ipa === undefined ? [] : [entry.ipa]),
      ])
      .filter(([word, spokenWords, ipa]) => word !== spokenWords || ipa !== undefined),
  );
  return changes.length === 0 ? undefined : createHash('sha256').update(JSON.stringify(changes)).digest('hex');
}
