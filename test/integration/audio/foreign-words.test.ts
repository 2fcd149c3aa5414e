import { expect, it } from 'vitest';
import { createCombinedEngine } from '#engine/speech/engines/combined-engine.ts';
import { createEspeakEngine } from '#engine/speech/engines/espeak.ts';
import { createNaturalSpeechEngine } from '#engine/speech/natural/natural.ts';
import { timedWordsOfSentence } from '#engine/speech/words/word-times.ts';
import { isWhole } from '#test/support/depth.ts';

// Loading the voice takes some seconds of a core.
it.runIf(isWhole)('the natural voice says words in letters that it does not read', { timeout: 60_000 }, async () => {
  const engine = createCombinedEngine('natural', [createNaturalSpeechEngine(), createEspeakEngine()]);
  const { sentences } = await engine.speak({
    text: 'The word Достоевский is a name, and Αθήνα is a city, as 東京 is.',
    language: 'en',
    speed: 1,
  });
  const [first] = sentences;
  const words = timedWordsOfSentence(first ?? { text: '', start_seconds: 0, end_seconds: 0 });
  const secondsOf = (wanted: string): number =>
    words
      .filter(({ text }) => text.startsWith(wanted))
      .reduce((sum, word) => sum + word.end_seconds - word.start_seconds, 0);
  expect(secondsOf('Достоевский')).toBeGreaterThan(0.5);
  // Spelled letter by letter it lasts more than two seconds.
  expect(secondsOf('Достоевский')).toBeLessThan(1.5);
  expect(secondsOf('Αθήνα')).toBeGreaterThan(0.25);
  expect(secondsOf('東京') + secondsOf('東') + secondsOf('京')).toBeGreaterThan(0.25);
});
