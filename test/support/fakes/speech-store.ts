import type { SpeechStore, StoredSpeech } from '../../../lib/narration/ports.ts';

/** Speech in memory. `characters` counts by account what was spoken: once for each speech. */
export function memorySpeechStore(): { speech: SpeechStore; characters: ReadonlyMap<string, number> } {
  const stored = new Map<string, StoredSpeech>();
  const characters = new Map<string, number>();
  return {
    characters,
    speech: {
      async findMany(accountId, hashes) {
        const found = hashes.flatMap((hash) => stored.get(`${accountId} ${hash}`) ?? []);
        return new Map(structuredClone(found).map((speech) => [speech.hash, speech]));
      },
      async keep(accountId, speech, spoken) {
        const key = `${accountId} ${speech.hash}`;
        if (stored.has(key)) return;
        stored.set(key, structuredClone(speech));
        characters.set(accountId, (characters.get(accountId) ?? 0) + spoken.characters);
      },
    },
  };
}
