import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { beforeAll, expect, it } from 'vitest';
import { createEspeakEngine } from '#engine/speech/engines/espeak.ts';
import {
  doesVoiceKnowPhoneme,
  ESPEAK_PHONEME_NAMES,
  ESPEAK_PHONEME_PROBE_LINES,
  espeakPhonemeCommandForIpa,
} from '#engine/speech/engines/espeak-ipa.ts';
import { type LoadedEspeak, loadEspeak } from '#engine/speech/engines/espeak-program.ts';
import { timedWordsOfSentence } from '#engine/speech/words/word-times.ts';

const engine = createEspeakEngine();
let program: LoadedEspeak;
beforeAll(async () => {
  const file = createRequire(import.meta.url).resolve('espeak-ng/dist/espeak-ng.wasm');
  program = await loadEspeak(await WebAssembly.compile(await readFile(file)));
});

function commandOf(voice: string, ipa: string): string | undefined {
  const [without = '', ...answers] = program.transcribe(voice, ESPEAK_PHONEME_PROBE_LINES);
  return espeakPhonemeCommandForIpa(
    ipa,
    new Set(ESPEAK_PHONEME_NAMES.filter((name, at) => doesVoiceKnowPhoneme(name, answers[at] ?? '', without))),
  );
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
  const spoken = (text: string) => engine.speak({ text: `<speak>${text}</speak>`, language: 'de', speed: 1 });
  const [spelled, given, same] = await Promise.all([
    spoken('Das ist Köln.'),
    spoken('Das ist <phoneme ph="maˈdʁiːt">Köln</phoneme>.'),
    spoken('Das ist <phoneme ph="maˈdʁiːt">Kiel</phoneme>.'),
  ]);
  expect(given?.sentences.map(({ text }) => text)).toEqual(['Das ist Köln.']);
  expect(given?.pcm.equals(spelled?.pcm ?? Buffer.alloc(0))).toBe(false);
  expect(given?.pcm.equals(same?.pcm ?? Buffer.alloc(0))).toBe(true);
});

it.each([
  ['Sieh das <emphasis level="moderate"><phoneme ph="ˈhaʊs">Oslo</phoneme></emphasis> nun.', 2],
  ['Sieh das („<phoneme ph="ˈhaʊs">Oslo</phoneme>“) nun.', 2],
  ['Sieh das <emphasis>tolle</emphasis> <phoneme ph="ˈhaʊs">Oslo</phoneme>&amp; nun.', 3],
])('says them once, with nothing else, and knows when: %s', { timeout: 60_000 }, async (text, at) => {
  const secondsOf = async (ssml: string) => {
    const { sentences } = await engine.speak({ text: `<speak>${ssml}</speak>`, language: 'de', speed: 1 });
    expect(sentences.every(({ word_ms }) => word_ms !== undefined)).toBe(true);
    return sentences.flatMap(timedWordsOfSentence).map((word) => word.end_seconds - word.start_seconds);
  };
  const [given, spelled] = [await secondsOf(text), await secondsOf(text.replace(/<phoneme.*<\/phoneme>/, 'Haus'))];
  expect(given[at]).toBeGreaterThan(0.2);
  // A silent word, or a tag that is read aloud, differs by more than 0.3 s.
  for (const [index, seconds] of given.entries()) expect(Math.abs(seconds - (spelled[index] ?? 0))).toBeLessThan(0.12);
});
