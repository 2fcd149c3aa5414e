/**
 * How far words that are aligned with another voice are from those that their engine told, in milliseconds, of the sentences in
 * test/fixtures/spoken-sentences.txt: ten at a time, changed as recordings may be.
 *
 *     node test/tools/recognition/aligned-words.ts
 */
import { readFile } from 'node:fs/promises';
import type { SynthesizedSpeech } from '#engine/speech/engine.ts';
import { createEspeakEngine } from '#engine/speech/engines/espeak.ts';
import { createNaturalSpeechEngine } from '#engine/speech/natural/natural.ts';
import { alignSpeech } from '#engine/speech/words/align/align-speech.ts';
import { timedWordsOfSentence } from '#engine/speech/words/word-times.ts';
import { samplesOf } from '#test/support/audio/measure.ts';
import { seededRandom } from '#test/support/chaos/seeded-random.ts';

const TOGETHER = 10;
const RATE = 48_000;

/** A change of a sound, and what it does to times. */
interface Change {
  name: string;
  change(pcm: Int16Array): Int16Array;
  timeOf?(seconds: number): number;
}

const random = seededRandom(1);
const noise = (amplitude: number) => (pcm: Int16Array) =>
  pcm.map((sample) => Math.max(-32_768, Math.min(32_767, sample + (random() - 0.5) * amplitude)));
const stretched = (times: number) => ({
  change: (pcm: Int16Array) =>
    Int16Array.from({ length: Math.floor(pcm.length * times) }, (_, i) => pcm[Math.floor(i / times)] ?? 0),
  timeOf: (seconds: number) => seconds * times,
});
const CHANGES: readonly Change[] = [
  { name: 'as it is', change: (pcm) => pcm },
  { name: 'an eighth as loud', change: (pcm) => pcm.map((sample) => sample >> 3) },
  { name: 'noise 30 dB below the peaks', change: noise(2500) },
  { name: 'noise 16 dB below the peaks', change: noise(10_000) },
  { name: '15 % slower and lower', ...stretched(1.15) },
  { name: '13 % faster and higher', ...stretched(0.87) },
  {
    name: '3 s of silence first',
    change: (pcm) => withSilence(pcm, 3),
    timeOf: (seconds) => seconds + 3,
  },
];

function withSilence(pcm: Int16Array, seconds: number): Int16Array {
  const sound = new Int16Array(pcm.length + seconds * RATE);
  sound.set(pcm, seconds * RATE);
  return sound;
}

async function report(
  name: string,
  spoken: readonly SynthesizedSpeech[],
  references: readonly SynthesizedSpeech[],
  how: Change,
): Promise<void> {
  const errors: number[] = [];
  let [found, seconds] = [0, 0];
  const begun = process.cpuUsage();
  for (const [index, speech] of spoken.entries()) {
    const reference = references[index] ?? speech;
    const sound = how.change(Int16Array.from(samplesOf(speech.pcm)));
    const known = { pcm: Int16Array.from(samplesOf(reference.pcm)), sentences: reference.sentences };
    const sentences = await alignSpeech(sound, known);
    seconds += speech.durationSeconds;
    if (!sentences) continue;
    found++;
    const told = speech.sentences.flatMap(timedWordsOfSentence);
    for (const [at, { start_seconds }] of sentences.flatMap(timedWordsOfSentence).entries()) {
      const truth = told[at]?.start_seconds ?? 0;
      errors.push(Math.abs(start_seconds - (how.timeOf?.(truth) ?? truth)) * 1000);
    }
  }
  const { user, system } = process.cpuUsage(begun);
  errors.sort((one, other) => one - other);
  const at = (share: number): string => (errors[Math.floor(share * (errors.length - 1))] ?? 0).toFixed(0);
  const processor = (((user + system) / 1e6 / seconds) * 60).toFixed(2);
  process.stdout.write(
    `${name}, ${how.name}: ${found} of ${spoken.length} texts found, ${errors.length} words: median ${at(0.5)} ms, 95 % within ${at(0.95)} ms, all within ${at(1)} ms; ${processor} CPU s a minute\n`,
  );
}

const lines = (await readFile('test/fixtures/spoken-sentences.txt', 'utf8')).trim().split('\n');
const texts = lines.flatMap((_, at) => (at % TOGETHER === 0 ? [lines.slice(at, at + TOGETHER).join(' ')] : []));
const [natural, espeak] = [createNaturalSpeechEngine(), createEspeakEngine()];
const voices: { natural: SynthesizedSpeech[]; espeak: SynthesizedSpeech[] } = { natural: [], espeak: [] };
for (const text of texts) {
  voices.natural.push(await natural.speak({ text, language: 'en', speed: 1 }));
  voices.espeak.push(await espeak.speak({ text, language: 'en', speed: 1 }));
}
for (const change of CHANGES) await report('the natural voice by espeak-ng', voices.natural, voices.espeak, change);
for (const change of CHANGES) await report('espeak-ng by the natural voice', voices.espeak, voices.natural, change);
await report('another text', voices.natural, [...voices.espeak.slice(1), ...voices.espeak.slice(0, 1)], {
  name: 'as it is',
  change: (pcm) => pcm,
});
