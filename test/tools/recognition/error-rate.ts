/**
 * The share of words that an independent recognizer (PocketSphinx, its model of US English) gets wrong, by engine, of the sentences in
 * test/fixtures/spoken-sentences.txt. `pip install pocketsphinx` first.
 *
 *     node test/tools/recognition/error-rate.ts natural espeak-ng
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { SpeechEngine } from '#engine/speech/engine.ts';
import { createEspeakEngine } from '#engine/speech/engines/espeak.ts';
import { createNaturalSpeechEngine } from '#engine/speech/natural/natural.ts';
import { encodeWav } from '#engine/video/audio/wav.ts';
import { bareWords, wordErrors } from './word-errors.ts';

const ENGINES: Readonly<Record<string, () => SpeechEngine>> = {
  natural: createNaturalSpeechEngine,
  'espeak-ng': createEspeakEngine,
};
const FOLDER = 'out/recognition';
/** Ratio of the rates of speech as stored and as the recognizer takes it. */
const STEP = 3;

/** 48 kHz to 16 kHz by means of three samples: what is above 8 kHz does not matter to the recognizer. */
function downsampled(pcm: Buffer): Buffer {
  const from = new Int16Array(pcm.buffer, pcm.byteOffset, pcm.length >> 1);
  const to = new Int16Array(Math.floor(from.length / STEP));
  for (let i = 0; i < to.length; i++)
    to[i] = Math.round(((from[STEP * i] ?? 0) + (from[STEP * i + 1] ?? 0) + (from[STEP * i + 2] ?? 0)) / STEP);
  return Buffer.from(to.buffer);
}

async function heardOf(files: readonly string[]): Promise<string[]> {
  const python = spawn('python3', [join(import.meta.dirname, 'recognize.py')], { stdio: ['pipe', 'pipe', 'inherit'] });
  const output = text(python.stdout);
  python.stdin.end(`${files.join('\n')}\n`);
  const [code] = await once(python, 'exit');
  if (code !== 0) throw new Error(`recognize.py ended with code ${code}: is pocketsphinx installed?`);
  return (await output).trimEnd().split('\n');
}

async function errorRate(name: string, engine: SpeechEngine, sentences: readonly string[]): Promise<void> {
  const files: string[] = [];
  let seconds = 0;
  const begun = performance.now();
  for (const [index, sentence] of sentences.entries()) {
    const { pcm, durationSeconds } = await engine.speak({ text: sentence, language: 'en', speed: 1 });
    const file = join(FOLDER, `${name}-${String(index).padStart(3, '0')}.wav`);
    await writeFile(file, encodeWav(downsampled(pcm), 16_000));
    files.push(file);
    seconds += durationSeconds;
  }
  const taken = (performance.now() - begun) / 1000;
  const heard = await heardOf(files);
  const counts = sentences.map((sentence, index) => {
    const said = bareWords(sentence);
    return { words: said.length, errors: wordErrors(said, bareWords(heard[index] ?? '')) };
  });
  const words = counts.reduce((sum, count) => sum + count.words, 0);
  const errors = counts.reduce((sum, count) => sum + count.errors, 0);
  process.stdout.write(
    `${name}: ${errors} of ${words} words wrong (${((errors / words) * 100).toFixed(1)} %), ${seconds.toFixed(0)} s of speech made in ${taken.toFixed(1)} s\n`,
  );
}

await mkdir(FOLDER, { recursive: true });
const sentences = (await readFile('test/fixtures/spoken-sentences.txt', 'utf8')).trim().split('\n');
for (const name of process.argv.slice(2)) {
  const create = ENGINES[name];
  if (!create) throw new Error(`There is no engine ${name}: ${Object.keys(ENGINES).join(', ')}`);
  await errorRate(name, create(), sentences);
}
