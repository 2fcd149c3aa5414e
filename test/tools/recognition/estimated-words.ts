/**
 * How far the estimated times of words are from those that the natural voice has measured, in milliseconds, of the sentences in
 * test/fixtures/spoken-sentences.txt.
 *
 *     node test/tools/recognition/estimated-words.ts
 */
import { readFile } from 'node:fs/promises';
import { createNaturalSpeechEngine } from '#engine/speech/natural/natural.ts';
import { timedWordsOfSentence } from '#engine/speech/words/word-times.ts';

const engine = createNaturalSpeechEngine();
const errors: number[] = [];
for (const text of (await readFile('test/fixtures/spoken-sentences.txt', 'utf8')).trim().split('\n')) {
  const { sentences } = await engine.speak({ text, language: 'en', speed: 1 });
  for (const sentence of sentences) {
    const estimated = timedWordsOfSentence({ ...sentence, word_ms: undefined });
    // The first word starts with the sentence, whatever the estimate is.
    for (const [index, { start_seconds }] of timedWordsOfSentence(sentence).entries())
      if (index > 0) errors.push(Math.abs(start_seconds - (estimated[index]?.start_seconds ?? 0)) * 1000);
  }
}
errors.sort((one, other) => one - other);
const at = (share: number): string => (errors[Math.floor(share * (errors.length - 1))] ?? 0).toFixed(0);
process.stdout.write(
  `${errors.length} starts of words: median ${at(0.5)} ms, 95 % within ${at(0.95)} ms, all within ${at(1)} ms\n`,
);
