import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { beforeAll, expect, it } from 'vitest';
import { createEspeakEngine } from '#engine/speech/engines/espeak.ts';
import { ESPEAK_NAMES, espeakPhonemes, isNameOf, LINES_OF_NAMES } from '#engine/speech/engines/espeak-ipa.ts';
import { type LoadedEspeak, loadEspeak } from '#engine/speech/engines/espeak-program.ts';
import { wordsOfSentence } from '#engine/speech/words/word-times.ts';

let program: LoadedEspeak;
beforeAll(async () => {
  const file = createRequire(import.meta.url).resolve('espeak-ng/dist/espeak-ng.wasm');
  program = await loadEspeak(await WebAssembly.compile(await readFile(file)));
});

function commandOf(voice: string, ipa: string): string | undefined {
  const [without = '', ...answers] = program.transcribe(voice, LINES_OF_NAMES);
  return espeakPhonemes(ipa, new Set(ESPEAK_NAMES.filter((name, at) => isNameOf(name, answers[at] ?? '', without))));
}

it.each([
  ['en-us', 'təˈmɑːtoʊ', 'təmˈɑːɾoʊ'],
  ['en-us', 't͡ʃiːz', 'tʃˈiːz'],
  ['de', 'ˈkøːln̩', 'kˈøːlən'],
  ['fr-fr', 'mɑ̃ˈʒe', 'mɑ̃ʒˈe'],
  ['es', 'piˈɲa', 'piɲˈa'],
  ['it', 'ˈpit͡sa', 'pˈitsa'],
])('%s says %s as %s by the names of its own sounds', (voice, ipa, spoken) => {
  const command = commandOf(voice, ipa);
  expect(program.transcribe(voice, [command ?? ''])).toEqual([spoken]);
});

it('leaves a sound to the spelling that the voice does not have', () => {
  expect(commandOf('ja', 'ɡœʁ')).toBeUndefined();
});

it('speaks the sounds instead of the spelling', { timeout: 60_000 }, async () => {
  const engine = createEspeakEngine();
  const spoken = (text: string) => engine.speak({ text: `<speak>${text}</speak>`, language: 'de', speed: 1 });
  const [spelled, given, same, late] = await Promise.all([
    spoken('Das ist Köln.'),
    spoken('Das ist <phoneme ph="maˈdʁiːt">Köln</phoneme>.'),
    spoken('Das ist <phoneme ph="maˈdʁiːt">Kiel</phoneme>.'),
    spoken('In <phoneme ph="aaaaaaaaaaaaaaa">Oslo</phoneme> los.'),
  ]);
  expect(given?.sentences.map(({ text }) => text)).toEqual(['Das ist Köln.']);
  const [first] = late?.sentences ?? [];
  const starts = wordsOfSentence(first ?? { text: '', start_seconds: 0, end_seconds: 0 });
  expect(starts.map(({ text }) => text)).toEqual(['In', 'Oslo', 'los.']);
  // Estimated: the program tells no times of such a sentence that would be right for each word.
  expect(starts.every((word) => word.end_seconds - word.start_seconds > 0.1)).toBe(true);
  expect(given?.pcm.equals(spelled?.pcm ?? Buffer.alloc(0))).toBe(false);
  expect(given?.pcm.equals(same?.pcm ?? Buffer.alloc(0))).toBe(true);
});
